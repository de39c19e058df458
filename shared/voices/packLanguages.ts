/** The languages of natural voices, which are known only for installed voice packs. */

/** Language tags by voice id. */
export type PackLanguages = ReadonlyMap<string, string>

export const NO_PACKS: PackLanguages = new Map()

interface ListedVoice {
  readonly id: string
  readonly language: string
  readonly pack: object | null
}

const known = new WeakMap<readonly ListedVoice[], PackLanguages>()

/** The languages of the natural voices in a list: the same object for the same list. */
export function packLanguagesOf(voices: readonly ListedVoice[]): PackLanguages {
  const before = known.get(voices)
  if (before !== undefined) return before
  const natural = voices.filter(({ pack }) => pack !== null)
  const languages =
    natural.length === 0 ? NO_PACKS : new Map(natural.map(({ id, language }) => [id, language]))
  known.set(voices, languages)
  return languages
}
