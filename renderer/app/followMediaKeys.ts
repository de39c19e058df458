/**
 * Media keys of a keyboard, a headset or the lock screen, and the system's display of the playing story
 * (https://w3c.github.io/mediasession/).
 */
import { findBlock, findCharacter } from '../../shared/story/selectors.ts'
import { runCommand } from '../actions/commands.ts'
import { layoutOf } from '../stores/timing.ts'
import { currentSession, followSessions, storyOf, type App, type Session } from '../stores/app.ts'

/** The step of the seek keys if the system does not specify one. */
const SEEK_MS = 10_000

/** Lets the system's keys play, pause and seek, and reports what plays: the story as the title, the character as the artist. */
export function followMediaKeys(app: App, media: MediaSession): void {
  const open = () => currentSession(app)
  const isStopped = () => open()?.playback.getState().status === 'stopped'
  const seekBy = (ms: number) => {
    const player = open()?.player
    player?.seek(player.positionMs() + ms)
  }
  const pause = () => open()?.player.pause()
  media.setActionHandler('play', () => {
    if (isStopped()) runCommand(app, 'playStory')
  })
  media.setActionHandler('pause', pause)
  media.setActionHandler('stop', pause)
  media.setActionHandler('previoustrack', () => runCommand(app, 'skipBack'))
  media.setActionHandler('nexttrack', () => runCommand(app, 'skipForward'))
  media.setActionHandler('seekbackward', ({ seekOffset }) => seekBy(-toMs(seekOffset)))
  media.setActionHandler('seekforward', ({ seekOffset }) => seekBy(toMs(seekOffset)))
  media.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) open()?.player.seek(seekTime * 1000)
  })
  followSessions(app, (session) => tellOf(session, media))
}

/** Reports the playing story to the system. Returns a function that stops that. */
function tellOf(session: Session, media: MediaSession): () => void {
  const { player, playback } = session
  let shown = { title: '', speaker: '' }
  const show = () => {
    const story = storyOf(session)
    const block = findBlock(story, playback.getState().blockId)
    const { title } = story.info
    // During a silence, the last speaker is still shown.
    const speaker =
      block === undefined ? shown.speaker : (findCharacter(story, block.characterId)?.name ?? '')
    if (title === shown.title && speaker === shown.speaker) return
    shown = { title, speaker }
    media.metadata = new MediaMetadata({ title, artist: speaker })
  }
  const showPosition = () => {
    media.playbackState = playback.getState().status === 'stopped' ? 'paused' : 'playing'
    const durationMs = layoutOf(storyOf(session), session.audio.getState().takes).totalMs
    const { playbackRate } = session.state.getState().settings
    if (durationMs === 0) media.setPositionState()
    else
      media.setPositionState({
        duration: durationMs / 1000,
        position: Math.max(0, Math.min(player.positionMs(), durationMs)) / 1000,
        playbackRate,
      })
  }
  showPosition()
  show()
  const stops = [
    playback.subscribe(() => {
      show()
      showPosition()
    }),
    session.story.subscribe(show),
    session.state.subscribe(({ settings }, before) => {
      if (settings.playbackRate !== before.settings.playbackRate) showPosition()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    media.metadata = null
    media.playbackState = 'none'
    media.setPositionState()
  }
}

const toMs = (seconds: number | undefined) => (seconds === undefined ? SEEK_MS : seconds * 1000)
