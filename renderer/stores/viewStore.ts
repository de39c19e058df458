/** What the window shows besides the welcome screen or the editor: the open dialog, questions, messages. */
import { createStore } from 'zustand/vanilla'
import type { SavedPurpose } from '../../shared/files/fileTypes.ts'
import type { MessageParams, UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Output } from '../../shared/ipc/contract.ts'
import type { FileEntry, FileRef } from '../../shared/ipc/views.ts'
import type { BlockId, CharacterId } from '../../shared/story/records.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import type { PanelName, WindowSize } from './panels.ts'
import type { TextFormat } from '../../shared/export/exportFormats.ts'
import type { ReviewChoices } from '../../shared/import/reviewView.ts'
import type { OpenReview } from '../../shared/ipc/importContract.ts'
import type { WireError } from '../../shared/ipc/result.ts'
import type { VibeView } from '../../shared/ipc/libraryContract.ts'
import type { ServerKind } from '../../shared/servers/kinds.ts'
import type { VibeRef } from '../../shared/story/speechSettings.ts'
import type { Take } from '../../shared/story/takes.ts'
import type { VibeUses, VibeWords } from '../../shared/story/vibes.ts'

/** The target of the voice picker, with its initial search if given. */
export type VoiceTarget =
  /** The currently selected blocks. */
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
      /** The words to hear a voice with; '' if there are none. */
      readonly text: string
      readonly onUse: (voiceId: string) => void
    }

/** A submission that a credit cap stopped. */
export interface OverCap {
  readonly error: UserFacingError
  /** Repeats the submission; null if the error's params describe how to repeat it. */
  readonly again: (() => Promise<unknown>) | null
}

/** Words that were not bought because other jobs have already requested them. */
export interface PaidWords {
  readonly error: UserFacingError
  /** Requests the words again, and buys them despite these jobs; null if the error's params describe how. */
  readonly again: ((despite: readonly string[]) => Promise<unknown>) | null
}

/** The question where to write a file, for hosts without a system dialog. */
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
  /** An action for the writer, such as undo. It dismisses the notice. */
  readonly action?: NoticeAction
}

export interface NoticeAction {
  readonly label: TextKey
  readonly run: () => Promise<void>
}

/** A sample of a text in an encoding. */
export type EncodingSample = Output<'documents:encodings'>[number]

/** The initial view of a story, and of the welcome screen: each story begins with a new one. */
interface StoryView {
  /** The panel open over the script, in a window without room beside it. */
  readonly drawer: PanelName | null
  /** Whether a command needs a panel at once: the panels of a story that has just opened are drawn one after the other. */
  readonly needsPanels: boolean
  /** The target of the open voice picker. The page stays usable beside it. */
  readonly voicePicker: VoiceTarget | null
  /** The question where to write a file. It is shown above an open dialog, which stays open if no place is chosen. */
  readonly savePlace: SavePlace | null
  /** The question whether to exceed a cap. It is shown above the open dialog, which stays open. */
  readonly overCap: OverCap | null
  /** The question whether to buy words again that were already paid for. It is shown above an open dialog. */
  readonly paidWords: PaidWords | null
  readonly notices: readonly Notice[]
}

export interface ViewState extends StoryView {
  readonly windowSize: WindowSize
  /** A dialog about the open story (`needsStory`) closes with it. */
  readonly dialog: OpenDialog | null
}

export type ViewStore = ReturnType<typeof createViewStore>

const NEW_VIEW: StoryView = {
  drawer: null,
  needsPanels: false,
  voicePicker: null,
  savePlace: null,
  overCap: null,
  paidWords: null,
  notices: [],
}

/** State of the window besides the welcome screen or the editor: the open dialog, questions, messages. It is not saved. */
export function createViewStore() {
  return createStore<ViewState>(() => ({ ...NEW_VIEW, windowSize: 'large', dialog: null }))
}

/** The view for another story, or for none. */
export function viewAfter({ windowSize, dialog }: ViewState): ViewState {
  return { ...NEW_VIEW, windowSize, dialog: dialog !== null && needsStory(dialog) ? null : dialog }
}

/** Shows a dialog in place of the open one, if any; null for none. */
export function showDialog(view: ViewStore, dialog: OpenDialog | null): void {
  view.setState({ dialog })
}

/** Opens a question above the open dialog, in place of an earlier one of its kind. */
export function openQuestion(view: ViewStore, question: Partial<Pick<StoryView, ViewQuestion>>): void {
  view.setState(question)
}

/** Closes a question, whether it was answered or not. */
export function closeQuestion(view: ViewStore, name: ViewQuestion): void {
  view.setState({ [name]: null })
}

type ViewQuestion = 'savePlace' | 'overCap' | 'paidWords'

/** Removes the messages that are no longer useful. */
export function withdrawNotices(view: ViewStore, isDone: (notice: Notice) => boolean): void {
  const { notices } = view.getState()
  if (notices.some(isDone)) view.setState({ notices: notices.filter((notice) => !isDone(notice)) })
}

/** Errors shown while the host cannot be reached. */
const HOST_ERRORS: ReadonlySet<string> = new Set(['errors.host-gone', 'errors.session-over'])

/** Removes messages about an unreachable host, because it responds again or refuses for another reason. */
export function withdrawHostErrors(view: ViewStore): void {
  withdrawNotices(view, ({ message }) => HOST_ERRORS.has(message))
}

