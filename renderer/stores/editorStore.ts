/** What the editor shows of the open story, and what it asks: not saved, and dropped with the story. */
import { createStore } from 'zustand/vanilla'
import type { BrokenOff } from '../../shared/jobs/jobView.ts'
import type { FindPlace } from '../../shared/story/findReplace.ts'
import type { Credits } from '../../shared/story/story.ts'
import type { BlockId, ChapterId, CharacterId, MusicId, RecordId } from '../../shared/story/records.ts'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import type { LexiconView } from './lexiconDraft.ts'
import { NO_FILTER, type BlockFilter } from './blockFilter.ts'

/** A question about the open story. Once the view shows it no longer, it is answered: with false, if the writer did not answer it. */
export interface Question {
  readonly answer: (isYes: boolean) => void
}

/** The question how a story, or some of its blocks, is rendered, and whether it may cost what it costs. Yes once it was started. */
export interface RenderQuestion extends Question {
  /** The blocks to render; null for the whole story. */
  readonly only: ReadonlySet<BlockId> | null
  /** The credits that are made with the whole story; null for none. */
  readonly spokenCredits: Credits | null
}

/** Blocks in letters that their voices do not read, which are about to be spoken. Yes to go on. */
export interface UnreadQuestion extends Question {
  readonly groups: readonly UnreadBlocks[]
}

/** A block to bring into view in script and timeline. */
export interface Reveal {
  readonly blockId: BlockId
  /** Increases, so that the same block can be revealed again. */
  readonly count: number
  readonly focusText: boolean
  /** Where in the text the cursor goes with `focusText`; at its end by default. */
  readonly caret?: number
  /** Set where the block's row gets the focus, not its text. */
  readonly focusRow?: true
  /** Set where the block goes to the top of the script; else the script scrolls as little as it can. */
  readonly isAtTop?: true
}

