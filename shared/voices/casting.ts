/** Assigns voices to the characters of a story or an import: voices of its language, as different as possible for those who say most. */
import { folded } from '../lib/folded.ts'
import { DEFAULT_VOICE_ID } from '../speech-api/models.ts'
import { BUILT_IN_CONNECTION, GENDERS, type CharacterId, type Gender } from '../story/records.ts'
import { listVoices, partsOfServerVoice, type VoiceInfo } from './builtInVoices.ts'
import { baseLanguage } from './languages.ts'
import { naturalVoicesOf, type VoicePack } from './voicePacks.ts'
import { languageOfTexts } from './storyLanguage.ts'
import { blocksOf, findCharacter } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'

/** The facts about a voice that casting uses. */
export interface CastingVoice extends Pick<VoiceInfo, 'id' | 'language'> {
  readonly gender: VoiceInfo['gender'] | null
  /** The voice pack of a natural voice; null for all others. */
  readonly pack: { readonly id: string } | null
}

/** The voices of this computer: the built-in ones, and those of voice packs. */
export function castingVoicesOf(packs: readonly VoicePack[]): readonly CastingVoice[] {
  return [
    ...listVoices().map((voice) => ({ ...voice, pack: null })),
    ...packs.flatMap((pack) =>
      naturalVoicesOf(pack).map((voice, index) => ({
        ...voice,
        gender: pack.speakers[index]?.gender ?? null,
        pack: { id: pack.id },
      })),
    ),
  ]
}

/** A speaker to be cast. */
export interface Role {
  readonly id: string
  readonly gender: Gender | null
  /** How much they say, in characters. */
  readonly length: number
  readonly isNarrator: boolean
  /** The voice to keep; null to choose one. */
  readonly keptVoice: string | null
}

interface Casting {
  /** The voice of each role, by its id. Roles without a fitting voice have no entry. */
  readonly voices: ReadonlyMap<string, string>
  /** The candidate voices, best fit first; after natural ones, the built-in ones of genders that no natural voice has. */
  readonly pool: readonly CastingVoice[]
  /** Whether the language has exactly one natural voice, which then speaks for all. */
  readonly hasOneNatural: boolean
}

/** Voices that all services of the family have, in every language. */
const FAMILY_VOICE = /^OA\d{3}$/
const GENDER_OF_VOICE = { woman: 'female', man: 'male' } as const

/**
 * Casts roles. The narrator gets the first voice that fits; then those who say most choose first, each the voice of their gender that says
 * least so far. So small parts share voices, and nobody sounds like the narrator if there is another voice. `language` is a BCP 47 tag;
 * null treats voices of every language like those of the default voice's language. If no natural voice has the gender of a role, it gets one of the
 * other gender, or with `mixes` a built-in voice of its own.
 */
export function castRoles(
  roles: readonly Role[],
  voices: readonly CastingVoice[],
  language: string | null,
  { mixes = false }: { readonly mixes?: boolean } = {},
): Casting {
  const pool = poolOf(voices, language)
  const natural = pool.filter(({ pack }) => pack !== null)
  const spare = natural.length === 0 ? [] : spareVoices(natural, voices, language)
  const said = new Map<string, number>()
  const chosen = new Map<string, string>()
  const choose = (role: Role, voiceId: string) => {
    chosen.set(role.id, voiceId)
    said.set(voiceId, (said.get(voiceId) ?? 0) + Math.max(1, role.length))
  }
  for (const role of roles) if (role.keptVoice !== null) choose(role, role.keptVoice)
  const open = roles.filter(({ keptVoice }) => keptVoice === null)
  for (const role of open.filter(({ isNarrator }) => isNarrator)) {
    const voice = narratorAmong(pool, role.gender)
    if (voice !== undefined) choose(role, voice.id)
  }
  const others = open.filter(({ isNarrator }) => !isNarrator).toSorted((a, b) => b.length - a.length)
  for (const role of others) {
    const [voice] = fitting(mixes ? [...pool, ...spare] : pool, role.gender).toSorted(
      (a, b) => (said.get(a.id) ?? 0) - (said.get(b.id) ?? 0),
    )
    if (voice !== undefined) choose(role, voice.id)
  }
  return {
    voices: chosen,
    pool: [...pool, ...spare],
    hasOneNatural: natural.length === 1 && pool.length === 1,
  }
}

