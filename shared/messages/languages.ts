/** The languages of the app, and which of them is shown. */

/** The languages that the app has all its texts in. English is the source of the others. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** The names of the languages, each in itself: they are the same whatever language is shown. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
}

export interface ShownLanguage {
  /** The language of the texts. */
  readonly language: Language
  /** How numbers and dates are written, as a BCP 47 tag: the language, with the region that the system has for it. */
  readonly locale: string
}

/**
 * The language to show for a setting, where the system prefers these languages (BCP 47 tags, the best first). `system` is the first of them
 * that the app has, and English where it has none.
 */
export function chooseLanguage(
  setting: 'system' | Language,
  systemLanguages: readonly string[],
): ShownLanguage {
  const known = systemLanguages.map(languageOf)
  const language = setting === 'system' ? (known.find((each) => each !== undefined) ?? 'en') : setting
  return { language, locale: systemLanguages[known.indexOf(language)] ?? language }
}

function languageOf(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-')
  return LANGUAGES.find((language) => language === primary)
}

/** The keys of an English table, each with a text of another language: the compiler tells of keys that are missing or not known. */
export type TextsOf<Source> = Readonly<{
  [Key in keyof Source]: Source[Key] extends string ? string : TextsOf<Source[Key]>
}>
