/** The actions of the commands in shared/commands, their conditions, and their names with keys. */
import i18next from 'i18next'
import {
  type AppCommandId,
  COMMAND_IDS,
  type CommandId,
  COMMANDS,
  type Condition,
  CONDITIONS,
  type DockId,
  type Host,
  isDock,
  type StoryCommandId,
} from '../../shared/commands/commands.ts'
import { keysOf } from '../../shared/commands/keyBindings.ts'
import { joinBlocks, splitBlock, splitBlocks, type SplitPlaces } from '../../shared/story/blockCommands.ts'
import { type BlockSpan, spanIndexAt } from '../../shared/story/layout.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock } from '../../shared/story/selectors.ts'
import { shownWords } from '../../shared/story/shownWords.ts'
import type { Story } from '../../shared/story/story.ts'
import type { WordTime } from '../../shared/story/wordTimes.ts'
import { nearestWordStart } from '../../shared/story/words.ts'
import { type App, currentSession, followSessions, type Session, storyOf } from '../stores/app.ts'
import { inspectDock, select, zoom, type ZoomTarget } from '../stores/editorStore.ts'
import type { AppDialog, StoryDialog } from '../stores/viewStore.ts'
import { layoutOf } from '../stores/timing.ts'
import { showKeys } from '../ui/Kbd.tsx'
import * as speaking from './speaking.ts'
import { insertPause, openMenu, showSilenceRules, togglePin, toggleSceneBreak } from './speaking.ts'
import { compareTakes, deleteTake, nameTake, openCutTake } from './blockTakes.ts'
import { openCast, openCasting, writeNamesInTitleCase } from './cast.ts'
import { chooseAlike, chooseAll } from './choosing.ts'
import { copyByCommand, copyText, pasteByCommand } from './clipboard.ts'
import * as editing from './editing.ts'
import { openDialog, openStoryDialog } from './dialogs.ts'
import { showDocuments } from './documents.ts'
import { openFinding } from './finding.ts'
import { redoLast, undoLast } from './history.ts'
import { chooseFile } from './imports.ts'
import { addSelectedWord, showLexicon } from './lexicon.ts'
import { chooseMusic } from './music.ts'
import { exportNotes, goToNote, toggleMark, writeNote } from './notes.ts'
import { focusedInScript, goToRegion, goToSection, showDock, togglePanel } from './panels.ts'
import {
  changePlaybackRate,
  playBlock,
  setPlaybackRate,
  skip,
  toggleLoop,
  toggleMuted,
  togglePlaying,
} from './playing.ts'
import * as projects from './projects.ts'
import { chooseRecording, openRecording } from './recording.ts'
import { endRender, isRenderPaused, pauseRender, renderChosen, renderNow, renderStory } from './rendering.ts'
import { changeSettings } from './settings.ts'
import { askToReadAgain } from './takes.ts'
import { showVibes } from './vibes.ts'
import { openVoicePicker } from './voicePicking.ts'
import { openWindow } from './recents.ts'

// Splitting and joining blocks.

/** Splits the block at the playhead, roughly at the word spoken there. Tells the writer if there is nothing to split. */
function splitAtPlayhead(session: Session): void {
  const story = storyOf(session)
  const { spans } = layoutOf(story, session.audio.getState().takes)
  const positionMs = session.player.positionMs()
  const index = spanIndexAt(spans, positionMs)
  const [span, block] = [spans[index], blocksOf(story)[index]]
  const isInside = span !== undefined && positionMs > span.startMs && positionMs < span.endMs
  const offset =
    block === undefined || !isInside
      ? null
      : nearestWordStart(block.text, placeSaid(story, block, span, positionMs - span.startMs))
  if (block === undefined || offset === null) {
    session.announce('timeline.nothingToSplit')
    return
  }
  const newId = session.newBlockId()
  session.edit('edits.split', splitBlock(story, block.id, offset, newId))
  const after = storyOf(session)
  editing.noteLocked(session, [block.id])
  if (findBlock(after, newId) === undefined) return
  select(session.editor, [newId])
  session.announce('timeline.split', { number: blockNumber(after, newId) })
}

/** Splits the chosen blocks at the ends of their lines or sentences, as one edit, and selects all the parts. Tells the writer if there is nothing to split. */
function splitChosen(session: Session, places: SplitPlaces): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  const change = splitBlocks(story, selection, places, () => session.newBlockId())
  editing.noteLocked(session, selection)
  if (change.put.length === 0) {
    session.announce(`script.nothingToSplit.${places}`)
    return
  }
  session.edit('edits.split', change)
  const parts = new Set([
    ...selection,
    ...change.put.flatMap(({ type, id }) => (type === 'block' ? [id] : [])),
  ])
  const after = storyOf(session)
  select(
    session.editor,
    blocksOf(after).flatMap(({ id }) => (parts.has(id) ? [id] : [])),
  )
  session.announce('script.splitInParts', { count: blocksOf(after).length - blocksOf(story).length })
}

