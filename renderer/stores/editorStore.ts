/** What the editor shows of the open story, and what it asks: not saved, and dropped with the story. */
import { createStore } from 'zustand/vanilla'
import type { BrokenOff } from '../../shared/jobs/jobView.ts'
import type { FindPlace } from '../../shared/story/findReplace.ts'
import type { BlockId, ChapterId, CharacterId, MusicId, RecordId } from '../../shared/story/records.ts'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import type { LexiconView } from './lexiconDraft.ts'
import type { BlockFilter } from './blockFilter.ts'

/** A question about the open story. Once the view shows it no longer, it is answered: with false, if the writer did not answer it. */
export interface Question {
  readonly answer: (isYes: boolean) => void
}

/** The question how a story, or some of its blocks, is rendered, and whether it may cost what it costs. Yes once it was started. */
export interface RenderQuestion extends Question {
  /** The blocks to render; null for the whole story. */
  readonly only: ReadonlySet<BlockId> | null
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

export interface EditorState {
  /** Whether the menu of filters is open. */
  readonly isFilterOpen: boolean
  /** Find and replace; null while it is closed. */
  readonly finding: FindState | null
  /** In the order in which they were chosen; the last is the one that the inspector shows. */
  readonly selection: readonly BlockId[]
  /** The music that the inspector shows in place of the chosen blocks; choosing blocks takes it away. */
  readonly chosenMusic: MusicId | null
  /** The block that is being recorded in the inspector. */
  readonly recording: BlockId | null
  /** The ids of the takes A and B that are compared in the inspector. */
  readonly comparedTakes: readonly [a: string, b: string] | null
  /** The id of the take whose name is being written in the inspector. */
  readonly namedTake: string | null
  /** The lexicon, which stands in the inspector's place while it is open. */
  readonly lexicon: LexiconView | null
  /** The question whether a render that broke off goes on in the open story. */
  readonly brokenOff: BrokenOff | null
  /** The question whether voices that cannot read their blocks are to speak them. It is shown above the open dialog, too. */
  readonly unread: UnreadQuestion | null
  /** The plan of a render that waits for confirmation. It is shown above the open dialog, too. */
  readonly renderPlan: RenderQuestion | null
  /** The blocks that the last render was to make, so that a render that is tried again makes no more; null for the whole story. */
  readonly lastPart: ReadonlySet<BlockId> | null
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
  /** Which blocks the script shows; null for all. */
  readonly filter: BlockFilter | null
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

const QUESTIONS: Readonly<Record<QuestionName, true>> = { renderPlan: true, unread: true }

/** The editor of a story that was just opened, with these blocks chosen. */
export function createEditorStore(first: Pick<EditorState, 'selection' | 'brokenOff'>) {
  const store = createStore<EditorState>(() => ({
    chosenMusic: null,
    recording: null,
    comparedTakes: null,
    namedTake: null,
    lexicon: null,
    unread: null,
    renderPlan: null,
    lastPart: null,
    lastStart: null,
    keptVoices: new Set(),
    namingId: null,
    reveal: null,
    zoom: null,
    blockMenu: null,
    filter: null,
    isFilterOpen: false,
    finding: null,
    ...first,
  }))
  store.subscribe((state, before) => {
    for (const name of Object.keys(QUESTIONS) as QuestionName[]) {
      if (before[name] !== state[name]) before[name]?.answer(false)
    }
    if (state.chosenMusic !== null && state.selection !== before.selection)
      store.setState({ chosenMusic: null })
  })
  return store
}

/** Chooses these blocks, if any are given, and brings a block into view in script and timeline. */
export function reveal(editor: EditorStore, to: Omit<Reveal, 'count'>, selection?: readonly BlockId[]): void {
  editor.setState(({ reveal: before }) => ({
    ...(selection !== undefined && { selection }),
    reveal: { ...to, count: (before?.count ?? 0) + 1 },
  }))
}

/** Zooms the timeline. */
export function zoom(editor: EditorStore, to: ZoomTarget): void {
  editor.setState(({ zoom: before }) => ({ zoom: { to, count: (before?.count ?? 0) + 1 } }))
}
