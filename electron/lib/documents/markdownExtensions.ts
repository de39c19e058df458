/**
 * Markdown extensions of GitHub, Obsidian, Pandoc, Docusaurus, Hugo and Jekyll for markdown-it: their words become text, and what is not
 * text becomes a token `left_out` whose `info` is the kind of piece. Every search is bounded, so that time is linear in the length of the
 * text.
 */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import type { Piece } from '../../../shared/import/source.ts'
import { dashTable, gridTable, lineOf } from './markdownTables.ts'

/** Longer stretches are not inline markup. */
const LONGEST = 1000

/** Adds the extensions to a parser. */
export function withExtensions(parser: MarkdownIt): MarkdownIt {
  parser.enable(['table', 'strikethrough'])
  const inline = [
    comment,
    copiedMark,
    wikiLink,
    footnoteMark,
    inlineNote,
    citation,
    span,
    attributes,
    blockId,
    script,
    product,
  ] as const
  parser.inline.ruler.before('strikethrough', critic.name, critic)
  parser.inline.ruler.before('escape', latex.name, latex)
  for (const rule of [...inline, mathematics, emoji, shortcode, highlight])
    parser.inline.ruler.before('backticks', rule.name, rule)
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  for (const rule of [commentBlock, formulaBlock, container, command, gridTable])
    parser.block.ruler.before('fence', rule.name, rule, { alt })
  parser.block.ruler.before('code', dashTable.name, dashTable)
  parser.block.ruler.before('reference', footnote.name, footnote, { alt: ['paragraph', 'reference'] })
  return withSpeech(parser)
}

/** Lets a parser keep script lines that CommonMark would take for a link definition, and lose. */
export function withSpeech(parser: MarkdownIt): MarkdownIt {
  parser.block.ruler.before('reference', speech.name, speech)
  return parser
}

function leaveOut(state: StateInline | StateBlock, piece: Piece, words: string): void {
  const token = state.push('left_out', '', 0)
  token.info = piece
  token.content = words
}

/** Whether an inline rule matches: leaves out what the pattern finds at the position, or reads `words` of it. */
function take(
  state: StateInline,
  silent: boolean,
  pattern: RegExp,
  found: (match: RegExpExecArray) => { readonly piece: Piece | null; readonly words: string }[] | null,
): boolean {
  const match = pattern.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + LONGEST)))
  const pieces = match === null ? null : found(match)
  if (match === null || pieces === null) return false
  if (!silent)
    for (const { piece, words } of pieces) {
      if (piece === null) state.pending += words
      else if (words.trim() !== '') leaveOut(state, piece, words)
    }
  state.pos += match[0].length
  return true
}

const isAt = (state: StateInline, sign: string) => state.src.startsWith(sign, state.pos)
const before = (state: StateInline) => state.src[state.pos - 1] ?? ' '

/** CriticMarkup: “{++added++}”, “{--removed--}”, “{~~old~>new~~}”, “{==marked==}”, “{>>a remark<<}”. */
function critic(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '{')) return false
  const pattern =
    /^\{(?:\+\+([^{}]+?)\+\+|--([^{}]+?)--|~~([^{}]*?)~>([^{}]*?)~~|==([^{}]+?)==|>>([^{}]+?)<<)\}/
  return take(state, silent, pattern, ([, added, removed, old, next, marked, remark]) => [
    { piece: 'hidden', words: removed ?? old ?? '' },
    { piece: null, words: added ?? next ?? marked ?? '' },
    { piece: 'scriptNote', words: remark ?? '' },
  ])
}

/** Obsidian: “%%a remark%%”. */
function comment(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '%%')) return false
  return take(state, silent, /^%%([^%]+(?:%[^%]+)*)%%/, ([, words = '']) => [{ piece: 'hidden', words }])
}

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i