/** Joins adjacent selected blocks, as one edit; the remaining blocks stay selected. Tells the writer if there are none. */
function joinChosen(session: Session): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  const change = joinBlocks(story, selection)
  editing.noteLocked(session, selection)
  const gone = new Set<string>(change.remove)
  const count = selection.filter((id) => gone.has(id)).length
  if (count === 0) {
    session.announce('script.nothingToJoin')
    return
  }
  const left = selection.filter((id) => !gone.has(id))
  select(session.editor, left)
  session.edit('edits.merge', change)
  session.announce('script.joinedBlocks', { count: count + left.length, left: left.length })
}

/** Maps a moment of a block's speech to its text: to the word that begins nearest, or without word times, proportionally. */
function placeSaid(story: Story, block: Block, { take, startMs, endMs }: BlockSpan, atMs: number): number {
  const [first, ...words] = take === null ? [] : shownWords(story, block, take)
  if (first === undefined) return (block.text.length * atMs) / (endMs - startMs)
  const farMs = (word: WordTime) => Math.abs(word.startMs - atMs)
  return words.reduce((best, word) => (farMs(word) < farMs(best) ? word : best), first).from
}

// Diagnostics for bug reports.

/** Puts versions, settings and the last lines of the log on the clipboard. */
export async function copyDiagnostics(app: App): Promise<void> {
  const { text } = await app.bridge.call('app:diagnostics', {})
  await navigator.clipboard.writeText(text)
  app.note('app.diagnosticsCopied')
}

/** Opens the folder of the log, or shows its path. */
export async function showLogs(app: App): Promise<void> {
  const { folder, isShown } = await app.bridge.call('app:showLogs', {})
  if (!isShown) app.note('app.logsAt', { folder })
}

/** Shows where Fabula keeps its files, and what remains after an uninstall. */
export async function showPlaces(app: App): Promise<void> {
  app.warn('app.places', await app.bridge.call('app:places', {}))
}

/** The action of a command. `pressed` are the keys that ran it; undefined if a menu or a button did. */
type Run<Context> = (context: Context, pressed?: string) => void | Promise<void>

/** Checks each condition for an open story; `always` also holds without one. */
const CONDITION_CHECKS: Readonly<Record<Exclude<Condition, 'always'>, (session: Session) => boolean>> = {
  story: () => true,
  selection: (session) => session.editor.getState().selection.length > 0,
  inWords: () => focusedInScript() === 'text',
  canUndo: (session) => session.story.getState().history.past.length > 0,
  canRedo: (session) => session.story.getState().history.future.length > 0,
  canRender: (session) => renderNow(session).phase !== 'running',
  canPause: (session) => isRenderPaused(session) === false,
  isPaused: (session) => isRenderPaused(session) === true,
  isRendering: (session) => renderNow(session).phase === 'running',
}

/** The actions of commands that need no story. */
export const APP_RUNS: Readonly<Record<AppCommandId, Run<App>>> = {
  newStory: (app) => projects.createStory(app, i18next.t('app.untitled')),
  openStory: (app) => chooseFile(app),
  newWindow: () => openWindow(),
  documents: (app) => showDocuments(app),
  connections: opens({ kind: 'servers', of: 'connection' }),
  naturalVoices: opens({ kind: 'settings', start: 'voices' }),
  engines: opens({ kind: 'servers', of: 'engine' }),
  languageModels: opens({ kind: 'servers', of: 'languageModel' }),
  conversions: opens({ kind: 'conversions' }),
  palette: opens({ kind: 'palette' }),
  settings: opens({ kind: 'settings' }),
  shortcuts: opens({ kind: 'shortcuts' }),
  showHints: (app) => {
    changeSettings(app, { dismissedHints: [] })
    app.note('script.hints.shown')
  },
  copyDiagnostics,
  showLogs,
  showPlaces,
}

const showsDock = (id: DockId) => (session: Session) => showDock(session, (editor) => inspectDock(editor, id))
/** The actions of commands that open a panel in the inspector's place. */
const DOCK_RUNS = Object.fromEntries(COMMAND_IDS.filter(isDock).map((id) => [id, showsDock(id)])) as Record<
  DockId,
  Run<Session>
