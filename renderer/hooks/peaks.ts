import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import { usePlayback, useProjectId, useSession } from './session.ts'
import { LONGEST_READ_MS } from '../bridge/bridge.ts'
import type { Take } from '../../shared/story/takes.ts'

/** The peaks of stored audio of the open story, once the host has answered; undefined until then. */
export function usePeaks(audioId: string): Int8Array | undefined {
  const { peaks, story } = useSession()
  return useSyncExternalStore(peaks.onChange, () => {
    return peaks.get(story.getState().project.projectId, audioId)
  })
}

/** Returns a function for the peaks of any stored audio of the open story, undefined until the host has answered. The function changes as peaks arrive. */
export function usePeaksOf(): (audioId: string) => Int8Array | undefined {
  const { peaks } = useSession()
  const projectId = useProjectId()
  const [arrived, arrive] = useReducer((count: number) => count + 1, 0)
  useEffect(() => peaks.onChange(arrive), [peaks])
  return useCallback(
    (audioId: string) => peaks.get(projectId, audioId),
    // Peaks are kept outside React; a counter tracks their arrival.
    // oxlint-disable-next-line react/exhaustive-deps
    [peaks, projectId, arrived],
  )
}

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

/** Audio playing outside the story, such as a take, with its position in ms. */
export interface HeardClip {
  readonly audioId: string
  readonly atMs: number
}

/** The audio playing outside the story, frame by frame; null while nothing is. */
export function useHeardClip(): HeardClip | null {
  const { player } = useSession()
  const clip = usePlayback((state) => state.clip)
  const [ms, setMs] = useState(0)
  useEffect(() => {
    if (clip === null) return undefined
    let frame = 0
    const follow = () => {
      setMs(player.clipMs() ?? 0)
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [player, clip])
  return clip === null ? null : { audioId: clip.audioId, atMs: clip.startMs + ms }
}