/** A pasted text; `title` is used if it has none of its own. */
export interface PastedText {
  readonly text: string
  readonly title: string
}

/** The parts of the export page. */
export type ExportPartId = 'presets' | 'sound' | 'files' | 'tags' | 'credits' | 'extras'

/** One dialog at a time, as one union: no flag per dialog. */
export type OpenDialog = AppDialog | StoryDialog

/** The dialogs that can be opened without a story. One that only adds to the open story (`isAdded`) closes with it. */
export type AppDialog =
  /** The files of the folder, to open one; with `isAdded` to add it to the open story, with `updates` to update the story from it. */
  | {
      readonly kind: 'file-open'
      readonly entries: readonly FileEntry[]
      readonly isAdded: boolean
      readonly updates?: boolean
    }
  /** Choosing which of the writer's own vibes go into a file. */
  | { readonly kind: 'share-vibes' }
  /** The vibes in a file, to choose which of them to import. */
  | { readonly kind: 'import-vibes'; readonly fileName: string; readonly vibes: readonly VibeWords[] }
  /** Documents to speech, with the one ready to be sent. */
  | { readonly kind: 'documents'; readonly chosen: ChosenDocument | null }
  /**
   * The review of a file or a pasted text as a new story. With `isAdded`, it can only be added to the open story.
   */
  | {
      readonly kind: 'import'
      readonly reading: OpenReview
      readonly from: { readonly ref: FileRef } | PastedText
      readonly isAdded: boolean
      /** Whether it is the file of an update. */
      readonly updates?: boolean
      readonly choices?: ReviewChoices
    }
  /** A file being read for its review; `name` is null if it is not known. */
  | {
      readonly kind: 'import-reading'
      readonly ref: FileRef
      readonly name: string | null
      readonly isAdded: boolean
      readonly updates?: boolean
    }
  /** Asks for the password of a document to import, with the error of the last one. */
  | {
      readonly kind: 'import-password'
      readonly ref: FileRef
      readonly error: WireError | null
      readonly isAdded: boolean
      readonly updates?: boolean
    }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'palette' }
  /** The settings, at the voices section or with a search if given. */
  | { readonly kind: 'settings'; readonly start?: 'voices'; readonly search?: string }
  | { readonly kind: 'conversions' }
  | { readonly kind: 'servers'; readonly of: ServerKind }
  | { readonly kind: 'voices' }

/** The dialogs about the open story. */
export type StoryDialog =
  /** A story file dropped on an open story: open it, or add it? */
  | { readonly kind: 'dropped-story'; readonly ref: FileRef; readonly name: string }
  /** What a file would change in the story. */
  | ({
      readonly kind: 'update'
      readonly reading: OpenReview
      readonly from: { readonly ref: FileRef }
    } & Output<'import:compare'>)
  /** Confirmation before deleting a vibe that is in use. */
  | { readonly kind: 'delete-vibe'; readonly vibe: VibeView; readonly inUse: VibeInUse }
  /** Confirmation of the price of reading a block again. */
  | { readonly kind: 'read-again'; readonly blockId: BlockId }
  /** The takes that the story's file holds. */
  | { readonly kind: 'held-takes' }
  /** Confirmation before deleting a paid take. */
  | { readonly kind: 'delete-take'; readonly take: Take; readonly name: string; readonly credits: number }
  /** An uncut take of a block, for trimming and cutting. */
  | { readonly kind: 'cut-take'; readonly blockId: BlockId; readonly take: Take; readonly name: string }
  /** The blocks of the running render. */
  | { readonly kind: 'render-queue' }
  | { readonly kind: 'save-version' }
  | { readonly kind: 'versions' }
  /** The edits since the story was opened, to go back and forth among them. */
  | { readonly kind: 'history' }
  /** The export: as text in a format, or as audio, at a part of the page if given. */
  | { readonly kind: 'export'; readonly format: TextFormat | null; readonly part?: ExportPartId }
  /** An audition of a line of the chosen block, in its own vibe and in these. */
  | { readonly kind: 'audition'; readonly vibes: readonly VibeRef[] }
  /** The cast page with the shown character; with `merges`, it opens the merge dialog. */
  | { readonly kind: 'cast'; readonly chosen: CharacterId | null; readonly merges: boolean }
  /** The voices of the whole cast at once. */
  | { readonly kind: 'casting' }

/** The uses of a vibe: blocks and characters of the open story, and other stories, by their titles. */
export interface VibeInUse extends VibeUses {
  readonly stories: readonly string[]
}

/** A document chosen or dropped, but not sent yet. */
export interface ChosenDocument {
  readonly ref: FileRef
  readonly name: string
  readonly sizeBytes: number
}

const OF_STORY: Readonly<Record<StoryDialog['kind'], true>> = {
  audition: true,
  cast: true,
  casting: true,
  'cut-take': true,
  'delete-take': true,
  'delete-vibe': true,
  'dropped-story': true,
  export: true,
  'held-takes': true,
  history: true,
  'read-again': true,
  'render-queue': true,
  'save-version': true,
  update: true,
  versions: true,
}

/** Whether a dialog is about the open story, and closes with it. */
export function needsStory(dialog: OpenDialog): boolean {
  return dialog.kind in OF_STORY || ('isAdded' in dialog && dialog.isAdded)
}
