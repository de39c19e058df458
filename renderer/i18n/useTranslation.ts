import i18next, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { formatValue } from './format.ts'

/** The texts of the language shown by the app. Components that use them are redrawn when the language changes. */
export function useTranslation(): Texts {
  return useSyncExternalStore(subscribe, shownTexts)
}

interface Texts {
  /** The text of a key, with its values filled in; a different function for each language. */
  readonly t: TFunction
}

let shown: { readonly language: string; readonly texts: Texts } | undefined

/** Returns the same value until the language changes. A row of the script has ten components: the hook of react-i18next, which copies the i18next instance for each, took a third of its time. */
function shownTexts(): Texts {
  const { language } = i18next
  if (shown?.language !== language)
    shown = { language, texts: { t: keepingTexts(i18next.getFixedT(language), language) } }
  return shown.texts
}

/**
 * Wraps `t` to look up each text once: a row of the script has twenty texts. A text with plural forms is looked up once
 * for each form. Texts contain only names of values in braces; a test of the catalogs checks this.
 */
function keepingTexts(t: TFunction, language: string): TFunction {
  const known = new Map<string, string>()
  const plurals = new Intl.PluralRules(language)
  const textOf = t as (key: string, values: object) => string
  const keeping = (key: string, values?: Readonly<Record<string, unknown>>) => {
    const count = values?.['count']
    // i18next has a separate form for 0 (https://www.i18next.com/translation-function/plurals).
    const form = typeof count !== 'number' ? '' : count === 0 ? ' zero' : ` ${plurals.select(count)}`
    const name = key + form
    const text =
      known.get(name) ??
      textOf(key, form === '' ? { skipInterpolation: true } : { count, skipInterpolation: true })
    known.set(name, text)
    return values === undefined
      ? text
      : text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => formatValue(values[value]))
  }
  return keeping as TFunction
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}
