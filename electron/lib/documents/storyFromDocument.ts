import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { ranksBefore } from '../../../shared/story/ordering.ts'
import {
  BLANK_BLOCK,
  blockIdSchema,
  BUILT_IN_CONNECTION,
  CHARACTER_COLORS,
  chapterIdSchema,
  characterIdSchema,
  storyIdSchema,
} from '../../../shared/story/records.ts'
import type { Block, Chapter, Character, StoryInfo, StoryRecord } from '../../../shared/story/records.ts'
import { MAX_LABEL, MAX_STORED_TEXT, MAX_STORY_PARAGRAPHS } from '../../../shared/story/limits.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { findSpeeches } from './cues.ts'
import type { Heading, Speech } from './cues.ts'
import type { TextDocument } from './textPart.ts'

/** The voices that new characters get, in turn: the first six of every service of the family. */
const CAST_VOICES = ['OA001', 'OA002', 'OA003', 'OA004', 'OA005', 'OA006'] as const
/** The name of the narrator where the reader gives none. */
const NARRATOR = 'Narrator'

/**
 * The records of a story made from a document: paragraphs become blocks, headings chapters, names before a colon the cast.
 * Words without a name go to a narrator of that name where there is a cast. Throws `document-empty` where there are no words,
 * `document-too-many-paragraphs` and `document-paragraph-too-long`, as `shared/story/limits.ts` has it.
 */
export function storyFromDocument(
  document: TextDocument,
  title: string,
  { newId, narrator = NARRATOR }: { readonly newId: () => string; readonly narrator?: string | undefined },
): StoryRecord[] {
  assertFits(document.parts.length)
  const speeches = attributeSpeeches(findSpeeches(document.parts), document.joinLines, narrator)
  if (!speeches.some((entry) => entry.kind === 'speech')) throw new UserFacingError('document-empty')
  assertFits(speeches.length)
  const cast = createCast(speeches, narrator, newId)
  const ranks = ranksBefore([], null, speeches.length)
  const sequence = speeches.map((entry, index): Chapter | Block => {
    const rank = ranks[index] ?? ''
    // A heading that is too long for a title becomes a block.
    if (entry.kind === 'heading' && entry.text.length <= MAX_LABEL) {
      return { type: 'chapter', id: chapterIdSchema.parse(newId()), rank, title: entry.text }
    }
    if (entry.text.length > MAX_STORED_TEXT) throw new UserFacingError('document-paragraph-too-long')
    const speaker = entry.kind === 'speech' ? entry.speaker : null
    return {
      ...BLANK_BLOCK,
      type: 'block',
      id: blockIdSchema.parse(newId()),
      rank,
      text: entry.text,
      characterId: cast.get(speaker ?? narrator)?.id ?? null,
      emotion: entry.kind === 'speech' && entry.manner !== '' ? entry.manner : null,
    }
  })
  const info: StoryInfo = {
    type: 'story',
    id: storyIdSchema.parse(newId()),
    title: title.slice(0, MAX_LABEL),
    connectionId: BUILT_IN_CONNECTION,
    defaults: DEFAULT_SETTINGS,
  }
  return [info, ...cast.values(), ...sequence]
}

/** Throws `document-too-many-paragraphs` for more than one story holds. */
export function assertFits(paragraphs: number): void {
  if (paragraphs <= MAX_STORY_PARAGRAPHS) return
  throw new UserFacingError('document-too-many-paragraphs', { limit: MAX_STORY_PARAGRAPHS })
}

/** Words as they are to be spoken; a name that stands alone speaks what comes next. */
function attributeSpeeches(
  entries: readonly (Speech | Heading)[],
  joinLines: (text: string) => string,
  narrator: string,
): (Speech | Heading)[] {
  let announced: Speech | null = null
  return entries.flatMap((entry): (Speech | Heading)[] => {
    if (entry.kind === 'heading') return [entry]
    const text = joinLines(entry.text.trim()).trim()
    if (text === '') {
      announced = entry
      return []
    }
    const { speaker, manner } = entry.speaker === null && announced !== null ? announced : entry
    announced = null
    return [{ ...entry, speaker: isNarrator(speaker, narrator) ? narrator : speaker, manner, text }]
  })
}

function isNarrator(name: string | null, narrator: string): boolean {
  return [narrator, NARRATOR].some((each) => each.toLowerCase() === name?.toLowerCase())
}

/** Characters by name, in the order in which they first speak; none where nobody is named. */
function createCast(
  entries: readonly (Speech | Heading)[],
  narrator: string,
  newId: () => string,
): Map<string, Character> {
  const speakers = entries.flatMap((entry) => (entry.kind === 'speech' ? [entry.speaker] : []))
  if (speakers.every((speaker) => speaker === null)) return new Map()
  const names = [...new Set(speakers.map((speaker) => speaker ?? narrator))]
  const ranks = ranksBefore([], null, names.length)
  return new Map(
    names.map((name, index): [string, Character] => [
      name,
      {
        type: 'character',
        id: characterIdSchema.parse(newId()),
        rank: ranks[index] ?? '',
        name,
        color: (index % CHARACTER_COLORS) + 1,
        settings: {
          ...DEFAULT_SETTINGS,
          voiceId: CAST_VOICES[index % CAST_VOICES.length] ?? DEFAULT_SETTINGS.voiceId,
        },
      },
    ]),
  )
}
