/**
 * Every command of Fabula in one table: its keys, its places in the menus, and the condition that enables it. The page's menu,
 * the native menu bar, the shortcuts, the tooltips and the list of shortcuts are all drawn from it, in its order. The name of a
 * command is in shared/messages/names.ts; what it does is in renderer/actions/commands.ts.
 */

/** Named conditions. The renderer evaluates them and reports those that hold to the native menu. */
export const CONDITIONS = [
  'always',
  'story',
  'selection',
  'inWords',
  'canUndo',
  'canRedo',
  'canRender',
  'canPause',
  'isPaused',
  'isRendering',
] as const
export type Condition = (typeof CONDITIONS)[number]

/** The menus of the native menu bar that hold commands. */
export type BarMenu = 'file' | 'edit' | 'story' | 'speech' | 'view' | 'help'

/** Where the page is shown: a desktop window gets every key; a browser reserves some, such as Ctrl+N. */
export type Host = 'desktop' | 'browser'

interface Command {
  /** Keys such as `Mod+Shift+Z`; Mod is Command on a Mac and Control elsewhere. All of them work; the first is shown. */
  readonly keys?: readonly string[] | Readonly<Record<Host, readonly string[]>>
  /** Keys that the browser and the desktop handle themselves: they are shown but not bound. */
  readonly systemKeys?: readonly string[]
  /** Whether the keys also work while a text field has the focus, except keys that write there. */
  readonly worksInText?: true
  readonly enabledWhen: Condition
  /** The menu of the native menu bar, and the command's group in it: menus draw a line between groups. */
  readonly bar?: readonly [menu: BarMenu, group: number]
  /** The group in the page's own menu. */
  readonly page?: number
  /** The group in the menu of a block's row. */
  readonly row?: number
  /** Whether it opens a panel in the inspector's place that keeps no state of its own. */
  readonly dock?: true
}

