/** Screenplays in Fountain (https://fountain.io/syntax), read line by line in time linear in the length of the text. */
import type { ImportSource } from '../../../../shared/import/source.ts'
import { endsAct, sourceFromScript, type ScriptElement } from './script.ts'

/** Known keys of a title page; if it has one of them, it may have any others. */
const TITLE_KEY =
  /^(?:(?:sub|series |show |episode |working )?title|series|show|season|episode|credit|(?:co-?)?authors?|writers?|written by|story by|screenplay by|teleplay by|based on|source|notes|(?:draft|draft ?date|date|version|revisions?|revised)|format|genre|logline|language|contact|address|phone|e-?mail|copyright|rights|wga.*|registration|company|producers?|production|directors?|font|header|footer|watermark|t[lcr]|b[lr]|cc)$/i
const KEY_LINE = /^[^\S\n]*([\p{L}\p{N}_ /-]{1,60}):(.*)$/u
const CONTINUED = /^(?: {2,}|\t)/
/** Keeps a blank line within an element. */
const KEPT_LINE = '  '

/** The headings of scenes; only in capitals if there is no full stop, since “est” and “int” begin sentences. */
const SCENE_WITH_STOP = /^(?:\*{0,3}_?)(?:(?:int|i)\.?\/(?:ext|e)|int|ext)\../i
const SCENE_IN_CAPITALS = /^(?:\*{0,3}_?)(?:(?:INT|I)\.?\/(?:EXT|E)|INT|EXT|EST\.?) ./
const FORCED_SCENE = /^\.(?!\.)\S/
const TRANSITION = /^(?:(?:FADE (?:TO BLACK|OUT)|CUT TO BLACK)\.$|>)/
const NO_CUE = /^(?:\\@|[!.>~=#])/
const NO_NAME = /(?:BLACK\.|OUT\.|TO:)$/
const SUNG = /^\s*~(?! )/
const FORCED_ACTION = /^(\s*)!(?! )/

/** A placeholder for a note of the author or for cut text. It occurs in no text. */
const PLACE = '\uFDD0'
const PLACES = /\uFDD0/g

/** Reads a screenplay in Fountain. `name` is its title if it does not state one. */
export function readFountain(text: string, name: string): ImportSource {
  const { kept, notes } = withoutNotes(text.replaceAll(/\r\n?/g, '\n').replaceAll(PLACES, ''))
  const lines = kept.split('\n')
  const { title, author, others, end } = readTitlePage(lines)
  const elements: ScriptElement[] = []
  let next = 0
  /** Adds the notes of some lines after the element of those lines. */
  const tellNotes = (written: string) => {
    for (const _ of written.matchAll(PLACES)) elements.push({ kind: 'scriptNote', text: notes[next++] ?? '' })
  }
  tellNotes(lines.slice(0, end).join(''))
  let block: string[] = []
  for (const line of [...lines.slice(end), '']) {
    const plain = line.replaceAll(PLACES, '')
    // A line that contains only notes does not count as a line.
    if (plain.trim() === '' && plain !== line) block.push(line)
    else if (line === KEPT_LINE ? block.length > 0 : line.trim() !== '') block.push(line)
    else {
      const isOfNotes = (each: string) => each.includes(PLACE) && each.replaceAll(PLACES, '').trim() === ''
      const words = block.filter((each) => !isOfNotes(each)).map((each) => each.replaceAll(PLACES, ''))
      if (words.length > 0) readBlock(words, elements)
      tellNotes(block.join(''))
      block = []
    }
  }
  return sourceFromScript(elements, { title, author, lines: others }, name)
}

/**
 * A text with a placeholder for each note (`[[…]]`) and each cut, and their words in order. A cut ends the element before it if its end is
 * at the beginning of a line.
 */
function withoutNotes(text: string): { readonly kept: string; readonly notes: readonly string[] } {
  const found: { start: number; end: number; words: string; isCut: boolean }[] = []
  const open: number[] = []
  const lastCutEnd = text.lastIndexOf('*/')
  let cutFrom = -1
  for (const { index, 0: sign } of text.matchAll(/\[\[|\]\]|\/\*|\*\//g)) {
    const end = index + 2
    if (cutFrom >= 0) {
      if (sign !== '*/' || index < cutFrom + 2) continue
      found.push({ start: cutFrom, end, words: text.slice(cutFrom + 2, index), isCut: true })
      cutFrom = -1
    } else if (sign === '/*' && end <= lastCutEnd) cutFrom = index
    else if (sign === '[[' && text[index - 1] !== '\\') open.push(index)
    else if (sign === ']]') {
      const start = open.pop()
      if (start !== undefined) found.push({ start, end, words: text.slice(start + 2, index), isCut: false })
    }
  }
  const kept: string[] = []
  const notes: string[] = []
  let from = 0
  // The outermost of nested notes has the words of all.
  for (const { start, end, words, isCut } of found.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue
    const isAtLineStart = isCut && /\n[^\S\n]{0,100}$/.test(words.slice(-102))
    const sign = words.trim() === '' ? '' : PLACE
    kept.push(text.slice(from, start), sign, isAtLineStart ? '\n\n' : '')
    if (sign !== '') notes.push(words.trim())
    from = end
  }
  return { kept: [...kept, text.slice(from)].join(''), notes }
}

/** A title page: its title and author, its other lines, and the number of the first line after it. */
interface TitlePage {
  readonly title: string | null
  readonly author: string | null
  readonly others: readonly string[]
  readonly end: number
}

interface TitleEntry {
  readonly key: string
  readonly words: string[]
}

const NO_TITLE_PAGE: TitlePage = { title: null, author: null, others: [], end: 0 }

function readTitlePage(written: readonly string[]): TitlePage {
  const lines = written.slice(0, MOST_TITLE_LINES).map((line) => line.replaceAll(PLACES, ''))
  const start = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  )
  const entries: TitleEntry[] = []
  let end = start
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    const last = entries.at(-1)
    const [, key, words = ''] = KEY_LINE.exec(line) ?? []
    if (line.trim() === '') break
    if (last !== undefined && CONTINUED.test(line)) last.words.push(line.trim())
    else if (key !== undefined) entries.push({ key: key.trim(), words: [words.trim()] })
    else if (entries.length === 0) return NO_TITLE_PAGE
    else break
  }
  const isKnown = entries.some(({ key }) => TITLE_KEY.test(key))
  if (!isKnown && !(isBeforeScript(lines.slice(end)) && entries.every((entry) => canBeKey(entry, written))))
    return NO_TITLE_PAGE
  const find = (...keys: readonly string[]) =>
    entries.find(({ key, words }) => keys.includes(key.toLowerCase()) && words.some((line) => line !== ''))
  const stated = (entry: TitleEntry | undefined, separator: string) =>
    entry === undefined ? null : withoutMarkup(entry.words.filter((line) => line !== '').join(separator))
  const title = find('title')
  const author = find('author', 'authors', 'writer', 'writers', 'written by')
  const others = entries.filter((entry) => entry !== title && entry !== author)
  return {
    title: stated(title, '\n'),
    author: stated(author, ', '),
    others: others.map(({ key, words }) => withoutMarkup(`${key}: ${words.join('\n').trim()}`)),
    end,
  }
}

/** Longer blocks at the top are not title pages. */
const MOST_TITLE_LINES = 200

/** Whether the lines after a block begin a script: with a scene heading, a section or a transition. */
function isBeforeScript(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  return lines[0]?.trim() === '' && (isScene(first) || /^#|^>[^<]+$|^FADE IN\b/.test(first))
}

/**
 * Whether the words before a colon can be an unknown key: few, not in capitals, not the name of a speaker, and without a sentence after
 * them.
 */
function canBeKey({ key, words }: TitleEntry, lines: readonly string[]): boolean {
  const name = key.toUpperCase()
  const isShort = /^\p{Lu}[^\s]*(?: \S+)?$/u.test(key) && /\p{Ll}/u.test(key)
  const isSentence = words.some((line) => /[.?!…]["”’]?$/u.test(line))
  return isShort && !isSentence && !lines.some((line) => line.trim() === name || line.startsWith(`@${key}`))
}

/** Adds the elements of lines between blank lines. */
function readBlock(written: readonly string[], elements: ScriptElement[]): void {
  let start = 0
  // A section or a synopsis ends with its line. A line that consists of `=` is a page break.
  for (; start < written.length; start++) {
    const line = written[start]?.trim() ?? ''
    if (line === '') continue
    if (line.startsWith('#')) elements.push({ kind: 'heading', text: withoutMarkup(line.replace(/^#+/, '')) })
    else if (line.startsWith('='))
      elements.push({ kind: 'scriptNote', text: withoutMarkup(line.replace(/^=+/, '')) })
    else break
  }
  const lines = written.slice(start)
  const [first = ''] = lines
  const line = first.trim()
  if (line === '') return
  const cue = lines.length > 1 ? cueOf(line) : null
  if (cue !== null) {
    elements.push({ kind: 'character', text: withoutMarkup(cue) })
    readSpeech(lines.slice(1), elements)
  } else if (lines.length === 1 && isScene(line)) {
    const heading = line.startsWith('.') ? line.slice(1) : line
    const unnumbered = withoutNumber(heading)
    const written = heading.slice(unnumbered.length)
    elements.push({ kind: 'heading', text: withoutMarkup(unnumbered), number: written.slice(1, -1) })
    elements.push({ kind: 'markup', text: written })
  } else {
    const text = withoutMarkup(describedIn(lines).join('\n'))
    elements.push({ kind: endsAct(text) && !line.startsWith('!') ? 'scriptNote' : 'description', text })
  }
}

const isScene = (line: string) =>
  SCENE_WITH_STOP.test(line) || SCENE_IN_CAPITALS.test(line) || FORCED_SCENE.test(line)

/** The text of lines without a speaker: centered, sung, a transition, or the action. */
function describedIn(lines: readonly string[]): readonly string[] {
  const trimmed = lines.map((line) => line.trim())
  if (trimmed.every((line) => /^>.+<$/.test(line))) return trimmed.map((line) => line.slice(1, -1).trim())
  if (lines.length === 1 && TRANSITION.test(trimmed[0] ?? ''))
    return trimmed.map((line) => line.replace('>', ''))
  if (lines.every((line) => SUNG.test(line))) return lines.map((line) => line.replace(SUNG, ''))
  return lines.map((line) => (line.trim() === '' ? '' : line.replace(FORCED_ACTION, '$1')))
}

/** The heading of a scene without its number: “INT. JETTY #2A#”. */
function withoutNumber(heading: string): string {
  if (!heading.endsWith('#')) return heading
  const start = heading.lastIndexOf('#', heading.length - 2)
  return start > 0 && /^[\w.-]+$/.test(heading.slice(start + 1, -1)) ? heading.slice(0, start) : heading
}

/**
 * The cue in a first line, without its marks; null if it is not a cue. A name is forced by `@`, which may stand alone, or has no lower-case
 * letters.
 */
function cueOf(line: string): string | null {
  if (NO_CUE.test(line)) return null
  const cue = line.endsWith('^') ? line.slice(0, -1).trimEnd() : line
  const isForced = cue.startsWith('@')
  const written = isForced ? cue.slice(1) : cue
  const bracket = written.indexOf('(')
  const name = (bracket < 0 ? written : written.slice(0, bracket)).trim()
  if (written === '' && isForced) return ''
  if (name === '' || /[\^)]/.test(name)) return null
  if (bracket >= 0 && !/\)[ *_]{0,10}$/.test(written)) return null
  if (!isForced && (!/\p{L}/u.test(name) || /\p{Ll}/u.test(name) || NO_NAME.test(name))) return null
  return written
}

/** Adds the dialogue below a cue, with its parentheticals. */
function readSpeech(lines: readonly string[], elements: ScriptElement[]): void {
  let words: string[] = []
  const close = () => {
    if (words.length > 0) elements.push({ kind: 'dialogue', text: withoutMarkup(words.join('\n')) })
    words = []
  }
  for (const written of lines) {
    const line = written.trim()
    const plain = withoutMarkup(line)
    if (!line.startsWith('\\') && plain.length > 2 && plain.startsWith('(') && plain.endsWith(')')) {
      close()
      elements.push({ kind: 'manner', text: plain })
    } else words.push(line.replace(SUNG, ''))
  }
  close()
}

/** The words without emphasis and backslash escapes. */
function withoutMarkup(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutEmphasis(line).replaceAll(/\\([*_\\[\]~:(])/g, '$1'))
    .join('\n')
}

/** Asterisks and underscores that open or close emphasis, and escaped characters. */
const EMPHASIS = /\\.|\*+|_/g

/** A line without the asterisks and underscores around words. Each closes with the nearest one before it. */
function withoutEmphasis(line: string): string {
  const open: Readonly<Record<'*' | '_', { end: number; count: number }[]>> = { '*': [], _: [] }
  const removed: { readonly start: number; readonly end: number }[] = []
  for (const { index, 0: run } of line.matchAll(EMPHASIS)) {
    const mark = run[0]
    if ((mark !== '*' && mark !== '_') || run.length > 3) continue
    let start = index
    const end = index + run.length
    const opened = open[mark]
    if (/\S/.test(line[index - 1] ?? ' '))
      for (let last = opened.at(-1); last !== undefined && start < end; last = opened.at(-1)) {
        const count = Math.min(last.count, end - start)
        removed.push({ start: last.end - count, end: last.end }, { start, end: start + count })
        start += count
        last.end -= count
        last.count -= count
        if (last.count === 0) opened.pop()
      }
    if (start < end && /\S/.test(line[end] ?? ' ')) opened.push({ end, count: end - start })
  }
  if (removed.length === 0) return line
  let from = 0
  const kept: string[] = []
  for (const { start, end } of removed.toSorted((a, b) => a.start - b.start)) {
    kept.push(line.slice(from, start))
    from = end
  }
  return [...kept, line.slice(from)].join('')
}
