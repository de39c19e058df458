/** The state of the editor for the open story, including its questions: not saved, and dropped with the story. */
import { createStore } from 'zustand/vanilla'
import type { DockId } from '../../shared/commands/commands.ts'
import type { BrokenOff } from '../../shared/jobs/jobView.ts'
import type { FindPlace } from '../../shared/story/findReplace.ts'
import type { Credits, Story } from '../../shared/story/story.ts'
import type { BlockId, ChapterId, CharacterId, MusicId, RecordId } from '../../shared/story/records.ts'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { type BlockFilter, NO_FILTER } from './blockFilter.ts'
import { derive } from '../../shared/lib/derive.ts'
import { entryProblem, type ScopedEntry, storyWithEntry } from '../../shared/story/lexiconCommands.ts'

/** A question about the open story. When it is no longer shown, it is answered: with false, if the writer did not answer it. */
export interface Question {
  readonly answer: (isYes: boolean) => void
}

/** Asks how to render a story or some of its blocks, and whether to accept the price. Answered with yes once the render has started. */
export interface RenderQuestion extends Question {
  /** The blocks to render; null for the whole story. */
  readonly only: ReadonlySet<BlockId> | null
  /** The credits that are rendered with the whole story; null for none. */
  readonly spokenCredits: Credits | null
}

/** Blocks in scripts that their voices do not read, which are about to be spoken. Answered with yes to continue. */
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
  /** Set if the block's row gets the focus instead of its text. */
  readonly focusRow?: true
  /** Set if the block goes to the top of the script; otherwise the script scrolls as little as possible. */
  readonly isAtTop?: true
}

/** A rectangle of the window, in CSS pixels. It stays valid if the element disappears. */
export interface Anchor {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A menu for the selected blocks: of characters, or of actions; `words` also edits the focused text. */
export interface BlockMenu {
  readonly kind: 'cast' | 'actions' | 'words'
  /** The place beside which it opens; null for the name in the row of the chosen block, which may have to be scrolled to first. */
  readonly anchor: Anchor | null
}

/** The state of find and replace. */
export interface FindState {
  /** What is searched: the words or the names of the story, or the speakers and settings of its blocks. */
  readonly place: FindPlace | 'spoken'
  readonly source: string
  readonly replacement: string
  readonly isPattern: boolean
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
  /** The blocks to search; null for all of the story. */
  readonly within: ReadonlySet<RecordId> | null
  /** Whether the fields for replacing are shown. */
  readonly isReplacing: boolean
  /** The current hit; null before the first. */
  readonly current: HitPlace | null
  /** The field that gets the focus. */
  readonly field: 'source' | 'replacement'
  /** Increases, so that the focus can be put into the field again. */
  readonly count: number
}

/** The place of a hit. */
export interface HitPlace {
  readonly id: RecordId
  readonly start: number
}

/** The state of the inspector's list of takes. */
export interface ShownTakes {
  /** The block that is being recorded. */
  readonly recording: BlockId | null
  /** The ids of the takes A and B that are compared. */
  readonly compared: readonly [a: string, b: string] | null
  /** The id of the take whose name is being written. */
  readonly named: string | null
}

/** The content in the inspector's place. Selecting blocks deselects music. */
export type Inspected =
  | ({ readonly kind: 'blocks' } & ShownTakes)
  | { readonly kind: 'music'; readonly id: MusicId }
  /** A panel that its command opens, with the music to return to when it is closed. */
  | { readonly kind: DockId; readonly music: MusicId | null }
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
  /** Whether the filter menu is open. */
  readonly isFilterOpen: boolean
  /** Find and replace; null while it is closed. */
  readonly finding: FindState | null
  /** In order of selection; the inspector shows the last one. */
  readonly selection: readonly BlockId[]
  readonly inspected: Inspected
  /** Whether the inspector shows the settings of a block with takes; null until the writer decides; then they fold if there are several takes. */
  readonly areSettingsOpen: boolean | null
  /** The question whether to resume an interrupted render in the open story. */
  readonly brokenOff: BrokenOff | null
  /** The question whether voices that cannot read their blocks should speak them. It is shown above an open dialog. */
  readonly unread: UnreadQuestion | null
  /** The plan of a render that waits for confirmation. It is shown above an open dialog. */
  readonly renderPlan: RenderQuestion | null
  /** The blocks of the last render, so that a retry renders no more; null for the whole story. */
  readonly lastPart: ReadonlySet<BlockId> | null
  /** The credits of the last render; null for none. */
  readonly lastCredits: Credits | null
  /** Repeats the last render started by this page, despite these jobs. */
  readonly lastStart: ((despite: readonly string[]) => Promise<unknown>) | null
  /** Pairs of voice and script (`unreadKey`) that the writer chose to keep despite the warning. */
  readonly keptVoices: ReadonlySet<string>
  /** The chapter or character that was just added: its name field takes the focus when it is drawn. */
  readonly namingId: ChapterId | CharacterId | null
  /** The latest block to bring into view in script and timeline. */
  readonly reveal: Reveal | null
  /** The open menu of the script. */
  readonly blockMenu: BlockMenu | null
  /** Which blocks the script shows. */
  readonly filter: BlockFilter
  /** The requested zoom of the timeline. `count` increases, so that the same can be requested again. */
  readonly zoom: { readonly to: ZoomTarget; readonly count: number } | null
}

