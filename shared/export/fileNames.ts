/** Names of exported files, from a pattern such as `{n:04}_{character}_{name}`. */
import { cutToStem, withoutDevice, withoutRefused } from '../files/nameRules.ts'

/** The placeholders of a pattern; `{n}` may state its minimum number of digits, as in `{n:04}`. */
export const NAME_PARTS = ['n', 'title', 'chapter', 'character', 'name'] as const
export type NamePart = (typeof NAME_PARTS)[number]

export type NameValues = Readonly<Record<Exclude<NamePart, 'n'>, string>> & { readonly n: number }

const PART = /\{(n|title|chapter|character|name)(?::0?(\d{1,2}))?\}/g
/** The longest name in letters, for readability. */
const LONGEST = 120

/** A piece of a pattern: a placeholder, or a fixed text. */
export type NameToken =
  | { readonly kind: 'part'; readonly part: NamePart; readonly digits: number }
  | { readonly kind: 'text'; readonly text: string }

/** The pieces of a pattern, in order. */
export function parseNamePattern(pattern: string): readonly NameToken[] {
  const tokens: NameToken[] = []
  let at = 0
  const addText = (end: number) => {
    if (end > at) tokens.push({ kind: 'text', text: pattern.slice(at, end) })
  }
  for (const match of pattern.matchAll(PART)) {
    addText(match.index)
    const part = NAME_PARTS.find((name) => name === match[1]) ?? 'n'
    tokens.push({ kind: 'part', part, digits: Number(match[2] ?? 1) })
    at = match.index + match[0].length
  }
  addText(pattern.length)
  return tokens
}

/** The pattern of these pieces. */
export function formatNamePattern(tokens: readonly NameToken[]): string {
  return tokens
    .map((token) =>
      token.kind === 'text'
        ? token.text
        : token.part === 'n' && token.digits > 1
          ? `{n:0${token.digits}}`
          : `{${token.part}}`,
    )
    .join('')
}

/** The name that results from a pattern, without extension: characters that a system does not allow are left out, and it is never empty. */
export function fileNameOf(pattern: string, values: NameValues): string {
  const filled = pattern.replace(PART, (_, part: NamePart, digits: string | undefined) =>
    part === 'n' ? String(values.n).padStart(Number(digits ?? 1), '0') : values[part],
  )
  return safeName(filled) || String(values.n)
}

/** A text without characters that some system does not allow in a file name; may be empty. */
export function safeName(text: string): string {
  const plain = withoutRefused(text.normalize('NFC'))
  return withoutDevice(cutToStem(plain, LONGEST).replace(/^[.\s_-]+|[.\s]+$/g, ''))
}

/** The names, with a number appended to repeated ones. Case is ignored, because it is on some systems. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct.toLowerCase()); number++) distinct = `${name} (${number})`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
