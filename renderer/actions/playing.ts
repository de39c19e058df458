/** Playing, from the writer's side. */
import i18next from 'i18next'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber } from '../../shared/story/selectors.ts'
import { nextRate } from '../../shared/story/playbackRates.ts'
import type { PlaybackRate } from '../../shared/story/playbackRates.ts'
import { formatClock, formatRate } from '../i18n/format.ts'
import type { SoundPart } from '../stores/playbackStore.ts'
import { layoutOf } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'
import { openStory } from './editing.ts'
import { changeSettings } from './settings.ts'
import { settleVoices } from './unread.ts'

/** Plays the story, or pauses what plays. */
export async function togglePlaying(world: World): Promise<void> {
  const isStopped = world.playback.getState().status === 'stopped'
  if (isStopped && !(await settleVoices(world, () => true))) return
  world.player.toggle()
}

/** Plays a block, or stops it where it plays. */
export async function playBlock(world: World, blockId: BlockId): Promise<void> {
  if (await settleVoices(world, ({ id }) => id === blockId)) world.player.playBlock(blockId)
}

/** Plays stories at this speed from now on. */
export function setPlaybackRate(world: World, playbackRate: PlaybackRate): void {
  changeSettings(world, { playbackRate })
  world.announce('timeline.rateNow', { rate: formatRate(i18next.t, playbackRate) })
}

/** Plays stories a step faster or slower. */
export function changePlaybackRate(world: World, direction: -1 | 1): void {
  setPlaybackRate(world, nextRate(world.app.getState().settings.playbackRate, direction))
}

/** Switches on and off that the selected blocks are played again and again; without a selection, the story. */
export function toggleLoop(world: World): void {
  const isLooping = !world.playback.getState().isLooping
  world.player.setLooping(isLooping)
  const [first, ...others] = world.view.getState().selection
  const story = openStory(world)
  if (!isLooping) world.announce('timeline.loopEnds')
  else if (first === undefined || story === null) world.announce('timeline.loopsStory')
  else {
    const facts = { count: 1 + others.length, number: blockNumber(story, first) }
    world.announce('timeline.loopsBlocks', facts)
  }
}

/** Mutes the voices or the music while the story is listened to, or lets them be heard again. */
export function toggleMuted(world: World, part: SoundPart): void {
  const isMuted = !world.playback.getState().muted[part]
  world.player.setMuted(part, isMuted)
  world.announce(isMuted ? `timeline.muted.${part}` : `timeline.heardAgain.${part}`)
}

/** Moves the playhead to the start of the block before or after the playhead. */
export function skip(world: World, direction: -1 | 1): void {
  const story = openStory(world)
  if (story === null) return
  const { spans, totalMs } = layoutOf(story, world.audio.getState().takes)
  const now = world.player.positionMs()
  const target =
    direction > 0
      ? spans.find((span) => span.startMs > now + 1)?.startMs
      : spans.findLast((span) => span.startMs < now - 500)?.startMs
  const position = target ?? (direction > 0 ? totalMs : 0)
  world.player.seek(position)
  world.announce('timeline.playheadAt', { time: formatClock(position) })
}
