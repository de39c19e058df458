/** Initials at the beginning of a text (drop caps): a separate letter, or a picture of one, that belongs to the next word. */
import type { DocumentPart } from './documentText.ts'

type Attributes = Readonly<Record<string, string>>

const OPENING = '["“”„«»‘‚\'¿¡—–(]{0,2}'
const INITIAL = new RegExp(`^${OPENING}\\p{Lu}$`, 'u')
/** Descriptions of a picture of a letter, with the letter itself. */
const NAMED =
  /^(?:an? )?(?:(?:drop(?:ped)?[ -]?cap(?:ital)?|(?:ornament\w*|decorat\w*|illuminated|large|big) )?(?:initial|letter|capital)?|initiale?|lettrine|buchstabe|letra)(?:[ ,:–-]+(?:letter|initial|capital))?[ ,:–-]*["“‘']?(\p{Lu})["”’']?$/iu
const CLASS = /(?:^|[\s_-])(?:drop|initial|lettrine|versal|capital|first-?letter)|dropcap|drop_cap|raisedcap/i
const FLOATED = /float\s*:\s*(?:left|inline-start)/i
/** The file name of a picture of a letter. */
const FILE = /(?:^|[/_-])([a-z])\.(?:png|jpe?g|gif|svg|webp)$/i
/** Letters that are words on their own: a space after these may separate words. */
const WORDS = /[AIOEÀÉÓYUÍШЯИОУАВСК]$/u
/** Text after an “I” that is not a word of its own. */
const AFTER_I =
  /^(?:t|n|f|s|ts|tself|nto|nside|nstead|ndeed|magine|mmediately|nitially|sn[’']t|t[’']s|m|ch|hr|hm|hn|hre|st|mmer)(?![\p{L}])/u
/** Beginnings of words after an “A” that is a word of its own. “Bout” and the like continue a word. */
const AFTER_A = /^(?:[bcdfghjklmnprstvwyz][aeiouy]|[bcfgkps]l|[bcdfgkptw]r|[cpstw]h|s[ckmnptw]|kn|qu|tw)/u
const REST_OF_A =
  /^(?:bout|bove|broad|gain|gainst|lone|live|mid|midst|mong|mongst|nother|ny\p{L}*|way|round|head|side|cross|greed)(?!\p{L})/u
/** A longer part is not a single letter. */
const LONGEST = 40

/** Whether a text is a single capital letter, optionally after an opening quotation mark. */
export function isInitial(text: string): boolean {
  return INITIAL.test(text.trim()) && !WORDS.test(text.trim())
}

/** Whether the class or style of an element marks it as an initial. */
export function marksInitial({ class: classes = '', style = '' }: Attributes): boolean {
  return CLASS.test(classes) || FLOATED.test(style)
}

/** The text of a picture: its alternative text, or the letter that its file name states. */
export function wordsOfPicture(attributes: Attributes): string {
  const { alt = '', title = '', src = '', class: classes = '' } = attributes
  if (alt.trim() !== '') return alt
  const letter = CLASS.test(classes) || CLASS.test(src) ? FILE.exec(src)?.[1] : undefined
  return letter === undefined ? title : letter.toUpperCase()
}

/** Joins each initial to the word that it begins; `indexes` contains the new index of each part. */
export function joinInitials(parts: readonly DocumentPart[]): {
  readonly parts: DocumentPart[]
  readonly indexes: readonly number[]
} {
  const joined: DocumentPart[] = []
  const indexes: number[] = []
  let letter: { readonly text: string; readonly kind: DocumentPart['kind'] } | null = null
  for (const part of parts) {
    const last = joined.at(-1)
    indexes.push(joined.length)
    if (letter !== null && last !== undefined && continues(part, letter)) {
      const index = joined.length - 1
      indexes[indexes.length - 1] = index
      joined[index] = withLetter(part, letter.text)
      letter = null
      continue
    }
    const own = withOwnLetter(part)
    joined.push(own)
    letter = letterOf(part)
  }
  return { parts: joined, indexes }
}

/** The letter of a part that consists of a single one, as text or as a picture. */
function letterOf({ kind, text, place, omitted }: DocumentPart) {
  if (text.length > LONGEST || omitted !== undefined || kind === 'tableRow') return null
  const words = place === 'picture' ? letterIn(text) : place === undefined && INITIAL.test(text) ? text : null
  return words === null ? null : { text: words, kind }
}

/**
 * Whether a part continues the word that a letter begins. The entries below a letter in an index begin with it, and chapters can have
 * numbers such as I and V.
 */
function continues(
  { kind, text, place }: DocumentPart,
  letter: { readonly text: string; readonly kind: DocumentPart['kind'] },
): boolean {
  if (place !== undefined || kind !== 'paragraph') return false
  const capital = letter.text.at(-1) ?? ''
  if (letter.kind === 'heading' && /[IVXLCDM]/.test(capital)) return false
  if (text.slice(0, 1).toLowerCase() === capital.toLowerCase()) return false
  return /^\p{Ll}/u.test(text) || /^\p{Lu}+(?:[ ’']\p{Lu}+){0,8}[ ,]+\p{Ll}/u.test(text.slice(0, 200))
}

function withOwnLetter(part: DocumentPart): DocumentPart {
  const [first, ...rest] = part.omitted ?? []
  if (first?.piece !== 'picture' || first.at > 2 || part.kind === 'tableRow') return part
  const letter = letterIn(first.text)
  const lead = part.text.slice(0, first.at)
  if (letter === null || !new RegExp(`^${OPENING}$`, 'u').test(lead)) return part
  const { omitted: _, ...bare } = part
  const text = part.text.slice(first.at)
  if (!/^[’']?\p{L}/u.test(text)) return part
  const others = rest.map((each) => ({ ...each, at: each.at - first.at }))
  const whole = withLetter({ ...bare, text, ...(others.length > 0 && { omitted: others }) }, letter)
  return {
    ...whole,
    text: lead + whole.text,
    ...(whole.omitted !== undefined && {
      omitted: whole.omitted.map((each) => ({ ...each, at: each.at + lead.length })),
    }),
  }
}

function withLetter(part: DocumentPart, letter: string): DocumentPart {
  const lead = isWord(letter, part.text) ? `${letter} ` : letter
  return {
    ...part,
    text: lead + part.text,
    ...(part.omitted !== undefined && {
      omitted: part.omitted.map((each) => ({ ...each, at: each.at + lead.length })),
    }),
  }
}

/** Whether a letter is a word on its own, as in “I was” and “A bell”, but not in “It was” and “After that”. */
function isWord(letter: string, rest: string): boolean {
  if (!/^\p{Ll}/u.test(rest)) return false
  if (letter.endsWith('I')) return !AFTER_I.test(rest)
  return letter.endsWith('A') && AFTER_A.test(rest) && !REST_OF_A.test(rest)
}

/** The letter that a picture shows, from its description. */
function letterIn(words: string): string | null {
  const text = words.trim()
  if (INITIAL.test(text)) return text
  const named = text.length > LONGEST ? undefined : NAMED.exec(text)?.[1]
  return named === undefined ? null : named.toUpperCase()
}