/** Obsidian: “[[Page]]”, “[[Page#Heading|alias]]”, “![[picture.png|300]]”. */
function wikiLink(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '[[') && !isAt(state, '![[')) return false
  return take(
    state,
    silent,
    /^(!?)\[\[([^[\]|\n]+)(?:\\?\|([^[\]\n]*))?\]\]/,
    ([, embeds, target = '', alias = '']) => {
      const shown = alias.replace(/^\d+(?:x\d+)?$/, '')
      if (embeds === '!') {
        const words = shown === '' ? target : `${target} ${shown}`
        return [{ piece: PICTURE.test(target) ? 'picture' : 'markup', words }]
      }
      if (shown !== '')
        return [
          { piece: 'markup', words: `${target} ` },
          { piece: null, words: shown },
        ]
      const [page = '', id = ''] = target.split('#^')
      return [
        { piece: null, words: page.replaceAll('#', ' ').trim() },
        { piece: 'markup', words: id },
      ]
    },
  )
}

/** “[^1]” */
function footnoteMark(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '[^')) return false
  return take(state, silent, /^\[\^([^\s[\]^]+)\]/, ([, words = '']) => [{ piece: 'footnote', words }])
}

/** Pandoc: “^[A note.]” */
function inlineNote(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '^[')) return false
  return take(state, silent, /^\^\[([^[\]]+)\]/, ([, words = '']) => [
    { piece: 'footnote', words: ` ${words}` },
  ])
}

/** Pandoc: “[see @fox1999, p. 3]”, “@fox1999 [p. 3]”. A name alone can be that of a person. */
function citation(state: StateInline, silent: boolean): boolean {
  if (isAt(state, '@') && !/[\p{L}\p{N}]/u.test(before(state)))
    return take(
      state,
      silent,
      /^@\p{L}[\p{L}\p{M}\d_:.#$%&+?<>~/-]{0,60}\s\[(?:(?:pp?|ch|sec|vol|fig)\.\s|\d)[^[\]\n]{0,60}\](?!\()/u,
      ([words]) => [{ piece: 'markup', words }],
    )
  if (!isAt(state, '[')) return false
  return take(state, silent, /^\[((?:[^[\]@\n]{0,40}\s)?-?@[^[\]\s]+[^[\]\n]*)\]/, ([, words = '']) => [
    { piece: 'markup', words },
  ])
}

/** What a chat program leaves in a copied answer. */
function copiedMark(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, ':content')) return false
  return take(state, silent, /^:contentReference\[[^[\]\n]{1,40}\](?:\{[^{}\n]{1,40}\})?/, ([words]) => [
    { piece: 'markup', words },
  ])
}

/** Commands of LaTeX between the words; “\\footnote{…}” has words of its own. */
function latex(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '\\')) return false
  return take(
    state,
    silent,
    /^\\(?:(footnote|endnote|index|label|marginpar|thanks)\{([^{}]*)\}|(?:[a-z]*cite[a-z]*|[a-z]*ref|[vh]space|vskip|hskip|thispagestyle|pagestyle)\*?(?:\[[^[\]]*\]){0,2}\{[^{}\n]*\}|(?:no)?indent\b\s?|(?:new|clear|cleardouble)page\b\s?|(?:pagebreak|linebreak|newline|hfill|vfill|centering|maketitle)\b\s?)/,
    ([written, kind = '', words = '']) =>
      kind === ''
        ? [{ piece: 'markup', words: written }]
        : [{ piece: /note|thanks|par/.test(kind) ? 'footnote' : 'markup', words: ` ${words}` }],
  )
}

const ATTRIBUTES = /^\{(?:[#.][\w-]|:\s|\s*[\w-]+=)[^{}\n]*\}/

/** Pandoc: “[words]{.class}” */
function span(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '[')) return false
  return take(state, silent, /^\[([^[\]\n*_`]+)\](\{[^{}\n]*\})/, ([, words = '', written = '']) =>
    ATTRIBUTES.test(written) ? [{ piece: null, words }] : null,
  )
}

/** Attributes after a link, a picture or code, or at the end of a heading: “{#home .wide}”. They contain no text. */
function attributes(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '{')) return false
  return take(state, silent, ATTRIBUTES, (match) => {
    const isLast = state.src.slice(state.pos + match[0].length).trim() === ''
    return isLast || /[)\]`]/.test(before(state)) ? [] : null
  })
}

/** Obsidian: the id of a paragraph at its end, “^a1b2c3”. */
function blockId(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '^') || !/\s/.test(before(state))) return false
  return take(state, silent, /^\^([A-Za-z\d-]+)\s*$/, ([written, words = '']) =>
    state.pos + written.length === state.posMax ? [{ piece: 'markup', words }] : null,
  )
}

