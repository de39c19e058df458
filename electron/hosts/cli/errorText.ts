import { errors } from '../../../shared/messages/errors.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { toAppError } from '../../lib/files/diskFaults.ts'
import type { MessageParams } from '../../../shared/lib/userFacingError.ts'

/** The message of an error as a person reads it. A bug is told as one; its stack goes to the log (see `Report`), not here. */
export function errorText(error: unknown): string {
  const told = toAppError(error)
  if (!(told instanceof UserFacingError)) return errors.unexpected
  const text = fill(findText(told) ?? errors.unexpected, told.params)
  return [text, HINTS[told.code]].filter((part) => part !== undefined).join(' ')
}

const SEND_AGAIN = 'Here, --send-again sends it again.'

/** What there is to do in a terminal beside what the text says. */
const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  'credit-cap-story': 'Here, --over-cap allows it.',
  'credit-cap-day': 'Here, --over-cap allows it.',
  'conversion-outcome-unknown': SEND_AGAIN,
  'conversion-interrupted': SEND_AGAIN,
  'caps-unreadable': 'Here, --over-cap allows it.',
  'spending-not-recorded': 'Here, --over-cap allows it.',
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
