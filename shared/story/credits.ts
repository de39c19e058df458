/** The opening and closing credits of an audiobook: their wording, and the words made from it. */
import { baseLanguage } from '../voices/languages.ts'
import type { Credits } from './story.ts'

/** The tokens that a wording may contain, in braces. */
export const CREDIT_TOKENS = ['title', 'author', 'reader'] as const
export type CreditToken = (typeof CREDIT_TOKENS)[number]

interface CreditTexts {
  readonly opening: string
  readonly closing: string
  /** The titles of the opening and closing credits as parts of the audiobook. */
  readonly titles: Credits
}

const ENGLISH: CreditTexts = {
  opening: '{title}, by {author}, read by {reader}.',
  closing: 'The end. You have been listening to {title}, by {author}, read by {reader}.',
  titles: { opening: 'Opening credits', closing: 'Closing credits' },
}
const TEXTS: Readonly<Record<string, CreditTexts>> = {
  de: {
    opening: '{title}, von {author}, gelesen von {reader}.',
    closing: 'Ende. Sie hörten {title}, von {author}, gelesen von {reader}.',
    titles: { opening: 'Ansage', closing: 'Absage' },
  },
  es: {
    opening: '{title}, de {author}, leído por {reader}.',
    closing: 'Fin. Ha escuchado {title}, de {author}, leído por {reader}.',
    titles: { opening: 'Créditos iniciales', closing: 'Créditos finales' },
  },
  fr: {
    opening: '{title}, de {author}, lu par {reader}.',
    closing: 'Fin. Vous venez d’écouter {title}, de {author}, lu par {reader}.',
    titles: { opening: 'Générique de début', closing: 'Générique de fin' },
  },
  it: {
    opening: '{title}, di {author}, letto da {reader}.',
    closing: 'Fine. Avete ascoltato {title}, di {author}, letto da {reader}.',
    titles: { opening: 'Titoli di testa', closing: 'Titoli di coda' },
  },
  pt: {
    opening: '{title}, de {author}, lido por {reader}.',
    closing: 'Fim. Você ouviu {title}, de {author}, lido por {reader}.',
    titles: { opening: 'Créditos iniciais', closing: 'Créditos finais' },
  },
}

function textsIn(language: string | null): CreditTexts {
  return (language === null ? undefined : TEXTS[baseLanguage(language)]) ?? ENGLISH
}

/** The default wording in a language, by its BCP 47 tag; English for other languages, and if the language is unknown. */
export function creditWordings(language: string | null): Credits {
  const { opening, closing } = textsIn(language)
  return { opening, closing }
}

/** The titles of the opening and closing credits as parts of an audiobook. */
export function creditsTitles(language: string | null): Credits {
  return textsIn(language).titles
}

const CLAUSES = /[^,.;:!?…\n]*[,.;:!?…\n]+|[^,.;:!?…\n]+$/gu

/**
 * The words of a wording. A clause with an unknown value is left out, up to its comma or period: without an author, “{title}, by
 * {author}, read by {reader}.” becomes “The Ferry, read by Ann.”
 */
export function creditText(wording: string, values: Readonly<Record<CreditToken, string>>): string {
  const known = (wording.match(CLAUSES) ?? []).filter((clause) =>
    CREDIT_TOKENS.every((token) => !clause.includes(`{${token}}`) || values[token].trim() !== ''),
  )
  const words = known
    .join('')
    .replaceAll(/\{(title|author|reader)\}/g, (_, token: CreditToken) => values[token].trim())
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(words)) return ''
  return /[,;:]$/.test(words) ? `${words.slice(0, -1)}.` : words
}
