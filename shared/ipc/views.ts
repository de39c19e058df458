/** Stories, files and settings as the page sees them. */
import * as z from 'zod'
import { keyBindingsSchema, TABLE_KEYS } from '../commands/keyBindings.ts'
import {
  exportSettingsSchema,
  MOST_STORY_EXPORTS,
  ownPresetSchema,
  storyExportSchema,
} from '../export/exportSettings.ts'
import { FILE_PURPOSES, TAKEN_PURPOSES } from '../files/fileTypes.ts'
import { TEXT_ENCODING_NAMES } from '../files/textEncodings.ts'
import { MOST_AT_ONCE, USUAL_AT_ONCE } from '../jobs/pace.ts'
import { LANGUAGES } from '../messages/languages.ts'
import { changeSchema } from '../story/changes.ts'
import { storyRecordSchema } from '../story/records.ts'
import { VOICE_GENDERS } from '../voices/builtInVoices.ts'
import { packLicenceSchema } from '../voices/voicePacks.ts'
import { PLAYBACK_RATES } from '../story/limits.ts'

/** A file as the host names it: the page passes it back and never creates one. */
export const fileRefSchema = z.string().min(1).max(4096).brand<'FileRef'>()
export type FileRef = z.infer<typeof fileRefSchema>
export const textEncodingSchema = z.enum(TEXT_ENCODING_NAMES)
/** Samples of a text of uncertain encoding in each possible encoding, the most likely first. */
export const encodingSamplesSchema = z.array(z.object({ encoding: textEncodingSchema, sample: z.string() }))
export const projectIdSchema = z.string().min(1).max(64).brand<'ProjectId'>()
export type ProjectId = z.infer<typeof projectIdSchema>
export const recentIdSchema = z.string().min(1).max(64).brand<'RecentId'>()
export type RecentId = z.infer<typeof recentIdSchema>

export const filePurposeSchema = z.enum(FILE_PURPOSES)
/** Purposes of files that are dropped or chosen in the page. */
export const takenPurposeSchema = z.enum(TAKEN_PURPOSES)

/** Counts the changes of an open story: 0 when it was opened, 1 after the first change. */
export const revisionSchema = z.int().min(0)

/** A change that is on disk, and the revision of the story that it made. */
export const committedChangeSchema = z.strictObject({
  revision: revisionSchema,
  /** The id that the page gave the change; null for a change by Fabula itself. */
  changeId: z.string().max(64).nullable(),
  change: changeSchema,
})
export type CommittedChange = z.infer<typeof committedChangeSchema>

/** What takes a page from an older revision to the current one: the changes since, or all records if the changes are no longer kept. */
export const missedChangesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('changes'), changes: z.array(committedChangeSchema) }),
  z.strictObject({ kind: z.literal('story'), revision: revisionSchema, records: z.array(storyRecordSchema) }),
])
export type MissedChanges = z.infer<typeof missedChangesSchema>

/** The facts about a story in a list of stories. */
export const storySummarySchema = z.object({
  /** The length of the whole story, estimated where audio is missing. */
  lengthMs: z.number(),
  chapters: z.int(),
  blocks: z.int(),
  /** Blocks whose audio no longer fits, and blocks that never had any. */
  changed: z.int(),
  notMade: z.int(),
  /** The first words of the story; '' if it has none. */
  firstWords: z.string().max(200),
})
export type StorySummary = z.infer<typeof storySummarySchema>

export const MAX_TAGS = 10
export const MAX_TAG = 40
export const tagsSchema = z.array(z.string().trim().min(1).max(MAX_TAG)).max(MAX_TAGS)

export const recentSchema = z.object({
  id: recentIdSchema,
  title: z.string(),
  location: z.string().nullable(),
  openedAtMs: z.number(),
  isDraft: z.boolean(),
  /** False if the file is gone. */
  exists: z.boolean(),
  /** Null if it is not known, for example if the file is gone. */
  summary: storySummarySchema.nullable(),
  /** Words by which the writer sorts the list. */
  tags: tagsSchema,
})
export type Recent = z.infer<typeof recentSchema>

/** How long a deleted draft can be restored. */
export const DELETED_DRAFT_DAYS = 30
export const deletedDraftIdSchema = z.string().min(1).max(200).brand('DeletedDraftId')
export type DeletedDraftId = z.infer<typeof deletedDraftIdSchema>
export const deletedDraftSchema = z.object({
  id: deletedDraftIdSchema,
  title: z.string(),
  deletedAtMs: z.number(),
})
export type DeletedDraft = z.infer<typeof deletedDraftSchema>

