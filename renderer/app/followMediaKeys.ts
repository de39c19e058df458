/**
 * Media keys of a keyboard, a headset or the lock screen, and what the system shows of the story that plays
 * (https://w3c.github.io/mediasession/).
 */
import { findBlock, findCharacter } from '../../shared/story/selectors.ts'
import { runCommand } from '../actions/commands.ts'
import { layoutOf } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'

/** How far the keys for seeking go where the system does not say. */
const SEEK_MS = 10_000

/** Has the session's keys play, pause and seek from now on, and tells it what plays: the story as the title, the character as the artist. */
export function followMediaKeys(world: World, session: MediaSession): void {
  const { player, playback } = world
  const isStopped = () => playback.getState().status === 'stopped'
  const seekBy = (ms: number) => player.seek(player.positionMs() + ms)
  const pause = () => player.pause()
  session.setActionHandler('play', () => {
    if (isStopped()) runCommand(world, 'playStory')
  })
  session.setActionHandler('pause', pause)
  session.setActionHandler('stop', pause)
  session.setActionHandler('previoustrack', () => runCommand(world, 'skipBack'))
  session.setActionHandler('nexttrack', () => runCommand(world, 'skipForward'))
  session.setActionHandler('seekbackward', ({ seekOffset }) => seekBy(-toMs(seekOffset)))
  session.setActionHandler('seekforward', ({ seekOffset }) => seekBy(toMs(seekOffset)))
  session.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) player.seek(seekTime * 1000)
  })

  let shown = { title: '', speaker: '' }
  const show = () => {
    const story = world.story.getState().open?.story
    if (story === undefined) {
      shown = { title: '', speaker: '' }
      session.metadata = null
      return
    }
    const block = findBlock(story, playback.getState().blockId)
    const { title } = story.info
    // In a silence, who spoke last is still shown.
    const speaker =
      block === undefined ? shown.speaker : (findCharacter(story, block.characterId)?.name ?? '')
    if (title === shown.title && speaker === shown.speaker) return
    shown = { title, speaker }
    session.metadata = new MediaMetadata({ title, artist: speaker })
  }
  const showPosition = () => {
    const open = world.story.getState().open
    session.playbackState = open === null ? 'none' : isStopped() ? 'paused' : 'playing'
    const durationMs = open === null ? 0 : layoutOf(open.story, world.audio.getState().takes).totalMs
    const { playbackRate } = world.app.getState().settings
    if (durationMs === 0) session.setPositionState()
    else
      session.setPositionState({
        duration: durationMs / 1000,
        position: Math.max(0, Math.min(player.positionMs(), durationMs)) / 1000,
        playbackRate,
      })
  }
  playback.subscribe(() => {
    show()
    showPosition()
  })
  world.story.subscribe(({ open }, before) => {
    if (open?.story.info.id !== before.open?.story.info.id) showPosition()
    show()
  })
  world.app.subscribe(({ settings }, before) => {
    if (settings.playbackRate !== before.settings.playbackRate) showPosition()
  })
}

const toMs = (seconds: number | undefined) => (seconds === undefined ? SEEK_MS : seconds * 1000)
