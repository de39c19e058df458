import { useEffect, useState } from 'react'
import { usePlayback, useSession } from './session.ts'

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
