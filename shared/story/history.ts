/**
 * Undo as a value: two lists of changes with a label each. Typing coalesces into one entry while it continues in the same
 * place; choosing, zooming and listening are not edits and are never recorded here. The project file keeps the latest entries,
 * so that the next session can undo them: with each change a page sends the host what changed in its history; the host writes both together,
 * and passes the entries to the next page that opens the story.
 */
import * as z from 'zod'
import {
  apply,
  type Change,
  changeSchema,
  composeReversible,
  invert,
  type ReversibleChange,
  sequenceIndexOf,
} from './changes.ts'
import { rebase } from './rebase.ts'
import type { Story } from './story.ts'
import { MAX_LABEL } from './limits.ts'
import type { RecordId, SequenceEntry, StoryRecord } from './records.ts'

/** Keystrokes further apart than this start a new entry. */
const COALESCE_WITHIN_MS = 1500
/** Older entries are dropped; an entry holds only the records that it touched. */
const MAX_ENTRIES = 1000

export interface HistoryEntry {
  /** Identifies the entry in the project file. */
  readonly id: string
  /** An i18n key that names the edit, as in "Undo typing". */
  readonly label: string
  /** The subject of the edit, such as the words that it replaced; '' if the label says it all. */
  readonly subject: string
  readonly place: EditPlace
  readonly coalesceKey: string | null
  readonly atMs: number
  /** Null for an entry of an earlier session whose records are still only in the project file. */
  readonly edit: ReversibleChange | null
}

export interface History {
  readonly past: readonly HistoryEntry[]
  readonly future: readonly HistoryEntry[]
}

/** An edit: a change, its name in the undo list, and its time. */
export interface Edit {
  /** The id of the entry that the edit becomes, unless it continues the last one. */
  readonly id: string
  readonly label: string
  readonly subject?: string
  readonly change: Change
  /** Edits with the same key in quick succession become one entry; null never coalesces. */
  readonly coalesceKey: string | null
  readonly atMs: number
}

/** A story with its history after a step, and the change that the step made: what goes to disk. */
export interface Step extends ReversibleChange {
  readonly story: Story
  readonly history: History
}

export const EMPTY_HISTORY: History = { past: [], future: [] }

/** Applies an edit. Returns null if it has no effect, in which case no entry is added and redo stays possible. */
export function execute(story: Story, history: History, edit: Edit): Step | null {
  const next = apply(story, edit.change)
  if (next === story) return null
  const { change, label, coalesceKey, atMs } = edit
  const done = { change, inverse: invert(story, change) }
  const own = withOwnRecords(done)
  const last = history.past.at(-1)
  const continued =
    coalesceKey !== null &&
    last?.coalesceKey === coalesceKey &&
    history.future.length === 0 &&
    atMs - last.atMs <= COALESCE_WITHIN_MS
      ? last.edit
      : null
  const entry: HistoryEntry =
    last !== undefined && continued !== null
      ? { ...last, atMs, edit: composeReversible(continued, own) }
      : {
          ...{ id: edit.id, label, coalesceKey, atMs, edit: own },
          ...{ subject: edit.subject ?? '', place: placeOfEdit(story, next, change) },
        }
  const kept = continued === null ? history.past.slice(-MAX_ENTRIES + 1) : history.past.slice(0, -1)
  return { story: next, history: { past: [...kept, entry], future: [] }, ...done }
}

/** Undoes the last edit, without undoing later changes of other pages; null if there is none, or its records are only in the project file. */
export function undo(story: Story, history: History): Step | null {
  const entry = history.past.at(-1)
  if (entry === undefined || entry.edit === null) return null
  const { change, inverse } = rebase({ change: entry.edit.inverse, inverse: entry.edit.change }, story)
  return {
    story: apply(story, change),
    history: { past: history.past.slice(0, -1), future: [...history.future, endRun(entry)] },
    change,
    inverse,
  }
}

/** Redoes what was last undone; null if there is nothing, or its records are only in the project file. */
export function redo(story: Story, history: History): Step | null {
  const entry = history.future.at(-1)
  if (entry === undefined || entry.edit === null) return null
  const { change, inverse } = rebase(entry.edit, story)
  return {
    story: apply(story, change),
    history: { past: [...history.past, entry], future: history.future.slice(0, -1) },
    change,
    inverse,
  }
}

/**
 * Moves several steps through the history as one change: back if `steps` is negative, otherwise forward. Null if there are fewer steps, or
 * `steps` is 0.
 */
