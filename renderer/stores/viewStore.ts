import { createStore } from 'zustand/vanilla'
import type { BrokenOff } from '../../shared/jobs/jobView.ts'
import type { TextFormat } from '../../shared/export/textFormats.ts'
import type { MessageParams, UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Output } from '../../shared/ipc/contract.ts'
import type { ImportReading } from '../../shared/ipc/importContract.ts'
import type { WireError } from '../../shared/ipc/result.ts'
import type { ServerKind } from '../../shared/servers/kinds.ts'
import type { FindPlace } from '../../shared/story/findReplace.ts'
import type { BlockId, ChapterId, CharacterId, MusicId, RecordId } from '../../shared/story/records.ts'
import type { VibeWords } from '../../shared/story/vibeFile.ts'
import type { FileEntry, FileRef, SavedPurpose } from '../../shared/ipc/views.ts'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import type { VibeRef } from '../../shared/story/speechSettings.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import type { LexiconView } from './lexiconDraft.ts'
import type { PanelName, WindowSize } from './panels.ts'
import type { BlockFilter } from './blockFilter.ts'

/** A text that was pasted; `title` is for one that says none itself. */
export interface PastedText {
  readonly text: string
  readonly title: string
}

/** One dialog at a time, as one union: no flag per dialog. */
export type OpenDialog =
  /** The files of the folder, to open one or, where it `isAdded`, to add it to the open story. */
  | { readonly kind: 'file-open'; readonly entries: readonly FileEntry[]; readonly isAdded: boolean }
  /** A story’s own file that was dropped on an open story: is it to be opened, or added? */
  | { readonly kind: 'dropped-story'; readonly ref: FileRef; readonly name: string }
  | {
      readonly kind: 'file-save'
      readonly purpose: SavedPurpose
      readonly suggestedName: string
      /** Writes the file to the place that the writer chooses. */
      readonly write: (ref: FileRef) => Promise<void>
    }
  /** Choosing which of the writer's own vibes go into a file. */
  | { readonly kind: 'share-vibes' }
  /** The vibes in a file, to choose which of them to import. */
  | { readonly kind: 'import-vibes'; readonly fileName: string; readonly vibes: readonly VibeWords[] }
  /** Documents to speech, with the one that is ready to be sent. */
  | { readonly kind: 'documents'; readonly chosen: ChosenDocument | null }
  /**
   * The review of a file or a pasted text that is to become a story. Where it `isAdded`, it can only be added to the open story.
   */
  | {
      readonly kind: 'import'
      readonly reading: ImportReading
      readonly from: { readonly ref: FileRef } | PastedText
      readonly isAdded: boolean
    }
  /** A file that is read for its review; `name` is null where it is not known. */
  | {
      readonly kind: 'import-reading'
      readonly ref: FileRef
      readonly name: string | null
      readonly isAdded: boolean
    }
  /** The password of a document that is to become a story, with what is wrong about the last one. */
  | {
      readonly kind: 'import-password'
      readonly ref: FileRef
      readonly error: WireError | null
      readonly isAdded: boolean
    }
  /** What it costs to read a block again. */
  | { readonly kind: 'read-again'; readonly blockId: BlockId }
  /** The takes that the story's file holds. */
  | { readonly kind: 'held-takes' }
  /** The blocks of the render that is under way. */
  | { readonly kind: 'render-queue' }
  | { readonly kind: 'save-version' }
  | { readonly kind: 'versions' }
  /** The edits since the story was opened, to go back and forth among them. */
  | { readonly kind: 'history' }
  /** The format of text that is shown first; null for audio. */
  | { readonly kind: 'export'; readonly format: TextFormat | null }
  | { readonly kind: 'shortcuts' }
  /** An audition of a line of the chosen block, in its own vibe and in these. */
  | { readonly kind: 'audition'; readonly vibes: readonly VibeRef[] }
  /** The cast, with a character that is shown, and where `merges` is set, the question what to merge with it. */
  | { readonly kind: 'cast'; readonly chosen: CharacterId | null; readonly merges: boolean }
  | { readonly kind: 'palette' }
  /** The settings, at the section of voices where it is named. */
  | { readonly kind: 'settings'; readonly start?: 'voices' }
  | { readonly kind: 'conversions' }
  | { readonly kind: 'servers'; readonly of: ServerKind }
  | { readonly kind: 'voices' }

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
  /** Asks for the words again, and buys them despite these jobs; null where the error's params say how. */
  readonly again: ((despite: readonly string[]) => Promise<unknown>) | null
}

