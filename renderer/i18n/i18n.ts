import i18next, { type FormatterModule } from 'i18next'
import type { Language, ShownLanguage } from '../../shared/messages/languages.ts'
import type { Catalog } from './textKeys.ts'
import { en } from './en.ts'
import { formatValue, setLocale } from './format.ts'

/** Formats all numbers in texts with the language's separators: 10,000. */
const numbersAsRead: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: formatValue,
}

/** The catalogs of the other languages, loaded when first shown. */
const CATALOGS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalog>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
}

/** Sets up the texts that a person sees, in English until `showLanguage` is called. */
export async function startI18n(): Promise<void> {
  await i18next.use(numbersAsRead).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
  })
}

/** The language requested last: a catalog that arrives late does not replace it. */
let wanted: ShownLanguage | undefined

/** Shows the app in a language from now on. Rejects and changes nothing if its catalog cannot be loaded. */
export async function showLanguage(shown: ShownLanguage): Promise<void> {
  wanted = shown
  const { language, locale } = shown
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    const catalog = await CATALOGS[language]()
    i18next.addResourceBundle(language, 'translation', withAllPlurals(language, catalog))
  }
  if (wanted !== shown) return
  setLocale(locale)
  document.documentElement.lang = locale
  await i18next.changeLanguage(language)
}

/** A catalog has the plural forms of English; other plural categories of a language, such as the Spanish one for millions, use the plural. */
function withAllPlurals(language: Language, texts: object): object {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]: [string, object | string]): [string, object | string][] => {
      if (typeof text === 'object') return [[key, withAllPlurals(language, text)]]
      if (!key.endsWith('_other')) return [[key, text]]
      return categories.filter((each) => each !== 'one').map((each) => [key.replace(/other$/, each), text])
    }),
  )
}
