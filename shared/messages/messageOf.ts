import type { MessageParams, UserFacingError } from '../lib/userFacingError.ts'
import { errors as de } from './de/errors.ts'
import { errors as en } from './errors.ts'
import { errors as es } from './es/errors.ts'
import type { Language } from './languages.ts'

const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, de, es }

/** The text of an error outside the page: in the terminal, and before there is a page. */
export function messageOf(error: UserFacingError, language: Language = 'en'): string {
  const text = findText(error, language) ?? findText({ code: 'unexpected', params: {} }, language)
  return fill(text ?? '', error.params, language)
}

/** Texts with a count have a singular and a plural form, under i18next's keys. */
function findText(
  { code, params }: Pick<UserFacingError, 'code' | 'params'>,
  language: Language,
): string | undefined {
  const texts = TEXTS[language]
  const { count } = params
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : null
  return (form === null ? undefined : texts[`${code}_${form}`]) ?? texts[code]
}

function fill(text: string, params: MessageParams, language: Language): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? '')
  })
}