/** A rectangle of the window, in CSS pixels. It stays if what was there goes away. */
export interface Anchor {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A menu for the chosen blocks: of the characters, or of what can be done. */
export interface BlockMenu {
  readonly kind: 'cast' | 'actions'
  /** What it opens beside; null for the name in the row of the chosen block, which may have to be scrolled to first. */
  readonly anchor: Anchor | null
}

/** What is being found, and what it is replaced by. */
export interface FindState {
  /** What is searched: the words or the names of the story, or how its blocks are spoken. */
  readonly place: FindPlace | 'spoken'
  readonly source: string
  readonly replacement: string
  readonly isPattern: boolean
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
  /** The blocks that are searched; null for all of the story. */
  readonly within: ReadonlySet<RecordId> | null
  /** Whether the fields that replace are shown. */
  readonly isReplacing: boolean
  /** The hit that was gone to last; null before the first. */
  readonly current: HitPlace | null
  /** The field that the focus goes to. */
  readonly field: 'source' | 'replacement'
  /** Increases, so that the focus can be put into the field again. */
  readonly count: number
}

/** Where a hit is. */
export interface HitPlace {
  readonly id: RecordId
  readonly start: number
}

/** What goes on in the inspector's list of takes. */
export interface ShownTakes {
  /** The block that is being recorded. */
  readonly recording: BlockId | null
  /** The ids of the takes A and B that are compared. */
  readonly compared: readonly [a: string, b: string] | null
  /** The id of the take whose name is being written. */
  readonly named: string | null
}

/** What the list of notes shows: those that are still to be done, or all. */
export type NotesView = 'open' | 'all'

/** What stands in the inspector's place. Choosing blocks takes music away. */
export type Inspected =
  | ({ readonly kind: 'blocks' } & ShownTakes)
  | { readonly kind: 'music'; readonly id: MusicId }
  /** The list of notes, with the music that is there again when it is closed. */
  | { readonly kind: 'notes'; readonly view: NotesView; readonly music: MusicId | null }
  /** The lexicon and the library of vibes, likewise. */
  | { readonly kind: 'lexicon'; readonly view: LexiconView; readonly music: MusicId | null }
  | { readonly kind: 'vibes'; readonly view: VibesView; readonly music: MusicId | null }

/** The open library of vibes. */
export interface VibesView {
  /** The id of the vibe that is open. */
  readonly openId: number | null
  /** Whether a new vibe is being written. */
  readonly isAdding: boolean
}

export interface EditorState {
  /** Whether the menu of filters is open. */
  readonly isFilterOpen: boolean
  /** Find and replace; null while it is closed. */
  readonly finding: FindState | null
  /** In the order in which they were chosen; the last is the one that the inspector shows. */
  readonly selection: readonly BlockId[]
  readonly inspected: Inspected
  /** Whether the inspector shows the settings of a block with takes; null until the writer says: then they fold for several takes. */
  readonly areSettingsOpen: boolean | null
  /** The question whether a render that broke off goes on in the open story. */
  readonly brokenOff: BrokenOff | null
  /** The question whether voices that cannot read their blocks are to speak them. It is shown above the open dialog, too. */
  readonly unread: UnreadQuestion | null
  /** The plan of a render that waits for confirmation. It is shown above the open dialog, too. */
  readonly renderPlan: RenderQuestion | null
  /** The blocks that the last render was to make, so that a render that is tried again makes no more; null for the whole story. */
  readonly lastPart: ReadonlySet<BlockId> | null
  /** The credits that it was to make; null for none. */
  readonly lastCredits: Credits | null
  /** Starts the last render that this page has started once more, despite these jobs. */
  readonly lastStart: ((despite: readonly string[]) => Promise<unknown>) | null
  /** Pairs of voice and script (`unreadKey`) that the writer chose to keep despite the warning. */
  readonly keptVoices: ReadonlySet<string>
  /** The chapter or character that was just added: its name field takes the focus when it is drawn. */
  readonly namingId: ChapterId | CharacterId | null
  /** The block that was to be brought into view in script and timeline last. */
  readonly reveal: Reveal | null
  /** The open menu of the script. */
  readonly blockMenu: BlockMenu | null
  /** Which blocks the script shows. */
  readonly filter: BlockFilter
  /** How the timeline is to be zoomed. `count` increases, so that the same can be asked for again. */
  readonly zoom: { readonly to: ZoomTarget; readonly count: number } | null
}

/** The questions of the editor. */
export type QuestionName = {
  [Name in keyof EditorState]: Exclude<EditorState[Name], null> extends Question ? Name : never
}[keyof EditorState]

/** What fills the timeline, or one step nearer or farther. */
export type ZoomTarget = 'story' | 'selection' | 'in' | 'out'

export type EditorStore = ReturnType<typeof createEditorStore>

const BLOCKS = { kind: 'blocks', recording: null, compared: null, named: null } as const

const QUESTIONS: Readonly<Record<QuestionName, true>> = { renderPlan: true, unread: true }

/** The editor of a story that was just opened, with these blocks chosen. */
export function createEditorStore(first: Pick<EditorState, 'selection' | 'brokenOff'>) {
  const store = createStore<EditorState>(() => ({
    inspected: BLOCKS,
    areSettingsOpen: null,
    unread: null,
    renderPlan: null,
    lastPart: null,
    lastCredits: null,
    lastStart: null,
    keptVoices: new Set(),
    namingId: null,
    reveal: null,
    zoom: null,
    blockMenu: null,
    filter: NO_FILTER,
    isFilterOpen: false,
    finding: null,
    ...first,
  }))
  store.subscribe((state, before) => {
    for (const name of Object.keys(QUESTIONS) as QuestionName[]) {
      if (before[name] !== state[name]) before[name]?.answer(false)
    }
    if (state.selection !== before.selection) leaveMusic(store)
  })
  return store
}

/** What goes on in the list of takes; nothing while something else stands in the inspector's place. */
export function shownTakes({ inspected }: EditorState): ShownTakes {
  return inspected.kind === 'blocks' ? inspected : BLOCKS
}

/** The lexicon, if it is open. */
export function shownLexicon({ inspected }: EditorState): LexiconView | null {
  return inspected.kind === 'lexicon' ? inspected.view : null
}

/** The library of vibes, if it is open. */
export function shownVibes({ inspected }: EditorState): VibesView | null {
  return inspected.kind === 'vibes' ? inspected.view : null
}

/** The music that is chosen, whether the inspector shows it or a library stands in front of it. */
export function chosenMusic({ inspected }: EditorState): MusicId | null {
  if (inspected.kind === 'music') return inspected.id
  return inspected.kind === 'blocks' ? null : inspected.music
}

/** Has no music chosen any more. */
export function leaveMusic(editor: EditorStore): void {
  const { inspected } = editor.getState()
  if (inspected.kind === 'music') editor.setState({ inspected: BLOCKS })
  else if (inspected.kind !== 'blocks' && inspected.music !== null)
    editor.setState({ inspected: { ...inspected, music: null } })
}

/** Shows the inspector of the chosen blocks. */
export function inspectBlocks(editor: EditorStore, takes: Partial<ShownTakes> = {}): void {
  editor.setState((state) => ({ inspected: { kind: 'blocks', ...shownTakes(state), ...takes } }))
}

/** Changes what goes on in the list of takes, if it is shown. */
export function changeTakes(editor: EditorStore, takes: Partial<ShownTakes>): void {
  if (editor.getState().inspected.kind === 'blocks') inspectBlocks(editor, takes)
}

/** Opens the list of notes, or changes what it shows. */
export function inspectNotes(editor: EditorStore, view?: NotesView): void {
  editor.setState((state) => {
    const before = state.inspected.kind === 'notes' ? state.inspected.view : 'open'
    return { inspected: { kind: 'notes', view: view ?? before, music: chosenMusic(state) } }
  })
}

/** Opens the lexicon, or changes what it shows. */
export function inspectLexicon(editor: EditorStore, view: LexiconView): void {
  editor.setState((state) => ({ inspected: { kind: 'lexicon', view, music: chosenMusic(state) } }))
}

/** Opens the library of vibes, or changes what it shows. */
export function inspectVibes(editor: EditorStore, view: Partial<VibesView>): void {
  editor.setState((state) => ({
    inspected: {
      kind: 'vibes',
      view: { openId: null, isAdding: false, ...shownVibes(state), ...view },
      music: chosenMusic(state),
    },
  }))
}

/** Chooses these blocks, if any are given, and brings a block into view in script and timeline. */
export function reveal(editor: EditorStore, to: Omit<Reveal, 'count'>, selection?: readonly BlockId[]): void {
  editor.setState(({ reveal: before }) => ({
    ...(selection !== undefined && { selection }),
    reveal: { ...to, count: (before?.count ?? 0) + 1 },
  }))
}

/** Chooses these blocks, the last of which the inspector shows. */
export function select(editor: EditorStore, selection: readonly BlockId[]): void {
  editor.setState({ selection })
}

/** Shows music in the inspector. */
export function inspectMusic(editor: EditorStore, id: MusicId): void {
  editor.setState({ inspected: { kind: 'music', id } })
}

/** Shows or folds the settings of a block with takes. */
export function foldSettings(editor: EditorStore, isFolded: boolean): void {
  editor.setState({ areSettingsOpen: !isFolded })
}

/** Opens or closes the menu of filters. */
export function openFilters(editor: EditorStore, isFilterOpen = true): void {
  editor.setState({ isFilterOpen })
}

/** Closes the question about a render that broke off. */
export function closeBrokenOff(editor: EditorStore): void {
  editor.setState({ brokenOff: null })
}

/** Has the name field of what was just added take the focus when it is drawn; null once it has it. */
export function nameNew(editor: EditorStore, namingId: EditorState['namingId']): void {
  editor.setState({ namingId })
}

/** Zooms the timeline. */
export function zoom(editor: EditorStore, to: ZoomTarget): void {
  editor.setState(({ zoom: before }) => ({ zoom: { to, count: (before?.count ?? 0) + 1 } }))
}
