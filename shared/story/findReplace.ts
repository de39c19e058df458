/**
 * Find and replace over a story: pure functions from a story and a search to its hits, and from hits to a change. Blocks are found by
 * their words, or by who speaks them and how.
 */
import {
  compilePattern,
  fillReferences,
  type FindMatches,
  type Match,
  type PatternOptions,
} from '../lib/pattern.ts'
import { type Change, isSameValue } from './changes.ts'
import { MAX_LABEL, MAX_STORED_TEXT } from './limits.ts'
import { isLocked } from './locks.ts'
import type { BlockId, CharacterId, RecordId, StoryRecord } from './records.ts'
import type { Story } from './story.ts'
import { assignCharacter, patchBlocks } from './blockCommands.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import { SETTING_NAMES, type SettingName, type SpeechSettings, toOverrides } from './speechSettings.ts'

/** The text to search: the words of blocks, or the names of blocks, chapters and characters. */
export type FindPlace = 'words' | 'names'

export interface Search extends PatternOptions {
  readonly place: FindPlace
}

/** A match in a record of the story. */
export interface Hit extends Match {
  readonly id: RecordId
}

/** The text of a record that is searched; null if it has none. */
export function searchedText(record: StoryRecord, place: FindPlace): string | null {
  if (place === 'words') return record.type === 'block' ? record.text : null
  if (record.type === 'block' || record.type === 'character') return record.name
  return record.type === 'chapter' ? record.title : null
}

/** The matcher of a search; null if there is nothing to search for, or the pattern is invalid. */
export function matcherOf(search: Search): FindMatches | null {
  return compilePattern(search)
}

/** All hits: in characters in the order of the cast, then in the story's order. Null if a text would take too much work. */
export function findHits(story: Story, find: FindMatches, place: FindPlace): readonly Hit[] | null {
  const records: readonly StoryRecord[] =
    place === 'words' ? story.sequence : [...story.cast, ...story.sequence]
  const hits: Hit[] = []
  for (const record of records) {
    const text = searchedText(record, place)
    if (text === null || text === '') continue
    const matches = find(text)
    if (matches === null) return null
    for (const match of matches) hits.push(Object.assign(match, { id: record.id }))
  }
  return hits
}

export interface ReplacedHits {
  readonly change: Change
  /** The number of replaced hits. */
  readonly replaced: number
  /** The number of hits left unchanged because their blocks are locked. */
  readonly locked: number
  /** The number of hits left unchanged because the text would become too long for a story. */
  readonly tooLong: number
}

/** Replaces hits. In a regular expression's replacement, `$1` stands for what the first group matched. */
export function replaceHits(
  story: Story,
  hits: readonly Hit[],
  search: Pick<Search, 'place' | 'isPattern'>,
  replacement: string,
): ReplacedHits {
  const { place } = search
  let [replaced, locked, tooLong] = [0, 0, 0]
  const put: StoryRecord[] = []
  for (const [id, own] of Map.groupBy(hits, (hit) => hit.id)) {
    const record = story.records.get(id)
    if (record === undefined) continue
    if (place === 'words' && record.type === 'block' && isLocked(record)) {
      locked += own.length
      continue
    }
    const text = replaceIn(searchedText(record, place) ?? '', own, (hit) =>
      replacementOf(hit, search, replacement),
    )
    if (text.length > (place === 'words' ? MAX_STORED_TEXT : MAX_LABEL)) {
      tooLong += own.length
      continue
    }
    replaced += own.length
    if (record.type === 'block') put.push(place === 'words' ? { ...record, text } : { ...record, name: text })
    else if (record.type === 'chapter') put.push({ ...record, title: text })
    else if (record.type === 'character') put.push({ ...record, name: text })
  }
  return { change: { put, remove: [] }, replaced, locked, tooLong }
}

/** The replacement of a hit. */
export function replacementOf(
  hit: Hit,
  { isPattern }: Pick<Search, 'isPattern'>,
  replacement: string,
): string {
  return isPattern ? fillReferences(replacement, hit) : replacement
}

function replaceIn(text: string, hits: readonly Hit[], by: (hit: Hit) => string): string {
  const parts: string[] = []
  let from = 0
  for (const hit of hits) {
    parts.push(text.slice(from, hit.start), by(hit))
    from = hit.end
  }
  return parts.join('') + text.slice(from)
}

/** The fields by which blocks can be found. */
export const SPOKEN_FIELDS = ['characterId', ...SETTING_NAMES] as const
export type SpokenField = 'characterId' | SettingName
/** A value of a field: a character's id or null, or the value of a setting. */
export type SpokenValue = CharacterId | null | SpeechSettings[SettingName]

/** A value and the blocks that have it. */
export interface ValueCount {
  readonly value: SpokenValue
  readonly ids: readonly BlockId[]
}

/** The values of a field in the story, including inherited ones, with the blocks that have each; the most frequent first. */
export function valuesOf(story: Story, field: SpokenField): readonly ValueCount[] {
  const counts: { readonly value: SpokenValue; readonly ids: BlockId[] }[] = []
  for (const block of blocksOf(story)) {
    const value = field === 'characterId' ? block.characterId : settingsOf(story, block)[field]
    const known = counts.find((count) => isSameValue(count.value, value))
    if (known === undefined) counts.push({ value, ids: [block.id] })
    else known.ids.push(block.id)
  }
  return counts.sort((a, b) => b.ids.length - a.ids.length)
}

/** Sets a field of blocks. Locked blocks stay unchanged. */
export function giveValue(
  story: Story,
  ids: readonly BlockId[],
  field: SpokenField,
  value: SpokenValue,
): Change {
  if (field === 'characterId') return assignCharacter(story, ids, value as CharacterId | null) // the field says so
  return patchBlocks(story, ids, toOverrides({ [field]: value }))
}
