/** The voices, genders and language of an import. */
import type { Gender } from '../story/records.ts'
import { DEFAULT_SETTINGS, type SpeechSettings } from '../story/speechSettings.ts'
import type { Story } from '../story/story.ts'
import { castingVoicesOf, castingWith, castRoles } from '../voices/casting.ts'
import { languageOfStory } from '../voices/storyLanguage.ts'
import type { Planned, PlannedBlock } from './planned.ts'

/** The settings of blocks without a character in a new story, with a voice for its language. */
export function narratedIn(
  { voices = castingVoicesOf([]) }: Planned,
  language: string | null,
): SpeechSettings {
  const narrator = { id: '', gender: null, length: 0, isNarrator: true, keptVoice: null }
  const voiceId = castRoles([narrator], voices, language).voices.get('')
  return { ...DEFAULT_SETTINGS, ...(voiceId !== undefined && { voiceId }) }
}

/** The language of an import: the writer’s choice, that of an imported story, or the one that the file states or its words show; null if unknown. */
export function languageOf({
  source,
  language: chosen,
}: Pick<Planned, 'source' | 'language'>): string | null {
  const { info, language, paragraphs } = source
  if (chosen !== undefined) return chosen
  if (info !== null) return language === '' ? null : language
  return languageOfStory(
    language,
    paragraphs.flatMap(({ piece, text }) => (piece === null ? [text] : [])),
  )
}

/** The id of the role of a speaker’s key, or of the narrator (null). */
export function roleId(key: string | null): string {
  return key === null ? 'narrator' : `key ${key}`
}

/** The number of characters of text that each speaker has, by key. */
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

/** The gender of each character by key: that of the first of its speakers with a known gender. */
export function gendersByKey(
  { suggestions }: Planned,
  keyOf: (speaker: string | null) => string | null,
): ReadonlyMap<string | null, Gender> {
  const genders = new Map<string | null, Gender>()
  for (const [speaker, gender] of suggestions.genders ?? [])
    if (!genders.has(keyOf(speaker))) genders.set(keyOf(speaker), gender)
  return genders
}

/** The voices of new characters, by role id. The story’s existing characters keep theirs. */
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
  const spoken = story.info.language ?? languageOf(planned)
  const cast = castingWith(story.info.connectionId, voices, spoken)
  return castRoles([...there, ...added], cast.voices, cast.language).voices
}
