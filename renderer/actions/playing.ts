/** The writer's actions on playback. */
import i18next from 'i18next'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber } from '../../shared/story/selectors.ts'
import { nextRate, type PlaybackRate } from '../../shared/story/limits.ts'
import { formatClock, formatRate } from '../i18n/format.ts'
import type { SoundPart } from '../stores/player.ts'
import { layoutOf } from '../stores/timing.ts'
import { storyOf, type App, type Session } from '../stores/app.ts'
import { changeSettings } from './settings.ts'
import { settleVoices } from './rendering.ts'

/** Plays the story, or pauses what plays. */
export async function togglePlaying(session: Session): Promise<void> {
  const isStopped = session.playback.getState().status === 'stopped'
  if (isStopped && !(await settleVoices(session, () => true))) return
  session.player.toggle()
}

/** Plays a block, or stops it if it is playing. */
export async function playBlock(session: Session, blockId: BlockId): Promise<void> {
  if (await settleVoices(session, ({ id }) => id === blockId)) session.player.playBlock(blockId)
}

/** Sets the playback speed of stories. */
export function setPlaybackRate(app: App, playbackRate: PlaybackRate): void {
  changeSettings(app, { playbackRate })
  app.announce('timeline.rateNow', { rate: formatRate(i18next.t, playbackRate) })
}

/** Changes the playback speed by a step. */
export function changePlaybackRate(app: App, direction: -1 | 1): void {
  setPlaybackRate(app, nextRate(app.state.getState().settings.playbackRate, direction))
}

/** Switches looping of the selected blocks, or without a selection of the story, on and off. */
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

/** Mutes or unmutes the voices or the music during playback. */
export function toggleMuted(session: Session, part: SoundPart): void {
  const isMuted = !session.playback.getState().muted[part]
  session.player.setMuted(part, isMuted)
  session.announce(isMuted ? `timeline.muted.${part}` : `timeline.heardAgain.${part}`)
}

/** Moves the playhead to the start of the previous or next block. */
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