> // an entry for each of the ids

/** The actions of commands on the open story. */
export const STORY_RUNS: Readonly<Record<StoryCommandId, Run<Session>>> = {
  ...DOCK_RUNS,
  addFile: (session) => chooseFile(session, true),
  updateFromFile: (session) => chooseFile(session, true, true),
  saveVersion: opensOfStory({ kind: 'save-version' }),
  versions: opensOfStory({ kind: 'versions' }),
  heldTakes: opensOfStory({ kind: 'held-takes' }),
  saveAs: projects.saveAs,
  export: opensOfStory({ kind: 'export', format: null }),
  exportMarkdown: opensOfStory({ kind: 'export', format: 'md' }),
  exportHtml: opensOfStory({ kind: 'export', format: 'html' }),
  exportFountain: opensOfStory({ kind: 'export', format: 'fountain' }),
  exportFinalDraft: opensOfStory({ kind: 'export', format: 'fdx' }),
  exportTable: opensOfStory({ kind: 'export', format: 'csv' }),
  exportRequest: opensOfStory({ kind: 'export', format: 'request' }),
  exportPortable: opensOfStory({ kind: 'export', format: 'json' }),
  print: () => window.print(),
  undo: undoLast,
  redo: redoLast,
  history: opensOfStory({ kind: 'history' }),
  cutBlocks: () => copyByCommand('cut'),
  copyBlocks: () => copyByCommand('copy'),
  pasteBlocks: pasteByCommand,
  copyChapterText: (session) => copyText(session, 'chapter'),
  copyStoryText: (session) => copyText(session, 'story'),
  duplicateBlocks: (session) => editing.duplicate(session, session.editor.getState().selection),
  deleteBlocks: (session) => editing.remove(session, session.editor.getState().selection),
  find: (session) => openFinding(session, false),
  replace: (session) => openFinding(session, true),
  selectAllBlocks: chooseAll,
  selectCharacter: (session) => chooseAlike(session, 'character'),
  selectChapter: (session) => chooseAlike(session, 'chapter'),
  selectState: (session) => chooseAlike(session, 'state'),
  clearSelection: (session) => select(session.editor, []),
  addBlock: (session) => editing.addBlockAfter(session, editing.chosenBlock(session)),
  addChapter: (session) => editing.addChapter(session, i18next.t('script.newChapter')),
  moveUp: (session) => editing.moveBy(session, session.editor.getState().selection, -1),
  moveDown: (session) => editing.moveBy(session, session.editor.getState().selection, 1),
  splitBlock: ofChosen(editing.splitAtCursor),
  splitAtLineEnds: (session) => splitChosen(session, 'lines'),
  splitAtSentences: (session) => splitChosen(session, 'sentences'),
  joinBlock: ofChosen(editing.merge),
  joinSelected: joinChosen,
  assignCharacter: (session, pressed) => {
    const place = /\d$/.exec(pressed ?? '')?.[0]
    if (place === undefined) openMenu(session, 'cast')
    else speaking.giveToNth(session, Number(place))
  },
  togglePin,
  sceneBreak: toggleSceneBreak,
  insertPause: ofChosen(insertPause),
  silenceRules: showSilenceRules,
  toggleLock: editing.toggleLock,
  editNote: writeNote,
  markRetake: (session) => toggleMark(session, 'retake'),
  markDone: (session) => toggleMark(session, 'done'),
  nextNote: (session) => goToNote(session, 1),
  previousNote: (session) => goToNote(session, -1),
  exportNotes,
  recordBlock: ofChosen(openRecording),
  addRecording: ofChosen(chooseRecording),
  readAgain: ofChosen(askToReadAgain),
  compareTakes: ofChosen(compareTakes),
  nameTake: ofChosen(nameTake),
  cutTake: ofChosen(openCutTake),
  deleteTake: ofChosen(deleteTake),
  cast: (session) => openCast(session),
  castVoices: openCasting,
  titleCaseNames: writeNamesInTitleCase,
  mergeCharacters: (session) => openCast(session, null, true),
  chooseVoice: (session) => openVoicePicker(session),
  pickUpClip: ofChosen(editing.pickUpClip),
  addMusic: (session) => chooseMusic(session, 'bed'),
  addEffect: (session) => chooseMusic(session, 'effect'),
  music: (session) => goToSection(session, 'music'),
  speedUp: (session) => speaking.changeSpeed(session, 1),
  speedDown: (session) => speaking.changeSpeed(session, -1),
  playStory: togglePlaying,
  playBlock: ofChosen(playBlock),
  toggleLoop,
  muteVoices: (session) => toggleMuted(session, 'voices'),
  muteMusic: (session) => toggleMuted(session, 'music'),
  playSlower: (session) => changePlaybackRate(session, -1),
  playFaster: (session) => changePlaybackRate(session, 1),
  playNormal: (session) => setPlaybackRate(session, 1),
  skipBack: (session) => skip(session, -1),
  skipForward: (session) => skip(session, 1),
  splitAtPlayhead,
  zoomIn: zoomsTo('in'),
  zoomOut: zoomsTo('out'),
  fitStory: zoomsTo('story'),
  fitSelection: zoomsTo('selection'),
  renderStory: async (session) => {
    await renderStory(session)
  },
  renderChosen,
  renderQueue: opensOfStory({ kind: 'render-queue' }),
  pauseRender: (session) => pauseRender(session, true),
  resumeRender: (session) => pauseRender(session, false),
  stopRender: endRender,
  nextRegion: () => goToRegion(1),
  previousRegion: () => goToRegion(-1),
  toggleOutline: (session) => togglePanel(session, 'left'),
  toggleInspector: (session) => togglePanel(session, 'inspector'),
  toggleTimeline: (session) => togglePanel(session, 'timeline'),
  vibes: (session) => showVibes(session),
  lexicon: (session) => showLexicon(session),
  addToLexicon: addSelectedWord,
  closeStory: projects.closeProject,
}