/** The built-in voices of the genders that no natural voice may have. */
function spareVoices(
  natural: readonly CastingVoice[],
  voices: readonly CastingVoice[],
  language: string | null,
): readonly CastingVoice[] {
  const missing = missingGenders(natural).map((gender) => GENDER_OF_VOICE[gender])
  const plain = poolOf(
    voices.filter(({ pack }) => pack === null),
    language,
  )
  return plain.filter(({ gender }) => missing.some((each) => each === gender))
}

/** The genders that no voice has, and none of unknown gender may have. */
function missingGenders(voices: readonly CastingVoice[]): readonly Gender[] {
  if (voices.some(({ gender }) => gender === null || gender === 'neutral')) return []
  return GENDERS.filter((each) => voices.every(({ gender }) => gender !== GENDER_OF_VOICE[each]))
}

/** The numbers of people by gender. */
export type GenderCounts = Readonly<Record<Gender, number>>

/**
 * How many people of each gender have a natural voice of the other one, because their language has no other. The voices that the writer chose are
 * left out.
 */
export function countOtherGender(
  cast: Iterable<{
    readonly gender: Gender | null
    readonly voiceId: string
    readonly isVoiceChosen: boolean
  }>,
  voices: readonly CastingVoice[],
): GenderCounts {
  const natural = new Map(voices.flatMap((voice) => (voice.pack === null ? [] : [[voice.id, voice]])))
  const missing = new Map<string, readonly Gender[]>()
  const counts = { woman: 0, man: 0 }
  for (const { gender, voiceId, isVoiceChosen } of cast) {
    const voice = natural.get(voiceId)
    if (gender === null || isVoiceChosen || voice === undefined) continue
    const { language } = voice
    const unheard = missing.get(language) ?? importedVoices(voices, language).missing
    missing.set(language, unheard)
    if (unheard.includes(gender)) counts[gender] += 1
  }
  return counts
}

/** The same for the cast of a story, as it is. */
export function countOtherGenderIn(
  { cast }: Pick<Story, 'cast'>,
  voices: readonly CastingVoice[],
): GenderCounts {
  const members = cast.map(({ settings, ...character }) => ({ ...character, voiceId: settings.voiceId }))
  return countOtherGender(members, voices)
}

/** How the voices of this computer speak a language that a story is imported in. */
export interface ImportedVoices {
  /** Whether all characters get natural voices, which have no emotions. */
  readonly areNatural: boolean
  /** The genders whose characters get voices of the other gender. */
  readonly missing: readonly Gender[]
}

/** Describes the voices that the characters of an import get. */
export function importedVoices(voices: readonly CastingVoice[], language: string | null): ImportedVoices {
  const pool = poolOf(voices, language)
  const areNatural = pool.length > 0 && pool.every(({ pack }) => pack !== null)
  return { areNatural, missing: areNatural ? missingGenders(pool) : [] }
}

/** The voices and the language with which to cast a story: hosted services speak every language with the voices of their family. */
export function castingWith(
  connectionId: string,
  voices: readonly CastingVoice[],
  language: string | null,
): { readonly voices: readonly CastingVoice[]; readonly language: string | null } {
  return connectionId === BUILT_IN_CONNECTION
    ? { voices, language }
    : { voices: castingVoicesOf([]), language: null }
}

