import catalogue from './voiceCatalogue.json'
import { packVoiceId } from './voicePacks.ts'

/**
 * The languages of the natural voices that the catalogue lists, whether they are on this computer or not: what a story says must be
 * the same on every computer.
 */
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
