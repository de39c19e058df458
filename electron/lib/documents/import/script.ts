/** Screenplays: the dialogue with its speakers, the description, and notes for the production. */
import type { ImportSource, Piece } from '../../../../shared/import/source.ts'
import { createSourceWriter } from '../../../../shared/import/sourceWriter.ts'
import {
  directionsWithin,
  isExtension,
  leadingDirection,
  withoutBareExtension,
} from '../../../../shared/import/speakers/extensions.ts'
import { MAX_LABEL } from '../../../../shared/story/limits.ts'
import { authorIn } from './titlePage.ts'

/** An element of a screenplay, in order. */
export interface ScriptElement {
  readonly kind: 'heading' | 'description' | 'character' | 'manner' | 'dialogue' | Piece
  readonly text: string
  /** The number of a scene, for a heading. */
  readonly number?: string
}

/** The title page of a screenplay; `lines` are those that are neither its title nor its author. */
export interface ScriptTitle {
  readonly title: string | null
  readonly author: string | null
  readonly lines: readonly string[]
}

const LONGEST_MANNER = 200
/** What a program prints where a page ends within a speech. */
const PAGE_ENDS = /^\((?:more|m[aá]s|mehr|meer|cont[’'.]?d?\.?|continued)\)$/iu

/**
 * A screenplay as an import source. A heading begins a chapter, and a character speaks until another one does. `readsDirections`: whether
 * directions in brackets within the dialogue are not spoken; formats with elements for them keep brackets in dialogue for words.
 */
export function sourceFromScript(
  elements: readonly ScriptElement[],
  told: ScriptTitle,
  name: string,
  { readsDirections = false } = {},
): ImportSource {
  const writer = createSourceWriter()
  let speaker: string | null = null
  let manner = ''
  const leaveOut = (text: string, piece: Piece) => writer.paragraph(text, { piece })
  /** Leaves out a manner without any dialogue after it. */
  const dropManner = () => {
    if (manner !== '') leaveOut(manner, 'scriptNote')
    manner = ''
  }
  for (const line of told.lines) writer.paragraph(line, {}, 'frontMatter')
  for (const { kind, text: written, number = '' } of elements) {
    const text = written.trim()
    if (text === '') continue
    switch (kind) {
      case 'manner':
        dropManner()
        if (PAGE_ENDS.test(text)) leaveOut(text, 'markup')
        else if (isExtension(text.replace(/^\((.*)\)$/s, '$1'))) leaveOut(text, 'scriptNote')
        else manner = text.replace(/^\((.*)\)$/s, '$1')
        break
      case 'character': {
        dropManner()
        const { name: named, extensions } = nameOf(text)
        speaker = writer.speaker(named)
        if (speaker === null) writer.paragraph(text)
        else for (const extension of extensions) leaveOut(extension, 'scriptNote')
        break
      }
      case 'dialogue': {
        const { direction = '', wordsAt = 0 } = (readsDirections ? leadingDirection(text) : null) ?? {}
        if (isExtension(direction)) leaveOut(text.slice(0, wordsAt), 'scriptNote')
        else if (direction !== '') manner = manner === '' ? direction : `${manner}, ${direction}`
        if (manner.length > LONGEST_MANNER) dropManner()
        const words = text.slice(wordsAt)
        const directions = readsDirections ? directionsWithin(words) : []
        const marks = directions.map((place) => ({ ...place, piece: 'scriptNote' as const }))
        writer.paragraph(words, { speaker, manner, marks })
        manner = ''
        break
      }
      case 'heading':
      case 'description':
        dropManner()
        speaker = null
        if (kind === 'heading')
          writer.heading(text, number === '' ? {} : { name: number.slice(0, MAX_LABEL) })
        else writer.paragraph(text)
        break
      default:
        leaveOut(text, kind)
    }
  }
  dropManner()
  return writer.finish(told.title ?? name, { author: told.author ?? '', namesSpeakers: true })
}

/** “END OF ACT ONE”, which is not spoken. */
export function endsAct(line: string): boolean {
  return /^END OF (?:ACT|TEASER|COLD OPEN|EPISODE|TAG|PART|SHOW|SCRIPT)\b[^\p{Ll}]{0,40}$/u.test(line.trim())
}

/** The title and the author in the lines of a title page, and the lines that are neither. */
export function titleOfLines(lines: readonly string[]): ScriptTitle {
  const [first = '', ...others] = lines
  const isTitle = first !== '' && first.length <= MAX_LABEL && authorIn(first) === null && others.length > 0
  const rest = isTitle ? others : lines
  const at = rest.findIndex((line, index) => authorIn(bylineAt(rest, index)) !== null)
  const isOver = at >= 0 && authorIn(rest[at] ?? '') === null
  return {
    title: isTitle ? first : null,
    author: at < 0 ? null : authorIn(bylineAt(rest, at)),
    lines: at < 0 ? rest : rest.toSpliced(at, isOver ? 2 : 1),
  }
}

/** A line such as “by A. Fox”, or “Written by” with the line after it. */
function bylineAt(lines: readonly string[], index: number): string {
  const line = (lines[index] ?? '').trim()
  return /\b(?:by|von|por)$/i.test(line)
    ? `${line.replace(/^.*\s(?=\S+$)/, '')} ${lines[index + 1] ?? ''}`
    : line
}

/** A name without the extensions after it, such as “(V.O.)” or the mark of simultaneous speech; and those extensions that contain words. */
function nameOf(text: string): { readonly name: string; readonly extensions: readonly string[] } {
  const extensions: string[] = []
  for (let name = text; ;) {
    const bare = withoutBareExtension(name)
    const start = name.endsWith('^') ? name.length - 1 : bracketOf(name)
    const isClosedBefore = /[)\]]/.test(name.slice(start, -1))
    const before = start < 0 || (isClosedBefore && !name.endsWith('^')) ? '' : name.slice(0, start).trimEnd()
    if (before === '' && bare === null) return { name, extensions: extensions.toReversed() }
    const extension = before === '' ? (bare?.extension ?? '') : name.slice(start).replace('^', '')
    if (/[\p{L}\p{N}]/u.test(extension)) extensions.push(extension)
    name = before === '' ? (bare?.name ?? '') : before
  }
}

/** The start of the bracket at the end of a name; −1 if there is none. Square brackets may belong to a name: “GUARD [12]”. */
function bracketOf(name: string): number {
  if (name.endsWith(')')) return name.lastIndexOf('(')
  const start = name.endsWith(']') ? name.lastIndexOf('[') : -1
  return start >= 0 && isExtension(name.slice(start + 1, -1)) ? start : -1
}
