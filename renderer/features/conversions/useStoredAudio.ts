import { useEffect, useRef, useState } from 'react'
import type { ConversionView } from '../../../shared/ipc/conversionsContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { useWorld } from '../../stores/world.ts'

export interface StoredAudioPlayer {
  /** The conversion that is heard. */
  readonly playing: string | null
  /** Plays a conversion's audio from its start, or stops it. */
  toggle(conversion: ConversionView): void
}

/** Plays stored audio of any open story, beside the story's own player, which falls silent. */
export function useStoredAudio(): StoredAudioPlayer {
  const world = useWorld()
  const element = useRef<HTMLAudioElement | null>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  useEffect(
    () => () => {
      element.current?.pause()
    },
    [],
  )
  const stop = () => {
    element.current?.pause()
    element.current = null
    setPlaying(null)
  }
  return {
    playing,
    toggle({ id, projectId, audioId }) {
      const isThis = playing === id
      stop()
      if (isThis || projectId === null || audioId === null) return
      world.player.pause()
      const audio = new Audio(world.bridge.mediaUrl(projectId, audioId))
      element.current = audio
      setPlaying(id)
      audio.addEventListener('ended', stop)
      audio.play().catch(() => {
        if (element.current !== audio) return // it was stopped before it began
        stop()
        world.report(new UserFacingError('audio-unplayable'))
      })
    },
  }
}
