/** `App`: the state of the page with or without a story, made by the composition root. `Session`: the state of the open story. */
import type { StoreApi } from 'zustand/vanilla'
import type { MessageParams } from '../../shared/lib/userFacingError.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { BlockId, ChapterId, CharacterId, LexiconEntryId, MusicId } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import type { AppStore } from './appStore.ts'
import type { AudioStore, PeaksCache } from './audioStore.ts'
import type { EditorStore } from './editorStore.ts'
import type { JobsStore } from './jobsStore.ts'
import type { PlaybackStore, Player, PlayerParts } from './player.ts'
import type { Saver } from './saver.ts'
import type { StoryStore } from './storyStore.ts'
import type { StoryZooms } from './storyZooms.ts'
import type { ThisPage, UnsavedEdits } from './unsavedEdits.ts'
import type { VibesStore } from './vibesStore.ts'
import type { NoticeAction, ViewStore } from './viewStore.ts'

/** Actions take it as an argument, components read it from their context, and each test builds its own. */
export interface App {
  readonly bridge: Bridge
  readonly state: AppStore
  readonly view: ViewStore
  readonly vibes: VibesStore
  readonly jobs: JobsStore
  /** The session of the open story; null on the welcome screen. */
  readonly open: StoreApi<{ readonly session: Session | null }>
  readonly unsavedEdits: UnsavedEdits
  readonly page: ThisPage
  readonly zooms: StoryZooms
  readonly newBlockId: () => BlockId
  readonly newChapterId: () => ChapterId
  readonly newCharacterId: () => CharacterId
  readonly newEntryId: () => LexiconEntryId
  readonly newMusicId: () => MusicId
  readonly now: () => number
  /** Creates the player of a session. */
  readonly createPlayer: (parts: PlayerParts) => Player
  /** Shows an error to the writer. Any error that is not a UserFacingError is shown as an unexpected error. */
  report(error: unknown): void
  /** Shows a success message for some seconds, with an optional action, and announces it to screen readers. */
  note(message: TextKey, params?: MessageParams, action?: NoticeAction): void
  /** Shows a warning until it is dismissed. */
  warn(message: TextKey, params?: MessageParams): void
  /** Announces something to screen readers only. */
  announce(message: TextKey, params?: MessageParams): void
}

/**
 * The app with a story open: the argument of actions on a story. It is made when the story opens, and dropped when it closes or another
 * opens (actions/session.ts). The rest of a running action then continues with a session that is no longer shown.
 */
export interface Session extends App {
  readonly story: StoryStore
  readonly audio: AudioStore
  readonly editor: EditorStore
  readonly playback: PlaybackStore
  readonly saver: Saver
  readonly player: Player
  readonly peaks: PeaksCache
  /** Aborted when the page no longer shows this story, or opens it again. */
  readonly signal: AbortSignal
  /** Whether `signal` is aborted: a method, because the compiler would assume that the signal itself is unchanged after an `await`. */
  isClosed(): boolean
  /**
   * Applies an edit: shown at once, in the undo list under `label` (an i18n key), on disk a moment later. `subject` is shown in the list in
   * addition to the label and place, such as the words that were replaced.
   */
  edit(label: TextKey, change: Change, coalesceKey?: string, subject?: string): void
  /** Stops all work of the session, and answers its questions. Only for actions/session.ts. */
  close(): void
}

/** The current story, for handlers; components use the hooks of hooks/session.ts. */
export function storyOf(session: Session): Story {
  return session.story.getState().story
}

/** The session of the open story; null if none is open. */
export function currentSession(app: App): Session | null {
  return app.open.getState().session
}

/**
 * Calls `follow` with the open session, and with each later one. The function that `follow` returns is called when the session
 * closes.
 */
export function followSessions(app: App, follow: (session: Session) => () => void): void {
  let stop: (() => void) | undefined
  const look = ({ session }: { readonly session: Session | null }) => {
    stop?.()
    stop = session === null ? undefined : follow(session)
  }
  app.open.subscribe(look)
  look(app.open.getState())
}
