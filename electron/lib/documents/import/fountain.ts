/**
 * Screenplays in Fountain (https://fountain.io/syntax), read line by line: what takes time grows with the length of the text alone.
 */
import type { ImportSource } from '../../../../shared/import/source.ts'
import { MAX_LABEL } from '../../../../shared/story/limits.ts'
import { sourceFromScript } from './script.ts'
import type { ScriptElement } from './script.ts'

/** Keys of a title page; it may have others, too. */
const TITLE_KEY = /^(?:title|credit|authors?|source|notes|draft ?date|date|contact|copyright|revisions?)$/i
const KEY_LINE = /^[^\S\n]*([\p{L}\p{N}_ ]+):(.*)$/u
const CONTINUED = /^(?: {3}|\t)/
const LONGEST_INDENT = 100
/** Keeps a blank line within an element. */
const KEPT_LINE = '  '

/** The headings of scenes; without a full stop only in capitals, since “est” and “int” begin sentences. */
const SCENE_WITH_STOP = /^(?:\*{0,3}_?)(?:(?:int|i)\.?\/(?:ext|e)|int|ext|est)\../i
const SCENE_IN_CAPITALS = /^(?:\*{0,3}_?)(?:(?:INT|I)\.?\/(?:EXT|E)|INT|EXT|EST) ./
const FORCED_SCENE = /^\.(?!\.)\S/
const TRANSITION = /^(?:(?:FADE (?:TO BLACK|OUT)|CUT TO BLACK)\.$|>)/
const NO_CUE = /^(?:\\@|[!.>~=#])/
const NO_NAME = /(?:BLACK\.|OUT\.|TO:)$/
const SUNG = /^\s*~(?! )/
const FORCED_ACTION = /^(\s*)!(?! )/

/** Reads a screenplay in Fountain. `name` is its title if it does not state one. */
export function readFountain(text: string, name: string): ImportSource {
  const lines = withoutBoneyards(text.replaceAll(/\r\n?/g, '\n')).split('\n')
  const { title, author, end } = readTitlePage(lines)
  const elements: ScriptElement[] = []
  let block: string[] = []
  for (const line of [...lines.slice(end), '']) {
    if (line === KEPT_LINE ? block.length > 0 : line.trim() !== '') block.push(line)
    else {
      readBlock(block, elements)
      block = []
    }
  }
  return { ...sourceFromScript(elements, title ?? name), author: (author ?? '').slice(0, MAX_LABEL) }
}

/** A text without what stands between `/*` and its end; an end at the beginning of a line also ends the element before it. */
function withoutBoneyards(text: string): string {
  const kept: string[] = []
  let from = 0
  for (let start = text.indexOf('/*'); start >= 0; start = text.indexOf('/*', from)) {
    const end = text.indexOf('*/', start + 2)
    if (end < 0) break
    const isAtLineStart = /\n[^\S\n]*$/.test(text.slice(start, end).slice(-LONGEST_INDENT))
    kept.push(text.slice(from, start), isAtLineStart ? '\n\n' : '')
    from = end + 2
  }
  return [...kept, text.slice(from)].join('')
}

/** A title page: the title and the author that it states, and the number of the first line after it. */
interface TitlePage {
  readonly title: string | null
  readonly author: string | null
  readonly end: number
}

function readTitlePage(lines: readonly string[]): TitlePage {
  const start = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  )
  const entries: { readonly key: string; readonly words: string[] }[] = []
  let end = start
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    const last = entries.at(-1)
    const [, key, words = ''] = KEY_LINE.exec(line) ?? []
    if (line.trim() === '') break
    if (last !== undefined && CONTINUED.test(line)) last.words.push(line.trim())
    else if (key !== undefined) entries.push({ key: key.trim().toLowerCase(), words: [words.trim()] })
    else break
  }
  if (!entries.some(({ key }) => TITLE_KEY.test(key))) return { title: null, author: null, end: 0 }
  const stated = (keys: readonly string[], separator: string) => {
    const words = entries.find(({ key }) => keys.includes(key))?.words.filter((line) => line !== '')
    return words === undefined ? null : withoutMarkup(withoutNotes(words.join(separator)))
  }
  return { title: stated(['title'], '\n'), author: stated(['author', 'authors'], ', '), end }
}

/** Adds the elements of lines that blank lines surround. */
function readBlock(written: readonly string[], elements: ScriptElement[]): void {
  const block = withoutNotes(written.join('\n')).split('\n')
  let start = 0
  // A section or a synopsis ends with its line.
  for (; start < block.length; start++) {
    const line = block[start]?.trim() ?? ''
    if (line === '') continue
    if (line.startsWith('#')) elements.push({ kind: 'heading', text: withoutMarkup(line.replace(/^#+/, '')) })
    else if (!line.startsWith('=')) break
  }
  const lines = block.slice(start)
  const [first = ''] = lines
  const line = first.trim()
  if (line === '') return
  const cue = lines.length > 1 ? cueOf(line) : null
  if (cue !== null) {
    elements.push({ kind: 'character', text: withoutMarkup(cue) })
    readSpeech(lines.slice(1), elements)
  } else if (lines.length === 1 && isScene(line)) {
    const heading = line.startsWith('.') ? line.slice(1) : line
    elements.push({ kind: 'heading', text: withoutMarkup(withoutNumber(heading)) })
  } else elements.push({ kind: 'description', text: withoutMarkup(describedIn(lines).join('\n')) })
}

const isScene = (line: string) =>
  SCENE_WITH_STOP.test(line) || SCENE_IN_CAPITALS.test(line) || FORCED_SCENE.test(line)

/** The words of lines that nobody speaks: centered, sung, a transition, or the action. */
function describedIn(lines: readonly string[]): readonly string[] {
  const trimmed = lines.map((line) => line.trim())
  if (trimmed.every((line) => /^>.+<$/.test(line))) return trimmed.map((line) => line.slice(1, -1).trim())
  if (lines.length === 1 && TRANSITION.test(trimmed[0] ?? ''))
    return trimmed.map((line) => line.replace('>', ''))
  if (lines.every((line) => SUNG.test(line))) return lines.map((line) => line.replace(SUNG, ''))
  return lines.map((line) => (line.trim() === '' ? '' : line.replace(FORCED_ACTION, '$1')))
}

/** The scene’s heading without its number: “INT. JETTY #2A#”. */
function withoutNumber(heading: string): string {
  if (!heading.endsWith('#')) return heading
  const start = heading.lastIndexOf('#', heading.length - 2)
  return start > 0 && /^[\w.-]+$/.test(heading.slice(start + 1, -1)) ? heading.slice(0, start) : heading
}

/** The cue that a first line is, without its marks; null if it is none. A name is forced by `@`, which may stand alone, or has no small letters. */
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

/** Adds what is said below a cue, and how. */
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

/** The words without emphasis and the marks that protect others. */
function withoutMarkup(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutEmphasis(line).replaceAll(/\\([*_\\[\]~:(])/g, '$1'))
    .join('\n')
}

/** A text without the remarks of its writer. */
function withoutNotes(text: string): string {
  const kept: string[] = []
  let from = 0
  for (let start = text.indexOf('[['); start >= 0; start = text.indexOf('[[', from)) {
    const end = text.indexOf(']]', start + 2)
    if (end < 0) break
    kept.push(text.slice(from, start))
    from = end + 2
  }
  return [...kept, text.slice(from)].join('')
}

/** Stars and lines that open or close emphasis, and characters that are protected from it. */
const EMPHASIS = /\\.|\*+|_/g

/** A line without the stars and lines that stand around words. Each closes with the nearest one before it. */
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