export function travel(story: Story, history: History, steps: number): Step | null {
  let now: Step | null = null
  for (let at = 0; at < Math.abs(steps); at += 1) {
    const from: Pick<Step, 'story' | 'history'> = now ?? { story, history }
    const next = steps < 0 ? undo(from.story, from.history) : redo(from.story, from.history)
    if (next === null) return null
    now = now === null ? next : { ...next, ...composeReversible(now, next) }
  }
  return now
}

/**
 * The history after a change from another page turned `before` into `after`. If it changed what the last entry changed, that
 * entry is finished: otherwise further typing would join one entry with the words of the other page.
 */
export function afterOtherChange(history: History, before: Story, after: Story): History {
  const last = history.past.at(-1)
  const change = last?.edit?.change
  if (last === undefined || change === undefined || last.coalesceKey === null) return history
  const isSame = change.put.every(({ id }) => before.records.get(id) === after.records.get(id))
  return isSame ? history : { ...history, past: [...history.past.slice(0, -1), endRun(last)] }
}

/**
 * An edit with copies of its records: values derived from a record stay in memory as long as the record (`derive`), and an entry may
 * outlive its story by a thousand edits.
 */
function withOwnRecords({ change, inverse }: ReversibleChange): ReversibleChange {
  const copy = ({ put, remove }: Change): Change => ({ put: put.map((record) => ({ ...record })), remove })
  return { change: copy(change), inverse: copy(inverse) }
}

/** An entry that was undone is finished: typing after a redo starts a new one. */
function endRun(entry: HistoryEntry): HistoryEntry {
  return { ...entry, coalesceKey: null }
}

/** Where in a story an edit was made, for the list of edits on screen. */
const editPlaceSchema = z.strictObject({
  /** The number of blocks that the edit touched. */
  blocks: z.int().min(0),
  /** The number of the first of them; 0 if it touched none. */
  first: z.int().min(0),
  /** The chapter that it was in, or the heading, character, word or music that was edited; '' if that has no name. */
  name: z.string().max(MAX_LABEL),
})
type EditPlace = Readonly<z.infer<typeof editPlaceSchema>>

/** The place of a change that made `after` out of `before`. Takes time proportional to the change, and one pass over the sequence. */
function placeOfEdit(before: Story, after: Story, change: Change): EditPlace {
  const ids = new Set<RecordId>([...change.put.map(({ id }) => id), ...change.remove])
  let blocks = 0
  let firstIndex = Infinity
  let sequence = after.sequence
  let named: StoryRecord | undefined
  for (const id of ids) {
    const old = before.records.get(id)
    const now = after.records.get(id)
    if (old === now) continue
    const record = now ?? old
    if (record === undefined) continue
    named ??= record
    if (record.type !== 'block') continue
    blocks += 1
    const where = now === undefined ? before.sequence : after.sequence
    const index = sequenceIndexOf(where, record)
    if (index < firstIndex) [firstIndex, sequence] = [index, where]
  }
  if (blocks === 0) return { blocks, first: 0, name: named === undefined ? '' : nameOf(named) }
  let first = 0
  let chapter: SequenceEntry | undefined
  for (const entry of sequence.slice(0, firstIndex + 1)) {
    if (entry.type === 'block') first += 1
    else chapter = entry
  }
  return { blocks, first, name: chapter === undefined ? '' : nameOf(chapter) }
}

function nameOf(record: StoryRecord): string {
  switch (record.type) {
    case 'chapter':
      return record.title
    case 'character':
    case 'music':
      return record.name
    case 'lexiconEntry':
      return record.written
    default:
      return ''
  }
}

/** The number of entries that the project file keeps. */
export const KEPT_STEPS = 500
/** An edit of more records is not kept, nor are the edits before it. */
export const MAX_STEP_RECORDS = 20_000

const stepIdSchema = z.string().min(1).max(64)

/** An entry without the records of its edit. */
export const keptStepSchema = z.strictObject({
  id: stepIdSchema,
  label: z.string().max(100),
  subject: z.string().max(MAX_LABEL),
  place: editPlaceSchema,
  atMs: z.number(),
})
export type KeptStep = Readonly<z.infer<typeof keptStepSchema>>

export const keptEditSchema = z.strictObject({ change: changeSchema, inverse: changeSchema })

/** The changes of a page's history since its last change of the story. */
const historyUpdateSchema = z.strictObject({
  /** New or extended entries, oldest first. */
  put: z
    .array(
      z.strictObject({
        step: keptStepSchema,
        isUndone: z.boolean(),
        /** 'sent' if the edit is the change in the same message; null if the edit is too large to keep. */
        edit: z.union([keptEditSchema, z.literal('sent'), z.null()]),
      }),
    )
    .readonly(),
  undone: z.array(stepIdSchema).readonly(),
  redone: z.array(stepIdSchema).readonly(),
  removed: z.array(stepIdSchema).readonly(),
})
type HistoryUpdate = Readonly<z.infer<typeof historyUpdateSchema>>

