import i18next from 'i18next'
import type { FormatterModule, ParseKeys, TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { MessageParams } from '../../shared/lib/userFacingError.ts'
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

declare module 'i18next' {
  /** `t()` takes only the keys of texts that exist, with the values that the text names. */
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

/** The key of a text. */
export type TextKey = ParseKeys

/**
 * Whether a text has this key: for keys that are stored or made from data, such as the name of an edit. A text with plurals needs
 * its `count`.
 */
export function isTextKey(key: string, values: MessageParams = {}): key is TextKey {
  return i18next.exists(key, values)
}

/** The text of a key that is made from data, such as a field's id, with its values; '' where there is no such text. */
export function optionalText(t: TFunction, key: string, values: MessageParams = {}): string {
  return isTextKey(key, values) ? t(key, values) : ''
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
