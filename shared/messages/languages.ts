/** The languages of the app, and the choice between them. */

/** The languages of the app. Every text exists in all of them; English is the source. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
}

export interface ShownLanguage {
  /** The language of the texts. */
  readonly language: Language
  /** The BCP 47 tag for numbers and dates: the language, with the region that the system prefers for it. */
  readonly locale: string
}

/**
 * The language to show for a setting, if the system prefers these languages (BCP 47 tags, the best first). `system` selects the first of
 * them that the app has, otherwise English.
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

/** The keys of an English table, each with a text of another language: the compiler reports missing and unknown keys. */
export type TextsOf<Source> = Readonly<{
  [Key in keyof Source]: Source[Key] extends string ? string : TextsOf<Source[Key]>
}>
