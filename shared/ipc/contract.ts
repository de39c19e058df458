/**
 * The whole boundary between renderer and host, as one table: channel → input and output. Adding a call
 * is a name, a schema pair and a handler; the compiler reports the rest. Audio does not travel here: the renderer plays
 * and draws it from `media/<projectId>/<audioId>`, relative to its page, which both hosts serve with Range.
 */
import * as z from 'zod'
import { MAX_STORY_FILE_BYTES } from '../files/fileTypes.ts'
import { checkedFileSchema } from '../export/findings.ts'
import { exportPartSchema } from '../export/exportPart.ts'
import { exportSettingsSchema } from '../export/exportSettings.ts'
import { COMMAND_IDS, CONDITIONS } from '../commands/commands.ts'
import { serversContract, serversEvents } from '../servers/contract.ts'
import { TEXT_FORMATS } from '../export/exportFormats.ts'
import { changeSchema } from '../story/changes.ts'
import { KEPT_STEPS, keptEditSchema, keptHistorySchema, pageHistorySchema } from '../story/history.ts'
import { MAX_LABEL } from '../story/limits.ts'
import { storyRecordSchema } from '../story/records.ts'
import { documentsContract, jobsContract, jobsEvents, ledgerContract, ledgerEvents } from './jobsContract.ts'
import { importContract, importEvents } from './importContract.ts'
import { lexiconContract, lexiconEvents, vibesContract } from './libraryContract.ts'
import { musicContract, takesContract, takesEvents } from './takesContract.ts'
import { projectViewSchema } from './projectView.ts'
import { wireErrorSchema } from './result.ts'
import { voicePacksContract, voicePacksEvents } from './voicePacksContract.ts'
import {
  appInfoSchema,
  deletedDraftIdSchema,
  deletedDraftSchema,
  exampleSchema,
  fileEntrySchema,
  filePurposeSchema,
  fileRefSchema,
  keptReasonSchema,
  missedChangesSchema,
  projectIdSchema,
  recentIdSchema,
  recentSchema,
  tagsSchema,
  revisionSchema,
  settingsSchema,
  versionSchema,
} from './views.ts'

const nothing = z.strictObject({})
const ofProject = z.strictObject({ projectId: projectIdSchema })
const ofRecent = z.strictObject({ recentId: recentIdSchema })
const ofDeletedDraft = z.strictObject({ deletedId: deletedDraftIdSchema })
const title = z.string().max(MAX_LABEL)
/** More than a picture drawn by the page needs, which is about 100 kB. */
const MAX_DRAWN_COVER = 2 * 1024 * 1024
/** The name of a narrator, in the page's language; English if it is not given. */
const narrator = z.string().min(1).max(MAX_LABEL).optional()
const exportId = z.string().min(1).max(64)
const pageId = z.string().min(1).max(64)

