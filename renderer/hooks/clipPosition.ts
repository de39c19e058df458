import { useEffect, useState } from 'react'
import { usePlayback, useSession } from './session.ts'

/** The beginning of a part of some audio, as `Player.playAudio` takes it. */
interface Clip {
  readonly audioId: string
  readonly startMs: number
}

/** Where a part of some audio is heard outside the story, in ms from its beginning, frame by frame; null while it does not play. */
export function useClipMs({ audioId, startMs }: Clip): number | null {
  const { player } = useSession()
  const isHeard = usePlayback(({ clip }) => clip?.audioId === audioId && clip.startMs === startMs)
  const [ms, setMs] = useState<number | null>(null)
  useEffect(() => {
    if (!isHeard) return undefined
    let frame = 0
    const follow = () => {
      setMs(player.clipMs())
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => {
      cancelAnimationFrame(frame)
      setMs(null)
    }
  }, [player, isHeard])
  return isHeard ? ms : null
}
