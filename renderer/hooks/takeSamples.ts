import { useEffect, useState } from 'react'
import { LONGEST_READ_MS } from '../bridge/mediaStream.ts'
import type { Take } from '../../shared/story/takes.ts'
import { useSession } from './session.ts'

/** Enough to recognise breaths and clicks. */
const SAMPLE_RATE = 16_000

/** Whether a take is short enough for all of its samples. */
export function hasSamples({ startMs, endMs }: Take): boolean {
  return endMs - startMs <= LONGEST_READ_MS
}

/** The samples of a short take, decoded by the host while `isWanted`; null until they have arrived. */
export function useTakeSamples(take: Take, isWanted: boolean): Float32Array | null {
  const session = useSession()
  const [samples, setSamples] = useState<Float32Array | null>(null)
  const { audioId, startMs, endMs } = take
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    const read = async () => {
      const { projectId } = session.story.getState().project
      const playing = { fromMs: startMs, rate: 1, sampleRate: SAMPLE_RATE }
      const stream = await session.bridge.openMedia(projectId, audioId, playing)
      const all = await stream.read(Math.ceil(((endMs - startMs) * SAMPLE_RATE) / 1000))
      stream.close()
      const { channels } = stream
      // The first channel: a voice is the same in both.
      const count = Math.floor((all?.length ?? 0) / channels)
      if (!isGone)
        setSamples(Float32Array.from({ length: count }, (_, at) => (all?.[at * channels] ?? 0) / 32_768))
    }
    read().catch(session.report)
    return () => {
      isGone = true
      setSamples(null)
    }
  }, [session, audioId, startMs, endMs, isWanted])
  return samples
}
