/** What a writer does with the takes of a block by command: the take that is heard, else the newest, is named or deleted. */
import i18next from 'i18next'
import { takesOfBlock } from '../../shared/story/blockTakes.ts'
import type { BlockTake } from '../../shared/story/blockTakes.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { takeName } from '../i18n/takeName.ts'
import type { World } from '../stores/world.ts'
import { openStory } from './editing.ts'
import { showBlockInspector } from './panels.ts'
import { askToRemoveTake } from './takes.ts'

/** Opens the comparison of the take that is heard with the newest other one in the inspector; ends the one that is open. */
export function compareTakes(world: World, blockId: BlockId): void {
  if (world.view.getState().comparedTakes !== null) {
    world.view.setState({ comparedTakes: null })
    return
  }
  const takes = takesOf(world, blockId)
  const a = takes.find(({ isUsed }) => isUsed) ?? takes[0]
  const b = takes.find((each) => each !== a)
  if (a === undefined || b === undefined) {
    world.note('takes.nothingToCompare')
    return
  }
  showBlockInspector(world)
  world.view.setState({ comparedTakes: [a.take.id, b.take.id] })
}

/** Opens the field for the name of the block's take in the inspector. */
export function nameTake(world: World, blockId: BlockId): void {
  const named = chosenTake(world, blockId)
  if (named === null) return
  showBlockInspector(world)
  world.view.setState({ namedTake: named.take.id })
}

/** Deletes the block's take, which can be undone for some seconds. The take that a locked block is heard with stays. */
export function deleteTake(world: World, blockId: BlockId): void {
  const chosen = chosenTake(world, blockId)
  const story = openStory(world)
  const block = story === null ? undefined : findBlock(story, blockId)
  if (chosen === null || block === undefined) return
  if (isLocked(block) && chosen.isUsed) {
    world.note('takes.usedByLock')
    return
  }
  showBlockInspector(world)
  askToRemoveTake(world, chosen.take, takeName(i18next.t, chosen)).catch(world.report)
}

/** The take that is heard, else the newest; says so where there is none. */
function chosenTake(world: World, blockId: BlockId): BlockTake | null {
  const takes = takesOf(world, blockId)
  const chosen = takes.find(({ isUsed }) => isUsed) ?? takes[0]
  if (chosen === undefined) world.note('takes.none')
  return chosen ?? null
}

/** The takes of a block, newest first, but for those that are being deleted. */
function takesOf(world: World, blockId: BlockId): readonly BlockTake[] {
  const story = openStory(world)
  const block = story === null ? undefined : findBlock(story, blockId)
  if (story === null || block === undefined) return []
  const { allTakes, takes, removing } = world.audio.getState()
  return takesOfBlock(story, block, allTakes, takes).filter(({ take }) => !removing.has(take.id))
}