const table = {
  newStory: {
    keys: { desktop: ['Mod+N'], browser: ['Mod+Alt+N'] },
    worksInText: true,
    enabledWhen: 'always',
    bar: ['file', 1],
    page: 1,
  },
  openStory: { keys: ['Mod+O'], worksInText: true, enabledWhen: 'always', bar: ['file', 1], page: 1 },
  newWindow: {
    keys: { desktop: ['Mod+Shift+N'], browser: [] },
    worksInText: true,
    enabledWhen: 'always',
    bar: ['file', 1],
    page: 1,
  },
  addFile: { enabledWhen: 'story', bar: ['file', 1], page: 1 },
  updateFromFile: { enabledWhen: 'story', bar: ['file', 1], page: 1 },
  documents: { keys: ['Mod+Shift+D'], worksInText: true, enabledWhen: 'always', bar: ['file', 1], page: 1 },
  saveVersion: { keys: ['Mod+S'], worksInText: true, enabledWhen: 'story', bar: ['file', 2], page: 2 },
  versions: { enabledWhen: 'story', bar: ['file', 2], page: 2 },
  heldTakes: { enabledWhen: 'story', bar: ['file', 2], page: 2 },
  saveAs: { keys: ['Mod+Shift+S'], worksInText: true, enabledWhen: 'story', bar: ['file', 2], page: 2 },
  export: { keys: ['Mod+E'], worksInText: true, enabledWhen: 'story', bar: ['file', 3] },
  exportMarkdown: { enabledWhen: 'story' },
  exportHtml: { enabledWhen: 'story' },
  exportFountain: { enabledWhen: 'story' },
  exportFinalDraft: { enabledWhen: 'story' },
  exportTable: { enabledWhen: 'story' },
  exportRequest: { enabledWhen: 'story' },
  exportPortable: { enabledWhen: 'story' },
  print: { keys: ['Mod+P'], worksInText: true, enabledWhen: 'story', bar: ['file', 3], page: 2 },
  undo: { keys: ['Mod+Z'], worksInText: true, enabledWhen: 'canUndo', bar: ['edit', 1] },
  redo: { keys: ['Mod+Shift+Z', 'Mod+Y'], worksInText: true, enabledWhen: 'canRedo', bar: ['edit', 1] },
  history: { enabledWhen: 'story', bar: ['edit', 1], page: 2 },
  /** The system sends an event for each of their keys. */
  cutBlocks: { systemKeys: ['Mod+X'], enabledWhen: 'selection', row: 0 },
  copyBlocks: { systemKeys: ['Mod+C'], enabledWhen: 'selection', row: 0 },
  pasteBlocks: { systemKeys: ['Mod+V'], enabledWhen: 'story', row: 0 },
  copyChapterText: { enabledWhen: 'selection' },
  copyStoryText: { enabledWhen: 'story' },
  duplicateBlocks: { keys: ['Mod+D'], worksInText: true, enabledWhen: 'selection', bar: ['edit', 2], row: 1 },
  splitBlock: { keys: ['Alt+Enter'], worksInText: true, enabledWhen: 'selection', bar: ['edit', 2], row: 1 },
  splitAtLineEnds: { enabledWhen: 'selection', bar: ['edit', 2], row: 1 },
  splitAtSentences: { enabledWhen: 'selection', bar: ['edit', 2], row: 1 },
  joinBlock: { enabledWhen: 'selection', bar: ['edit', 2], row: 1 },
  joinSelected: { keys: ['J'], enabledWhen: 'selection', bar: ['edit', 2], row: 1 },
  deleteBlocks: { keys: ['Delete', 'Backspace'], enabledWhen: 'selection', bar: ['edit', 2], row: 5 },
  find: { keys: ['Mod+F'], worksInText: true, enabledWhen: 'story', bar: ['edit', 4], page: 3 },
  replace: { keys: ['Mod+H'], worksInText: true, enabledWhen: 'story', bar: ['edit', 4], page: 3 },
  selectAllBlocks: { keys: ['Mod+A'], enabledWhen: 'story', bar: ['edit', 3] },
  selectCharacter: { enabledWhen: 'selection', bar: ['edit', 3] },
  selectChapter: { enabledWhen: 'selection', bar: ['edit', 3] },
  selectState: { enabledWhen: 'selection', bar: ['edit', 3] },
  clearSelection: { keys: ['Escape'], enabledWhen: 'selection', bar: ['edit', 3] },
  addBlock: { keys: ['Mod+Shift+Enter'], worksInText: true, enabledWhen: 'story', bar: ['story', 1], row: 2 },
  addChapter: {
    keys: ['Mod+Shift+H'],
    worksInText: true,
    enabledWhen: 'story',
    bar: ['story', 1],
    page: 3,
    row: 2,
  },
  moveUp: { keys: ['Alt+ArrowUp'], worksInText: true, enabledWhen: 'selection', bar: ['story', 2], row: 3 },
  moveDown: {
    keys: ['Alt+ArrowDown'],
    worksInText: true,
    enabledWhen: 'selection',
    bar: ['story', 2],
    row: 3,
  },
  /** Each key assigns the character at its position in the cast. Run without a key, the command opens the cast. */
  assignCharacter: {
    keys: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => `Alt+${place}`),
    worksInText: true,
    enabledWhen: 'selection',
    bar: ['speech', 2],
    row: 4,
  },
  cast: { keys: ['C'], enabledWhen: 'story', bar: ['story', 2], page: 4 },
  castVoices: { enabledWhen: 'story', bar: ['story', 2], page: 4 },
  mergeCharacters: { enabledWhen: 'story', bar: ['story', 2] },
  titleCaseNames: { enabledWhen: 'story', bar: ['story', 2] },
  chooseVoice: { keys: ['V'], enabledWhen: 'selection', bar: ['story', 2], row: 4 },
  togglePin: { keys: ['P'], enabledWhen: 'selection', bar: ['edit', 2], row: 4 },
  insertPause: { keys: ['Mod+Alt+P'], worksInText: true, enabledWhen: 'selection', bar: ['edit', 2] },
  sceneBreak: { enabledWhen: 'selection', bar: ['edit', 2], row: 4 },
  silenceRules: { enabledWhen: 'story', bar: ['story', 2] },
  toggleLock: { keys: ['L'], enabledWhen: 'selection', bar: ['edit', 2], row: 4 },
  editNote: { keys: ['E'], enabledWhen: 'selection', bar: ['edit', 5], row: 4 },
  markRetake: { keys: ['T'], enabledWhen: 'selection', bar: ['edit', 5], row: 4 },
  markDone: { keys: ['D'], enabledWhen: 'selection', bar: ['edit', 5], row: 4 },
  notes: { enabledWhen: 'story', bar: ['edit', 5], page: 4, dock: true },
  nextNote: { keys: ['F8'], worksInText: true, enabledWhen: 'story', bar: ['edit', 5] },
  previousNote: { keys: ['Shift+F8'], worksInText: true, enabledWhen: 'story', bar: ['edit', 5] },
  exportNotes: { enabledWhen: 'story' },
  readAgain: { keys: ['R'], enabledWhen: 'selection', bar: ['speech', 2], row: 4 },
  compareTakes: { enabledWhen: 'selection', bar: ['speech', 2] },
  nameTake: { enabledWhen: 'selection', bar: ['speech', 2] },
  cutTake: { enabledWhen: 'selection', bar: ['speech', 2] },
  deleteTake: { enabledWhen: 'selection', bar: ['speech', 2] },
  recordBlock: { enabledWhen: 'selection', bar: ['speech', 2] },
  addRecording: { enabledWhen: 'selection', bar: ['speech', 2] },
  addToLexicon: { keys: ['Alt+L'], worksInText: true, enabledWhen: 'story', bar: ['speech', 2], row: 4 },
  pickUpClip: { keys: ['M'], enabledWhen: 'selection', bar: ['story', 2] },
  addMusic: { keys: ['Mod+Alt+M'], worksInText: true, enabledWhen: 'story', bar: ['story', 1], page: 3 },
  addEffect: { enabledWhen: 'story', bar: ['story', 1], page: 3 },
  music: { enabledWhen: 'story', bar: ['story', 2] },
  speedUp: {
    keys: ['Alt+Plus', 'Alt+Shift+Plus', 'Alt+='],
    worksInText: true,
    enabledWhen: 'selection',
    bar: ['speech', 2],
  },
  speedDown: { keys: ['Alt+Minus'], worksInText: true, enabledWhen: 'selection', bar: ['speech', 2] },
  playStory: { keys: ['Space'], enabledWhen: 'story', bar: ['story', 3] },
  playBlock: {
    keys: ['Mod+Space', 'Shift+Space'],
    worksInText: true,
    enabledWhen: 'selection',
    bar: ['story', 3],
  },
  skipBack: { keys: ['Mod+ArrowLeft'], enabledWhen: 'story', bar: ['story', 3] },
  skipForward: { keys: ['Mod+ArrowRight'], enabledWhen: 'story', bar: ['story', 3] },
  toggleLoop: { keys: ['O'], enabledWhen: 'story', bar: ['story', 3] },
  muteVoices: { keys: ['Shift+V'], enabledWhen: 'story', bar: ['story', 3] },
  muteMusic: { keys: ['Shift+M'], enabledWhen: 'story', bar: ['story', 3] },
  playSlower: { keys: ['S'], enabledWhen: 'story', bar: ['story', 3] },
  playFaster: { keys: ['F'], enabledWhen: 'story', bar: ['story', 3] },
  playNormal: { keys: ['N'], enabledWhen: 'story', bar: ['story', 3] },
  splitAtPlayhead: { keys: ['Mod+Alt+Enter'], worksInText: true, enabledWhen: 'story', bar: ['story', 3] },
  zoomIn: { keys: ['Mod+ArrowUp'], enabledWhen: 'story', bar: ['story', 6] },
  zoomOut: { keys: ['Mod+ArrowDown'], enabledWhen: 'story', bar: ['story', 6] },
  fitStory: { keys: ['Shift+1'], enabledWhen: 'story', bar: ['story', 6] },
  fitSelection: { keys: ['Shift+2'], enabledWhen: 'selection', bar: ['story', 6] },
  renderStory: { keys: ['Mod+Enter'], worksInText: true, enabledWhen: 'canRender', bar: ['story', 4] },
  renderChosen: { enabledWhen: 'selection', bar: ['story', 4], row: 4 },
  renderQueue: { enabledWhen: 'story', bar: ['story', 4] },
  pauseRender: { enabledWhen: 'canPause', bar: ['story', 4] },
  resumeRender: { enabledWhen: 'isPaused', bar: ['story', 4] },
  stopRender: { enabledWhen: 'isRendering', bar: ['story', 4] },
  nextRegion: { keys: ['F6'], worksInText: true, enabledWhen: 'story', bar: ['story', 5] },
  previousRegion: { keys: ['Shift+F6'], worksInText: true, enabledWhen: 'story', bar: ['story', 5] },
  toggleOutline: { keys: ['Mod+B'], worksInText: true, enabledWhen: 'story', bar: ['view', 1] },
  toggleInspector: { keys: ['Mod+I'], worksInText: true, enabledWhen: 'story', bar: ['view', 1] },
  toggleTimeline: { keys: ['Mod+J'], worksInText: true, enabledWhen: 'story', bar: ['view', 1] },
  connections: { enabledWhen: 'always', bar: ['speech', 1], page: 4 },
  naturalVoices: { enabledWhen: 'always', bar: ['speech', 1] },
  engines: { enabledWhen: 'always', bar: ['speech', 1], page: 4 },
  languageModels: { enabledWhen: 'always', bar: ['speech', 1], page: 4 },
  vibes: { enabledWhen: 'story', bar: ['speech', 1], page: 4 },
  lexicon: { enabledWhen: 'story', bar: ['speech', 1], page: 4 },
  conversions: {
    keys: ['Mod+Shift+L'],
    worksInText: true,
    enabledWhen: 'always',
    bar: ['speech', 1],
    page: 4,
  },
  palette: { keys: ['Mod+K'], worksInText: true, enabledWhen: 'always', bar: ['edit', 4] },
  settings: { keys: ['Mod+,'], worksInText: true, enabledWhen: 'always', bar: ['file', 4], page: 5 },
  shortcuts: { keys: ['?'], enabledWhen: 'always', bar: ['help', 1], page: 5 },
  showHints: { enabledWhen: 'always', bar: ['help', 1] },
  copyDiagnostics: { enabledWhen: 'always', bar: ['help', 2], page: 5 },
  showLogs: { enabledWhen: 'always', bar: ['help', 2] },
  showPlaces: { enabledWhen: 'always', bar: ['help', 2] },
  closeStory: { enabledWhen: 'story', bar: ['file', 4], page: 6 },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof table
