import i18next from 'i18next'
import type { MessageParams } from '../../shared/lib/userFacingError.ts'

interface CodedError {
  readonly code: string
  readonly params: MessageParams
}

/** The i18n key of an error's text; that of an unexpected error for a code without a text. Plural texts count. */
export function errorKey({ code, params }: CodedError): string {
  const key = `errors.${code}`
  return i18next.exists(key, params) ? key : 'errors.unexpected'
}

/** What went wrong, what is safe, and what to do next: the text of an error. */
export function errorText(t: (key: string, params: MessageParams) => string, error: CodedError): string {
  return t(errorKey(error), error.params)
}
