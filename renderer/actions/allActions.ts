/** Every intention that has a name, keys, or a place in a menu. */
import i18next from 'i18next'
import { formatClock } from '../i18n/format.ts'
import { layoutOf } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'
import { hasStory } from './action.ts'
import type { Action } from './action.ts'
import { connectionsAction } from './connections.ts'
import { enginesAction } from './engines.ts'
import { documentsAction } from './documents.ts'
import { conversionsAction, settingsAction, shortcutsAction } from './dialogActions.ts'
import * as editing from './editing.ts'
import * as projects from './projects.ts'
import * as rendering from './rendering.ts'

function hasChoice(world: World): boolean {
  return hasStory(world) && world.view.getState().selection.length > 0
}

function withChosen(
  world: World,
  run: (id: NonNullable<ReturnType<typeof editing.chosenBlock>>) => void,
): void {
  const id = editing.chosenBlock(world)
  if (id !== null) run(id)
}

/** Moves the playhead to the start of the block before or after the one that it is in. */
function skip(world: World, direction: -1 | 1): void {
  const open = world.story.getState().open
  if (open === null) return
  const { spans, totalMs } = layoutOf(open.story, world.audio.getState().takes)
  const now = world.player.positionMs()
  const target =
    direction > 0
      ? spans.find((span) => span.startMs > now + 1)?.startMs
      : spans.findLast((span) => span.startMs < now - 500)?.startMs
  const position = target ?? (direction > 0 ? totalMs : 0)
  world.player.seek(position)
  world.announce('timeline.playheadAt', { time: formatClock(position) })
}

export const undoAction: Action = {
  id: 'undo',
  label: 'actions.undo',
  keys: ['Mod+Z'],
  worksInText: true,
  isEnabled: (world) => (world.story.getState().open?.history.past.length ?? 0) > 0,
  run: editing.undoLast,
}
export const redoAction: Action = {
  id: 'redo',
  label: 'actions.redo',
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  worksInText: true,
  isEnabled: (world) => (world.story.getState().open?.history.future.length ?? 0) > 0,
  run: editing.redoLast,
}
export const playStoryAction: Action = {
  id: 'playStory',
  label: 'actions.playStory',
  keys: ['Space'],
  isEnabled: hasStory,
  run: (world) => {
    world.player.toggle()
  },
}
export const renderStoryAction: Action = {
  id: 'renderStory',
  label: 'actions.renderStory',
  keys: ['Mod+Enter'],
  worksInText: true,
  isEnabled: (world) => hasStory(world) && world.audio.getState().renderState.phase !== 'running',
  run: rendering.renderStory,
}
export const exportAction: Action = {
  id: 'export',
  label: 'actions.export',
  keys: ['Mod+E'],
  worksInText: true,
  isEnabled: hasStory,
  run: (world) => {
    world.view.setState({ dialog: { kind: 'export' } })
  },
}
export const addBlockAction: Action = {
  id: 'addBlock',
  label: 'actions.addBlock',
  keys: ['Mod+Shift+Enter', 'Alt+Enter'],
  worksInText: true,
  isEnabled: hasStory,
  run: (world) => {
    editing.addBlockAfter(world, editing.chosenBlock(world))
  },
}
export const newStoryAction: Action = {
  id: 'newStory',
  label: 'actions.newStory',
  keys: ['Mod+Alt+N'],
  worksInText: true,
  isEnabled: () => true,
  run: (world) => projects.createStory(world, i18next.t('app.untitled')),
}
export const openStoryAction: Action = {
  id: 'openStory',
  label: 'actions.openStory',
  keys: ['Mod+O'],
  worksInText: true,
  isEnabled: () => true,
  run: projects.chooseFileToOpen,
}

export const ALL_ACTIONS: readonly Action[] = [
  newStoryAction,
  openStoryAction,
  documentsAction,
  {
    id: 'saveVersion',
    label: 'actions.saveVersion',
    keys: ['Mod+S'],
    worksInText: true,
    isEnabled: hasStory,
    run: (world) => {
      world.view.setState({ dialog: { kind: 'save-version' } })
    },
  },
  {
    id: 'saveAs',
    label: 'actions.saveAs',
    keys: ['Mod+Shift+S'],
    worksInText: true,
    isEnabled: hasStory,
    run: (world) => projects.choosePlace(world, 'save-as'),
  },
  {
    id: 'versions',
    label: 'actions.versions',
    isEnabled: hasStory,
    run: (world) => {
      world.view.setState({ dialog: { kind: 'versions' } })
    },
  },
  exportAction,
  {
    id: 'closeStory',
    label: 'actions.closeStory',
    isEnabled: hasStory,
    run: projects.closeProject,
  },
  undoAction,
  redoAction,
  addBlockAction,
  {
    id: 'addChapter',
    label: 'actions.addChapter',
    keys: ['Mod+Shift+H'],
    worksInText: true,
    isEnabled: hasStory,
    run: (world) => {
      editing.addChapter(world, i18next.t('script.newChapter'))
    },
  },
  {
    id: 'duplicateBlocks',
    label: 'actions.duplicateBlocks',
    keys: ['Mod+D'],
    worksInText: true,
    isEnabled: hasChoice,
    run: (world) => {
      editing.duplicate(world, world.view.getState().selection)
    },
  },
  {
    id: 'deleteBlocks',
    label: 'actions.deleteBlocks',
    keys: ['Delete', 'Backspace'],
    isEnabled: hasChoice,
    run: (world) => {
      editing.remove(world, world.view.getState().selection)
    },
  },
  {
    id: 'moveUp',
    label: 'actions.moveUp',
    keys: ['Alt+ArrowUp'],
    worksInText: true,
    isEnabled: hasChoice,
    run: (world) => {
      withChosen(world, (id) => {
        editing.moveBy(world, id, -1)
      })
    },
  },
  {
    id: 'moveDown',
    label: 'actions.moveDown',
    keys: ['Alt+ArrowDown'],
    worksInText: true,
    isEnabled: hasChoice,
    run: (world) => {
      withChosen(world, (id) => {
        editing.moveBy(world, id, 1)
      })
    },
  },
  playStoryAction,
  {
    id: 'playBlock',
    label: 'actions.playBlock',
    keys: ['Mod+Space', 'Shift+Space'],
    worksInText: true,
    isEnabled: hasChoice,
    run: (world) => {
      withChosen(world, (id) => {
        world.player.playBlock(id)
      })
    },
  },
  {
    id: 'skipBack',
    label: 'actions.skipBack',
    keys: ['Mod+ArrowLeft'],
    isEnabled: hasStory,
    run: (world) => {
      skip(world, -1)
    },
  },
  {
    id: 'skipForward',
    label: 'actions.skipForward',
    keys: ['Mod+ArrowRight'],
    isEnabled: hasStory,
    run: (world) => {
      skip(world, 1)
    },
  },
  renderStoryAction,
  settingsAction,
  connectionsAction,
  {
    id: 'vibes',
    label: 'actions.vibes',
    isEnabled: hasStory,
    run: (world) => {
      world.view.setState({ sideTab: 'vibes' })
    },
  },
  enginesAction,
  conversionsAction,
  shortcutsAction,
]

/** An action by its id, as menus name it. */
export function findAction(id: string): Action | undefined {
  return ALL_ACTIONS.find((action) => action.id === id)
}