/** Whether a command can run now. */
export function isEnabled(app: App, id: CommandId): boolean {
  return holds(app, COMMANDS[id].enabledWhen)
}

function holds(app: App, condition: Condition): boolean {
  if (condition === 'always') return true
  const session = currentSession(app)
  return session !== null && CONDITION_CHECKS[condition](session)
}

/** Runs a command if it is enabled, and reports its errors. */
export function runCommand(app: App, id: CommandId, pressed?: string): void {
  if (!isEnabled(app, id)) return
  Promise.resolve()
    .then(() => run(app, id, pressed))
    .catch(app.report)
}

function run(app: App, id: CommandId, pressed: string | undefined): void | Promise<void> {
  if (isAppCommand(id)) return APP_RUNS[id](app, pressed)
  const session = currentSession(app)
  return session === null ? undefined : STORY_RUNS[id](session, pressed)
}

function isAppCommand(id: CommandId): id is AppCommandId {
  return Object.hasOwn(APP_RUNS, id)
}

/** The host of the page. Until it has answered, `browser`, which has fewer keys. */
export function hostOf(app: App): Host {
  return app.state.getState().info?.host ?? 'browser'
}

/** The keys of a command as shown, such as `Ctrl+Z`; undefined for a command without keys. */
export function shownKeys(app: App, id: CommandId): string | undefined {
  const [first = COMMANDS[id].systemKeys?.[0]] = keysOf(id, hostOf(app), app.state.getState().settings)
  return first === undefined ? undefined : showKeys(first)
}

/** A tooltip for a command: its name, or another text, followed by its keys. */
export function commandTip(app: App, id: CommandId, text: string = i18next.t(`commands.${id}`)): string {
  const keys = shownKeys(app, id)
  return keys === undefined ? text : `${text} (${keys})`
}

/** Reports to a desktop host which conditions hold, now and after each change, so that its menu bar can disable commands. */
export function reportConditions(app: App): void {
  let reported = ''
  const report = () => {
    if (hostOf(app) !== 'desktop') return
    const holding = CONDITIONS.filter((condition) => holds(app, condition))
    if (holding.join() === reported) return
    reported = holding.join()
    app.bridge.call('menu:setConditions', { holding }).catch(app.report)
  }
  for (const store of [app.state, app.open, app.jobs]) store.subscribe(report)
  document.addEventListener('focusin', report)
  followSessions(app, ({ story, editor }) => {
    const stops = [story.subscribe(report), editor.subscribe(report)]
    return () => {
      for (const stop of stops) stop()
    }
  })
  report()
}

function opens(dialog: AppDialog): Run<App> {
  return (app) => openDialog(app, dialog)
}

function opensOfStory(dialog: StoryDialog): Run<Session> {
  return (session) => openStoryDialog(session, dialog)
}

function zoomsTo(to: ZoomTarget): Run<Session> {
  return ({ editor }) => zoom(editor, to)
}

function ofChosen(act: (session: Session, id: BlockId) => void | Promise<void>): Run<Session> {
  return async (session) => {
    const id = editing.chosenBlock(session)
    if (id !== null) await act(session, id)
  }
}