/** “$x$” and “$$x^2$$” by the rules of Pandoc, so that prices do not match. Plain letters and numbers are read. */
function mathematics(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '$') || before(state) === '\\') return false
  return take(state, silent, /^(\$\$?)(?!\s)([^$\n]+)(?<!\s)\1(?![\d$])/, ([, , words = '']) => {
    const isPlain = /^[\p{L}\p{N} .,+=-]+$/u.test(words)
    return [{ piece: isPlain ? null : 'markup', words }]
  })
}

/** “:smile:” */
function emoji(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, ':') || /[\p{L}\p{N}:]/u.test(before(state))) return false
  return take(state, silent, /^:([a-z][a-z\d_+-]{1,40}|[+-]1):(?![\p{L}\p{N}:])/u, ([, words = '']) => [
    { piece: 'markup', words },
  ])
}

/** Hugo: “{{< figure >}}”, “{{% note %}}”; Jekyll: “{% include %}”. The content between two of them is text. */
function shortcode(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '{{<') && !isAt(state, '{{%') && !isAt(state, '{%')) return false
  return take(state, silent, /^(?:\{\{<([^{}]*)>\}\}|\{\{%([^{}]*)%\}\}|\{%([^{}]*)%\})/, ([, ...words]) => [
    { piece: 'markup', words: words.join('').trim() },
  ])
}

/** Pandoc: “H~2~O”, “x^2^”, “++added++”. */
function script(state: StateInline, silent: boolean): boolean {
  if (isAt(state, '++') && !/[\p{L}\p{N}+]/u.test(before(state)))
    return take(state, silent, /^\+\+(?!\s)([^+\n]+)(?<!\s)\+\+(?!\+)/, ([, words = '']) => [
      { piece: null, words },
    ])
  if (!isAt(state, '~') && !isAt(state, '^')) return false
  return take(state, silent, /^([~^])([^\s~^[\]]{1,40})\1(?!\1)/, ([, , words = '']) => [
    { piece: null, words },
  ])
}

/** “5*3*2” is not emphasis. */
function product(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '*') || !/\d/.test(before(state))) return false
  return take(state, silent, /^\*(?=\d)/, () => [{ piece: null, words: '*' }])
}

/** “==marked words==” */
function highlight(state: StateInline, silent: boolean): boolean {
  if (!isAt(state, '==') || before(state) === '=') return false
  const match = /^==(?![\s=])[^\n]*?[^\s=]==(?!=)/.exec(state.src.slice(state.pos, state.pos + LONGEST))
  const { pos, posMax } = state
  const end = pos + (match?.[0].length ?? 0)
  if (match === null || end > posMax) return false
  if (!silent) {
    state.pos = pos + 2
    state.posMax = end - 2
    state.md.inline.tokenize(state)
    state.posMax = posMax
  }
  state.pos = end
  return true
}

/** A multi-line remark of Obsidian. */
function commentBlock(state: StateBlock, start: number, _: number, silent: boolean): boolean {
  return fenced(state, { start, silent, sign: '%%', piece: 'hidden' })
}

/** A formula on its own lines. */
function formulaBlock(state: StateBlock, start: number, _: number, silent: boolean): boolean {
  return fenced(state, { start, silent, sign: '$$', piece: 'markup' })
}

interface Fence {
  readonly start: number
  readonly silent: boolean
  readonly sign: string
  readonly piece: Piece
}

/** Lines from one that begins with a delimiter to one that ends with it. */
function fenced(state: StateBlock, { start, silent, sign, piece }: Fence): boolean {
  const first = lineOf(state, start)
  if (first === null || !first.startsWith(sign) || first.includes(sign, sign.length)) return false
  // If no line ends with it before this line, none does after it.
  const unended = `unended ${sign}`
  if (state.env[unended] === state.lineMax) return false
  let end = start + 1
  while (
    end < state.lineMax &&
    !state
      .getLines(end, end + 1, 0, false)
      .trimEnd()
      .endsWith(sign)
  )
    end += 1
  if (end >= state.lineMax) {
    state.env[unended] = state.lineMax
    return false
  }
  if (silent) return true
  const words = state
    .getLines(start, end + 1, state.blkIndent, false)
    .replaceAll(sign, '')
    .trim()
  if (words !== '') leaveOut(state, piece, words)
  state.line = end + 1
  return true
}

