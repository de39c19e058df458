/** Names of exported files, from a pattern such as `{n:04}_{character}_{name}`. */
import { cutToStem, withoutDevice, withoutRefused } from '../files/nameRules.ts'

/** What a pattern can hold; `{n}` may say how many digits it has at least, as in `{n:04}`. */
export const NAME_PARTS = ['n', 'title', 'chapter', 'character', 'name'] as const
export type NamePart = (typeof NAME_PARTS)[number]

export type NameValues = Readonly<Record<Exclude<NamePart, 'n'>, string>> & { readonly n: number }

const PART = /\{(n|title|chapter|character|name)(?::0?(\d{1,2}))?\}/g
/** The longest name in letters, for people. */
const LONGEST = 120

/** A piece of a pattern: something of the file, or a text that each name has. */
export type NameToken =
  | { readonly kind: 'part'; readonly part: NamePart; readonly digits: number }
  | { readonly kind: 'text'; readonly text: string }

/** The pieces of a pattern, in their order. */
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

/** The name that a pattern gives, without ending: what a system does not allow is left out, and it is never empty. */
export function fileNameOf(pattern: string, values: NameValues): string {
  const filled = pattern.replace(PART, (_, part: NamePart, digits: string | undefined) =>
    part === 'n' ? String(values.n).padStart(Number(digits ?? 1), '0') : values[part],
  )
  return safeName(filled) || String(values.n)
}

/** A text as every system allows it in a file's name; empty if nothing is left. */
export function safeName(text: string): string {
  const plain = withoutRefused(text.normalize('NFC'))
  return withoutDevice(cutToStem(plain, LONGEST).replace(/^[.\s_-]+|[.\s]+$/g, ''))
}

/** The same names, where a name comes twice with a number after it. Systems differ in whether case counts: here it does not. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct.toLowerCase()); number++) distinct = `${name} (${number})`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
