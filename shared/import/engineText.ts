/** Reads the text of a game’s line, in which an engine writes tags, escapes and variables that are not spoken. */
import type { Mark, Piece } from './source.ts'

/** The engine whose syntax a text follows; `other` if it is unknown, in which case only forms that do not occur in prose are recognised. */
export type Engine = 'renpy' | 'yarn' | 'other'

export interface EngineText {
  /** The text with its markup, and with white space where a tag alone separates words. */
  readonly text: string
  /** Tags and escapes, in order. */
  readonly marks: readonly Mark[]
  /** Whether it contains a value that only the game knows, such as the player’s name. */
  readonly hasVariables: boolean
}

/** Tags for a new line, and tags that make the text wait. */
const LINE_TAGS = new Set(['br', 'p', 'n', 'nl', 'newline', 'page'])
const WAIT_TAGS = new Set(['w', 'wait', 'pause', 'nw', 'delay'])

const list = (names: string) => new Set(names.split(' '))
/** Tags of rich text in Unity (TextMesh Pro), Unreal, Godot and HTML, in angle or square brackets. */
const TAGS = list(
  'b i u s em strong strike size color colour font sprite br p n nl newline page span link url quad material mark sub sup alpha align center ' +
    'left right cspace indent gradient nobr noparse lowercase uppercase smallcaps allcaps voffset width img image rb rt ruby ' +
    'wave shake rainbow tornado wobble wiggle bounce swing fade pulse jitter glitch speed pause wait delay sound sfx emote anim portrait character',
)
/** Text tags of Ren'Py that other engines have adopted. */
const CURLY_TAGS = list(
  'b i u s w p nw fast cps a k alpha color size font plain done clear wait pause speed shake wave sound sfx rb rt image space vspace n br',
)

/** Tags that are recognised alone in square brackets. Others need a value or an end tag, because prose also contains brackets. */
const SQUARE_TAGS = list('b i u s w p n nl br wave shake wait pause speed nw')

/**
 * Forms that may not be words, each of limited length so that matching takes linear time. In order: `{{…}}`, escapes of brackets,
 * tags, codes of RPG Maker, written-out line breaks, variables of `printf` and others, and codes such as `$n`.
 */
