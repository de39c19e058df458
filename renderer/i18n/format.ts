/** Times, numbers and states as a writer reads them. */
import type { TFunction } from 'i18next'
import { formatClock } from '../../shared/lib/formatClock.ts'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import type { en } from './en.ts'
import { isTextKey } from './textKeys.ts'
import { creditsTitles } from '../../shared/story/credits.ts'
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber } from '../../shared/story/selectors.ts'
import { type Story, withCredits } from '../../shared/story/story.ts'
import type { BlockTake } from '../../shared/story/blockTakes.ts'

export { formatClock }

/** The formats of the locale that `showLanguage` has set; everything drawn afterwards uses them. */
let formats = createFormats('en')

function createFormats(locale: string) {
  const decimals = new Map<string, Intl.NumberFormat>()
  return {
    locale,
    /** A number with as few decimals as possible, within these bounds. */
    decimal(value: number, least: number, most: number): string {
      const name = `${least}-${most}`
      const format =
        decimals.get(name) ??
        new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most })
      decimals.set(name, format)
      return format.format(value)
    },
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    dayOfYear: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }),
    relativeDay: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    timeOfDay: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
    /** The decimal separator. */
    decimalMark: new Intl.NumberFormat(locale).format(0.1).slice(1, 2),
    languages: new Intl.DisplayNames(locale, { type: 'language' }),
    short: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
    list: new Intl.ListFormat(locale, { type: 'conjunction' }),
    names: new Intl.Collator(locale, { numeric: true }),
  }
}

/** The locale's way to write numbers and dates, and to sort names. */
export function localeFormats(): ReturnType<typeof createFormats> {
  return formats
}

/** Sets the locale, a BCP 47 tag. */
export function setLocale(locale: string): void {
  if (locale !== formats.locale) formats = createFormats(locale)
}

/** Like formatClock, with tenths of a second. */
export function formatClockTenths(ms: number): string {
  const tenths = Math.floor((Math.max(0, ms) % 1000) / 100)
  return `${formatClock(ms)}${localeFormats().decimalMark}${tenths}`
}

/** Seconds with at most `digits` decimals and no trailing zeros. */
export function formatSeconds(ms: number, digits = 1): string {
  return localeFormats().decimal(ms / 1000, 0, digits)
}

/** A number with the language's separators. Most are small and whole, and need none: Intl would take most of a text's time. */
export function formatCount(count: number): string {
  return Number.isInteger(count) && count >= 0 && count < 1000
    ? String(count)
    : localeFormats().decimal(count, 0, 3)
}

/** A short number for small spaces: `4.6K`. */
export function formatShort(count: number): string {
  return localeFormats().short.format(count)
}

/** A value formatted for use in a text. */
export function formatValue(value: unknown): string {
  return typeof value === 'number' ? formatCount(value) : String(value)
}

/** A level in dB with a true minus sign and between `least` and `most` decimals. */
export function formatDb(db: number, least = 0, most = 1): string {
  return localeFormats().decimal(db, least, most).replace('-', '−')
}

/** A gain with its sign: +3 dB, −4.5 dB. */
export function formatGain(t: TFunction, db: number): string {
  return `${db > 0 ? '+' : ''}${formatDb(db)} ${t('music.db')}`
}

/** A speed with one decimal, or two where needed: 1.0, 1.25. */
export function formatSpeed(speed: number): string {
  return localeFormats().decimal(speed, 1, 2)
}

/** A playback speed: 1×, 1.25×. */
export function formatRate(t: TFunction, rate: number): string {
  return t('units.speed', { value: localeFormats().decimal(rate, 0, 2) })
}

/** "about 3 s left", in the language of the app. */
export function formatRemaining(t: TFunction, ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 90
    ? t('units.aboutSeconds', { count: seconds })
    : t('units.aboutMinutes', { count: Math.round(seconds / 60) })
}

/** "about 3 s", in the language of the app: how long work takes that has not started. */
export function formatEstimatedTime(t: TFunction, ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 90
    ? t('units.roughlySeconds', { count: seconds })
    : t('units.roughlyMinutes', { count: Math.round(seconds / 60) })
}

/** The state of a conversion at a service, by the service's number for it; null if the state is not known yet. */
export function formatStatus(t: TFunction, status: number | null): string {
  const key = `app.status.${status ?? STATUS.converting}`
  return isTextKey(key) ? t(key) : t('app.statusOther', { status: String(status) })
}

/** A day given as YYYY-MM-DD. */
export function formatDay(day: string): string {
  return localeFormats().day.format(midnightOf(day))
}

