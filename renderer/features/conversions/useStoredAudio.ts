import { useCallback, useEffect, useRef, useState } from 'react'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { useApp } from '../../hooks/app.ts'
import { currentSession } from '../../stores/app.ts'

export interface StoredAudioPlayer {
  /** The conversion that is playing. */
  readonly playing: string | null
  /** Plays a conversion's audio from its start, or stops it. */
  toggle(conversion: JobView): void
}

/** Plays stored audio of any story, open or not, separately from the open story's player, which pauses. */
export function useStoredAudio(): StoredAudioPlayer {
  const app = useApp()
  const element = useRef<HTMLAudioElement | null>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  /** The conversion whose story the host keeps open. */
  const heard = useRef<string | null>(null)

  const silence = useCallback(() => {
    element.current?.pause()
    element.current = null
    if (heard.current !== null) app.bridge.call('jobs:stopListening', { id: heard.current }).catch(app.report)
    heard.current = null
  }, [app])
  useEffect(() => silence, [silence])

  const stop = () => {
    silence()
    setPlaying(null)
  }

  async function play({ id, audioId }: JobView): Promise<void> {
    if (audioId === null) return
    currentSession(app)?.player.pause()
    heard.current = id
    setPlaying(id)
    const isWanted = () => heard.current === id
    try {
      const { projectId } = await app.bridge.call('jobs:listen', { id })
      if (!isWanted()) return
      const audio = new Audio(app.bridge.mediaUrl(projectId, audioId))
      element.current = audio
      audio.addEventListener('ended', stop)
      await audio.play()
    } catch (error) {
      if (!isWanted()) return // playback was stopped before it began
      stop()
      app.report(error instanceof UserFacingError ? error : new UserFacingError('audio-unplayable'))
    }
  }

  return {
    playing,
    toggle(conversion) {
      const isThis = playing === conversion.id
      stop()
      if (!isThis) void play(conversion)
    },
  }
}
