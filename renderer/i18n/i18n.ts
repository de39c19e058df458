import i18next from 'i18next'
import type { FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en/index.ts'
import { formatCount } from './format.ts'

/** Numbers stand in texts as a person writes them, wherever they come from: 10,000. */
const numbersAsRead: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown) => (typeof value === 'number' ? formatCount(value) : String(value)),
}

/** Sets up the texts that a person sees. English is the source; another language is one more folder beside `en`. */
export async function startI18n(): Promise<void> {
  await i18next
    .use(numbersAsRead)
    .use(initReactI18next)
    .init({
      lng: 'en',
      fallbackLng: 'en',
      resources: { en: { translation: en } },
      interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
    })
}
