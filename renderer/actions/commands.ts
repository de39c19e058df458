/** What each command of shared/commands does, when it is enabled, and its name with its keys. */
import i18next from 'i18next'
import { COMMANDS, CONDITIONS } from '../../shared/commands/commands.ts'
import type { CommandId, Condition, Host } from '../../shared/commands/commands.ts'
import { keysOf } from '../../shared/commands/keyBindings.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { OpenDialog } from '../stores/openDialog.ts'
import type { ZoomTarget } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { showKeys } from '../ui/keys.ts'
import { chooseAll, chooseAlike } from './choosing.ts'
import { copyByCommand, pasteByCommand } from './clipboard.ts'
import { openMenu } from './blockMenus.ts'
import { openCast } from './cast.ts'
import { addSelectedWord, showLexicon } from './lexicon.ts'
import { showDocuments } from './documents.ts'
import * as editing from './editing.ts'
import { goToSection, togglePanel } from './panels.ts'
import { insertPause, showSilenceRules, togglePin, toggleSceneBreak } from './pauses.ts'
import {
  changePlaybackRate,
  playBlock,
  setPlaybackRate,
  skip,
  toggleLoop,
  toggleMuted,
  togglePlaying,
} from './playing.ts'
import { chooseFile } from './imports.ts'
import { openFinding } from './finding.ts'
import { redoLast, undoLast } from './history.ts'
import { toggleLock } from './locks.ts'
import * as projects from './projects.ts'
import { changeSettings } from './settings.ts'
import * as speaking from './speaking.ts'
import * as writing from './writing.ts'
import { goToRegion } from './regions.ts'
import { pickUpClip } from './clips.ts'
import { endRender, renderChosen, renderNow, renderStory } from './rendering.ts'
import { isRenderPaused, pauseRender } from './renderQueue.ts'
import { openVoicePicker } from './voicePicking.ts'
import { openWindow } from './windows.ts'
import { compareTakes, deleteTake, nameTake } from './blockTakes.ts'
import { chooseMusic } from './music.ts'
import { chooseRecording, openRecording } from './recording.ts'
import { askToReadAgain } from './takes.ts'
import { splitAtPlayhead, splitChosenAtLineEnds } from './splitting.ts'

/** What a command does. `pressed` are the keys that ran it; undefined where a menu or a button did. */
type Run = (world: World, pressed?: string) => void | Promise<void>

const hasStory = (world: World) => world.story.getState().open !== null

/** Whether each named condition holds. */
const CONDITION_CHECKS: Readonly<Record<Condition, (world: World) => boolean>> = {
  always: () => true,
  story: hasStory,
  selection: (world) => hasStory(world) && world.view.getState().selection.length > 0,
  canUndo: (world) => (world.story.getState().open?.history.past.length ?? 0) > 0,
  canRedo: (world) => (world.story.getState().open?.history.future.length ?? 0) > 0,
  canRender: (world) => hasStory(world) && renderNow(world).phase !== 'running',
  canPause: (world) => isRenderPaused(world) === false,
  isPaused: (world) => isRenderPaused(world) === true,
  isRendering: (world) => hasStory(world) && renderNow(world).phase === 'running',
}

