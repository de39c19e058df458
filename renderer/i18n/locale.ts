/** The locale for numbers and dates. `showLanguage` sets it; everything drawn afterwards uses it. */

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
