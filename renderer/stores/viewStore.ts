import { createStore } from 'zustand/vanilla'
import type { SavedPurpose } from '../../shared/files/fileTypes.ts'
import type { MessageParams, UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Output } from '../../shared/ipc/contract.ts'
import type { FileRef } from '../../shared/ipc/views.ts'
import type { CharacterId } from '../../shared/story/records.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import type { PanelName, WindowSize } from './panels.ts'
import { needsStory, type OpenDialog } from './openDialog.ts'

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
