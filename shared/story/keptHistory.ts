/**
 * The part of the history that is kept in the project file. With each change a page sends the host what changed in its history; the
 * host writes both together, and passes the entries to the next page that opens the story.
 */
import * as z from 'zod'
import { changeSchema, type ReversibleChange } from './changes.ts'
import { editPlaceSchema, type History, type HistoryEntry } from './history.ts'
import { MAX_LABEL } from './limits.ts'

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
export const historyUpdateSchema = z.strictObject({
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
export type HistoryUpdate = Readonly<z.infer<typeof historyUpdateSchema>>

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
