/**
 * Screenplays as plain text, as screenwriting programs print them: names are in capitals in the middle of the page, the dialogue below them
 * is narrower than the description, and each scene has a heading. They are recognised by their content.
 */
import type { ImportSource } from '../../../../shared/import/source.ts'
import type { DocumentPart } from '../formats/documentText.ts'
import { readFountain } from './fountain.ts'
import { sourceFromScript, type ScriptElement } from './script.ts'
import { readTitlePage } from './titlePage.ts'

const SCENE = /^(?:\d{1,4}[A-Z]?\.?\s+)?(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[.\s]\s*\S/
/** The number of a scene at both margins. */
const SCENE_NUMBERS = /^(\d{1,4}[A-Z]?\.?)\s+(?=\S)|\s{2,}(\d{1,4}[A-Z]?\.?)$/g
/** The same number at both, whatever the space between it and the text. */
const SAME_NUMBERS = /^(\d{1,4}[A-Z]?\.?)\s+(\S.*?)\s+\1$/
/** A name in capitals, with bracketed extensions after it. */
const NAME = /^\p{Lu}[\p{Lu}\p{M}\p{N} .'’&#/-]{0,38}(?:\s*(?:\([^()]{1,30}\)|\[[^[\]]{1,30}\]))*$/u
const TRANSITION = /(?:TO:|\bIN:|\bOUT[.:]?|\bBLACK[.:]?|\bEND\.?)$|^(?:FADE|CUT|DISSOLVE|SMASH|THE END)\b/
/** Lines that the program prints where a page ends within a speech or a scene. */
const FURNITURE =
  /^\(?(?:MORE|CONTINUED|CONT['’]?D|OMITTED|MEHR|M[AÁ]S|FORTSETZUNG|SUITE|CONTIN[UÚ]A)\)?:?(?:\s*\(\d{1,3}\))?$/
const PAGE = /^(?:page\s+)?-?\s*\d{1,4}\.?\s*-?$/i
/** A text with fewer headings and names is not a screenplay. */
const FEWEST_SCENES = 1
const FEWEST_NAMES = 2
/** Names are indented at least this many columns more than the description. */
const NARROWER = 8
/** Only this many lines are examined to decide whether a text is a screenplay. */
const LINES_TO_TELL = 2000

interface Line {
  readonly text: string
  readonly indent: number
}

/** Reads a screenplay; null for any other text. `name` is its title if its first page states none. */
export function readScreenplayText(text: string, name: string): ImportSource | null {
  const lines = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\f', '\n')
    .split('\n')
    .map((written): Line => {
      const line = written.replaceAll('\t', '        ').trimEnd()
      return { text: line.trim(), indent: line.length - line.trimStart().length }
    })
  const begun = lines.slice(0, LINES_TO_TELL)
  const scenes = begun.filter((line) => SCENE.test(line.text))
  if (scenes.length < FEWEST_SCENES) return null
  // A number at the left margin is outside the text; a single space after it does not show the column of the heading.
  const shown = scenes.filter(({ text: heading }) => !/^\d{1,4}[A-Z]?\.? \S/.test(heading))
  const others = begun.filter(({ text: words }) => words !== '' && !SCENE.test(words) && !isFurniture(words))
  const margin = Math.min(
    ...(shown.length > 0 ? shown : others).map(({ text: words, indent }) =>
      SCENE.test(words) ? indent + words.search(/[EI]/) : indent,
    ),
  )
  const isName = (index: number) => isNameAt(lines, index, margin)
  if (begun.filter((_, index) => isName(index)).length >= FEWEST_NAMES)
    return readLines(lines, { name, margin, isName })
  // A text without indents is written like Fountain.
  const areCues = begun.filter(
    (line, index) =>
      NAME.test(line.text) &&
      !SCENE.test(line.text) &&
      isBlank(lines[index - 1]) &&
      !isBlank(lines[index + 1]),
  )
  const isScript =
    scenes.length > FEWEST_SCENES ? areCues.length >= FEWEST_NAMES : areCues.length > FEWEST_NAMES
  return isScript ? readFountain(text, name) : null
}

/** The columns of dialogue and names in the lines of a word processor's script. */
const [DIALOGUE_COLUMN, NAME_COLUMN] = [10, 20]

/**
 * The parts of a document as the text of a screenplay in which names have their own lines, in capitals or centred; null if it has no such
 * names and scenes, or if its words contain something that plain text cannot express.
 */
export function screenplayLines(parts: readonly DocumentPart[]): string | null {
  const body = parts.filter(({ place }) => place === undefined)
  if (!body.some(({ text }) => SCENE.test(text))) return null
  if (
    body.some(({ marks = [], omitted = [], row }) => marks.length + omitted.length > 0 || row !== undefined)
  )
    return null
  const couldBeName = ({ text, look }: DocumentPart) => {
    const isSet = isCentred(look) && text.length <= LONGEST_CENTRED
    const name = isSet ? text.toUpperCase() : text
    return NAME.test(name) && !SCENE.test(name) && !TRANSITION.test(name) && !isFurniture(name)
  }
  const possible = body.filter((part, index) => couldBeName(part) && body[index + 1] !== undefined)
  const areCentred = possible.filter(({ look }) => isCentred(look)).length * 2 > possible.length
  const names = new Set(areCentred ? possible.filter(({ look }) => isCentred(look)) : possible)
  const found = [...names].map(({ text }) => text.toUpperCase())
  if (new Set(found).size < FEWEST_NAMES || new Set(found).size === found.length) return null
  let isSpoken = false
  const lines = body.flatMap((part): string[] => {
    const text = part.text.replaceAll('\u2028', '\n')
    const isName = names.has(part)
    const isManner = isSpoken && /^\([^()]*\)$/.test(text)
    const column = isName ? NAME_COLUMN : isSpoken && !SCENE.test(text) ? DIALOGUE_COLUMN : 0
    const isOver = !isName && !isManner
    isSpoken = isName || (isSpoken && isManner)
    const written = (isName ? text.toUpperCase() : text).split('\n').map((line) => ' '.repeat(column) + line)
    return isOver ? [...written, ''] : written
  })
  return lines.join('\n')
}

/** Also with the number of the scene at both margins: “2 CONTINUED: 2”. */
function isFurniture(text: string): boolean {
  return FURNITURE.test(text) || FURNITURE.test(withoutSceneNumbers(text))
}

function withoutSceneNumbers(text: string): string {
  return text.replace(SAME_NUMBERS, '$2').replaceAll(SCENE_NUMBERS, '').trim()
}

/** A longer centred line is a title, or a poem. */
const LONGEST_CENTRED = 40

const isCentred = (look: string | undefined) => look?.split(' ').includes('centred') === true

const isBlank = (line: Line | undefined) => line === undefined || line.text === ''

function isNameAt(lines: readonly Line[], index: number, margin: number): boolean {
  const [line, next] = [lines[index], lines[index + 1]]
  if (line === undefined || next === undefined || next.text === '') return false
  return (
    line.indent >= margin + NARROWER &&
    NAME.test(line.text) &&
    !TRANSITION.test(line.text) &&
    !FURNITURE.test(line.text) &&
    next.indent > margin + 2 &&
    next.indent < line.indent + NARROWER
  )
}

interface Page {
  readonly name: string
  /** The column in which lines of description begin. */
  readonly margin: number
  readonly isName: (index: number) => boolean
}

function readLines(lines: readonly Line[], { name, margin, isName }: Page): ImportSource {
  const elements: ScriptElement[] = []
  const firstScene = lines.findIndex(({ text }) => SCENE.test(text))
  const start = titlePageEnd(lines, firstScene)
  const opening = paragraphsOf(lines.slice(0, start))
  const page = readTitlePage(opening, { first: opening.length, isOfArchive: true, isBeforeContents: false })
  let block: string[] = []
  let kind: 'description' | 'dialogue' = 'description'
  /** The name above the open speech. */
  let speaker: string | null = null
  const close = () => {
    if (block.length > 0) elements.push({ kind, text: block.join('\n') })
    block = []
  }
  for (let index = start; index < lines.length; index++) {
    const { text, indent } = lines[index] ?? { text: '', indent: 0 }
    if (text === '') {
      close()
      continue
    }
    if (isFurniture(text) || (PAGE.test(text) && (indent > margin + NARROWER || isBlank(lines[index - 1])))) {
      close()
      elements.push({ kind: PAGE.test(text) ? 'pageNumber' : 'runningHeader', text })
    } else if (SCENE.test(text)) {
      close()
      readHeading(text, elements)
      speaker = null
      kind = 'description'
    } else if (isName(index)) {
      close()
      elements.push({ kind: 'character', text })
      speaker = text
      kind = 'dialogue'
    } else if (speaker !== null && indent > margin + 2 && !TRANSITION.test(text)) {
      if (/^\([^()]*\)$/.test(text)) {
        close()
        elements.push({ kind: 'manner', text })
      } else {
        kind = 'dialogue'
        block.push(text)
      }
    } else {
      if (kind === 'dialogue') close()
      speaker = null
      kind = 'description'
      block.push(text)
    }
  }
  close()
  const told = { title: page.title, author: page.author, lines: opening }
  return { ...sourceFromScript(elements, told, name, { readsDirections: true }), lineBreaks: 'soft' }
}

/** Adds the heading of a scene, and its number, which is at one margin or at both. */
function readHeading(text: string, elements: ScriptElement[]): void {
  const same = SAME_NUMBERS.exec(text)?.[1]
  const stated = Array.from(text.matchAll(SCENE_NUMBERS), ([, left, right]) => left ?? right ?? '')
  const numbers = same === undefined ? stated : [same, same]
  elements.push({ kind: 'heading', text: withoutSceneNumbers(text) })
  if (numbers.length > 0) elements.push({ kind: 'markup', text: numbers.join(' ') })
}

/** The first line after the title page: the heading of the first scene, or “FADE IN:” above it. */
function titlePageEnd(lines: readonly Line[], firstScene: number): number {
  const fade = lines.findIndex(({ text }, index) => index < firstScene && /^FADE IN\b/i.test(text))
  if (fade >= 0) return fade
  // Description before the first heading is directly above it.
  const byLine = lines.slice(0, firstScene).some(({ text }) => /^(?:written\s+)?by\b/i.test(text))
  return byLine ? firstScene : 0
}

function paragraphsOf(lines: readonly Line[]): string[] {
  return lines
    .map(({ text }) => text)
    .join('\n')
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
