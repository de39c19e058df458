/** The keys of texts, which the compiler checks. */
import i18next, { type ParseKeys, type TFunction } from 'i18next'
import type { MessageParams } from '../../shared/lib/userFacingError.ts'
import type { TextsOf } from '../../shared/messages/languages.ts'
import type { en } from './en.ts'
import type { WireError } from '../../shared/ipc/result.ts'

declare module 'i18next' {
  /** `t()` accepts only keys of existing texts, with the values that the text names. */
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

/** All texts of a language. */
export type Catalog = TextsOf<typeof en>

/** The key of a text. */
export type TextKey = ParseKeys

/**
 * Whether a text has this key: for keys that are stored or built from data, such as the name of an edit. A text with plurals needs
 * its `count`.
 */
export function isTextKey(key: string, values: MessageParams = {}): key is TextKey {
  return i18next.exists(key, values)
}

/** The text of a key built from data, such as a field's id, with its values; '' if there is no such text. */
export function optionalText(t: TFunction, key: string, values: MessageParams = {}): string {
  return isTextKey(key, values) ? t(key, values) : ''
}

/** The text of an error: what went wrong, what is safe, and what to do next. Takes React's or i18next's `t`. */
export function errorText(
  t: (key: `errors.${WireError['code']}`, params: WireError['params']) => string,
  { code, params }: Pick<Readonly<WireError>, 'code' | 'params'>,
): string {
  return t(`errors.${code}`, params)
}
