/** The text of a game's line as its engine writes it: with tags, escapes and variables, which nobody speaks. */
import type { Mark } from './source.ts'

/** Whose rules a text follows; `other` for those of an engine that nothing tells, of which only forms are known that no prose has. */
export type Engine = 'renpy' | 'yarn' | 'other'

export interface EngineText {
  /** The text as it is, but that words which a tag sets apart have white space between them. */
  readonly text: string
  /** Tags and escapes, in their order. */
  readonly marks: readonly Mark[]
  /** Whether something stands in it that only the game can say, such as a player's name. */
  readonly hasVariables: boolean
}

/** Tags that mean a new line, and those that mean that the text waits. */
const LINE_TAGS = new Set(['br', 'p', 'n', 'nl', 'newline', 'page'])
const WAIT_TAGS = new Set(['w', 'wait', 'pause', 'nw', 'delay'])

const list = (names: string) => new Set(names.split(' '))
/** Tags of rich text in Unity (TextMesh Pro), Unreal, Godot and HTML, which stand in angle or in square brackets. */
const TAGS = list(
  'b i u s em strong strike size color colour font sprite br p n nl newline page span link url quad material mark sub sup alpha align center ' +
    'left right cspace indent gradient nobr noparse lowercase uppercase smallcaps allcaps voffset width img image rb rt ruby ' +
    'wave shake rainbow tornado wobble wiggle bounce swing fade pulse jitter glitch speed pause wait delay sound sfx emote anim portrait character',
)
/** Text tags of Ren'Py that other engines have taken over. */
const CURLY_TAGS = list(
  'b i u s w p nw fast cps a k alpha color size font plain done clear wait pause speed shake wave sound sfx rb rt image space vspace n br',
)

/** Tags that stand alone in square brackets; others are only known by a value or an end, since brackets are in prose, too. */
const SQUARE_TAGS = list('b i u s w p n nl br wave shake wait pause speed nw')

/**
 * What may be something else than words, each of a bounded length: the time grows as the text does. In their order: escapes of
 * brackets, tags, RPG Maker's codes, line breaks that are written out, variables of `printf` and others, and codes such as `$n`.
 */
const FORMS =
  /\{\{[^{}\n]{1,100}\}\}|\{\{|\[\[|\\[[\]{}"']|<<[^<>\n]{1,200}>>|<[^<>\n]{1,200}>|<\/>|\{[^{}\n]{1,200}\}|\[[^[\]\n]{1,200}\]|\\[A-Za-z]{1,4}\[\d{1,4}\]|(?<!\\)\\[nrN]|%(?:\d\$)?(?:\(\w{1,40}\))?(?:\.\d)?(?:[sdif@]|ld)(?![\p{L}\d])|%[A-Z][A-Z_]{1,40}%|\$\([\w.]{1,60}\)|(?<![\w$])\$[A-Za-z](?![\w$])/gu

/** `/name`, `name=…`, `name …`, `name/`; the name of a colour such as `#fff` stands alone. */
const TAG = /^(\/?)\s*([A-Za-z][\w.-]*|#[\da-f]{3,8})?\s*(\/?)(?=$|[\s=:/])/i
const VARIABLE = /^\{+\s*(?:\$|\d+\s*(?:$|[,:}])|[A-Za-z_][\w.]*\s*(?:$|[,:}|!]))/

/** Reads the text of a line. `escapes` of the format itself, such as those of CSV, are undone already. */
export function readEngineText(text: string, engine: Engine): EngineText {
  if (!/[<{[\\%$]/.test(text)) return { text, marks: [], hasVariables: false }
  const closed = new Set(
    Array.from(text.matchAll(/[<{[]\/([A-Za-z][\w.-]{0,40})[>}\]]/g), ([, name]) => name),
  )
  const isPath = text.includes(':\\') && /(?<!\p{L})[A-Za-z]:\\/u.test(text)
  const hasEmptyEnd = text.includes('</>')
  const marks: Mark[] = []
  let hasVariables = /\{\s*\w{1,60}\s*,\s*(?:plural|select)/.test(text)
  // To look at the end of a long text that grows costs as much as the text is long.
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
    // Ren'Py writes a brace as two.
    const form = engine === 'renpy' && found.startsWith('{{') ? '{{' : found
    const isWords = isPath && /^\\[nrN]$/.test(form)
    const kind = isWords ? 'words' : kindOf(form, { engine, closed, hasEmptyEnd })
    if (kind === 'variable') hasVariables = true
    if (kind === 'words' || kind === 'variable') continue
    write(text.slice(from, index))
    from = index + form.length
    // Of two brackets, the second one is the one that is meant.
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
  // “<sound of rain>” describes, and `<sound=rain>` is a tag.
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

/** `\V[1]` is a number and `\N[1]` a name that the game fills in; other codes change how the text looks. */
function kindOfEscape(form: string, engine: Engine): 'words' | 'variable' | 'tag' | 'line' {
  if (form.endsWith(']') && form.length > 2) return /^\\[VNP]\[/i.test(form) ? 'variable' : 'tag'
  if (/^\\[nrN]$/.test(form)) return 'line'
  return engine === 'other' && /^\\[[\]{}]$/.test(form) ? 'words' : 'tag'
}
