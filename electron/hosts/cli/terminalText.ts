import type { QueueView } from '../../../shared/jobs/jobView.ts'
import { type ErrorCode, errors } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { toAppError } from '../../lib/files/diskFaults.ts'
import { messageOf } from '../../../shared/messages/messageOf.ts'

/** Where progress is written: standard error, or a stand-in. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Without a terminal, a line is written only for each of these steps. */
const STEP = 0.1

export type ProgressLine = ReturnType<typeof createProgressLine>

/** A progress line: rewritten in place on a terminal; elsewhere, such as in a log, a new line for each step. */
export function createProgressLine(output: ProgressOutput) {
  let last = { activity: '', step: -1, text: '' }

  return {
    /** Shows the current activity, its progress (0 to 1), details, and the remaining time if it is known. */
    tell(activity: string, fraction: number, remainingMs: number | null, more: readonly string[] = []): void {
      const parts = [`${activity} ${Math.floor(fraction * 100)} %`, ...more, ...remainingText(remainingMs)]
      const text = parts.join(' · ')
      const step = Math.floor(fraction / STEP + 1e-9)
      const isNew =
        output.isTTY === true ? text !== last.text : activity !== last.activity || step > last.step
      if (!isNew) return
      last = { activity, step, text }
      output.write(output.isTTY === true ? `\r\u001b[2K${text}` : `${text}\n`)
    },
    /** Ends the last line and leaves it as it is. */
    end(): void {
      if (output.isTTY === true && last.text !== '') output.write('\n')
      last = { activity: '', step: -1, text: '' }
    },
  }
}

/** The English name of a language by its BCP 47 tag; undefined if it has none. */
export function englishLanguageName(tag: string): string | undefined {
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag)
}

/** A number with its English noun: “1 block”, “2 blocks”. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** The progress and speed of a render's queue, in the words of the app's window. */
export function queueTexts({
  made,
  of,
  perMinute,
  failed,
}: Pick<QueueView, 'made' | 'of' | 'perMinute' | 'failed'>): string[] {
  const rate = perMinute === null ? [] : [`${Math.max(1, Math.round(perMinute))} a minute`]
  return [
    `${made} of ${counted(of, 'block')}`,
    ...rate,
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
  ]
}

function remainingText(remainingMs: number | null): string[] {
  if (remainingMs === null || remainingMs <= 0) return []
  const seconds = Math.ceil(remainingMs / 1000)
  return [seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`]
}

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