/** What each command does. */
export const COMMAND_RUNS: Readonly<Record<CommandId, Run>> = {
  newStory: (world) => projects.createStory(world, i18next.t('app.untitled')),
  openStory: (world) => chooseFile(world),
  newWindow: () => openWindow(),
  addFile: (world) => chooseFile(world, true),
  documents: (world) => showDocuments(world),
  saveVersion: opens({ kind: 'save-version' }),
  versions: opens({ kind: 'versions' }),
  heldTakes: opens({ kind: 'held-takes' }),
  saveAs: projects.saveAs,
  export: opens({ kind: 'export', format: null }),
  exportMarkdown: opens({ kind: 'export', format: 'md' }),
  exportFountain: opens({ kind: 'export', format: 'fountain' }),
  exportFinalDraft: opens({ kind: 'export', format: 'fdx' }),
  exportTable: opens({ kind: 'export', format: 'csv' }),
  exportRequest: opens({ kind: 'export', format: 'request' }),
  exportPortable: opens({ kind: 'export', format: 'json' }),
  undo: undoLast,
  redo: redoLast,
  history: opens({ kind: 'history' }),
  cutBlocks: () => copyByCommand('cut'),
  copyBlocks: () => copyByCommand('copy'),
  pasteBlocks: pasteByCommand,
  duplicateBlocks: (world) => editing.duplicate(world, world.view.getState().selection),
  deleteBlocks: (world) => editing.remove(world, world.view.getState().selection),
  find: (world) => openFinding(world, false),
  replace: (world) => openFinding(world, true),
  selectAllBlocks: chooseAll,
  selectCharacter: (world) => chooseAlike(world, 'character'),
  selectChapter: (world) => chooseAlike(world, 'chapter'),
  selectState: (world) => chooseAlike(world, 'state'),
  clearSelection: (world) => world.view.setState({ selection: [] }),
  addBlock: (world) => editing.addBlockAfter(world, editing.chosenBlock(world)),
  addChapter: (world) => editing.addChapter(world, i18next.t('script.newChapter')),
  moveUp: (world) => editing.moveBy(world, world.view.getState().selection, -1),
  moveDown: (world) => editing.moveBy(world, world.view.getState().selection, 1),
  splitBlock: ofChosen(writing.splitAtCursor),
  splitAtLineEnds: (world) => splitChosenAtLineEnds(world),
  joinBlock: ofChosen(writing.merge),
  assignCharacter: (world, pressed) => {
    const place = /\d$/.exec(pressed ?? '')?.[0]
    if (place === undefined) openMenu(world, 'cast')
    else speaking.giveToNth(world, Number(place))
  },
  togglePin,
  sceneBreak: toggleSceneBreak,
  insertPause: ofChosen(insertPause),
  silenceRules: showSilenceRules,
  toggleLock,
  recordBlock: ofChosen(openRecording),
  addRecording: ofChosen(chooseRecording),
  readAgain: ofChosen(askToReadAgain),
  compareTakes: ofChosen(compareTakes),
  nameTake: ofChosen(nameTake),
  deleteTake: ofChosen(deleteTake),
  cast: (world) => openCast(world),
  mergeCharacters: (world) => openCast(world, null, true),
  chooseVoice: (world) => openVoicePicker(world),
  pickUpClip: ofChosen(pickUpClip),
  addMusic: (world) => chooseMusic(world, 'bed'),
  addEffect: (world) => chooseMusic(world, 'effect'),
  music: (world) => goToSection(world, 'music'),
  speedUp: (world) => speaking.changeSpeed(world, 1),
  speedDown: (world) => speaking.changeSpeed(world, -1),
  playStory: togglePlaying,
  playBlock: ofChosen(playBlock),
  toggleLoop,
  muteVoices: (world) => toggleMuted(world, 'voices'),
  muteMusic: (world) => toggleMuted(world, 'music'),
  playSlower: (world) => changePlaybackRate(world, -1),
  playFaster: (world) => changePlaybackRate(world, 1),
  playNormal: (world) => setPlaybackRate(world, 1),
  skipBack: (world) => skip(world, -1),
  skipForward: (world) => skip(world, 1),
  splitAtPlayhead,
  zoomIn: zoomsTo('in'),
  zoomOut: zoomsTo('out'),
  fitStory: zoomsTo('story'),
  fitSelection: zoomsTo('selection'),
  renderStory: async (world) => {
    await renderStory(world)
  },
  renderChosen,
  renderQueue: opens({ kind: 'render-queue' }),
  pauseRender: (world) => pauseRender(world, true),
  resumeRender: (world) => pauseRender(world, false),
  stopRender: endRender,
  nextRegion: () => goToRegion(1),
  previousRegion: () => goToRegion(-1),
  toggleOutline: (world) => togglePanel(world, 'left'),
  toggleInspector: (world) => togglePanel(world, 'inspector'),
  toggleTimeline: (world) => togglePanel(world, 'timeline'),
  connections: opens({ kind: 'servers', of: 'connection' }),
  naturalVoices: opens({ kind: 'settings', start: 'voices' }),
  engines: opens({ kind: 'servers', of: 'engine' }),
  languageModels: opens({ kind: 'servers', of: 'languageModel' }),
  vibes: (world) => goToSection(world, 'vibes'),
  lexicon: (world) => showLexicon(world),
  addToLexicon: addSelectedWord,
  conversions: opens({ kind: 'conversions' }),
  palette: opens({ kind: 'palette' }),
  settings: opens({ kind: 'settings' }),
  shortcuts: opens({ kind: 'shortcuts' }),
  showHints: (world) => {
    changeSettings(world, { dismissedHints: [] })
    world.note('script.hints.shown')
  },
  closeStory: projects.closeProject,
}

/** Whether a command can run now. */
export function isEnabled(world: World, id: CommandId): boolean {
  return CONDITION_CHECKS[COMMANDS[id].enabledWhen](world)
}

/** Runs a command if it is enabled, and reports its errors. */
export function runCommand(world: World, id: CommandId, pressed?: string): void {
  if (!isEnabled(world, id)) return
  Promise.resolve()
    .then(() => COMMAND_RUNS[id](world, pressed))
    .catch(world.report)
}

/** Where the page is shown. Until the host has answered, a browser, which leaves the page fewer keys. */
export function hostOf(world: World): Host {
  return world.app.getState().info?.host ?? 'browser'
}

/** The keys of a command as they are shown, such as `Ctrl+Z`; undefined for a command without keys. */
export function shownKeys(world: World, id: CommandId): string | undefined {
  const [first = COMMANDS[id].systemKeys?.[0]] = keysOf(id, hostOf(world), world.app.getState().settings)
  return first === undefined ? undefined : showKeys(first)
}

/** A tooltip for a command: its name, or another text, followed by its keys. */
export function commandTip(world: World, id: CommandId, text: string = i18next.t(`commands.${id}`)): string {
  const keys = shownKeys(world, id)
  return keys === undefined ? text : `${text} (${keys})`
}

/** Reports to a desktop host which conditions hold, now and after each change, so that its menu bar can disable commands. */
export function reportConditions(world: World): void {
  let reported = ''
  const report = () => {
    if (hostOf(world) !== 'desktop') return
    const holding = CONDITIONS.filter((condition) => CONDITION_CHECKS[condition](world))
    if (holding.join() === reported) return
    reported = holding.join()
    world.bridge.call('menu:setConditions', { holding }).catch(world.report)
  }
  for (const store of [world.app, world.story, world.view, world.jobs]) store.subscribe(report)
  report()
}

function opens(dialog: OpenDialog): Run {
  return (world) => world.view.setState({ dialog })
}

function zoomsTo(to: ZoomTarget): Run {
  return (world) => world.view.setState(({ zoom }) => ({ zoom: { to, count: (zoom?.count ?? 0) + 1 } }))
}

function ofChosen(run: (world: World, id: BlockId) => void | Promise<void>): Run {
  return async (world) => {
    const id = editing.chosenBlock(world)
    if (id !== null) await run(world, id)
  }
}