/** The questions of the editor. */
export type QuestionName = {
  [Name in keyof EditorState]: Exclude<EditorState[Name], null> extends Question ? Name : never
}[keyof EditorState]

/** The part that fills the timeline, or one step in or out. */
export type ZoomTarget = 'story' | 'selection' | 'in' | 'out'

export type EditorStore = ReturnType<typeof createEditorStore>

const BLOCKS = { kind: 'blocks', recording: null, compared: null, named: null } as const

const QUESTIONS: Readonly<Record<QuestionName, true>> = { renderPlan: true, unread: true }

/** The editor of a story that was just opened, with these blocks selected. */
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

/** The state of the list of takes; empty while something else is in the inspector's place. */
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

/** The music that is chosen, whether the inspector shows it or a library covers it. */
export function chosenMusic({ inspected }: EditorState): MusicId | null {
  if (inspected.kind === 'music') return inspected.id
  return inspected.kind === 'blocks' ? null : inspected.music
}

/** Deselects the music. */
export function leaveMusic(editor: EditorStore): void {
  const { inspected } = editor.getState()
  if (inspected.kind === 'music') editor.setState({ inspected: BLOCKS })
  else if (inspected.kind !== 'blocks' && inspected.music !== null)
    editor.setState({ inspected: { ...inspected, music: null } })
}

/** Shows the inspector of the selected blocks. */
export function inspectBlocks(editor: EditorStore, takes: Partial<ShownTakes> = {}): void {
  editor.setState((state) => ({ inspected: { kind: 'blocks', ...shownTakes(state), ...takes } }))
}

/** Changes the state of the list of takes, if it is shown. */
export function changeTakes(editor: EditorStore, takes: Partial<ShownTakes>): void {
  if (editor.getState().inspected.kind === 'blocks') inspectBlocks(editor, takes)
}

/** Opens the panel of a command. */
export function inspectDock(editor: EditorStore, kind: DockId): void {
  editor.setState((state) => ({ inspected: { kind, music: chosenMusic(state) } }))
}

/** Opens the lexicon, or changes its content. */
export function inspectLexicon(editor: EditorStore, view: LexiconView): void {
  editor.setState((state) => ({ inspected: { kind: 'lexicon', view, music: chosenMusic(state) } }))
}

/** Opens the library of vibes, or changes its content. */
export function inspectVibes(editor: EditorStore, view: Partial<VibesView>): void {
  editor.setState((state) => ({
    inspected: {
      kind: 'vibes',
      view: { openId: null, isAdding: false, ...shownVibes(state), ...view },
      music: chosenMusic(state),
    },
  }))
}

/** Selects these blocks, if any are given, and brings a block into view in script and timeline. */
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

/** Shows only the blocks that meet these conditions; all of them if there are none. */
export function filterBlocks(editor: EditorStore, filter: BlockFilter): void {
  editor.setState({ filter: filter.length === 0 ? NO_FILTER : filter })
}

/** Closes the question about an interrupted render. */
export function closeBrokenOff(editor: EditorStore): void {
  editor.setState({ brokenOff: null })
}

/** Makes the name field of what was just added take the focus when it is drawn; null once it has it. */
export function nameNew(editor: EditorStore, namingId: EditorState['namingId']): void {
  editor.setState({ namingId })
}

/** Zooms the timeline. */
export function zoom(editor: EditorStore, to: ZoomTarget): void {
  editor.setState(({ zoom: before }) => ({ zoom: { to, count: (before?.count ?? 0) + 1 } }))
}

/** The open lexicon. */
export interface LexiconView {
  /** Which entries are listed. */
  readonly listed: 'story' | 'common'
  /** The search text of the list. */
  readonly search: string
  /** The entry being edited; null if none is. */
  readonly draft: ScopedEntry | null
}

/** The story as it would be spoken with the draft; the story itself if the draft cannot be used. Computed once for all views. */
export function trialOf(story: Story, draft: ScopedEntry): Story {
  return trialWith(draft, story)
}

const trialWith = derive((draft: ScopedEntry, story: Story) =>
  entryProblem(draft.entry) === null ? storyWithEntry(story, draft.entry.id, draft) : story,
)
