/** Playing, from the writer's side. */
import i18next from 'i18next'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber } from '../../shared/story/selectors.ts'
import { nextRate, type PlaybackRate } from '../../shared/story/playbackRates.ts'
import { formatClock, formatRate } from '../i18n/format.ts'
import type { SoundPart } from '../stores/playbackStore.ts'
import { layoutOf } from '../stores/timing.ts'
import { storyOf, type App, type Session } from '../stores/app.ts'
import { changeSettings } from './settings.ts'
import { settleVoices } from './unread.ts'

/** Plays the story, or pauses what plays. */
export async function togglePlaying(session: Session): Promise<void> {
  const isStopped = session.playback.getState().status === 'stopped'
  if (isStopped && !(await settleVoices(session, () => true))) return
  session.player.toggle()
}

/** Plays a block, or stops it where it plays. */
export async function playBlock(session: Session, blockId: BlockId): Promise<void> {
  if (await settleVoices(session, ({ id }) => id === blockId)) session.player.playBlock(blockId)
}

/** Plays stories at this speed from now on. */
export function setPlaybackRate(app: App, playbackRate: PlaybackRate): void {
  changeSettings(app, { playbackRate })
  app.announce('timeline.rateNow', { rate: formatRate(i18next.t, playbackRate) })
}

/** Plays stories a step faster or slower. */
export function changePlaybackRate(app: App, direction: -1 | 1): void {
  setPlaybackRate(app, nextRate(app.state.getState().settings.playbackRate, direction))
}

/** Switches on and off that the selected blocks are played again and again; without a selection, the story. */
export function toggleLoop(session: Session): void {
  const isLooping = !session.playback.getState().isLooping
  session.player.setLooping(isLooping)
  const [first, ...others] = session.editor.getState().selection
  const story = storyOf(session)
  if (!isLooping) session.announce('timeline.loopEnds')
  else if (first === undefined) session.announce('timeline.loopsStory')
  else {
    const facts = { count: 1 + others.length, number: blockNumber(story, first) }
    session.announce('timeline.loopsBlocks', facts)
  }
}

/** Mutes the voices or the music while the story is listened to, or lets them be heard again. */
export function toggleMuted(session: Session, part: SoundPart): void {
  const isMuted = !session.playback.getState().muted[part]
  session.player.setMuted(part, isMuted)
  session.announce(isMuted ? `timeline.muted.${part}` : `timeline.heardAgain.${part}`)
}

/** Moves the playhead to the start of the block before or after the playhead. */
export function skip(session: Session, direction: -1 | 1): void {
  const story = storyOf(session)
  const { spans, totalMs } = layoutOf(story, session.audio.getState().takes)
  const now = session.player.positionMs()
  const target =
    direction > 0
      ? spans.find((span) => span.startMs > now + 1)?.startMs
      : spans.findLast((span) => span.startMs < now - 500)?.startMs
  const position = target ?? (direction > 0 ? totalMs : 0)
  session.player.seek(position)
  session.announce('timeline.playheadAt', { time: formatClock(position) })
}
