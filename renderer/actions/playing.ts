/** Playing, from the writer's side. */
import type { BlockId } from '../../shared/story/records.ts'
import type { World } from '../stores/world.ts'
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
