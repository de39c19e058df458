/**
 * Applies an edit that was made on an older state of a story to its current state: a three-way merge of each touched record, from the
 * record before the edit, the record after it, and the current record. Fields that one side changed keep that change; texts that both
 * changed are merged (mergeText.ts); for other fields that both changed, the edit's value wins. Words win over deletion: a record stays, or
 * comes back, if one side deleted it and the other wrote in it.
 */
import { apply, invert, isSameRecord, isSameValue, type Change, type ReversibleChange } from './changes.ts'
import { MAX_DESCRIPTION, MAX_LABEL, MAX_NOTES, MAX_STORED_PROMPT, MAX_STORED_TEXT } from './limits.ts'
import { mergeText } from './mergeText.ts'
import type { CharacterId, RecordId, StoryRecord } from './records.ts'
import type { Story } from './story.ts'

/** An edit that applies to the current story. */
export interface Rebased extends ReversibleChange {
  /** Records that two people should read again: both changed the same words, or one deleted what the other wrote in. */
  readonly toReread: readonly RecordId[]
}

/** Fields that contain words, and the most characters of each. */
const WORDS: Readonly<Record<string, number>> = {
  text: MAX_STORED_TEXT,
  name: MAX_LABEL,
  title: MAX_LABEL,
  notes: MAX_NOTES,
  author: MAX_LABEL,
  description: MAX_DESCRIPTION,
  customPrompt: MAX_STORED_PROMPT,
}
/** Fields with nested fields. Every other value, such as a vibe, is replaced as a whole. */
const GROUPS = new Set(['settings', 'defaults', 'silenceRules', 'book', 'takeCuts'])

type Fields = Readonly<Record<string, unknown>>

/** Characters that were merged, by the character they were merged into. */
type Merged = ReadonlyMap<CharacterId, CharacterId>
const NONE_MERGED: Merged = new Map()

/**
 * Rebases the edit onto `story`, whose records may have changed since the edit was made. `merged` names the characters that
 * others have merged since.
 */
export function rebase(edit: ReversibleChange, story: Story, merged = NONE_MERGED): Rebased {
  const before = new Map<RecordId, StoryRecord>(edit.inverse.put.map((record) => [record.id, record]))
  const toReread = new Set<RecordId>()
  const own = edit.change.put.flatMap((mine) => {
    const record = mergeRecord(before.get(mine.id), story.records.get(mine.id), mine, toReread)
    return record === null ? [] : [record]
  })
  const put = [...own, ...followers(edit, own, story)]
  const puts = new Map<RecordId, StoryRecord>(put.map((record) => [record.id, record]))
  const touched = new Set<RecordId>([...puts.keys(), ...edit.change.remove])
  const remove = edit.change.remove.filter((id) => {
    const [base, now] = [before.get(id), story.records.get(id)]
    if (now === undefined || (now.type === 'character' && isNamedBy(story, touched, id))) return false
    if (base === undefined || isSameWords(base, now)) return true
    toReread.add(id)
    return false
  })
  const change = withKnownCharacters({ put, remove }, puts, story, merged)
  return { change, inverse: invert(story, change), toReread: [...toReread] }
}

/** A story on which edits were redone after changes by others: the story, and the edits as they now apply. */
export interface RebasedStory {
  readonly story: Story
  readonly edits: readonly ReversibleChange[]
  readonly toReread: readonly RecordId[]
}

/** Inserts a change by others below edits: undoes the edits, applies the change, and redoes each edit. */
export function applyBelow(
  story: Story,
  edits: readonly ReversibleChange[],
  change: (below: Story) => Change,
): RebasedStory {
  const below = edits.reduceRight((now, { inverse }) => apply(now, inverse), story)
  const others = change(below)
  const merged = mergedCharacters({ change: others, inverse: invert(below, others) })
  let now = apply(below, others)
  const toReread = new Set<RecordId>()
  const rebasedEdits = edits.map((edit) => {
    const rebased = rebase(edit, now, merged)
    now = apply(now, rebased.change)
    for (const id of rebased.toReread) toReread.add(id)
    return { change: rebased.change, inverse: rebased.inverse }
  })
  return { story: now, edits: rebasedEdits, toReread: [...toReread] }
}

/** Null if the other side deleted the record and the edit adds no words. */
function mergeRecord(
  base: StoryRecord | undefined,
  theirs: StoryRecord | undefined,
  mine: StoryRecord,
  toReread: Set<RecordId>,
): StoryRecord | null {
  if (theirs === undefined) {
    if (base === undefined) return mine
    if (isSameWords(base, mine)) return null
    toReread.add(mine.id)
    return mine
  }
  if (base !== undefined && isSameRecord(base, theirs)) return mine
  if (theirs.type !== mine.type) return null
  // Both sides added or restored the record: only its words are merged.
  const fields = base ?? { ...mine, ...Object.fromEntries(Object.keys(WORDS).map((name) => [name, ''])) }
  const merged = mergeFields(fields, theirs, mine, () => toReread.add(mine.id))
  return merged as unknown as StoryRecord // the keys and types of two records of one type
}

