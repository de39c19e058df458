/** The filter of the script: setting it, and selecting what it shows. */
import { blocksOf } from '../../shared/story/selectors.ts'
import { shownBlocks, withToggled, type BlockCondition, type BlockFilter } from '../stores/blockFilter.ts'
import { filterBlocks } from '../stores/editorStore.ts'
import { blockStatesOf } from '../stores/blockState.ts'
import type { Session } from '../stores/app.ts'
import { chooseAndSay } from './choosing.ts'

/** Applies a filter, and announces how many blocks it shows. */
export function setFilter(session: Session, filter: BlockFilter): void {
  filterBlocks(session.editor, filter)
  const count = shownNow(session).length
  if (filter.length === 0) session.announce('script.filter.allShown', { count })
  else session.announce('script.filter.shown', { count })
}

/** Adds a condition to the filter, or removes it. */
export function toggleCondition(session: Session, condition: BlockCondition): void {
  setFilter(session, withToggled(session.editor.getState().filter, condition))
}

/** Selects the blocks that the filter shows. */
export function chooseShown(session: Session): void {
  chooseAndSay(session, shownNow(session))
}

/** The blocks that the filter shows, in the order of the story. */
function shownNow(session: Session) {
  const { story, project } = session.story.getState()
  const sources = {
    story,
    projectId: project.projectId,
    audio: session.audio.getState(),
    jobs: session.jobs.getState().jobs,
  }
  const { filter } = session.editor.getState()
  const shown = shownBlocks(filter, { story, states: blockStatesOf(sources) }, new Set())
  return blocksOf(story).filter(({ id }) => shown === null || shown.has(id))
}
