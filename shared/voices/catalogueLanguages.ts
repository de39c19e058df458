/**
 * The languages of the natural voices in the catalogue, whether installed or not: how a story is spoken must be
 * the same on every computer.
 */
import catalogue from './voiceCatalogue.json' with { type: 'json' }
import { packVoiceId } from './voicePacks.ts'

let languages: ReadonlyMap<string, string> | undefined

/** The language tag of a natural voice of the catalogue, by the voice's id; undefined for every other voice. */
export function catalogueLanguageOf(voiceId: string): string | undefined {
  languages ??= new Map(
    catalogue.flatMap(({ pack }) =>
      pack.speakers.map(({ id, language }) => [packVoiceId(pack.id, id), language] as const),
    ),
  )
  return languages.get(voiceId)
}
