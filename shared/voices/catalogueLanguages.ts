/**
 * The languages of the natural voices in the catalogue, whether installed or not: how a story is spoken must be
 * the same on every computer.
 */
import catalogue from './voiceCatalogue.json' with { type: 'json' }
import { packVoiceId } from './voicePacks.ts'

const languages: ReadonlyMap<string, string> = new Map(
  catalogue.flatMap(({ pack }) =>
    pack.speakers.map(({ id, language }) => [packVoiceId(pack.id, id), language] as const),
  ),
)

/** The language tag of a natural voice of the catalogue, by the voice's id; undefined for every other voice. */
export function catalogueLanguageOf(voiceId: string): string | undefined {
  return languages.get(voiceId)
}
