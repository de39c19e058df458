/** The voices, genders and language that an import tells. */
import { BUILT_IN_CONNECTION, type Gender } from '../story/records.ts'
import { DEFAULT_SETTINGS, type SpeechSettings } from '../story/speechSettings.ts'
import type { Story } from '../story/story.ts'
import { castingVoicesOf, castRoles } from '../voices/casting.ts'
import { languageOfStory } from '../voices/storyLanguage.ts'
import type { Planned, PlannedBlock } from './planned.ts'

/** The settings of blocks without a character in a new story: a voice of its language. */
export function narratedIn(
  { voices = castingVoicesOf([]) }: Planned,
  language: string | null,
): SpeechSettings {
  const narrator = { id: '', gender: null, length: 0, isNarrator: true, keptVoice: null }
  const voiceId = castRoles([narrator], voices, language).voices.get('')
  return { ...DEFAULT_SETTINGS, ...(voiceId !== undefined && { voiceId }) }
}

/** The language that an import is in; that of a story is the one that it has. */
export function languageOf({ source, language: said }: Planned): string | null {
  const { info, language, paragraphs } = source
  if (said !== undefined) return said
  if (info !== null) return language === '' ? null : language
  return languageOfStory(
    language,
    paragraphs.flatMap(({ piece, text }) => (piece === null ? [text] : [])),
  )
}

/** The id of a role: the key of a speaker, and of the narrator (null) one that no key is. */
export function roleId(key: string | null): string {
  return key === null ? 'narrator' : `key ${key}`
}

/** How many characters each speaker says. */
export function lengthsOf(
  blocks: readonly PlannedBlock[],
  keyOf: (speaker: string | null) => string | null,
): ReadonlyMap<string | null, number> {
  const lengths = new Map<string | null, number>()
  for (const { speaker, text } of blocks) {
    const key = keyOf(speaker)
    lengths.set(key, (lengths.get(key) ?? 0) + text.length)
  }
  return lengths
}

/** The gender of each character: that of the first of its names that tells it. */
export function gendersByKey(
  { suggestions }: Planned,
  keyOf: (speaker: string | null) => string | null,
): ReadonlyMap<string | null, Gender> {
  const genders = new Map<string | null, Gender>()
  for (const [speaker, gender] of suggestions.genders ?? [])
    if (!genders.has(keyOf(speaker))) genders.set(keyOf(speaker), gender)
  return genders
}

/** The voices of new characters, by role. Those whom the story has keep theirs. */
export function voicesFor(
  planned: Planned,
  at: {
    readonly story: Story
    readonly roles: readonly (string | null)[]
    readonly lengths: ReadonlyMap<string | null, number>
    readonly genders: ReadonlyMap<string | null, Gender>
  },
): ReadonlyMap<string, string> {
  const { voices = castingVoicesOf([]) } = planned
  const { story, roles, lengths, genders } = at
  const there = story.cast.map(({ id, settings }) => ({
    id: `there ${id}`,
    ...{ gender: null, length: 0, isNarrator: false, keptVoice: settings.voiceId },
  }))
  const added = roles.map((key) => ({
    id: roleId(key),
    gender: genders.get(key) ?? null,
    length: lengths.get(key) ?? 0,
    isNarrator: key === null,
    keptVoice: null,
  }))
  // Services speak every language with the voices of their family.
  const isHosted = story.info.connectionId !== BUILT_IN_CONNECTION
  return castRoles(
    [...there, ...added],
    isHosted ? castingVoicesOf([]) : voices,
    isHosted ? null : (story.info.language ?? languageOf(planned)),
  ).voices
}