/** The voices of a language: natural ones if there are any, otherwise the built-in ones of one accent. */
function poolOf(voices: readonly CastingVoice[], language: string | null): readonly CastingVoice[] {
  const base = baseLanguage(language ?? voices.find(({ id }) => id === DEFAULT_VOICE_ID)?.language ?? 'en')
  const tag = language?.toLowerCase() ?? base
  const isOfRegion = (voice: CastingVoice) => isPrefix(tag, voice.language)
  const own = voices.filter((voice) => voice.language !== '' && baseLanguage(voice.language) === base)
  const natural = own.filter(({ pack }) => pack !== null)
  if (natural.length > 0)
    return [...natural.filter(isOfRegion), ...natural.filter((each) => !isOfRegion(each))]
  const family = own.filter(({ id }) => FAMILY_VOICE.test(id))
  if (family.length > 0) return family
  const ofRegion = own.filter(isOfRegion)
  const accents = Map.groupBy(ofRegion.length > 0 ? ofRegion : own, (voice) => voice.language)
  // The accent with the most voices; of equal ones, the first.
  return [...accents.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
}

/** Whether a tag is the beginning of another: `es-mx` is not the beginning of `es`. */
function isPrefix(tag: string, of: string): boolean {
  return of === tag || of.startsWith(`${tag}-`)
}

/** The default voice if it fits, as it was chosen for long texts; otherwise the first. */
function narratorAmong(pool: readonly CastingVoice[], gender: Gender | null): CastingVoice | undefined {
  if (gender === null) return pool.find(({ id }) => id === DEFAULT_VOICE_ID) ?? pool[0]
  return fitting(pool, gender)[0]
}

/** The voices of a gender, otherwise those of unknown gender, otherwise all. */
function fitting(pool: readonly CastingVoice[], gender: Gender | null): readonly CastingVoice[] {
  const own = gender === null ? [] : pool.filter((voice) => voice.gender === GENDER_OF_VOICE[gender])
  if (own.length > 0 || gender === null) return gender === null ? pool : own
  const open = pool.filter((voice) => voice.gender === null || voice.gender === 'neutral')
  return open.length > 0 ? open : pool
}

/** The words by which people look for voices of women and men, in every language of the app: all are understood in every language of the app. */
const WORDS = {
  female: [
    ...['woman', 'women', 'female', 'feminine', 'lady', 'girl'],
    ...['frau', 'frauen', 'frauenstimme', 'weiblich', 'weibliche', 'dame', 'mädchen'],
    ...['mujer', 'mujeres', 'femenino', 'femenina', 'señora', 'chica'],
  ],
  male: [
    ...['man', 'men', 'male', 'masculine', 'gentleman', 'boy'],
    ...['mann', 'männer', 'männerstimme', 'männlich', 'männliche', 'herr', 'junge'],
    ...['hombre', 'hombres', 'masculino', 'masculina', 'varón', 'señor', 'chico'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

type GenderWordsGender = keyof typeof WORDS
const GENDER_OF_WORD = new Map<string, GenderWordsGender>(
  (['female', 'male'] as const).flatMap((gender) =>
    WORDS[gender].map((word) => [folded(word), gender] as const),
  ),
)
/** Words that add nothing to a search: “a woman”, “una voz de mujer”. */
const FILLERS = new Set(['a', 'an', 'the', 'of', 'voice', 'ein', 'eine', 'stimme', 'un', 'una', 'de', 'voz'])

/** The gender that a word of a search names; undefined for other words. `word` is folded. */
export const genderNamed = (word: string): GenderWordsGender | undefined => GENDER_OF_WORD.get(word)

/** The meaningful words of a search, folded; all of them if none is meaningful. */
export function tellingWords(text: string): readonly string[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length === 0 ? words : telling
}

/** The writer's decisions before voices are chosen. */
interface CastingWishes {
  /** The genders by character. */
  readonly genders: ReadonlyMap<CharacterId, Gender | null>
  /** The voices to keep, by character. */
  readonly kept: ReadonlyMap<CharacterId, string>
  /** Whether a name is the narrator's. */
  readonly isNarrator: (name: string) => boolean
  /** Whether built-in voices speak for the genders that no natural voice has. */
  readonly mixes?: boolean
}

interface StoryCasting {
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
  const { genders, kept, isNarrator, mixes = false } = wishes
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
  const language = story.info.language ?? languageOfTexts(blocksOf(story).map(({ text }) => text))
  const { voices: candidates, language: spoken } = castingWith(story.info.connectionId, voices, language)
  const { voiceId } = story.info.defaults
  // A voice that fits may be the writer's choice, which is not recorded here. That of a server always is.
  const isKept =
    partsOfServerVoice(voiceId) !== null || poolOf(candidates, spoken).some(({ id }) => id === voiceId)
  const nobody = {
    id: NOBODY,
    gender: null,
    length: lengths.get(null) ?? 0,
    isNarrator: true,
    keptVoice: isKept ? voiceId : null,
  }
  const cast = castRoles(narrators.length === 0 ? [nobody, ...roles] : roles, candidates, spoken, { mixes })
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