export const contract = {
  'app:info': { input: nothing, output: appInfoSchema },
  /** The answer to the event `app:closing`: whether the latest edits are saved. */
  'app:readyToClose': { input: z.strictObject({ isSaved: z.boolean() }), output: nothing },
  /** The conditions of shared/commands that hold: a host with a menu bar disables all other commands. */
  'menu:setConditions': { input: z.strictObject({ holding: z.array(z.enum(CONDITIONS)) }), output: nothing },
  /** Shows a system notification. `isShown` is false if the host leaves that to the page. */
  'app:notify': {
    input: z.strictObject({ title: z.string().max(200), body: z.string().max(1000) }),
    output: z.strictObject({ isShown: z.boolean() }),
  },
  /** Diagnostics to send with a bug report, as text: without keys and without words of a story. */
  'app:diagnostics': { input: nothing, output: z.object({ text: z.string() }) },
  /** The paths of Fabula's own folder, and the folder of natural voices. */
  'app:places': { input: nothing, output: z.object({ folder: z.string(), voices: z.string() }) },
  /** Opens the folder of the log; `isShown` is false if the host cannot. */
  'app:showLogs': { input: nothing, output: z.object({ folder: z.string(), isShown: z.boolean() }) },
  /** The languages in the page, as BCP 47 tags, for a host that checks the spelling. */
  'spelling:setLanguages': {
    input: z.strictObject({ languages: z.array(z.string().max(35)).max(20) }),
    output: nothing,
  },
  'settings:get': { input: nothing, output: settingsSchema },
  'settings:update': { input: settingsSchema.partial(), output: settingsSchema },

  ...serversContract,

  'recents:list': { input: nothing, output: z.array(recentSchema) },
  /** Removes a story from the list; its file stays. */
  'recents:remove': { input: ofRecent, output: nothing },
  /** Undoes a removal. */
  'recents:restore': { input: ofRecent, output: nothing },
  /** Renames a story, whether it is open or not. */
  'recents:rename': { input: ofRecent.extend({ title: title.trim().min(1) }), output: nothing },
  /** Sets the tags of a story in the list. */
  'recents:setTags': { input: ofRecent.extend({ tags: tagsSchema }), output: nothing },
  /** Shows the file of a story in the system's file manager, if the host has one. */
  'recents:showFile': { input: ofRecent, output: nothing },
  /** Moves a draft to the deleted drafts; null if its file is gone. */
  'drafts:delete': { input: ofRecent, output: z.object({ deletedId: deletedDraftIdSchema.nullable() }) },
  'drafts:listDeleted': { input: nothing, output: z.array(deletedDraftSchema) },
  'drafts:restore': { input: ofDeletedDraft, output: nothing },
  'drafts:deleteForGood': { input: ofDeletedDraft, output: nothing },
  'examples:list': { input: nothing, output: z.array(exampleSchema) },

  'files:pick': {
    input: z.strictObject({ purpose: filePurposeSchema, suggestedName: title }),
    output: z.object({ ref: fileRefSchema.nullable() }),
  },
  'files:list': { input: z.strictObject({ purpose: filePurposeSchema }), output: z.array(fileEntrySchema) },
  /** A path for a new file in the host's folder, from a name that the writer typed. */
  'files:place': {
    input: z.strictObject({ purpose: filePurposeSchema, name: z.string().min(1).max(200) }),
    output: z.object({ ref: fileRefSchema, name: z.string(), exists: z.boolean() }),
  },

  'project:create': { input: z.strictObject({ title }), output: projectViewSchema },
  'project:openExample': {
    input: z.strictObject({ exampleId: z.string().max(64) }),
    output: projectViewSchema,
  },
  /** Opens a story’s own file, or a copy of it if the writer wants one; a read-only file is opened as a copy. */
  'project:open': {
    input: z.strictObject({ ref: fileRefSchema, isCopy: z.boolean().optional() }),
    output: projectViewSchema,
  },
  /** Makes a new draft from typed or pasted text, like from a text file; `title` is used if the text has no title of its own. */
  'project:createFromText': {
    input: z.strictObject({ title, text: z.string().min(1).max(MAX_STORY_FILE_BYTES), narrator }),
    output: projectViewSchema,
  },
  'project:openRecent': {
    input: z.strictObject({ recentId: recentIdSchema, isCopy: z.boolean().optional() }),
    output: projectViewSchema,
  },
  'project:close': { input: ofProject, output: nothing },
  /**
   * Commits a change to disk before it answers, if the page has seen every change so far. Otherwise nothing is done:
   * the page merges its change with what it missed, and sends it again.
   */
  'project:change': {
    input: ofProject.extend({
      revision: revisionSchema,
      changeId: z.string().min(1).max(64),
      change: changeSchema,
      history: pageHistorySchema.optional(),
    }),
    output: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('committed'), revision: revisionSchema }),
      z.strictObject({ kind: z.literal('behind'), missed: missedChangesSchema }),
    ]),
  },
  /** The changes of the story since a revision. */
  'project:changesSince': {
    input: ofProject.extend({ revision: revisionSchema }),
    output: missedChangesSchema,
  },
  /** Returns the history of earlier sessions, and of closed pages, to a page. `others` are the other open pages: only they can undo their own edits. */
  'project:takeHistory': {
    input: ofProject.extend({ pageId, others: z.array(pageId).max(1000) }),
    output: keptHistorySchema,
  },
  /** Reads entries of the history. Entries that are damaged, or do not fit the story, are dropped along with all that depend on them. */
  'project:readSteps': {
    input: ofProject.extend({ ids: z.array(z.string().max(64)).max(KEPT_STEPS) }),
    output: z.strictObject({
      edits: z.array(keptEditSchema.extend({ id: z.string() })),
      gone: z.array(z.string()),
    }),
  },
  'project:saveVersion': { input: ofProject.extend({ name: title }), output: versionSchema },
  /** Keeps a version before a change named by the reason; null if the newest version equals the story. */
  'project:keepVersion': {
    input: ofProject.extend({ reason: keptReasonSchema, name: title }),
    output: versionSchema.nullable(),
  },
  'project:versions': { input: ofProject, output: z.array(versionSchema) },
  'project:readVersion': {
    input: ofProject.extend({ versionId: z.string().max(64) }),
    output: z.array(storyRecordSchema),
  },
  /** Copies the project to a new file and continues in the copy. */
  'project:saveAs': { input: ofProject.extend({ ref: fileRefSchema }), output: projectViewSchema },

  /** Writes the story as text to a file chosen for this purpose. Throws `story-without-text` and `export-not-writable`. */
  'project:exportText': {
    input: ofProject.extend({ format: z.enum(TEXT_FORMATS), ref: fileRefSchema, narrator }),
    output: z.strictObject({
      /** Identifies the file for showing and dragging it, like that of an export. */
      exportId,
      fileName: z.string(),
      location: z.string(),
      /** As in `export:progress`. */
      download: z.string().nullable(),
    }),
  },

  ...takesContract,

  ...musicContract,

  /** The peaks of a stored audio (shared/story/peaks.ts), as base64. */
  'audio:peaks': {
    input: ofProject.extend({ audioId: z.string().min(1).max(64) }),
    output: z.object({ peaks: z.string() }),
  },

  ...vibesContract,

  ...lexiconContract,

  ...jobsContract,

  ...documentsContract,

  ...importContract,

  ...ledgerContract,

  ...voicePacksContract,

  'export:start': {
    input: ofProject.extend({
      settings: exportSettingsSchema,
      /** A file, or a folder if the settings produce several files; null only measures what would be written. */
      ref: fileRefSchema.nullable(),
      part: exportPartSchema,
      /** A picture that was chosen, or one that the page drew, in base64. */
      cover: z.union([fileRefSchema, z.strictObject({ jpeg: z.base64().max(MAX_DRAWN_COVER) })]).nullable(),
      /** Whether blocks without audio are left out; otherwise they are an error. */
      leavesOutMissing: z.boolean(),
      narrator,
      /** The name of the stem that holds the music, in the page's language. */
      music: narrator,
      /** The name of the retail sample. */
      sample: narrator,
    }),
    output: z.object({ exportId }),
  },
  /** The free space on the disk of a story; null if the system does not report it. */
  'export:room': { input: ofProject, output: z.object({ freeBytes: z.number().nullable() }) },
  /** Shows the files of a finished export in the system's file manager; ignores an unknown export. */
  'export:show': { input: z.strictObject({ exportId }), output: nothing },
  /** Starts dragging the files of a finished export out of the window, if the host can; ignores an unknown export. */
  'export:drag': { input: z.strictObject({ exportId }), output: nothing },
  'export:cancel': { input: z.strictObject({ exportId }), output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

/** Events that the host sends to the page. */
export const events = {
  ...jobsEvents,
  ...importEvents,
  ...ledgerEvents,
  ...lexiconEvents,
  ...takesEvents,
  ...voicePacksEvents,
  'export:progress': z.strictObject({
    exportId,
    /** 0 to 1. */
    fraction: z.number(),
    remainingMs: z.number().nullable(),
    outcome: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('running') }),
      /** `download` is a link to the file, if the host serves one. */
      z.strictObject({
        kind: z.literal('done'),
        /** The name of the first audio file. */
        fileName: z.string(),
        /** The number of audio files. */
        fileCount: z.int(),
        /** The file, or the folder of several files. */
        location: z.string(),
        download: z.string().nullable(),
        /** The first of the other files. */
        beside: z.array(z.strictObject({ fileName: z.string(), download: z.string().nullable() })),
        durationMs: z.number(),
      }),
      /** Nothing was written; the files were only measured. */
      z.strictObject({ kind: z.literal('checked'), files: z.array(checkedFileSchema) }),
      z.strictObject({ kind: z.literal('cancelled') }),
      z.strictObject({ kind: z.literal('failed'), error: wireErrorSchema }),
    ]),
  }),
  /** A page's change is on disk, and made this revision. Other pages request it with `project:changesSince`. */
  'project:changed': ofProject.extend({ revision: revisionSchema }),
  /** The story continues in another file, chosen by a page. */
  'project:moved': ofProject.extend({
    recentId: recentIdSchema,
    location: z.string().nullable(),
    fileName: z.string().nullable(),
  }),
  /** The list of recent stories changed because the file of a story was read again. */
  'recents:changed': nothing,
  /** The story was closed. A page that still shows it opens it again, because others may change it from now on. */
  'project:closed': ofProject,
  /** The page receives every event from now on, for the first time or after a gap in which it may have missed some. */
  'app:listening': nothing,
  /** Unusable files of the embedded service were renamed to these names. */
  'app:setAside': z.strictObject({ names: z.array(z.string()) }),
  'speech:state': z.strictObject({ state: z.enum(['starting', 'ready', 'failed']) }),
  ...serversEvents,
  /** Another window, or the host itself, has changed settings. */
  'settings:changed': z.strictObject({ settings: settingsSchema }),
  /** The window is about to close: save everything, then call `app:readyToClose`. */
  'app:closing': nothing,
  /** The writer opened a file from outside the window. */
  'app:openFile': z.strictObject({ ref: fileRefSchema }),
  /** The writer chose a command in the native menu bar. */
  'menu:command': z.strictObject({ command: z.enum(COMMAND_IDS) }),
} as const satisfies Record<string, z.ZodType>

export type Channel = keyof typeof contract
export type Input<C extends Channel> = z.infer<(typeof contract)[C]['input']>
export type Output<C extends Channel> = z.infer<(typeof contract)[C]['output']>
export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>

/** One function per channel: implemented by a host. */
export type Handlers = { readonly [C in Channel]: (input: Input<C>) => Promise<Output<C>> }
/** How a host sends events to its pages. */
export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void
