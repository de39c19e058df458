/**
 * Names of files that can move between systems, which allow 255 bytes of UTF-8, and of exported files from a pattern such as
 * `{n:04}_{character}_{name}`.
 */

/** The placeholders of a pattern; `{n}` may state its minimum number of digits, as in `{n:04}`. */
export const NAME_PARTS = ['n', 'title', 'chapter', 'character', 'name'] as const
export type NamePart = (typeof NAME_PARTS)[number]

type NameValues = Readonly<Record<Exclude<NamePart, 'n'>, string>> & { readonly n: number }

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

/** Separators and reserved characters of any system, controls, lone surrogates and bidi controls. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
/** Windows device names, with any extension: opening `con.txt` there opens the console. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=$|[. ])/i

/** The longest name that a person may type: files beside it, such as a journal, need some of the bytes. */
export const MAX_NAME_BYTES = 200
/** The longest name that Fabula generates, before an extension or a number is added. */
const MAX_STEM_BYTES = MAX_NAME_BYTES - 20

const encoder = new TextEncoder()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The number of bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** The beginning of a name in at most `MAX_STEM_BYTES` bytes and `maxLetters` letters. A letter with its accents, or an emoji, counts as one letter and stays whole. */
export function cutToStem(name: string, maxLetters = Infinity): string {
  if (name.length <= maxLetters && bytesOf(name) <= MAX_STEM_BYTES) return name
  let [bytes, letters, end] = [0, 0, 0]
  // Letters after this point cannot be within the limit.
  for (const { segment } of graphemes.segment(name.slice(0, MAX_STEM_BYTES + 1))) {
    bytes += bytesOf(segment)
    letters += 1
    if (bytes > MAX_STEM_BYTES || letters > maxLetters) break
    end += segment.length
  }
  return name.slice(0, end)
}

/** Whether a text has a character that some system refuses in a name. */
export function hasRefusedCharacter(name: string): boolean {
  return REFUSED.test(name)
}

/** A text with characters that some system refuses in a name, and all white space, replaced by spaces. */
export function withoutRefused(text: string): string {
  return Array.from(text, (char) => (REFUSED.test(char) ? ' ' : char))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether a name is a Windows device name. */
export function isDeviceName(name: string): boolean {
  return WINDOWS_DEVICE.test(name)
}

/** Turns a device name into an ordinary one: `con.txt` becomes `con_.txt`. */
function withoutDevice(name: string): string {
  return name.replace(WINDOWS_DEVICE, '$&_')
}
