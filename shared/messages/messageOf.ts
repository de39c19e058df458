import type { MessageParams, UserFacingError } from '../lib/userFacingError.ts'
import { errors } from './errors.ts'

/** The English text of an error, for places that have no translations: the terminal, and before there is a page. */
export function messageOf(error: UserFacingError): string {
  return fill(findText(error) ?? errors.unexpected, error.params)
}

/** Texts with a count have a form for one and one for many, under the keys that i18next uses. */
function findText({ code, params }: UserFacingError): string | undefined {
  const texts: Readonly<Record<string, string>> = errors
  const { count } = params
  const form = typeof count === 'number' ? new Intl.PluralRules('en').select(count) : null
  return (form === null ? undefined : texts[`${code}_${form}`]) ?? texts[code]
}

function fill(text: string, params: MessageParams): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')
  })
}
