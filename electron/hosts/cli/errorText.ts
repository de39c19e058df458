import { errors, type ErrorCode } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { toAppError } from '../../lib/files/diskFaults.ts'
import { messageOf } from '../../../shared/messages/messageOf.ts'

/** An error as text for the terminal. A bug is reported as such; its stack goes to the log (see `Report`). */
export function errorText(error: unknown): string {
  const told = toAppError(error)
  if (!(told instanceof UserFacingError)) return errors.unexpected
  return [messageOf(told), HINTS[told.code]].filter((part) => part !== undefined).join(' ')
}

const SEND_AGAIN = 'Here, --send-again sends it again.'
const FETCH_LATER = 'Here, the same command fetches it later, and --send-again buys it again.'

/** What to do in a terminal, appended to the message. */
const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  'credit-cap-story': 'Here, --over-cap allows it.',
  'credit-cap-day': 'Here, --over-cap allows it.',
  'conversion-outcome-unknown': SEND_AGAIN,
  'conversion-interrupted': SEND_AGAIN,
  'conversion-repeated': SEND_AGAIN,
  'words-paid': FETCH_LATER,
  'caps-unreadable': 'Here, --over-cap allows it.',
  'spending-not-recorded': 'Here, --over-cap allows it.',
}