export const exampleSchema = z.object({ id: z.string(), title: z.string(), description: z.string() })
export type Example = z.infer<typeof exampleSchema>

/** Why Fabula keeps versions by itself: time, or an upcoming change. */
export const keptReasonSchema = z.enum(['time', 'import', 'update', 'restore', 'replace'])
export type KeptReason = z.infer<typeof keptReasonSchema>

export const versionSchema = z.object({
  id: z.string().min(1).max(64),
  /** 'saved' by the writer, or kept by Fabula. */
  reason: z.enum(['saved', ...keptReasonSchema.options]),
  /** The name that the writer gave it, or of what was imported or restored after it; may be ''. */
  name: z.string(),
  createdAtMs: z.number(),
  blocks: z.number(),
  /** Its size in the file. */
  bytes: z.int().min(0),
})
export type Version = z.infer<typeof versionSchema>

export const voiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** BCP 47. */
  language: z.string(),
  description: z.string(),
  /** How the voice sounds; null if that is not known. */
  gender: z.enum(VOICE_GENDERS).nullable(),
  /** The engine of the built-in service that speaks with it; null for those that are built in. */
  engine: z.string().nullable(),
  /** The voice pack that a natural voice belongs to; null for all others. */
  pack: z
    .object({
      id: z.string(),
      name: z.string(),
      licence: packLicenceSchema,
      /** Seconds of speech generated per second on this computer; null until the voice has spoken here. */
      makesPerSecond: z.number().nullable(),
    })
    .nullable(),
})
export type VoiceView = z.infer<typeof voiceSchema>

export const fileEntrySchema = z.object({
  ref: fileRefSchema,
  name: z.string(),
  sizeBytes: z.number(),
  modifiedAtMs: z.number(),
})
export type FileEntry = z.infer<typeof fileEntrySchema>

/** The number of characters' voices that are stored. */
export const MOST_CAST_VOICES = 1000
/** The longest name that is stored. */
export const MAX_CAST_NAME = 200

const filter = z.array(z.string().max(200)).max(200)

/** The columns of the table of conversions that can be hidden. */
const HIDEABLE_COLUMNS = [
  'state',
  'sent',
  'words',
  'story',
  'voice',
  'kind',
  'service',
  'length',
  'credits',
] as const

/** The hints for a newcomer, in the order in which they are shown. */
export const HINTS = ['newBlock', 'character', 'drag', 'palette'] as const
export type NewcomerHint = (typeof HINTS)[number]

/** The limits of the writer's spelling dictionary: words, and letters per word. */
export const MAX_OWN_WORDS = 2_000
export const MAX_OWN_WORD = 100

const panelSchema = z.strictObject({
  /** Its width or height in CSS pixels, set by dragging; null for the default size. */
  sizePx: z.int().min(0).max(10_000).nullable(),
  isFolded: z.boolean(),
})

export const MIN_STORY_TEXT_PX = 14
export const MAX_STORY_TEXT_PX = 24

/** The orders of recent stories: last opened first, by title, longest first. */
export const RECENTS_ORDERS = ['opened', 'title', 'length'] as const