/** The commands that can be run without a story. */
export type AppCommandId = {
  [Id in CommandId]: (typeof table)[Id]['enabledWhen'] extends 'always' ? Id : never
}[CommandId]
/** The commands that need an open story. */
export type StoryCommandId = Exclude<CommandId, AppCommandId>
/** The commands that open a panel in the inspector's place, and the panels' names. */
export type DockId = {
  [Id in CommandId]: (typeof table)[Id] extends { readonly dock: true } ? Id : never
}[CommandId]
export const COMMANDS: Readonly<Record<CommandId, Command>> = table
/** Every command, in the table's order. */
export const COMMAND_IDS = Object.keys(table) as readonly CommandId[]

/** Keys that work only in one place of the page and do not run a command, for the list of shortcuts; named like commands. */
export const PLACE_KEYS = {
  /** In the text of a block. */
  newBlock: 'Enter',
  lineBreak: 'Shift+Enter',
  joinAtStart: 'Backspace',
  /** On the row of a block. */
  writeText: 'Enter',
  extendSelection: 'Shift+ArrowDown',
  openRowMenu: 'Shift+F10',
  cutRows: 'Mod+X',
  copyRows: 'Mod+C',
  pasteRows: 'Mod+V',
  /** On the handle of a block. */
  pickUpBlock: 'Space',
  /** On a clip of the timeline. */
  playFromClip: 'Space',
  moveClip: 'Alt+ArrowRight',
} as const
export type PlaceKeysId = keyof typeof PLACE_KEYS
export const PLACE_KEYS_IDS = Object.keys(PLACE_KEYS) as readonly PlaceKeysId[]