/** The history update of a page, with the page's id. */
export const pageHistorySchema = z.strictObject({
  pageId: z.string().min(1).max(64),
  update: historyUpdateSchema,
})
export type PageHistory = Readonly<z.infer<typeof pageHistorySchema>>

/** The entries in the file: those that can be undone, oldest first, and those that can be redone, as in `History`. */
export const keptHistorySchema = z.strictObject({
  past: z.array(keptStepSchema).readonly(),
  future: z.array(keptStepSchema).readonly(),
})
export type KeptHistory = Readonly<z.infer<typeof keptHistorySchema>>

/** The update that takes the history in the file from `before` to `after`; null if nothing changed. */
export function historyUpdate(before: History, after: History): HistoryUpdate | null {
  if (before.past === after.past && before.future === after.future) return null
  const known = new Map<string, { readonly entry: HistoryEntry; readonly isUndone: boolean }>()
  for (const entry of before.past) known.set(entry.id, { entry, isUndone: false })
  for (const entry of before.future) known.set(entry.id, { entry, isUndone: true })
  const grown: { readonly entry: HistoryEntry; readonly isUndone: boolean }[] = []
  const undone: string[] = []
  const redone: string[] = []
  const compare = (entry: HistoryEntry, isUndone: boolean) => {
    const old = known.get(entry.id)
    known.delete(entry.id)
    const isSame = old !== undefined && (old.entry.edit === null || old.entry.edit === entry.edit)
    if (!isSame) grown.push({ entry, isUndone })
    else if (old.isUndone !== isUndone) (isUndone ? undone : redone).push(entry.id)
  }
  const isNew = ({ id }: HistoryEntry) => !known.has(id)
  const isFirstOfNew = [...after.past, ...after.future].filter(isNew).length === 1
  for (const entry of after.past) compare(entry, false)
  for (const entry of after.future.toReversed()) compare(entry, true)
  const [only, ...more] = grown
  const isAlone = isFirstOfNew && more.length === 0 && undone.length + redone.length === 0
  return {
    put: grown.map(({ entry, isUndone }) => ({
      step: stepOf(entry),
      isUndone,
      edit: isAlone && entry === only?.entry && !isUndone ? 'sent' : editOf(entry),
    })),
    undone,
    redone,
    removed: [...known.keys()],
  }
}

/** The entries that a file keeps as entries of a history. Their records are still in the file. */
export function entriesOf({ past, future }: KeptHistory): History {
  const entryOf = (step: KeptStep): HistoryEntry => ({ ...step, coalesceKey: null, edit: null })
  return { past: past.map(entryOf), future: future.map(entryOf) }
}

/** The history of a page that continues an earlier session: the earlier entries, then its own. */
export function goOnWith(kept: History, own: History): History {
  const ids = new Set([...own.past, ...own.future].map(({ id }) => id))
  const others = (entries: readonly HistoryEntry[]) => entries.filter(({ id }) => !ids.has(id))
  return {
    past: [...others(kept.past), ...own.past],
    // An edit of this session replaces what could be redone.
    future: own.past.length > 0 ? own.future : [...others(kept.future), ...own.future],
  }
}

/** The entries within this many steps whose records are still only in the file. */
export function unreadSteps({ past, future }: History, steps: number): readonly string[] {
  const passed = steps < 0 ? past.slice(steps) : steps > 0 ? future.slice(-steps) : []
  return passed.filter(({ edit }) => edit === null).map(({ id }) => id)
}

/** The history with records that were read from the file, and without the entries that are gone from it. */
export function withRead(
  history: History,
  read: ReadonlyMap<string, ReversibleChange>,
  gone: ReadonlySet<string>,
): History {
  const fill = (entries: readonly HistoryEntry[]) =>
    entries
      .filter(({ id, edit }) => edit !== null || !gone.has(id))
      .map((entry) => ({ ...entry, edit: entry.edit ?? read.get(entry.id) ?? null }))
  return { past: fill(history.past), future: fill(history.future) }
}

function stepOf({ id, label, subject, place, atMs }: HistoryEntry): KeptStep {
  return { id, label, subject: subject.slice(0, MAX_LABEL), place, atMs }
}

function editOf({ edit }: HistoryEntry): ReversibleChange | null {
  if (edit === null) return null
  const { change, inverse } = edit
  const records = change.put.length + change.remove.length + inverse.put.length + inverse.remove.length
  return records > MAX_STEP_RECORDS ? null : edit
}