/** The days that are named by their distance from today. */
const NEAR_DAYS = 7

/** A day given as YYYY-MM-DD, relative to today if that is clear: `today`, `yesterday`, `3 days ago`, `Nov 17`, `Nov 17, 2025`. */
export function formatNearDay(day: string, nowMs = Date.now()): string {
  const { relativeDay, dayOfYear, day: wholeDay } = localeFormats()
  const back = daysBefore(day, nowMs)
  if (back >= 0 && back < NEAR_DAYS) return relativeDay.format(-back, 'day')
  const isThisYear = day.slice(0, 4) === dayOf(nowMs).slice(0, 4)
  return (isThisYear ? dayOfYear : wholeDay).format(midnightOf(day))
}

/** The number of days from a day to today; negative for a later day. */
function daysBefore(day: string, nowMs: number): number {
  // Days with a change of the clock are not 24 hours long.
  return Math.round((midnightOf(dayOf(nowMs)) - midnightOf(day)) / 86_400_000)
}

/** The start of a day given as YYYY-MM-DD, in ms, in the writer's time zone. */
function midnightOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

/** A time of day without its date. */
export function formatTimeOfDay(timeMs: number): string {
  return localeFormats().timeOfDay.format(timeMs)
}

/**
 * The time of an event, as short as is still clear: `today 10:42`, `yesterday 10:42`, `3 days ago`, `Nov 17`. The exact time belongs in a
 * tooltip: `When` in fields/When.tsx has both.
 */
export function formatWhen(timeMs: number, nowMs = Date.now()): string {
  const day = formatNearDay(dayOf(timeMs), nowMs)
  const back = daysBefore(dayOf(timeMs), nowMs)
  return back === 0 || back === 1 ? `${day} ${formatTimeOfDay(timeMs)}` : day
}

/** A date with its time of day. */
export function formatTime(timeMs: number): string {
  return localeFormats().time.format(timeMs)
}

/** The state of a block's audio in words; with the progress, if the service reports it. */
export function formatBlockState(
  t: TFunction,
  {
    kind,
    percentage,
  }: { readonly kind: keyof typeof en.units.blockState; readonly percentage: number | null },
): string {
  return percentage === null
    ? t(`units.blockState.${kind}`)
    : t('units.rendering', { percent: Math.round(percentage) })
}

/** The length of a block's speech: `5.2 s`, from 100 s on `1:40`; with `~` before an estimate. */
export function formatBlockLength(t: TFunction, ms: number, isEstimate: boolean): string {
  const text =
    ms < 99_950 ? t('units.seconds', { value: localeFormats().decimal(ms / 1000, 1, 1) }) : formatClock(ms)
  return isEstimate ? `~${text}` : text
}

/** The day of a time in ms, as YYYY-MM-DD in the writer's time zone. */
export function dayOf(timeMs: number): string {
  const date = new Date(timeMs)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** A list of items, with the locale's word for "and" before the last. */
export function formatList(all: readonly string[]): string {
  return localeFormats().list.format(all)
}

/** The name of a block within a sentence: its number. Chapter titles and credits have no number and use their own names. */
export function blockName(t: TFunction, story: Story, id: BlockId): string {
  const number = blockNumber(story, id)
  if (number > 0) return t('units.blockNamed', { number })
  return t('units.titleNamed', { name: findHeardBlock(withNamedCredits(story), id)?.name ?? '' })
}

/** A story whose credits contain only their names, because an open story does not know the wording of credits rendered with it. */
export function withNamedCredits(story: Story): Story {
  return withCredits(story, creditsTitles(story.info.language))
}

/** The name of a take: the writer's own, otherwise its number. */
export function takeName(t: TFunction, { take, number }: BlockTake): string {
  if (take.name !== '') return take.name
  return take.kind === 'recording' ? t('takes.recording') : t('takes.take', { number })
}

/** A size on the disk, in decimal units: whole kilobytes, megabytes with a decimal below ten, or gigabytes with one. */
export function formatSize(t: TFunction, bytes: number): string {
  const { decimal } = localeFormats()
  if (bytes < 1e6) return t('units.kilobytes', { value: decimal(Math.ceil(bytes / 1e3), 0, 0) })
  const digits = bytes < 1e7 ? 1 : 0
  if (bytes < 1e9) return t('units.megabytes', { value: decimal(bytes / 1e6, digits, digits) })
  return t('units.gigabytes', { value: decimal(bytes / 1e9, 1, 1) })
}
