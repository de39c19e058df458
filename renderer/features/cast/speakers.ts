/** The members of the cast as shown in a table: what each says, in a selectable order. */
import { NO_STATS, type CastStats, type SpeakerStats } from '../../../shared/story/castStats.ts'
import type { Character, CharacterId } from '../../../shared/story/records.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import { localeFormats } from '../../i18n/locale.ts'

/** The id of blocks without a character in the table. */
export const NOBODY = 'nobody'

export interface CastSpeaker {
  /** The character's id, or NOBODY. */
  readonly id: CharacterId | typeof NOBODY
  /** Null for blocks without a character. */
  readonly character: Character | null
  /** The place in the cast, from 1; 0 for blocks without a character. */
  readonly number: number
  readonly name: string
  readonly settings: SpeechSettings
  readonly stats: SpeakerStats
}

/** The sort orders of the table. */
export const SORTS = ['number', 'name', 'blocks', 'letters', 'made', 'toMake', 'credits'] as const
export type Sort = (typeof SORTS)[number]

/** The cast in order, with blocks without a character at the end. */
export function speakersOf(story: Story, stats: CastStats, nobody: string): readonly CastSpeaker[] {
  const of = (id: CharacterId | null) => stats.bySpeaker.get(id) ?? NO_STATS
  return [
    ...story.cast.map((character, index) => ({
      id: character.id,
      character,
      number: index + 1,
      name: character.name,
      settings: character.settings,
      stats: of(character.id),
    })),
    {
      ...({ id: NOBODY, character: null, number: 0, name: nobody } as const),
      settings: story.info.defaults,
      stats: of(null),
    },
  ]
}

const NUMBERS: Readonly<Record<Exclude<Sort, 'name'>, (speaker: CastSpeaker) => number>> = {
  number: ({ number }) => number,
  blocks: ({ stats }) => stats.blocks,
  letters: ({ stats }) => stats.characters,
  made: ({ stats }) => stats.madeMs,
  toMake: ({ stats }) => stats.estimatedMs,
  credits: ({ stats }) => stats.missingCredits,
}

/** Sorts speakers; equal ones keep the order of the cast, and blocks without a character at the end. */
export function sortSpeakers(
  speakers: readonly CastSpeaker[],
  by: Sort,
  direction: 'ascending' | 'descending',
): readonly CastSpeaker[] {
  const { names } = localeFormats()
  const compare = (a: CastSpeaker, b: CastSpeaker) =>
    by === 'name' ? names.compare(a.name, b.name) : NUMBERS[by](a) - NUMBERS[by](b)
  const sign = direction === 'ascending' ? 1 : -1
  return speakers.toSorted(
    (a, b) =>
      Number(a.character === null) - Number(b.character === null) ||
      sign * compare(a, b) ||
      a.number - b.number,
  )
}