export const settingsSchema = z.strictObject({
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** The size of the story's text, in px. */
  storyTextPx: z.int().min(MIN_STORY_TEXT_PX).max(MAX_STORY_TEXT_PX),
  /** The density of the script's rows. */
  rows: z.enum(['compact', 'roomy']),
  isSnapOn: z.boolean(),
  /** Whether later clips of the timeline move along when a silence or a length changes. */
  isRippleOn: z.boolean(),
  /** The playback speed of stories. */
  playbackRate: z.literal(PLAYBACK_RATES),
  /** Whether the timeline has a lane for each character. */
  hasLanes: z.boolean(),
  /** The panels of the editor in a large window. */
  panels: z.strictObject({ left: panelSchema, inspector: panelSchema, timeline: panelSchema }),
  hiddenColumns: z.array(z.enum(HIDEABLE_COLUMNS)).max(20),
  /** The hints that were dismissed. */
  dismissedHints: z.array(z.enum(HINTS)).max(20),
  /** Whether the welcome page offers natural voices. */
  offersNaturalVoices: z.boolean(),
  /** How the welcome page lists the recent stories. */
  recentsView: z.enum(['cards', 'list']),
  recentsOrder: z.enum(RECENTS_ORDERS),
  /** The sections of the left panel that are open. */
  openSections: z.array(z.enum(['outline', 'cast', 'vibes', 'lexicon', 'music'])).max(10),
  /** Voices that the writer added to the library, in addition to those that Fabula knows. */
  voices: z
    .array(z.strictObject({ id: z.string().trim().min(1).max(200), name: z.string().trim().min(1).max(200) }))
    .max(1000),
  /** The user's key bindings, and whether single letters run commands. */
  ownKeys: keyBindingsSchema,
  areLetterKeysOn: z.boolean(),
  /** How many blocks each speech service renders at the same time. */
  blocksAtOnce: z.int().min(1).max(MOST_AT_ONCE),
  /** Whether a recording begins with a count-in. */
  countsIn: z.boolean(),
  /** Whether a system notification is shown when a render or an export ends while Fabula is in the background. */
  isNotifying: z.boolean(),
  /** Whether the desktop app checks the spelling; a browser has its own setting. */
  checksSpelling: z.boolean(),
  /** Words that count as correctly spelt. */
  ownWords: z.array(z.string().min(1).max(MAX_OWN_WORD)).max(MAX_OWN_WORDS),
  /** The ids of the voices of the writer's favourites. */
  favouriteVoices: z.array(z.string().min(1).max(200)).max(1000),
  /** The latest voices of characters by name (`speakerKey`), to suggest them in other stories. */
  castVoices: z
    .array(
      z.strictObject({ name: z.string().min(1).max(MAX_CAST_NAME), voiceId: z.string().min(1).max(200) }),
    )
    .max(MOST_CAST_VOICES),
  /** The ids of the commands most recently run from the palette, the latest first. */
  recentCommands: z.array(z.string().max(64)).max(50),
  /** What the voice picker shows: voices of these languages, genders and makers; all if a list is empty. */
  voiceFilters: z.strictObject({ language: filter, gender: filter, maker: filter }),
  /** The most credits that a story, and a day, may cost before the writer is asked; null for no cap. */
  creditsPerStory: z.int().min(0).max(1_000_000_000).nullable(),
  creditsPerDay: z.int().min(0).max(1_000_000_000).nullable(),
  /** The settings of the last export, and the writer's named presets. */
  lastExport: exportSettingsSchema.nullable(),
  exportPresets: z.array(ownPresetSchema).max(100),
  /** The last export settings of each story, the latest first. */
  storyExports: z.array(storyExportSchema).max(MOST_STORY_EXPORTS),
  /** Whether Fabula listens for events of speech services, on which port (0 for any), and how the tunnel is reached. */
  isWebhookOn: z.boolean(),
  webhookPort: z.int().min(0).max(65_535),
  webhookPublicUrl: z.string().max(2000),
  /** Hosts from which audio offered by an event may be fetched. */
  webhookHosts: z.array(z.string().min(1).max(255)).max(100),
})
export type Settings = z.infer<typeof settingsSchema>
const DEFAULT_SPENDING = {
  creditsPerStory: null,
  creditsPerDay: null,
  isWebhookOn: false,
  webhookPort: 47_318,
  webhookPublicUrl: '',
  webhookHosts: [],
}
const USUAL_PANEL = { sizePx: null, isFolded: false }
export const DEFAULT_APP_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  storyTextPx: 16,
  rows: 'compact',
  isSnapOn: true,
  lastExport: null,
  exportPresets: [],
  storyExports: [],
  isRippleOn: true,
  playbackRate: 1,
  hasLanes: false,
  panels: { left: USUAL_PANEL, inspector: USUAL_PANEL, timeline: USUAL_PANEL },
  hiddenColumns: [],
  dismissedHints: [],
  offersNaturalVoices: true,
  recentsView: 'cards',
  recentsOrder: 'opened',
  openSections: ['outline', 'cast'],
  voices: [],
  ...TABLE_KEYS,
  blocksAtOnce: USUAL_AT_ONCE,
  countsIn: true,
  isNotifying: true,
  checksSpelling: true,
  ownWords: [],
  favouriteVoices: [],
  castVoices: [],
  recentCommands: [],
  voiceFilters: { language: [], gender: [], maker: [] },
  ...DEFAULT_SPENDING,
}

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  /** The languages that the system prefers, as BCP 47 tags, the best first; null if the page's browser knows them. */
  systemLanguages: z.array(z.string()).nullable(),
  /** Who shows file dialogs: the system, or Fabula itself for one folder. */
  filePicker: z.enum(['system', 'own']),
  /** The folder that Fabula's own file dialog shows. */
  folder: z.string().nullable(),
  /** Whether Fabula runs without anything that may keep it from starting: natural voices and the graphics processor. */
  isSafe: z.boolean().optional(),
  /** The new names of files in the app's own folder that could not be used at startup. */
  setAside: z.array(z.string()),
})
export type AppInfo = z.infer<typeof appInfoSchema>