/** Whether a command opens a panel in the inspector's place. */
export function isDock(id: CommandId): id is DockId {
  return COMMANDS[id].dock === true
}

/** Whether keys write a character in a focused text field: `A`, `?`, `Shift+Space`. */
export function writesText(keys: string): boolean {
  return /^(?:Shift\+)?(?:.|Space)$/.test(keys)
}

/** The groups of a menu of the native menu bar. */
export function barGroups(menu: BarMenu): readonly (readonly CommandId[])[] {
  return groupsBy((id) => (COMMANDS[id].bar?.[0] === menu ? COMMANDS[id].bar[1] : undefined))
}

/** The groups of the page's own menu. */
export function pageGroups(): readonly (readonly CommandId[])[] {
  return groupsBy((id) => COMMANDS[id].page)
}

/** The groups of the menu of a block's row. */
export function rowGroups(): readonly (readonly CommandId[])[] {
  return groupsBy((id) => COMMANDS[id].row)
}

/** Groups the commands that have a group, in the order of the groups. */
function groupsBy(groupOf: (id: CommandId) => number | undefined): readonly (readonly CommandId[])[] {
  const shown = COMMAND_IDS.filter((id) => groupOf(id) !== undefined)
  return [...Map.groupBy(shown, groupOf)].sort(([a = 0], [b = 0]) => a - b).map(([, ids]) => ids)
}