const FORMS =
  /\{\{[^{}\n]{1,100}\}\}|\{\{|\[\[|\\[[\]{}"']|<<[^<>\n]{1,200}>>|<[^<>\n]{1,200}>|<\/>|\{[^{}\n]{1,200}\}|\[[^[\]\n]{1,200}\]|\\[A-Za-z]{1,4}\[\d{1,4}\]|(?<!\\)\\[nrN]|%(?:\d\$)?(?:\(\w{1,40}\))?(?:\.\d)?(?:[sdif@]|ld)(?![\p{L}\d])|%[A-Z][A-Z_]{1,40}%|\$\([\w.]{1,60}\)|(?<![\w$])\$[A-Za-z](?![\w$])/gu

/** `/name`, `name=…`, `name …`, `name/`; the name can be a colour such as `#fff`. */
const TAG = /^(\/?)\s*([A-Za-z][\w.-]*|#[\da-f]{3,8})?\s*(\/?)(?=$|[\s=:/])/i
const VARIABLE = /^\{+\s*(?:\$|\d+\s*(?:$|[,:}])|[A-Za-z_][\w.]*\s*(?:$|[,:}|!]))/

/** Reads the text of a line, in which escapes of the file format itself, such as those of CSV, are already decoded. */
export function readEngineText(text: string, engine: Engine): EngineText {
  if (!/[<{[\\%$]/.test(text)) return { text, marks: [], hasVariables: false }
  const closed = new Set(
    Array.from(text.matchAll(/[<{[]\/([A-Za-z][\w.-]{0,40})[>}\]]/g), ([, name]) => name),
  )
  const isPath = text.includes(':\\') && /(?<!\p{L})[A-Za-z]:\\/u.test(text)
  const hasEmptyEnd = text.includes('</>')
  const marks: Mark[] = []
  let hasVariables = /\{\s*\w{1,60}\s*,\s*(?:plural|select)/.test(text)
  // The last character is kept separately: reading it from a growing string takes time in proportion to its length.
  const pieces: string[] = []
  let length = 0
  let last = ''
  const write = (piece: string) => {
    if (piece === '') return
    pieces.push(piece)
    length += piece.length
    last = piece.slice(-1)
  }
  let from = 0
  for (const { 0: found, index } of text.matchAll(FORMS)) {
    // Ren'Py doubles a literal brace.
    const form = engine === 'renpy' && found.startsWith('{{') ? '{{' : found
    const isWords = isPath && /^\\[nrN]$/.test(form)
    const kind = isWords ? 'words' : kindOf(form, { engine, closed, hasEmptyEnd })
    if (kind === 'variable') hasVariables = true
    if (kind === 'words' || kind === 'variable') continue
    write(text.slice(from, index))
    from = index + form.length
    // Of a doubled bracket, the first one is the escape.
    const isEscape = form === '{{' || form === '[[' || /^\\[[\]{}"']$/.test(form)
    marks.push({ piece: 'markup', start: length, end: length + (isEscape ? 1 : form.length) })
    const isApart = /^(?:\s|$)/.test(last) || /^(?:\s|$)/.test(text.charAt(from))
    write(form)
    if (isApart) continue
    if (kind === 'line') write('\n')
    else if (kind === 'wait' && /[.,;:!?…]/.test(text.charAt(index - 1))) write(' ')
  }
  write(text.slice(from))
  return { text: pieces.join(''), marks, hasVariables }
}

interface Found {
  readonly engine: Engine
  /** The names of the tags that are closed somewhere in the text. */
  readonly closed: ReadonlySet<string | undefined>
  readonly hasEmptyEnd: boolean
}

function kindOf(
  form: string,
  { engine, closed, hasEmptyEnd }: Found,
): 'words' | 'variable' | 'tag' | 'line' | 'wait' {
  if (form.startsWith('\\')) return kindOfEscape(form, engine)
  if (form.startsWith('<<')) return 'tag'
  if (form.startsWith('%') || form.startsWith('$(')) return 'variable'
  if (form.startsWith('$')) return 'tag'
  if (form === '{{' || form === '[[') return engine === 'renpy' ? 'tag' : 'words'
  if (form.startsWith('{{')) return 'variable'
  const inner = form.slice(1, -1)
  const { 0: start = '', 1: end = '', 2: name } = TAG.exec(inner) ?? []
  const tag = name?.toLowerCase()
  const kind = spaceOf(tag, end)
  if (inner === '/' && form[0] !== '{') return 'tag'
  if (name !== undefined && closed.has(name)) return kind
  // “<sound of rain>” is a description, `<sound=rain>` is a tag.
  const isForm = tag !== undefined && (start === inner || inner.includes('=') || inner.endsWith('/'))
  switch (form[0]) {
    case '<':
      return isForm && (TAGS.has(tag) || tag.startsWith('#') || hasEmptyEnd) ? kind : 'words'
    case '{':
      if (engine === 'renpy') return kind
      if (engine === 'other' && isForm && CURLY_TAGS.has(tag)) return kind
      return VARIABLE.test(form) ? 'variable' : 'words'
    default:
      if (engine === 'renpy') return /^[A-Za-z_]/.test(inner) ? 'variable' : 'words'
      if (engine === 'yarn') return tag === undefined ? 'words' : kind
      return isForm && (inner !== start || SQUARE_TAGS.has(tag)) ? kind : 'words'
  }
}

function spaceOf(tag: string | undefined, end: string): 'tag' | 'line' | 'wait' {
  if (tag === undefined || end !== '') return 'tag'
  return LINE_TAGS.has(tag) ? 'line' : WAIT_TAGS.has(tag) ? 'wait' : 'tag'
}

/** The game replaces `\V[1]` with a number, and `\N[1]` and `\P[1]` with a name; other codes change how the text looks. */
function kindOfEscape(form: string, engine: Engine): 'words' | 'variable' | 'tag' | 'line' {
  if (form.endsWith(']') && form.length > 2) return /^\\[VNP]\[/i.test(form) ? 'variable' : 'tag'
  if (/^\\[nrN]$/.test(form)) return 'line'
  return engine === 'other' && /^\\[[\]{}]$/.test(form) ? 'words' : 'tag'
}

/** A range of a text; `piece` is set if it is left out in any case. */
export interface Place {
  readonly start: number
  readonly end: number
  readonly piece?: Piece
}

/** Reads the words of a line as `readEngineText` does, with other codes in them, such as those of its file format. */
export function readEngineWords(words: string, codes: readonly Place[], engine: Engine): EngineText {
  if (codes.length === 0) return readEngineText(words, engine)
  const marks: Mark[] = []
  let [text, from, hasVariables] = ['', 0, false]
  const add = (part: string) => {
    const read = readEngineText(part, engine)
    marks.push(
      ...read.marks.map((mark) => ({
        ...mark,
        start: mark.start + text.length,
        end: mark.end + text.length,
      })),
    )
    text += read.text
    hasVariables ||= read.hasVariables
  }
  for (const { start, end, piece } of codes) {
    add(words.slice(from, start))
    const code = words.slice(start, end)
    if (piece === undefined && readEngineText(code, engine).hasVariables) hasVariables = true
    else marks.push({ piece: piece ?? 'markup', start: text.length, end: text.length + code.length })
    text += code
    from = end
  }
  add(words.slice(from))
  return { text, marks, hasVariables }
}

/** `[character name="Mira"]` */
const CHARACTER = /\[character\s{1,9}name\s{0,9}=\s{0,9}"?([^"[\]\n]{1,100})"?\s{0,9}\/?\]/
/** “Mira: …”: Yarn Spinner reads all text before the first colon as a name. Sentences and times of day are excluded here. */
const NAMED_LINE = /^([^:[\]{}<>\n.!?]{1,60}):(?!\d)\s*(?=\S)/

/** Returns the speaker in the text of a Yarn Spinner line, and the words; null if it names none. */
export function takeSpeaker(text: string): { readonly speaker: string; readonly words: string } | null {
  const named = NAMED_LINE.exec(text)
  if (named?.[1] !== undefined) return { speaker: named[1].trim(), words: text.slice(named[0].length) }
  const speaker = CHARACTER.exec(text)?.[1]
  return speaker === undefined ? null : { speaker: speaker.trim(), words: text }
}
