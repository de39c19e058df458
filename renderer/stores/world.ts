/** The renderer's parts as one value, made by the composition root: the bridge, the stores, the player, and sources of ids and time. */
import type { MessageParams } from '../../shared/lib/userFacingError.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { BlockId, ChapterId, CharacterId, LexiconEntryId, MusicId } from '../../shared/story/records.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import type { AppStore } from './appStore.ts'
import type { AudioStore } from './audioStore.ts'
import type { JobsStore } from './jobsStore.ts'
import type { PeaksCache } from './peaksCache.ts'
import type { PlaybackStore } from './playbackStore.ts'
import type { Player } from './player.ts'
import type { Saver } from './saver.ts'
import type { StoryStore } from './storyStore.ts'
import type { StoryZooms } from './storyZooms.ts'
import type { UnsavedEdits } from './unsavedEdits.ts'
import type { VibesStore } from './vibesStore.ts'
import type { NoticeAction, ViewStore } from './viewStore.ts'

/** Actions take it as an argument, components read it from their context, and each test builds its own. */
export interface World {
  readonly bridge: Bridge
  readonly story: StoryStore
  readonly audio: AudioStore
  readonly view: ViewStore
  readonly vibes: VibesStore
  readonly jobs: JobsStore
  readonly app: AppStore
  readonly playback: PlaybackStore
  readonly saver: Saver
  readonly unsavedEdits: UnsavedEdits
  readonly zooms: StoryZooms
  readonly player: Player
  readonly peaks: PeaksCache
  readonly newBlockId: () => BlockId
  readonly newChapterId: () => ChapterId
  readonly newCharacterId: () => CharacterId
  readonly newEntryId: () => LexiconEntryId
  readonly newMusicId: () => MusicId
  readonly now: () => number
  /** Applies an edit: shown at once, in the undo list under `label` (an i18n key), on disk a moment later. */
  edit(label: TextKey, change: Change, coalesceKey?: string): void
  /** Shows an error to the writer. Any error that is not a UserFacingError is shown as an unexpected error. */
  report(error: unknown): void
  /** Shows a success message for some seconds, with what can be done about it, and tells it to a screen reader. */
  note(message: TextKey, params?: MessageParams, action?: NoticeAction): void
  /** Shows something that a person should look at, until it is dismissed. */
  warn(message: TextKey, params?: MessageParams): void
  /** Tells a screen reader only. */
  announce(message: TextKey, params?: MessageParams): void
}
