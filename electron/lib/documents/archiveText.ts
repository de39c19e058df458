/** The additions of an archive to the texts that it distributes: licences, transcribers' notes, and its markup in plain text. */
import type { Mark, Piece } from '../../../shared/import/source.ts'

/** Words that only an archive uses, about its own file. */
const OF_ARCHIVE =
  /\be-?(?:book|text)s?\b|\bproject gutenberg|\bsmall print\b|\blicen[cs]e\b|\bpublic domain\b|\bthis (?:file|digital|electronic)\b/i
const START = /^\W{0,6}\s*START\b/
const END = /^\W{0,6}\s*END\b/
const IS_MARKER = /^\s*\*{1,6}\s*(?:START|END)\b.{0,300}$/s
/** The lines without stars that end a text of an archive. */
const END_LINE =
  /^\s*\W{0,6}(?:end of (?:the |this )?(?:project |volume |.{0,60}\b)?(?:gutenberg|e-?book|e-?text)|ende? (?:dieses|des) .{0,60}(?:gutenberg|e-?book|e-?text)|fin (?:de|du|d[’']) ?.{0,60}(?:gutenberg|e-?book|e-?text))/iu
const SMALL_PRINT_END = /^\W{0,6}END\W{0,3}\s*(?:OF )?THE SMALL PRINT/
/** Wordings of licences, at either end of a text without markers. */
const LICENCE_WORDS = [
  /\bfor the use of anyone\b/i,
  /\b(?:e-?book|e-?text|digital (?:copy|edition|version)) (?:is|was) (?:made |brought |provided |prepared |produced |digiti[sz]ed |a )/i,
  /\bdigiti[sz]ed by (?:the )?(?:internet archive|google)\b/i,
  /\bno one owns (?:a|the)\b.{0,40}\bcopyright\b/is,
  /\b(?:strictly|solely) for personal use\b/i,
  /\bavailable for countries where copyright is\b/i,
  // A long paragraph with these words is about licences.
  /^(?=[^]{1,500}$)[^]*?(?:\blicen[cs]ed under\b|\bcreative commons (?:attribution|zero|public domain|namensnennung|by\b|cc\b)|\bcc[ -]by\b)/i,
  /\b(?:this|the) (?:work|book|e-?book|text|story|edition|file)\b.{0,80}\b(?:under|by|with) .{0,40}\bcreative commons\b|\bdistributed under the terms\b|\bunder the terms of (?:the|this) licen[cs]e\b/i,
  /\bdistributed proofread(?:ers|ing)\b/i,
  /\bthis (?:work|book|text|file|edition|title) (?:is|may be) in the (?:\w+ )?public domain\b/i,
  /\bproject gutenberg(?:['’]s| of)? (?:australia|canada|europe)\b|\bgutenberg\.(?:net\.au|ca)\b|\bfadedpage\.com\b/i,
  /^\W{0,3}the end of [^\n]{1,120} by [^\n]{1,80}\]\s*$/i,
  /\b(?:e-?book|e-?text) (?:of|no\.|#)/i,
  /\bdieses (?:e-?book|werk|buch|dokument) (?:ist|wurde|wird) .{0,80}(?:gemeinfrei|kostenlos|lizenz|digitalisiert|bereitgestellt)/is,
  /\b(?:ce|cet) (?:livre|ouvrage|e-?book|fichier|texte) .{0,80}(?:domaine public|licence|gratuit|numérisé)/is,
  /\beste (?:libro|texto|e-?book|livro|arquivo|archivo) .{0,80}(?:dominio público|domínio público|licencia|licença|gratuit)/is,
  /\bquesto (?:libro|testo|e-?book) .{0,80}(?:pubblico dominio|licenza|gratuit)/is,
  /\bwolnelektury\.pl\b|\bdomen(?:a|y|ie) publiczn/i,
  /общественн(?:ом|ое) достояни|распространяется (?:свободно|бесплатно)/i,
]
/** Credits of those who made the file, below the marker that starts the text. */
const CREDITS =
  /^\W{0,3}(?:(?:this )?(?:e-?text|e-?book|file|html version|updated editions)\b.{0,40}\b)?(?:produced|prepared|transcribed|scanned|digiti[sz]ed|proofread|typed|html version|further corrections|updated editions|erstellt|digitalisiert|produit|préparé|realizado|produzido)\b.{0,30}\b(?:by|from|von|par|por|will)\b/i
const NOTE_OF_ARCHIVE = /^\W{0,3}note:.{0,80}\b(?:html|e-?text|e-?book|internet archive|images)\b/is
const METADATA =
  /^\W{0,3}(?:title|author|editor|translator|illustrator|release date|posting date|language|character set encoding|last updated|credits|produced by|encoding|original publication|isbn|release|autor|titel|titre|auteur|título|idioma|sprache|langue)\s*:\s/i
/** Transcribers' notes, in the languages of archives. */
const TRANSCRIBER =
  /^[\s[({+|_=*-]*(?:original )?(?:transcriber(?:['’]?s|s['’])?|proofreader['’]?s?|digiti[sz]er['’]?s?|e-?text|typist['’]?s)['’]?\s+(?:end\s?)?notes?\b|^[\s[({+|_=*-]*(?:anmerkungen? (?:zur transkription|des (?:bearbeiters|transkribenten))|hinweise? zur transkription|notes? (?:de (?:la )?transcription|du transcripteur|sur la transcription|au lecteur de ce fichier|de l[’']éditeur numérique)|notas? (?:del? transcriptor|de transcripción|do transcritor)|nota del trascrittore|uwagi? (?:do wersji|transkryb)|opmerkingen? van de bewerker|примечани[ея] (?:оцифровщик|к электронной))/iu
const PICTURE =
  /^(?:illustrations?|frontispiece|image|picture|photo(?:graph)?|plate|abbildung|illustration|bild|ilustraci[oó]n|ilustração|illustrazione|ilustracja|иллюстрация|рисунок|vignette|cover|titlepage)$/iu
const NOTE = /^(?:footnote|fußnote|fussnote|note|endnote|nota|przypis|примечание)$/iu
/** In a text without markers, this many paragraphs at either end are examined; a bracket is not open for longer. */
const EDGE = 40
const LONGEST_BRACKET = 60
const RULE = /^[\s*+|=_~-]{3,}$/

/**
 * Whether a line is a marker that an archive sets between its licence and a text: its own paragraph, even without blank lines around it.
 */
export function isArchiveMarker(line: string): boolean {
  return line.length < 300 && (/^\s*\*{1,6}\s*(?:START|END)\b/.test(line) || END_LINE.test(line))
}

/** The kind of each paragraph that is not text. */
export interface ArchivePieces {
  readonly pieces: readonly (Piece | null)[]
  /** The first paragraph after the licence at the beginning; 0 if there is none. */
  readonly start: number
  /** The first paragraph of the licence at the end. */
  readonly end: number
  readonly title: string | null
  readonly author: string | null
}

/** Identifies the paragraphs that an archive added; `gaps` are the numbers of blank lines before each. */
export function piecesOfArchive(texts: readonly string[], gaps: readonly number[]): ArchivePieces {
  const pieces: (Piece | null)[] = texts.map(() => null)
  const isLicence = licenceIn(texts)
  let start = 0
  while (isLicence[start] === true) start++
  let end = texts.length
  while (end > start && isLicence[end - 1] === true) end--
  for (const [index, is] of isLicence.entries()) if (is) pieces[index] = 'licence'
  markBrackets(texts, pieces)
  markNotesOfTypists(texts, gaps, pieces, { start, end })
  if (start > 0) {
    for (let index = start; index < Math.min(texts.length, start + EDGE); index++) {
      const text = texts[index] ?? ''
      if (CREDITS.test(text) || NOTE_OF_ARCHIVE.test(text)) pieces[index] = 'licence'
    }
  }
  return { pieces, start, end, ...metadataIn(texts.slice(0, start)) }
}

const isMarker = (text: string, kind: RegExp) => text.length < 400 && IS_MARKER.test(text) && kind.test(text)

function licenceIn(texts: readonly string[]): boolean[] {
  const is = texts.map(() => false)
  const saysLicence = (text: string) => LICENCE_WORDS.some((pattern) => pattern.test(text.slice(0, 2000)))
  const starts: number[] = []
  const ends: number[] = []
  for (const [index, text] of texts.entries()) {
    const [line = ''] = text.trimStart().split('\n', 1)
    // “*** START: FULL LICENSE ***” and its end are not those of a text.
    if (IS_MARKER.test(text) && /\bLICEN[CS]E\b/i.test(line)) continue
    if (SMALL_PRINT_END.test(line) || isMarker(text, START)) starts.push(index)
    else if (isMarker(text, END) || (text.length < 300 && END_LINE.test(line))) ends.push(index)
  }
  const nameOf = (index: number | undefined) =>
    (texts[index ?? -1] ?? '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(/^\s*(?:START|END)\s+/, '')
      .trim()
  const isSure = (index: number) => OF_ARCHIVE.test(texts[index] ?? '')
  const areNear = (from: number, to: number) => texts.slice(Math.max(0, from), to).some(saysLicence)
  const named = new Set(starts.map(nameOf))
  const isSureStart = (index: number) => isSure(index) || areNear(index - EDGE, index)
  const sureStarts = starts.filter(isSureStart)
  const sureEnds = ends.filter(
    (index) =>
      isSure(index) ||
      areNear(index + 1, index + 1 + EDGE) ||
      (sureStarts.length > 0 && named.has(nameOf(index))),
  )
  if (sureStarts.length === 0 && sureEnds.length === 0) return edgesOf(texts, is, saysLicence)
  // A licence reaches from the beginning to the last marker before the text, and from each end to the next beginning or the end of the
  // file.
  const [firstEnd = texts.length] = sureEnds
  const head = sureStarts.filter((index) => index < firstEnd).at(-1)
  if (head === undefined) edgesOf(texts, is, saysLicence)
  else is.fill(true, 0, head + 1)
  for (const [number, index] of sureEnds.entries()) {
    if (index < (head ?? -1)) continue
    // Another text begins only if it has an end marker as well: the licence contains a start marker of its own.
    const limit = sureEnds[number + 1]
    const next = limit === undefined ? undefined : sureStarts.findLast((each) => each > index && each < limit)
    is.fill(true, index, next === undefined ? (limit ?? texts.length) : next + 1)
  }
  return is
}

/** Marks the paragraphs at either end that contain wordings of a licence, and the lines about the file next to them. */
function edgesOf(texts: readonly string[], is: boolean[], saysLicence: (text: string) => boolean): boolean[] {
  const mark = (from: number, to: number) => {
    for (let index = from; index < to; index++) if (saysLicence(texts[index] ?? '')) is[index] = true
  }
  mark(0, Math.min(EDGE, texts.length))
  mark(Math.max(0, texts.length - EDGE), texts.length)
  if (!is.includes(true)) return is
  for (let index = 0; index < Math.min(EDGE, texts.length); index++)
    if (METADATA.test(texts[index] ?? '')) is[index] = true
  return is
}

/** Marks pictures, notes, page numbers and transcribers' notes in brackets, including those that span several paragraphs. */
function markBrackets(texts: readonly string[], pieces: (Piece | null)[]): void {
  for (let index = 0; index < texts.length; index++) {
    if (pieces[index] !== null) continue
    const text = (texts[index] ?? '').trim()
    const piece = pieceOfBracket(text)
    if (piece === null) continue
    const end = endOfBracket(texts, index)
    if (end === null) continue
    for (let each = index; each <= end; each++) pieces[each] = piece
    index = end
  }
}

const BRACKET = /^[[{]\s*([^\s:\].}]+(?:['’]s note)?)\s*(?:[\d\p{Lu}*]{0,4})?\s*[\]:.}\s]/u

function pieceOfBracket(text: string): Piece | null {
  if (!text.startsWith('[') && !text.startsWith('{')) return null
  if (
    /^\{\s*\d{1,4}\s*\}$/.test(text) ||
    /^[[{](?:pg|page|p|seite|s|pág|página|pag|стр)\.?\s*[\divxlc]{1,6}[\]}]$/i.test(text)
  )
    return 'pageNumber'
  if (TRANSCRIBER.test(text)) return 'licence'
  const word = (BRACKET.exec(text)?.[1] ?? '').replace(/\.$/, '')
  if (PICTURE.test(word)) return 'picture'
  return NOTE.test(word) && /^[[{]\s*\p{L}+\s*(?:\d|\p{Lu}\b|\*|:)/u.test(text) ? 'footnote' : null
}

/** The paragraph that closes the bracket opened at the start of one; null if text follows it there, or if nothing closes it. */
function endOfBracket(texts: readonly string[], start: number): number | null {
  let depth = 0
  for (let index = start; index < Math.min(texts.length, start + LONGEST_BRACKET); index++) {
    const text = (texts[index] ?? '').trimEnd()
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]
      if (letter === '[' || letter === '{') depth++
      else if (letter === ']' || letter === '}') depth--
      if (depth === 0) return at >= text.length - 2 ? index : null
    }
  }
  return null
}

/** Marks transcribers' notes without brackets: before the text, after it, and in boxes. */
function markNotesOfTypists(
  texts: readonly string[],
  gaps: readonly number[],
  pieces: (Piece | null)[],
  { start, end }: { readonly start: number; readonly end: number },
): void {
  for (let index = 0; index < texts.length; index++) {
    if (pieces[index] !== null) continue
    const text = texts[index] ?? ''
    const isBox = /^\s*[+|]/.test(text)
    if (!TRANSCRIBER.test(text.replace(/^(?:[\s+|=*_-]*\n)+/, ''))) continue
    pieces[index] = 'licence'
    const isAtEdge = index < start + EDGE || index > end - EDGE
    const isTitleOnly = text.length < 50 && !/[\n“"‘].|:\s*\S|[.\])}]\s*$/.test(text)
    for (let next = index + 1; next < texts.length && pieces[next] === null; next++) {
      const following = texts[next] ?? ''
      const isOfBox = isBox && /^\s*[+|]/.test(following)
      const isIndented =
        isIndentedAll(following) &&
        (isIndentedAll(text) || next === index + 1 || pieces[next - 1] === 'licence') &&
        !isIndentedAll(texts[next + 3] ?? ' x')
      const isBelow =
        isAtEdge &&
        text.split('\n').length <= 8 &&
        (gaps[next] ?? 0) < 2 &&
        (gaps[index] ?? 0) >= 2 &&
        !RULE.test(following)
      if (isTitleOnly && next === index + 1) {
        pieces[next] = 'licence'
        continue
      }
      if (!isOfBox && !isBelow && !(isAtEdge && isIndented && (gaps[next] ?? 0) < 3)) break
      pieces[next] = 'licence'
    }
  }
}

const isIndentedAll = (text: string) => text.split('\n', 50).every((line) => /^\s{2,}\S|^$/.test(line))

const NAMED_BY =
  /^\W{0,6}(?:[Tt]he |Project )?.{0,40}\b[eE]-?(?:[Bb]ook|BOOK|[Tt]ext|TEXT)s?(?:,\s+|\s+of\s+)([\p{Lu}\d‘“'"].{1,100}?),?\s+by\s+(\p{Lu}[^\n]{2,80}?)[\s*]*$/mu

/** The value of a line about the file; in HTML, where the lines run on, it ends before the next one. */
const valueOf = (label: string) =>
  new RegExp(
    String.raw`(?:^|\s)${label}:\s*(\S.*?)(?=\s+(?:author|editor|translator|illustrator|release date|posting date|last updated|language|character set encoding|credits|original publication):\s|\s*(?:\*{3}|$))`,
    'im',
  )
const [TITLE_LINE, AUTHOR_LINE] = [valueOf('title'), valueOf('author')]

/** The title and the author stated in the lines before a text. */
function metadataIn(texts: readonly string[]): Pick<ArchivePieces, 'title' | 'author'> {
  const first = (pattern: RegExp, group = 1) => {
    for (const text of texts) {
      const value = pattern.exec(text.slice(0, 2000))?.[group]?.trim()
      if (value !== undefined) return value
    }
    return null
  }
  return {
    // Some archives state the year of the first edition.
    title: (first(TITLE_LINE) ?? first(NAMED_BY))?.replace(/\s\(\d{4}\)$/, '') ?? null,
    author: first(AUTHOR_LINE) ?? first(NAMED_BY, 2),
  }
}

/** The labels of the notes in a text: “1”, “A”, “*”. */
export function noteLabels(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) => {
      const label =
        /^\s*(?:\[(?:footnote|fußnote|fussnote|note|nota|przypis|примечание)\s*([\dA-Z]{1,4}|\*{1,3})\s*[:.\]]|\[([\dA-Z]{1,3}|\*{1,3})\]\s|\{(\d{1,3})\}\s+\S)/i.exec(
          text.slice(0, 60),
        )
      return label?.[1] ?? label?.[2] ?? label?.[3] ?? []
    }),
  )
}

/** The label of a paragraph that is the text of a note, or null. */
export function labelOfNote(text: string): string | null {
  const label = /^\s*(?:\[([\dA-Z]{1,3}|\*{1,3})\]|\{(\d{1,3})\})\s+\S/.exec(text.slice(0, 40))
  return label?.[1] ?? label?.[2] ?? null
}

/** The labels of note references after words: “said[1]”, “said [A].” */
export function labelsInWords(texts: readonly string[]): ReadonlySet<string> {
  const marks = texts.flatMap((text) => [
    ...text.matchAll(/[\p{L}\p{P}]\s?[[{]([\dA-Z]{1,3}|\*{1,3})[\]}]/gu),
  ])
  return new Set(marks.map(([, label = '']) => label))
}

/** A number in brackets before the words of a line, and one that editions print: that of every fifth line. */
const NUMBER_BEFORE = /^\[(\d{1,3})\][^\S\n]+(?=\S)/gm
const LINE_NUMBER = /^\[\d{0,2}[05]\][^\S\n]+(?=\S)/gm
const LINE_STEP = 5
/** The fewest numbers of lines, and the share of the numbers that must be the next one, or the first of a page. */
const FEWEST_LINE_NUMBERS = 12
const MOST_IN_ORDER = 0.8

/** Whether the numbers in brackets before lines are those that an edition prints beside every fifth line of a page, and not notes. */
export function hasPrintedLines(texts: readonly string[]): boolean {
  const numbers = texts.flatMap((text) =>
    Array.from(text.matchAll(NUMBER_BEFORE), ([, number = '']) => Number(number)),
  )
  const inOrder = numbers.filter(
    (number, index) => number === LINE_STEP || number === (numbers[index - 1] ?? 0) + LINE_STEP,
  )
  return numbers.length >= FEWEST_LINE_NUMBERS && inOrder.length >= numbers.length * MOST_IN_ORDER
}

/** A paragraph without the printed numbers of its lines. */
export function withoutPrintedLines(text: string): string {
  return text.replaceAll(LINE_NUMBER, '')
}

/** The ranges of the printed numbers of lines in a paragraph. */
export function marksOfPrintedLines(text: string): Mark[] {
  return Array.from(text.matchAll(LINE_NUMBER), ({ index, 0: number }) => ({
    piece: 'pageNumber',
    start: index,
    end: index + number.length,
  }))
}

const BRACKETS = /\[[^[\]]{1,300}\]|\{\d{1,4}\}/g
const SIGNS = /[_=~]|<\/?(?:i|b|em|strong|u|sc|small|sup|sub)>/gi

/** The ranges of a paragraph that an archive added: emphasis characters, note references, page numbers, pictures. */
export function marksOfArchive(text: string, labels: ReadonlySet<string>): Mark[] {
  const brackets = Array.from(text.matchAll(BRACKETS), ({ index, 0: bracket }) => {
    const isNote = labels.has(bracket.slice(1, -1)) && index > 0
    return { piece: isNote ? 'footnote' : pieceOfBracket(bracket), start: index, end: index + bracket.length }
  }).filter((mark): mark is Mark => mark.piece !== null)
  const signs = signsOfEmphasis(text)
  if (brackets.length === 0) return signs
  let next = 0
  const outside = signs.filter(({ start }) => {
    while ((brackets[next]?.end ?? Infinity) <= start) next++
    return start < (brackets[next]?.start ?? Infinity)
  })
  return [...brackets, ...outside].toSorted((a, b) => a.start - b.start)
}

/** Whether a character between two others begins emphasis: it is before a word, or before the ending of a number, as in “31_st_”. */
function mayOpen(sign: string, before: string, after: string): boolean {
  if (sign === '_' && /\d/.test(before) && /\p{Ll}/u.test(after)) return true
  return /[\s\p{P}\p{S}]/u.test(before) && before !== sign && /[^\s_=~*]/.test(after)
}

/** The characters around words that an archive uses for italics and bold: “_word_”, “=word=”, “<i>word</i>”. */
function signsOfEmphasis(text: string): Mark[] {
  const marks: Mark[] = []
  const add = (start: number, length: number) =>
    void marks.push({ piece: 'markup', start, end: start + length })
  /** The position at which each character was opened. */
  const open = new Map<string, number>()
  for (const { index, 0: sign } of text.matchAll(SIGNS)) {
    if (sign.length > 1) {
      add(index, sign.length)
      continue
    }
    const [before, after] = [text[index - 1] ?? ' ', text[index + 1] ?? ' ']
    const from = open.get(sign)
    if (from !== undefined && /[^\s_=~*]/.test(before) && /[\s\p{P}\p{S}]/u.test(after) && after !== sign) {
      open.delete(sign)
      add(from, 1)
      add(index, 1)
    } else if (mayOpen(sign, before, after)) open.set(sign, index)
  }
  return marks.toSorted((a, b) => a.start - b.start)
}
