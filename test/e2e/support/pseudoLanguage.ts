/** A language that exists in tests only: every text is English with accents, 40 % longer, and between marks. */
import type { Page } from 'playwright-core'
import { en } from '../../../renderer/i18n/en.ts'

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'ê', i: 'ï', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ø', S: 'Š', U: 'Û', Y: 'Ý', Z: 'Ž' },
}

/** A text in the pseudo language, with its placeholders as they are. A second word is added, so that long texts can wrap. */
export function pseudoText(text: string): string {
  const accented = text.replace(/\{\{\w+\}\}|[a-zA-Z]/g, (part) => ACCENTS[part] ?? part)
  const letters = text.replace(/\{\{\w+\}\}/g, '').length
  const more = Math.ceil(letters * 0.4)
  const padding = more < 3 ? 'é'.repeat(more) : ` ${'éàîõ '.repeat(Math.ceil(more / 5)).slice(0, more - 1)}`
  return `[${accented}${padding.trimEnd()}]`
}

function pseudoCatalog(texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]: [string, object | string]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoCatalog(value),
    ]),
  )
}

/** Loads the page again in the pseudo language: it replaces German, whose catalog the page loads as a separate file. */
export async function showPseudoLanguage(page: Page): Promise<void> {
  await page.route('**/assets/de-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const de = ${JSON.stringify(pseudoCatalog(en))}`,
    }),
  )
  await page.reload()
  await page.getByText(pseudoText(en.commands.newStory)).first().waitFor()
}
