/**
 * Plays in plain text: who speaks stands before the words (“HAMLET. Words”, “HAMLET: Words”) or on a line above them, and what
 * happens on the stage in brackets. A text is a play only if most of its paragraphs are written so.
 */
import { extensionsIn, goesOn, mannerOf } from '../../../shared/import/speakers/extensions.ts'
import { parseChapterLine } from './chapterNumbers.ts'
import type { DocumentPart } from './formats/documentText.ts'

/** A name in capitals, or one in italics as archives write them: “MIRA.”, “_Mira._”, “MIRA (aside).”. */
const CAPITALS = String.raw`(?:(?:MRS?|MISS|DR|ST|CAPT|COL|REV|SRA?|HERR|MME|M)\.?\s)?\p{Lu}[\p{Lu}\p{M}’']*(?:[ -](?:\p{Lu}[\p{Lu}\p{M}’'.]*|\d{1,2}|of|and|de|von|und|y|et)){0,4}`
const ITALIC = String.raw`_\p{Lu}[\p{L}\p{M} ’'-]{0,30}(?:\s?\([^()\n]{1,120}\))?(?:[.:]_|_[.:])`
const MANNER = String.raw`(?:,?\s*(?<manner>[([]_?[^()[\]\n]{1,80}_?[)\]]))?`
const SAME_LINE = new RegExp(
  String.raw`^(?:(?<name>${CAPITALS})${MANNER}(?:[.:]|\.?\s?[—–]|\.-+)|(?<italic>${ITALIC}))\s+(?=\S)`,
  'u',
)
const OWN_LINE = new RegExp(String.raw`^(?<name>${CAPITALS})${MANNER}[.:]?\s*(?=\n)`, 'u')
const ALONE = new RegExp(String.raw`^(?:(?<name>${CAPITALS})${MANNER}[.:]?|(?<italic>${ITALIC}))$`, 'u')
/** Stage directions: in brackets, in italics, or a coming and going. */
const DIRECTION = /^(?:[[(]|_[^_]{8,}_[.)]?$|(?:Enter|Exit|Exeunt|Re-enter|Curtain|Tritt|Ab\b|Entre|Sort)\b)/u
const WITHIN = /\[[^[\]]{2,600}\]/g
const PERSONS =
  /^(?:dramatis person(?:ae|æ)|(?:the )?persons (?:of|in) (?:the )?(?:play|drama|piece)|(?:list of |the )?characters|cast(?: of characters)?|personen|personnages|personajes|personaggi|personagens|osoby|действующие лица)[.:]?$/iu
/** What stands in capitals at the beginning of a line and is nobody. */
const NOBODY =
  /^(?:THE END|FINIS|CURTAIN|ACT|SCENE|PROLOGUE|EPILOGUE|CHAPTER|PART|BOOK|NOTE|CONTENTS|AKT|SZENE|AUFTRITT|ACTE|SCÈNE|ACTO|ESCENA|FIN|ENDE)\b/
const FEWEST_CUES = 4
/** Of the paragraphs between headings, so many have a name. */
const SHARE = 0.4

interface Cue {
  readonly name: string
  readonly manner: string
  /** What stands behind the name and tells no manner: “(CONT'D)”. */
  readonly extensions: readonly string[]
  readonly end: number
}

/** The parts of a play with those who speak, or null if the text is none. */
export function asPlay(parts: readonly DocumentPart[]): DocumentPart[] | null {
  const isText = ({ kind, place }: DocumentPart) => kind === 'paragraph' && place === undefined
  const spoken = parts.filter(isText)
  const names = new Map<string, number>()
  let cues = 0
  for (const [index, { text }] of spoken.entries()) {
    const cue = cueOf(text) ?? (isAloneAbove(text, spoken[index + 1]?.text) ? cueAlone(text) : null)
    if (cue === null) continue
    cues++
    names.set(cue.name, (names.get(cue.name) ?? 0) + 1)
  }
  const isRepeated = [...names.values()].some((count) => count > 1)
  const others = spoken.filter(({ text }) => isDirection(text)).length
  if (cues < FEWEST_CUES || names.size < 2 || !isRepeated || cues < (spoken.length - others) * SHARE)
    return null
  const isColon = spoken.every(({ text }) => !cueOf(text) || /^[^\n]{0,60}:/.test(text))
  const hasScenes = parts.some(({ kind, text }) => kind === 'heading' && isScene(text))
  // “NAME: words” without scenes and directions is a chat or a transcript, whose speakers are found elsewhere.
  if (!hasScenes && (isColon || others === 0)) return null
  return castOf(parts, isText)
}

const isScene = (title: string) =>
  /^\W*(?:act|scene|akt|aufzug|szene|auftritt|acte|scène|acto|escena|atto|scena|ato|cena|действие|сцена|явление)\b/iu.test(
    title,
  ) || parseChapterLine(title)?.kind === 'part'

function castOf(parts: readonly DocumentPart[], isText: (part: DocumentPart) => boolean): DocumentPart[] {
  const cast: DocumentPart[] = []
  /** Who speaks until somebody else does; null after a heading or a direction. */
  let speaker: string | null = null
  let manner = ''
  let isInPersons = false
  for (const [index, part] of parts.entries()) {
    const { text, kind } = part
    if (kind === 'heading') {
      speaker = null
      isInPersons = PERSONS.test(withoutSigns(text))
      cast.push(isInPersons ? { ...part, place: 'frontMatter' } : part)
      continue
    }
    if (!isText(part)) {
      cast.push(part)
      continue
    }
    if (PERSONS.test(withoutSigns(text))) {
      isInPersons = true
      cast.push({ kind: 'heading', text, place: 'frontMatter' })
      continue
    }
    if (isInPersons && cueOf(text) === null) {
      cast.push({ ...part, place: 'frontMatter' })
      continue
    }
    isInPersons = false
    const cue = cueOf(text)
    if (cue === null && isAloneAbove(text, parts[index + 1]?.text)) {
      const above = cueAlone(text)
      speaker = above?.name ?? null
      manner = above?.manner ?? ''
      cast.push({ ...part, place: 'markup' })
      continue
    }
    for (const extension of cue?.extensions ?? [])
      cast.push({ kind: 'paragraph', text: extension, place: 'scriptNote' })
    if (cue !== null) {
      speaker = cue.name
      manner = cue.manner
    } else if (isDirection(text)) {
      cast.push(part)
      continue
    }
    for (const each of speechesOf(part, cue?.end ?? 0)) {
      const isAside = each.text.startsWith('[')
      cast.push(isAside || speaker === null ? each : { ...each, speaker, ...(manner !== '' && { manner }) })
      if (!isAside) manner = ''
    }
  }
  return cast
}

/** The words of a speech, and the stage directions within it, each a part. */
function speechesOf(part: DocumentPart, from: number): DocumentPart[] {
  const found: DocumentPart[] = []
  const { text, marks = [] } = part
  const add = (start: number, end: number) => {
    const words = text.slice(start, end)
    const lead = words.length - words.trimStart().length
    if (words.trim() === '') return
    const own = marks
      .filter((mark) => mark.start >= start + lead && mark.end <= end)
      .map((mark) => ({ ...mark, start: mark.start - start - lead, end: mark.end - start - lead }))
      .filter((mark) => mark.end <= words.trim().length)
    found.push({ kind: 'paragraph', text: words.trim(), ...(own.length > 0 && { marks: own }) })
  }
  let at = from
  for (const { index, 0: direction } of text.matchAll(WITHIN)) {
    const isMark = marks.some(({ start }) => start === index)
    if (index < from || isMark) continue
    add(at, index)
    add(index, index + direction.length)
    at = index + direction.length
  }
  add(at, text.length)
  return found
}

/** Whether a paragraph is a stage direction as a whole: “[Enter MIRA.] Who is there?” has words of a speech, too. */
function isDirection(text: string): boolean {
  if (!DIRECTION.test(text)) return false
  return !text.startsWith('[') || /^[^\]]*\][\s.]*$/.test(text)
}

