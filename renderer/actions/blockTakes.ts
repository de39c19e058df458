/** Commands on the takes of a block: they act on the used take, otherwise on the newest. */
import i18next from 'i18next'
import type { Take } from '../../shared/story/takes.ts'
import { type BlockTake, takesOfBlock } from '../../shared/story/blockTakes.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { takeName } from '../i18n/format.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { changeTakes, shownTakes } from '../stores/editorStore.ts'
import { openStoryDialog } from './dialogs.ts'
import { noteLocked } from './editing.ts'
import { showBlockInspector } from './panels.ts'
import { askToRemoveTake } from './takes.ts'

/** Opens the comparison of the used take with the newest other one in the inspector, or closes the open comparison. */
export function compareTakes(session: Session, blockId: BlockId): void {
  if (shownTakes(session.editor.getState()).compared !== null) {
    changeTakes(session.editor, { compared: null })
    return
  }
  const takes = takesOf(session, blockId)
  const a = takes.find(({ isUsed }) => isUsed) ?? takes[0]
  const b = takes.find((each) => each !== a)
  if (a === undefined || b === undefined) {
    session.note('takes.nothingToCompare')
    return
  }
  showBlockInspector(session, { compared: [a.take.id, b.take.id] })
}

/** Opens the field for the name of the block's take in the inspector. */
export function nameTake(session: Session, blockId: BlockId): void {
  const named = chosenTake(session, blockId)
  if (named === null) return
  showBlockInspector(session, { named: named.take.id })
}

/** Opens the block's take for trimming and cutting. */
export function openCutTake(session: Session, blockId: BlockId): void {
  const chosen = chosenTake(session, blockId)
  if (chosen !== null) openTake(session, blockId, chosen.take, takeName(i18next.t, chosen))
}

/** Opens a take of a block for trimming and cutting. Tells the writer if the block is locked. */
export function openTake(session: Session, blockId: BlockId, take: Take, name: string): void {
  const block = findBlock(storyOf(session), blockId)
  if (block === undefined) return
  if (isLocked(block)) {
    noteLocked(session, [blockId])
    return
  }
  session.player.pause()
  openStoryDialog(session, { kind: 'cut-take', blockId, take, name })
}

/** Deletes the block's take, which can be undone for some seconds. The used take of a locked block is not deleted. */
export function deleteTake(session: Session, blockId: BlockId): void {
  const chosen = chosenTake(session, blockId)
  const story = storyOf(session)
  const block = findBlock(story, blockId)
  if (chosen === null || block === undefined) return
  if (isLocked(block) && chosen.isUsed) {
    session.note('takes.usedByLock')
    return
  }
  showBlockInspector(session)
  askToRemoveTake(session, chosen.take, takeName(i18next.t, chosen)).catch(session.report)
}

/** The used take, otherwise the newest; tells the writer if there is none. */
function chosenTake(session: Session, blockId: BlockId): BlockTake | null {
  const takes = takesOf(session, blockId)
  const chosen = takes.find(({ isUsed }) => isUsed) ?? takes[0]
  if (chosen === undefined) session.note('takes.none')
  return chosen ?? null
}

/** The takes of a block, newest first, except those that are being deleted. */
function takesOf(session: Session, blockId: BlockId): readonly BlockTake[] {
  const story = storyOf(session)
  const block = findBlock(story, blockId)
  if (block === undefined) return []
  const { allTakes, takes, removing } = session.audio.getState()
  return takesOfBlock(story, block, allTakes, takes).filter(({ take }) => !removing.has(take.id))
}
