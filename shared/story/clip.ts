/** The clipboard: blocks and their music as records, so that they sound the same after pasting, and as plain text for other programs. */
import * as z from 'zod'
import { musicWithin } from './musicCommands.ts'
import { MAX_MUSIC, MAX_STORY_PARAGRAPHS } from './limits.ts'
import {
  storyRecordSchema,
  type Block,
  type BlockId,
  type SequenceEntry,
  type StoryRecord,
} from './records.ts'
import { findCharacter, sectionsOf } from './selectors.ts'
import { storyFromRecords, type Story } from './story.ts'

/** The type of the records on the clipboard. */
export const CLIP_TYPE = 'application/x-fabula-blocks+json'
/** The longest clip that is read, in characters. */
const MAX_CLIP_CHARACTERS = 64_000_000

const clipSchema = z.strictObject({
  format: z.literal('fabula-blocks'),
  version: z.literal(1),
  /** The recent story on this computer that it was copied from. */
  from: z.string().min(1).max(64).optional(),
  records: z.array(storyRecordSchema).max(2 * MAX_STORY_PARAGRAPHS + MAX_MUSIC),
})

/** Blocks and headings that are copied. */
export interface Clip {
  /** For `CLIP_TYPE`. */
  readonly json: string
  /** For every other program. */
  readonly text: string
  /** The headings whose blocks are all copied. */
  readonly headings: readonly SequenceEntry[]
}

/** The content of a clip. */
export interface ReadClip {
  /** The blocks as a separate story. */
  readonly story: Story
  /** The id of the recent story that they were copied from; undefined if it is not known. */
  readonly from: string | undefined
}

/** A copy of blocks of the recent story `from`, in story order, with the headings whose blocks are all copied, their characters with lexicon entries, and the music that plays only under them. */
export function clipOf(story: Story, ids: readonly BlockId[], from?: string): Clip {
  const wanted = new Set<string>(ids)
  const headings = sectionsOf(story).flatMap(({ chapter, blocks }) =>
    chapter !== null && blocks.length > 0 && blocks.every(({ id }) => wanted.has(id)) ? [chapter] : [],
  )
  for (const { id } of headings) wanted.add(id)
  const entries = story.sequence.filter(({ id }) => wanted.has(id))
  const blocks = entries.filter((entry): entry is Block => entry.type === 'block')
  const cast = story.cast.filter(({ id }) => blocks.some(({ characterId }) => characterId === id))
  // A copy is not locked: the story that it is pasted into may not have its audio.
  const copies = entries.map((entry) => (entry.type === 'block' ? { ...entry, lockedKey: null } : entry))
  const lexicon = story.lexicon.filter((entry) => cast.some(({ id }) => id === entry.characterId))
  const records: StoryRecord[] = [story.info, ...cast, ...lexicon, ...copies, ...musicWithin(story, wanted)]
  const json = JSON.stringify({ format: 'fabula-blocks', version: 1, from, records } satisfies z.infer<
    typeof clipSchema
  >)
  return { json, text: textOf(story, entries, blocks), headings }
}

/** Reads a clip; null if it is not a clip. */
export function readClip(json: string): ReadClip | null {
  if (json === '' || json.length > MAX_CLIP_CHARACTERS) return null
  const parsed = clipSchema.safeParse(parseJson(json))
  if (!parsed.success || !parsed.data.records.some(({ type }) => type === 'story')) return null
  return { story: storyFromRecords(parsed.data.records), from: parsed.data.from }
}

/** The words with a blank line between blocks; if several characters speak, each block begins with the name, as in a script. */
function textOf(story: Story, entries: readonly SequenceEntry[], blocks: readonly Block[]): string {
  const isScript = new Set(blocks.map(({ characterId }) => characterId)).size > 1
  return entries
    .map((entry) => {
      if (entry.type === 'chapter') return `# ${entry.title}`
      const name = findCharacter(story, entry.characterId)?.name ?? ''
      return isScript && name !== '' ? `${name}: ${entry.text}` : entry.text
    })
    .join('\n\n')
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