const withoutSigns = (text: string) => text.replaceAll(/[_*=~]/g, '').trim()

function toCue(match: RegExpExecArray | null): Cue | null {
  const { name: capitals, italic } = match?.groups ?? {}
  const [, said = '', aside = ''] = /^_(.*?)\s?(?:\((.*)\))?[.:]?_?[.:]?$/s.exec(italic ?? '') ?? []
  const name = withoutSigns(capitals ?? said).replace(/[.:]$/, '')
  if (match === null || name === '' || NOBODY.test(name) || !/\p{L}{2}/u.test(name)) return null
  const behind = withoutSigns(match.groups?.['manner'] ?? (aside === '' ? '' : `(${aside})`))
  const extensions = extensionsIn(behind, goesOn).map(({ start, end }) => behind.slice(start, end))
  return { name, manner: mannerOf(behind, goesOn), extensions, end: match[0].length }
}

/** Who speaks, where the name stands before the words or on a line above them. */
function cueOf(text: string): Cue | null {
  return cueAlone(text) === null ? toCue(SAME_LINE.exec(text) ?? OWN_LINE.exec(text)) : null
}

function cueAlone(text: string): Cue | null {
  return toCue(ALONE.exec(text))
}

/** Whether a name stands alone above a paragraph of words. */
function isAloneAbove(text: string, next: string | undefined): boolean {
  return (
    text.length < 160 &&
    next !== undefined &&
    /\p{Ll}/u.test(next) &&
    cueOf(next) === null &&
    cueAlone(text) !== null
  )
}
