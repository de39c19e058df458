import { createStore } from 'zustand/vanilla'
import type { BrokenOff } from '../../shared/jobs/jobView.ts'
import type { MessageParams, UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Output } from '../../shared/ipc/contract.ts'
import type { FileRef, SavedPurpose } from '../../shared/ipc/views.ts'
import type { FindPlace } from '../../shared/story/findReplace.ts'
import type { BlockId, ChapterId, CharacterId, MusicId, RecordId } from '../../shared/story/records.ts'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import type { LexiconView } from './lexiconDraft.ts'
import type { PanelName, WindowSize } from './panels.ts'
import type { BlockFilter } from './blockFilter.ts'
import { needsStory } from './openDialog.ts'
import type { OpenDialog } from './openDialog.ts'
import type { StoryStore } from './storyStore.ts'

/** What a voice is chosen for, and where it is given, what the picker searches for first. */
export type VoiceTarget =
  /** The selected blocks, whichever they are. */
  | { readonly kind: 'selection'; readonly search?: string }
  | { readonly kind: 'character'; readonly id: CharacterId }
  /** The blocks that have no character. */
  | { readonly kind: 'story'; readonly search?: string }
  /** A form that is not about the open story's records, such as a document's. */
  | {
      readonly kind: 'form'
      readonly voiceId: string
      /** The connection that speaks; the open story's by default. */
      readonly connectionId: string | undefined
      /** The words to hear a voice with; '' where there are none. */
      readonly text: string
      readonly onUse: (voiceId: string) => void
    }

/** A submission that a credit cap stopped. */
export interface OverCap {
  readonly error: UserFacingError
  /** Repeats the submission; null where the error's params say how to repeat it. */
  readonly again: (() => Promise<unknown>) | null
}

/** Words that were not bought because other jobs have asked for them. */
export interface PaidWords {
  readonly error: UserFacingError
  /** Asks for the words again, and buys them despite these jobs; null if the error's params say how. */
  readonly again: ((despite: readonly string[]) => Promise<unknown>) | null
}

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

/** The question where a file is written, for hosts without a system dialog. */
export interface SavePlace {
  readonly purpose: SavedPurpose
  readonly suggestedName: string
  /** Writes the file to the place that the writer chooses. */
  readonly write: (ref: FileRef) => Promise<void>
}

/** A message: an error or a warning stays until it is dismissed; a note disappears by itself unless `stays` is set. */
export interface Notice {
  readonly id: number
  readonly tone: 'note' | 'warning' | 'error'
  readonly stays?: true
  /** An i18n key. */
  readonly message: TextKey
  readonly params: MessageParams
  /** What the writer can do about it, such as undoing it. The notice is dismissed by that. */
  readonly action?: NoticeAction
}

export interface NoticeAction {
  readonly label: TextKey
  readonly run: () => Promise<void>
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

/** The view of the open story, or of the welcome screen. Another story begins with a new one. */
export interface StoryView {
  /** Whether the menu of filters is open. */
  readonly isFilterOpen: boolean
  /** Find and replace; null while it is closed. */
  readonly finding: FindState | null
  /** In the order in which they were chosen; the last is the one that the inspector shows. */
  readonly selection: readonly BlockId[]
  /** The music that the inspector shows in place of the chosen blocks; choosing blocks takes it away. */
  readonly chosenMusic: MusicId | null
  /** The panel that is open over the script, in a window that has no room beside it. */
  readonly drawer: PanelName | null
  /** What the open voice picker chooses for. The page goes on working beside it. */
  readonly voicePicker: VoiceTarget | null
  /** The block that is being recorded in the inspector. */
  readonly recording: BlockId | null
  /** The ids of the takes A and B that are compared in the inspector. */
  readonly comparedTakes: readonly [a: string, b: string] | null
  /** The id of the take whose name is being written in the inspector. */
  readonly namedTake: string | null
  /** The lexicon, which stands in the inspector's place while it is open. */
  readonly lexicon: LexiconView | null
  /** The question where a file is written. It is shown above the open dialog, which stays open if no place is chosen. */
  readonly savePlace: SavePlace | null
  /** The question whether to exceed a cap. It is shown above the open dialog, which stays open. */
  readonly overCap: OverCap | null
  /** The question whether a render that broke off goes on in the open story. */
  readonly brokenOff: BrokenOff | null
  /** The question whether words are bought again that were paid for. It is shown above the open dialog, too. */
  readonly paidWords: PaidWords | null
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
  readonly notices: readonly Notice[]
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

/** The questions of the view. */
export type QuestionName = {
  [Name in keyof StoryView]: Exclude<StoryView[Name], null> extends Question ? Name : never
}[keyof StoryView]

export interface ViewState extends StoryView {
  readonly windowSize: WindowSize
  /** One that is about the open story (`needsStory`) is closed with the story. */
  readonly dialog: OpenDialog | null
}

/** What fills the timeline, or one step nearer or farther. */
export type ZoomTarget = 'story' | 'selection' | 'in' | 'out'

/** What an encoding makes of a text. */
export type EncodingSample = Output<'documents:encodings'>[number]

export type ViewStore = ReturnType<typeof createViewStore>

const QUESTIONS: Readonly<Record<QuestionName, true>> = { renderPlan: true, unread: true }

/** What a story is opened with, and the welcome screen is shown with. */
const NEW_VIEW: StoryView = {
  selection: [],
  chosenMusic: null,
  drawer: null,
  voicePicker: null,
  recording: null,
  comparedTakes: null,
  namedTake: null,
  lexicon: null,
  savePlace: null,
  overCap: null,
  paidWords: null,
  brokenOff: null,
  unread: null,
  renderPlan: null,
  lastPart: null,
  lastStart: null,
  keptVoices: new Set(),
  notices: [],
  namingId: null,
  reveal: null,
  zoom: null,
  blockMenu: null,
  filter: null,
  isFilterOpen: false,
  finding: null,
}

/**
 * The state of the view: chosen blocks, the open dialog, messages. It is not saved. What is about a story goes with it, whatever
 * closes it: when `story` shows another one, or none, the view of it is replaced as a whole.
 */
export function createViewStore(story: StoryStore) {
  const store = createStore<ViewState>(() => ({
    ...NEW_VIEW,
    windowSize: 'large',
    dialog: null,
  }))
  story.subscribe(({ open }, { open: before }) => {
    if (open?.session === before?.session) return
    const { dialog } = store.getState()
    store.setState({ ...NEW_VIEW, dialog: dialog !== null && needsStory(dialog) ? null : dialog })
  })
  store.subscribe((state, before) => {
    for (const name of Object.keys(QUESTIONS) as QuestionName[]) {
      if (before[name] !== state[name]) before[name]?.answer(false)
    }
    if (state.chosenMusic !== null && state.selection !== before.selection)
      store.setState({ chosenMusic: null })
    // Opened by an action that began while a story was open.
    if (story.getState().open === null && state.dialog !== null && needsStory(state.dialog))
      store.setState({ dialog: null })
  })
  return store
}
