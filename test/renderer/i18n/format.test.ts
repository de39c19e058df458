import { afterEach, describe, expect, it } from 'vitest'
import { dayOf, formatNearDay, formatWhen, setLocale } from '../../../renderer/i18n/format.ts'

const at = (month: number, day: number, hour = 9, year = 2026) =>
  new Date(year, month - 1, day, hour, 5).getTime()
const NOW = at(11, 26, 10)

describe('the time of an event', () => {
  afterEach(() => setLocale('en'))

  it.each([
    ['with the time today', at(11, 26, 0), 'today 12:05 AM'],
    ['with the time yesterday', at(11, 25, 23), 'yesterday 11:05 PM'],
    ['in days within a week', at(11, 23), '3 days ago'],
    ['as six days at most', at(11, 20), '6 days ago'],
    ['as a date from a week on', at(11, 19), 'Nov 19'],
    ['with the year if it is another', at(12, 31, 9, 2025), 'Dec 31, 2025'],
    ['as a date if the clock of this computer was set back', at(11, 28), 'Nov 28'],
  ])('is written %s', (_, timeMs, text) => {
    setLocale('en')
    expect(formatWhen(timeMs, NOW).replaceAll(' ', ' ')).toBe(text)
  })

  it('counts calendar days, even across a change of the clock', () => {
    setLocale('en')
    // In zones with summer time, one of these weeks has an hour more or less.
    for (const month of [3, 4, 10, 11])
      for (let day = 1; day <= 24; day += 1)
        expect(formatNearDay(dayOf(at(month, day)), at(month, day + 3, 23))).toBe('3 days ago')
  })

  it.each([
    ['de', 'vor 3 Tagen'],
    ['es', 'hace 3 días'],
  ])('is written in the language of the app: %s', (locale, text) => {
    setLocale(locale)
    expect(formatWhen(at(11, 23), NOW)).toBe(text)
  })
})