/** The question how a story, or some of its blocks, is rendered, and whether it may cost what it costs. */
export interface RenderQuestion {
  /** The blocks to render; null for the whole story. */
  readonly only: ReadonlySet<BlockId> | null
  /** Closes the question, and says whether the render was started. */
  readonly answer: (isStarted: boolean) => void
}

/** Blocks in letters that their voices do not read, which are about to be spoken. */
export interface UnreadQuestion {
  readonly groups: readonly UnreadBlocks[]
  /** Closes the question, and goes on or does not. */
  readonly answer: (goesOn: boolean) => void
}

/** A document that was chosen or dropped, and not sent yet. */
export interface ChosenDocument {
  readonly ref: FileRef
  readonly name: string
  readonly sizeBytes: number
}

/** A message: an error stays until it is dismissed; a note disappears by itself unless `stays` is set. */
export interface Notice {
  readonly id: number
  readonly tone: 'note' | 'error'
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

/** A menu for the chosen blocks: of the characters, or of what can be done. */
export interface BlockMenu {
  readonly kind: 'cast' | 'actions'
  /** What it opens beside; the name of the chosen block's row by default, which may have to be scrolled to first. */
  readonly anchor: Element | { readonly x: number; readonly y: number } | null
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

export interface ViewState {
  /** Find and replace; null while it is closed. */
  readonly finding: FindState | null
  /** In the order in which they were chosen; the last is the one that the inspector shows. */
  readonly selection: readonly BlockId[]
  /** The music that the inspector shows in place of the chosen blocks; choosing blocks takes it away. */
  readonly chosenMusic: MusicId | null
  readonly windowSize: WindowSize
  /** The panel that is open over the script, in a window that has no room beside it. */
  readonly drawer: PanelName | null
  readonly dialog: OpenDialog | null
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
  /** The question whether to exceed a cap. It is shown above the open dialog, which stays open. */
  readonly overCap: OverCap | null
  /** The question whether a render that broke off goes on in the open story. */
  readonly brokenOff: BrokenOff | null
  /** The question whether words are bought again that were paid for. It is shown above the open dialog, too. */
  readonly paidWords: PaidWords | null
  /** The question whether voices that cannot read their blocks are to speak them. It is shown above the open dialog, too. */
  readonly unread: UnreadQuestion | null
  /** The plan of a render that waits for the writer's yes. It is shown above the open dialog, too. */
  readonly renderPlan: RenderQuestion | null
  /** Voices with scripts of the open story (`unreadKey`) that the writer was asked about, and kept. */
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

/** What fills the timeline, or one step nearer or farther. */
export type ZoomTarget = 'story' | 'selection' | 'in' | 'out'

/** What an encoding makes of a text. */
export type EncodingSample = Output<'documents:encodings'>[number]

export type ViewStore = ReturnType<typeof createViewStore>

/** The state of the view: chosen blocks, the open dialog, messages. It is not saved. */
export function createViewStore() {
  const store = createStore<ViewState>(() => ({
    selection: [],
    chosenMusic: null,
    windowSize: 'large',
    drawer: null,
    dialog: null,
    voicePicker: null,
    recording: null,
    comparedTakes: null,
    namedTake: null,
    lexicon: null,
    overCap: null,
    paidWords: null,
    brokenOff: null,
    unread: null,
    renderPlan: null,
    keptVoices: new Set(),
    notices: [],
    namingId: null,
    reveal: null,
    zoom: null,
    blockMenu: null,
    filter: null,
    finding: null,
  }))
  store.subscribe((state, before) => {
    if (state.chosenMusic !== null && state.selection !== before.selection)
      store.setState({ chosenMusic: null })
  })
  return store
}