function mergeFields(base: Fields, theirs: Fields, mine: Fields, onBoth: () => void): Fields {
  const merge = (name: string): unknown => {
    const [from, other, own] = [base[name], theirs[name], mine[name]]
    if (isSameValue(from, own)) return other
    if (isSameValue(from, other) || isSameValue(other, own)) return own
    if (GROUPS.has(name)) return mergeFields(fieldsOf(from), fieldsOf(other), fieldsOf(own), onBoth)
    const limit = WORDS[name]
    if (limit === undefined || typeof other !== 'string' || typeof own !== 'string') return own
    const { text, hasBoth } = mergeText(typeof from === 'string' ? from : '', other, own)
    if (hasBoth || text.length > limit) onBoth()
    return text.length > limit ? other : text
  }
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  // A take without cuts has no field in its block.
  const merged = [...names].map((name) => [name, merge(name)] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isSameWords(a: StoryRecord, b: StoryRecord): boolean {
  const [first, second]: Fields[] = [a, b]
  return Object.keys(WORDS).every((name) => first?.[name] === second?.[name])
}

/**
 * The characters that an edit merges into another: it removes them, and reassigns everything that named them to the same
 * character. Merging a character who says nothing looks the same as removing it.
 */
function mergedCharacters({ change, inverse }: ReversibleChange): Merged {
  const after = new Map<RecordId, StoryRecord>(change.put.map((record) => [record.id, record]))
  const gone = new Set<RecordId>(change.remove)
  const merged = new Map<CharacterId, CharacterId | null>()
  for (const record of inverse.put) {
    const from = speakerOf(record)
    if (from === null || !gone.has(from)) continue
    const into = speakerOf(after.get(record.id))
    merged.set(from, merged.has(from) && merged.get(from) !== into ? null : into)
  }
  return new Map([...merged].flatMap(([from, into]) => (into === null ? [] : [[from, into] as const])))
}

/** Reassigns what others assigned to a character that the edit merges into another. */
function followers(
  edit: ReversibleChange,
  put: readonly StoryRecord[],
  story: Story,
): readonly StoryRecord[] {
  const merged = mergedCharacters(edit)
  if (merged.size === 0) return []
  const touched = new Set<RecordId>([...put.map(({ id }) => id), ...edit.change.remove])
  return [...story.records.values()].flatMap((record): StoryRecord[] => {
    const into = mergedInto(merged, record)
    const isKnown = into !== undefined && (story.records.has(into) || touched.has(into))
    return isKnown && !touched.has(record.id) ? [withSpeaker(record, into)] : []
  })
}

function mergedInto(merged: Merged, record: StoryRecord): CharacterId | undefined {
  const speaker = speakerOf(record)
  return speaker === null ? undefined : merged.get(speaker)
}

/** The character that a block or an entry of the lexicon is for. */
function speakerOf(record: StoryRecord | undefined): CharacterId | null {
  return record?.type === 'block' || record?.type === 'lexiconEntry' ? record.characterId : null
}

function withSpeaker(record: StoryRecord, characterId: CharacterId | null): StoryRecord {
  return record.type === 'block' || record.type === 'lexiconEntry' ? { ...record, characterId } : record
}

/** Whether a block or an entry of the lexicon that the edit does not touch is for a character. */
function isNamedBy(story: Story, touched: ReadonlySet<RecordId>, id: RecordId): boolean {
  for (const record of story.records.values()) {
    if (speakerOf(record) === id && !touched.has(record.id)) return true
  }
  return false
}

/**
 * Reassigns what is assigned to a removed character to the character that replaced it. If there is none, a block keeps its current
 * character, or has none, and a new entry of the lexicon is left out. Characters that a record is assigned to are not removed.
 */
function withKnownCharacters(
  { put, remove }: Change,
  puts: ReadonlyMap<RecordId, StoryRecord>,
  story: Story,
  merged: Merged,
): Change {
  const isKnown = (id: RecordId) => puts.has(id) || story.records.has(id)
  const known = put.flatMap((record): StoryRecord[] => {
    const speaker = speakerOf(record)
    if (speaker === null || isKnown(speaker)) return [record]
    const places = [merged.get(speaker) ?? null, speakerOf(story.records.get(record.id))]
    const place = places.find((id) => id !== null && isKnown(id)) ?? null
    return place === null && record.type === 'lexiconEntry' ? [] : [withSpeaker(record, place)]
  })
  const named = new Set<RecordId | null>(known.map(speakerOf))
  return { put: known, remove: remove.filter((id) => !named.has(id)) }
}
