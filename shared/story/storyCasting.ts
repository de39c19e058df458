/** The cast of a story as input for casting: how much each character says, and which voices fit the story's language. */
import { castingVoicesOf, castRoles, type CastingVoice } from '../voices/casting.ts'
import { languageOfTexts } from '../voices/storyLanguage.ts'
import { BUILT_IN_CONNECTION, type CharacterId, type Gender } from './records.ts'
import { blocksOf, findCharacter } from './selectors.ts'
import type { Story } from './story.ts'

/** The writer's decisions before voices are chosen. */
export interface CastingWishes {
  /** The genders by character. */
  readonly genders: ReadonlyMap<CharacterId, Gender | null>
  /** The voices to keep, by character. */
  readonly kept: ReadonlyMap<CharacterId, string>
  /** Whether a name is the narrator's. */
  readonly isNarrator: (name: string) => boolean
}

export interface StoryCasting {
  /** The language of the voices; null if it is not known. */
  readonly language: string | null
  /** The voice of each character, in the order of the cast. */
  readonly voices: ReadonlyMap<CharacterId, string>
  /** The voice of blocks without a character: the narrator's. */
  readonly narratorVoice: string
  /** The matching voices, best first. */
  readonly pool: readonly CastingVoice[]
  readonly hasOneNatural: boolean
}

/** The role of blocks without a character. */
const NOBODY = 'nobody'

/** Casts a story with the voices of this computer, or with those of the family if a hosted service speaks it. */
export function castStory(
  story: Story,
  voices: readonly CastingVoice[],
  wishes: CastingWishes,
): StoryCasting {
  const { genders, kept, isNarrator } = wishes
  const lengths = new Map<CharacterId | null, number>()
  for (const { characterId, text } of blocksOf(story)) {
    const id = findCharacter(story, characterId)?.id ?? null
    lengths.set(id, (lengths.get(id) ?? 0) + text.length)
  }
  const narrators = story.cast.filter(({ name }) => isNarrator(name))
  const roles = story.cast.map((character) => ({
    id: character.id,
    gender: genders.get(character.id) ?? null,
    length: lengths.get(character.id) ?? 0,
    isNarrator: narrators.includes(character),
    keptVoice: kept.get(character.id) ?? null,
  }))
  const nobody = {
    id: NOBODY,
    gender: null,
    length: lengths.get(null) ?? 0,
    isNarrator: true,
    keptVoice: null,
  }
  const language = story.info.language ?? languageOfTexts(blocksOf(story).map(({ text }) => text))
  const isHosted = story.info.connectionId !== BUILT_IN_CONNECTION
  const cast = castRoles(
    narrators.length === 0 ? [nobody, ...roles] : roles,
    isHosted ? castingVoicesOf([]) : voices,
    // Services speak every language with the voices of their family.
    isHosted ? null : language,
  )
  const found = story.cast.map(({ id, settings }) => [id, cast.voices.get(id) ?? settings.voiceId] as const)
  const [narrator] = narrators
  return {
    language,
    voices: new Map(found),
    narratorVoice:
      cast.voices.get(narrator === undefined ? NOBODY : narrator.id) ?? story.info.defaults.voiceId,
    pool: cast.pool,
    hasOneNatural: cast.hasOneNatural,
  }
}