/** Docusaurus and Pandoc: “:::note A title” and “:::”. The content between them is text. */
function container(state: StateBlock, start: number, _: number, silent: boolean): boolean {
  const line = lineOf(state, start)
  const [, kind = '', , attribute = '', title = ''] =
    /^:{3,}\s*((\{[^{}]*\})|[\w-]*)(\{[^{}]*\})?(.*)$/.exec(line ?? '') ?? []
  if (line?.startsWith(':::') !== true) return false
  if (silent) return true
  const code = `${kind} ${attribute}`.replaceAll(/[{}]/g, ' ').trim()
  if (code !== '') leaveOut(state, 'markup', code)
  state.line = start + 1
  const words = title
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^:+$/, '')
  if (words !== '') paragraph(state, start, words)
  return true
}

/** Commands for a new page or a list of contents, and the meanings of abbreviations: “*[HTML]: Hypertext Markup Language”. */
const COMMAND =
  /^(?:\*\[[^[\]]+\]:.*|\\(?:newpage|pagebreak|clearpage|cleardoublepage|tableofcontents|(?:big|med|small)skip|[vh]space\*?\{[^{}]*\})|\[\[_?toc_?\]\]|\[toc\]|\{\{\s?toc\s?\}\}|\$\{toc\}|@\[toc\](?:\([^()]*\))?|\{:[^{}]*\})$/i

function command(state: StateBlock, start: number, _: number, silent: boolean): boolean {
  const line = lineOf(state, start)
  if (line === null || !COMMAND.test(line)) return false
  if (silent) return true
  leaveOut(state, 'markup', line)
  state.line = start + 1
  return true
}

/** “[^1]: A note.”, with its further lines and indented paragraphs. Its tokens are between `footnote_open` and `footnote_close`. */
function footnote(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  const [label = ''] = /^\[\^[^\s[\]^]+\]:/.exec(lineOf(state, start) ?? '') ?? []
  if (label === '' || state.level > 0 || state.env['isInNote'] === true) return false
  if (silent) return true
  let end = start + 1
  for (; end < endLine; end++) {
    const isIndented = (state.sCount[end] ?? 0) >= 2
    const isNext = /^\[\^[^\s[\]^]+\]:/.test(lineOf(state, end) ?? '')
    if (!state.isEmpty(end) && !isIndented && (state.isEmpty(end - 1) || isNext)) break
  }
  const words = state
    .getLines(start, end, 0, false)
    .trimStart()
    .slice(label.length)
    .replaceAll(/^(?: {1,4}|\t)/gm, '')
  state.push('footnote_open', '', 1)
  state.env['isInNote'] = true
  state.md.block.parse(words.trim(), state.md, state.env, state.tokens)
  state.env['isInNote'] = false
  state.push('footnote_close', '', -1)
  state.line = end
  return true
}

/** The target of a link definition: “[home]: https://…”, but not “[Mira]: No.” */
const TARGET = /^(?:<|#|\.{0,2}\/|[a-z][a-z\d+.-]*:|\S*\/|\S+\.[a-z\d]{2,})/i

const LINK_TITLE = /\s(?:"(.+)"|'(.+)'|\((.+)\))$/

/** “[Mira]: No.” */
function speech(state: StateBlock, start: number): boolean {
  const line = lineOf(state, start) ?? ''
  const target = /^\[[^[\]]+\]:\s*(\S.*)$/.exec(line)?.[1]
  if (target === undefined) return false
  if (TARGET.test(target)) {
    // CommonMark keeps only the title of the first definition.
    const token = state.push('link_title', '', 0)
    token.content = (LINK_TITLE.exec(target) ?? []).slice(1).join('')
    return false
  }
  state.line = start + 1
  paragraph(state, start, line)
  return true
}

function paragraph(state: StateBlock, line: number, words: string): void {
  const opened = state.push('paragraph_open', 'p', 1)
  opened.map = [line, line + 1]
  const inline = state.push('inline', '', 0)
  inline.content = words
  inline.map = [line, line + 1]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
}
