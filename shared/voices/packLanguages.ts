/** The languages of natural voices, which are known only where their voice packs are: on this computer. */

import { derive } from '../lib/derive.ts'

/** Language tags by voice id. */
export type PackLanguages = ReadonlyMap<string, string>

export const NO_PACKS: PackLanguages = new Map()

interface ListedVoice {
  readonly id: string
  readonly language: string
  readonly pack: object | null
}

/** The languages of the natural voices in a list: the same object for the same list. */
export const packLanguagesOf = derive((voices: readonly ListedVoice[]): PackLanguages => {
  const natural = voices.filter(({ pack }) => pack !== null)
  return natural.length === 0 ? NO_PACKS : new Map(natural.map(({ id, language }) => [id, language]))
})
