/**
 * Media keys of a keyboard, a headset or the lock screen, and the system's display of the playing story
 * (https://w3c.github.io/mediasession/). Browsers send the keys to a page while one of its media elements plays, but not for audio
 * scheduled on an audio context (https://github.com/w3c/mediasession/issues/213): a silent element plays along.
 */
import { findBlock, findCharacter } from '../../shared/story/selectors.ts'
import { runCommand } from '../actions/commands.ts'
import { layoutOf } from '../stores/timing.ts'
import { type App, currentSession, followSessions, type Session, storyOf } from '../stores/app.ts'
import type { PlaybackStore } from '../stores/player.ts'

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

/** Chromium sends no keys for audio of less than five seconds (https://developer.chrome.com/blog/media-session). */
const SECONDS = 10
/** A sample of 8 bits in the middle is silence. */
const RATE = 8000
const SILENT_SAMPLE = 128

/** Plays a silent element from `openElement` while anything plays. Returns a function that stops that. */
export function holdMediaKeys(
  playback: PlaybackStore,
  openElement = () => document.createElement('audio'),
): () => void {
  let element: HTMLAudioElement | null = null
  const stop = playback.subscribe(({ status }, before) => {
    if ((status === 'stopped') === (before.status === 'stopped')) return
    if (status === 'stopped') {
      element?.pause()
      return
    }
    if (element === null) {
      element = openElement()
      element.src = URL.createObjectURL(new Blob([silentWav()], { type: 'audio/wav' }))
      element.loop = true
    }
    // Without the keys, the story still plays.
    element.play().catch(() => undefined)
  })
  return () => {
    stop()
    if (element === null) return
    element.pause()
    URL.revokeObjectURL(element.src)
  }
}

/** A WAV file of silence (http://soundfile.sapp.org/doc/WaveFormat/), with 8 bits and one channel. */
function silentWav(): Uint8Array<ArrayBuffer> {
  const dataBytes = SECONDS * RATE
  const file = new Uint8Array(44 + dataBytes).fill(SILENT_SAMPLE, 44)
  const view = new DataView(file.buffer)
  const putText = (at: number, text: string) => file.set(new TextEncoder().encode(text), at)
  putText(0, 'RIFF')
  view.setUint32(4, 36 + dataBytes, true)
  putText(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // channels
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE, true) // bytes per second
  view.setUint16(32, 1, true) // bytes per sample
  view.setUint16(34, 8, true) // bits per sample
  putText(36, 'data')
  view.setUint32(40, dataBytes, true)
  return file
}
