/**
 * Plays in plain text: the speaker's name comes before the words (“HAMLET. Words”, “HAMLET: Words”) or on a line above them, and stage
 * directions are in brackets. A text is a play only if most of its paragraphs have this form.
 */
import { extensionsIn, goesOn, mannerOf } from '../../../shared/import/speakers/extensions.ts'
import { parseChapterLine } from './chapterNumbers.ts'
import type { DocumentPart } from './formats/documentText.ts'

/** A name in capitals, or one in italics as archives write them: “MIRA.”, “_Mira._”, “MIRA (aside).”. */
const CAPITALS = String.raw`(?:(?:MRS?|MISS|DR|ST|CAPT|COL|REV|SRA?|HERR|MME|M)\.?\s)?\p{Lu}[\p{Lu}\p{M}’']*(?:[ -](?:\p{Lu}[\p{Lu}\p{M}’'.]*|\d{1,2}|of|and|de|von|und|y|et)){0,4}`
const ITALIC = String.raw`_\p{Lu}[\p{L}\p{M} ’'-]{0,30}(?:\s?\([^()\n]{1,120}\))?(?:[.:]_|_[.:])`
/** In brackets, or in French after a comma: “MIRA, à part.”, “MIRA, se levant, à Tom.” */
const MANNER = String.raw`(?:,?\s*(?<manner>[([]_?[^()[\]\n]{1,200}_?[)\]])|,\s(?<said>_[^_\n]{1,60}_|\p{Ll}[^.:,\n]{1,60}(?:, \p{Ll}[^.:,\n]{1,60})?))?`
/** The separator between a name and its words: “MIRA. Yes.”, “MIRA.—Sí.” */
const BETWEEN = String.raw`(?:[.:]\s+|\.\s?(?:[—–]|--?)\s*|\s?[—–]\s+)`
/** A manner in brackets separates them, too: “MIRA (rising) Yes.” */
const SAME_LINE = new RegExp(
  String.raw`^(?:(?<name>${CAPITALS})${MANNER}(?:${BETWEEN}|(?<=[)\]]) (?=[\p{Lu}“"‘¿¡]))|(?<italic>${ITALIC})\s+)(?=\S)`,
  'u',
)
const OWN_LINE = new RegExp(String.raw`^(?<name>${CAPITALS})${MANNER}[.:]?\s*(?=\n)`, 'u')
const ALONE = new RegExp(String.raw`^(?:(?<name>${CAPITALS})${MANNER}[.:]?|(?<italic>${ITALIC}))$`, 'u')
/** Stage directions: in brackets, in italics, or an entrance or exit. */
const DIRECTION = /^(?:[[(]|_[^_]{8,}_[.)]?$|(?:Enter|Exit|Exeunt|Re-enter|Tritt|Ab\b|Entre|Sort)\b)/u
/** The end of a play, an act or a scene, and what happens on stage then. */
const END = new RegExp(
  String.raw`^(?:(?:the )?end(?: of (?:the )?(?:\p{L}+ )?(?:play|act|scene|part|one-act)(?: \p{L}+|\d+)?)?|finis|fin(?:al)?|ende|fim|einde|slut|koniec|конец` +
    String.raw`|ende (?:des|der) (?:\p{L}+ )?(?:akt(?:e?s)?|aufzug(?:e?s)?|szene|stück(?:e?s)?|spiels|schauspiels|teils)|(?:fin|fine|fim) d(?:e|el|u|ell?[’']|o|a) ?(?:l[’'a] ?)?(?:\p{L}+ )?(?:act[eo]|atto|ato|sc[èe]n[ea]|escena|pièce|obra|piezas?)(?: \p{L}+)?` +
    String.raw`|(?:(?:the|der|le|el|slow|quick) )*(?:curtain|vorhang|rideau|tel[óo]n|sipario|занавес)(?: (?:falls?|down|drops|descends|closes|fällt|tombe|cae|cala))?(?: slowly| langsam)?` +
    String.raw`|black[- ]?out|(?:the )?lights? (?:fade|go|goes|dim)s?(?: (?:out|down|to black))?|lights out|fade(?:s)? (?:to black|out)|fade-out|dunkel|noir|oscuro)$`,
  'iu',
)
/** An Italian end; in small letters it is an English answer. */
const ITALIAN_END = /^FINE\.?$/
/** Directions within a speech: in square brackets, or in round brackets between sentences. */
const WITHIN = /\[[^[\]]{2,600}\]|(?<=(?:^|[.?!…—–-]["”’»]?)\s*)\([^()]{2,600}\)(?=[\s.]*$|\s+[^\s\p{Ll}])/gu
/** The manner at the beginning of a speech: “MIRA. (aside) Yes.” */
const LEADING = /^_?[([]_?([^()[\]\n]{1,80}?)[.]?_?[)\]]_?[.]?\s+(?=\S)/u
const PERSONS =
  /^(?:dramatis person(?:ae|æ)|(?:the )?persons (?:of|in) (?:the )?(?:play|drama|piece)|(?:list of |the )?characters|cast(?: of characters)?|personen|personnages|personajes|personaggi|personagens|osoby|действующие лица)[.:]?$/iu
/** Words in capitals at the beginning of a line that are not a speaker. */
const NOBODY =
  /^(?:(?:THE )?END|FINIS|CURTAIN|TIME|PLACE|SETTING|ZEIT|ORT|LIEU|LUGAR|ACT|SCENE|PROLOGUE|EPILOGUE|CHAPTER|PART|BOOK|NOTE|CONTENTS|AKT|SZENE|AUFTRITT|ACTE|SCÈNE|ACTO|ESCENA|FIN|ENDE)\b/
/** A title is the beginning of a name: in “MRS. QUILL and TOM.” the first period does not end it. */
const TITLE_ALONE =
  /^(?:mrs?|ms|miss|dr|st|capt|col|gen|rev|hon|prof|lady|lord|sir|mme|mlle|m|sra?|srta|herr|frau|sig)$/i
/** A line of the list of persons. */
const PERSON_LINE = new RegExp(String.raw`^\s*${CAPITALS}[.:]?(?:,.*)?$`, 'u')
const FEWEST_CUES = 4
/** The share of the paragraphs between headings that must have a name. */
const SHARE = 0.4

interface Cue {
  readonly name: string
  readonly manner: string
  /** Extensions after the name that do not state a manner: “(CONT'D)”. */
  readonly extensions: readonly string[]
  readonly end: number
  /** Whether the manner follows a comma, as descriptions in a list of persons do. */
  readonly isAfterComma: boolean
}

/** The parts of a play with their speakers, or null if the text is not a play. */
export function asPlay(written: readonly DocumentPart[]): DocumentPart[] | null {
  const persons = personsIn(written)
  const lines = linesApart(written, persons)
  const parts = namesApart(lines, new Set(namesIn(lines, persons)), persons)
  const spoken = parts.filter(isText)
  const names = namesIn(parts, persons)
  const distinct = new Set(names)
  const others = spoken.filter(({ text }) => isDirection(text)).length
  const areFew = names.length < Math.max(FEWEST_CUES, (spoken.length - others) * SHARE)
  if (areFew || distinct.size < 2 || distinct.size === names.length) return null
  const isColon = spoken.every(({ text }) => !cueOf(text, persons) || /^[^\n]{0,60}:/.test(text))
  const hasScenes = parts.some(({ kind, text }) => kind === 'heading' && isScene(text))
  // “NAME: words” without scenes and directions is a chat or a transcript, whose speakers are detected elsewhere.
  if (!hasScenes && (isColon || others === 0)) return null
  return withoutFront(castOf(parts, names, persons))
}

/** A play without what is printed before its first scene: titles, the persons, and a list of the scenes. A preface has words, and is kept. */
function withoutFront(parts: readonly DocumentPart[]): DocumentPart[] {
  const headings = parts.flatMap(({ kind, place }, index) =>
    kind === 'heading' && place === undefined ? [index] : [],
  )
  const sections = headings.map((start, index) => ({ start, end: headings[index + 1] ?? parts.length }))
  const acts = sections.map(({ start }) => {
    const line = parseChapterLine(parts[start]?.text ?? '')
    return line?.kind === 'part' ? line.number : null
  })
  /** Acts are listed one directly below the other. */
  const isBelow = (index: number) => {
    const [above, own] = [acts[index - 1] ?? null, acts[index] ?? null]
    return above !== null && own === above + 1 && sections[index - 1]?.end === (headings[index - 1] ?? 0) + 1
  }
  const isListed = (index: number) => isBelow(index) || isBelow(index + 1)
  const first = sections.findIndex(
    ({ start }, index) => isScene(parts[start]?.text ?? '') && !isListed(index),
  )
  const out = sections.slice(0, Math.max(0, first)).filter(({ start, end }, index) => {
    const isWithoutWords = parts.slice(start + 1, end).every(({ place }) => place !== undefined)
    return isListed(index) || isWithoutWords
  })
  return parts.map((part, index) => {
    const isOut = part.place === undefined && out.some(({ start, end }) => index >= start && index < end)
    return isOut ? { ...part, place: 'frontMatter' } : part
  })
}

const isText = ({ kind, place }: DocumentPart) => kind === 'paragraph' && place === undefined

/** The parts, with each speech of a paragraph apart that begins a line with a name: “MIRA: Is it far?⏎TOM: It is.” */
function linesApart(parts: readonly DocumentPart[], persons: Persons | null): readonly DocumentPart[] {
  const nameOf = (line: string) => toCue(SAME_LINE.exec(line) ?? persons?.sameLine.exec(line) ?? null)?.name
  const counts = new Map<string, number>()
  for (const part of parts)
    if (isText(part))
      for (const line of part.text.split('\n')) {
        const name = nameOf(line)
        if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
      }
  return parts.flatMap((part) => {
    if (!isText(part) || !part.text.includes('\n')) return [part]
    const cuts: number[] = []
    let at = 0
    for (const line of part.text.split('\n')) {
      if (at > 0 && (counts.get(nameOf(line) ?? '') ?? 0) > 1) cuts.push(at)
      at += line.length + 1
    }
    return cuts.length === 0
      ? [part]
      : [0, ...cuts].map((start, index) => cutOf(part, start, cuts[index] ?? at))
  })
}

/** The words of a part between two places, without the spaces around them, with their marks. */
function cutOf({ text, marks = [], ...part }: DocumentPart, start: number, end: number): DocumentPart {
  const words = text.slice(start, end)
  const from = start + words.length - words.trimStart().length
  const own = marks
    .filter((mark) => mark.start >= from && mark.end <= from + words.trim().length)
    .map((mark) => ({ ...mark, start: mark.start - from, end: mark.end - from }))
  return { ...part, text: words.trim(), ...(own.length > 0 && { marks: own }) }
}

/** The speaker's name of each speech, in order. */
function namesIn(parts: readonly DocumentPart[], persons: Persons | null): string[] {
  const spoken = parts.filter(isText)
  return spoken.flatMap(({ text }, index) => {
    const isAlone = isAloneAbove(text, spoken[index + 1]?.text, persons)
    const cue = cueOf(text, persons) ?? (isAlone ? cueAlone(text, persons) : null)
    return cue === null ? [] : [cue.name]
  })
}

const isScene = (title: string) =>
  /^\W*(?:[\p{L}\d]+[.\s]\s*){0,2}(?:act|scene|akt|aufzug|szene|auftritt|acte|scène|acto|escena|atto|scena|ato|cena|действие|сцена|явление)\b/iu.test(
    title,
  ) || parseChapterLine(title)?.kind === 'part'

/** Patterns that match the persons of a play by their names in the list of persons. Null if there is no list. */
interface Persons {
  readonly sameLine: RegExp
  readonly alone: RegExp
  /** Only names: those who are on stage when a scene begins. */
  readonly onStage: RegExp
}

/** The longest list whose names are searched for in each paragraph. */
const MOST_PERSONS = 60

/** A name in small letters before words: “Mrs. Linde. Yes.” */
const WRITTEN = new RegExp(
  String.raw`^(?<name>(?:(?:Mrs?|Miss|Dr|Doctor|Mme|Mlle|M|Herr|Frau|Sra?|Sig)\.?\s)?(?!(?:Mrs?|Dr|Rev|Hon|Mme|Mlle|Sra?|Sig)\.)\p{Lu}[\p{L}\p{M}’'-]{1,20}(?: \p{Lu}[\p{L}\p{M}’'-]{1,20}){0,2})${MANNER}${BETWEEN}(?=\S)`,
  'u',
)
const FEWEST_SPEECHES = 3
/** “A Porter” in the list of persons is “Porter” before words. */
const ARTICLE = /^(?:An?|The|Der|Die|Das|Eine?|Les?|La|Une?|El|L[oa]s|Una|Il|Lo|Os?|As)\s/u

/** The names that stand before the words of most paragraphs. */
function namesBeforeWords(parts: readonly DocumentPart[]): string[] {
  const spoken = parts.filter(isText)
  const counts = new Map<string, number>()
  for (const { text } of spoken) {
    const name = WRITTEN.exec(text)?.groups?.['name']
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const often = [...counts].filter(([, count]) => count >= FEWEST_SPEECHES)
  const total = often.reduce((sum, [, count]) => sum + count, 0)
  return total < spoken.length * SHARE ? [] : often.map(([name]) => name)
}

/** The names in the list of persons, which are not only in capitals: “Der Sohn, zwölf Jahre alt”, and those before most speeches. */
function personsIn(parts: readonly DocumentPart[]): Persons | null {
  const names = new Set(namesBeforeWords(parts))
  let isInList = false
  for (const { kind, text } of parts) {
    if (kind === 'heading') isInList = false
    for (const line of text.split('\n').map(withoutSigns)) {
      if (PERSONS.test(line)) isInList = true
      else if (isInList) {
        const name = /^(\p{Lu}[\p{L}\p{M} ’'-]{1,30}?)\s*(?:[,;.:(—–]|--|$)/u.exec(line)?.[1]
        if (name === undefined || name.split(' ').length > 4) continue
        names.add(name)
        const bare = name.replace(ARTICLE, '')
        if (/^\p{Lu}\p{Ll}/u.test(bare)) names.add(bare)
      }
    }
  }
  if (names.size < 2 || names.size > MOST_PERSONS) return null
  const name = [...names]
    .toSorted((a, b) => b.length - a.length)
    .map((each) => each.replaceAll('.', String.raw`\.`))
    .join('|')
  return {
    sameLine: new RegExp(String.raw`^(?<name>${name})${MANNER}${BETWEEN}(?=\S)`, 'u'),
    onStage: new RegExp(String.raw`^(?:${name})(?:[.,;]?\s(?:\p{Ll}{1,3}\s)?(?:${name})){1,20}\.?$`, 'u'),
    alone: new RegExp(String.raw`^(?<name>${name})${MANNER}[.:]?$`, 'u'),
  }
}

/** The parts, with names that stand alone below the number of a scene, and so look like its title, split off. */
function namesApart(
  parts: readonly DocumentPart[],
  names: ReadonlySet<string>,
  persons: Persons | null,
): readonly DocumentPart[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    const [, scene = '', name = ''] = /^(.*[.:\n—–-])\s*(\p{L}[^.:\n—–,]{1,40})[.:]?$/su.exec(part.text) ?? []
    if (part.kind !== 'heading' || !isScene(scene) || !names.has(name) || next?.kind !== 'paragraph')
      return [part]
    if (!/\p{Ll}/u.test(next.text) || isDirection(next.text) || cueOf(next.text, persons) !== null)
      return [part]
    return [
      { ...part, text: scene.trim() },
      { ...part, kind: 'paragraph' as const, text: name },
    ]
  })
}

/** `names` are those of the speeches, in order. */
function castOf(
  parts: readonly DocumentPart[],
  names: readonly string[],
  persons: Persons | null,
): DocumentPart[] {
  const cast: DocumentPart[] = []
  /** The current speaker, until another one speaks; null after a heading or a direction. */
  let speaker: string | null = null
  let manner = ''
  let isInPersons = false
  for (const [index, part] of parts.entries()) {
    const { text, kind } = part
    if (kind === 'heading' && /^[[(]/.test(text) && isDirection(text)) {
      speaker = null
      cast.push({ ...part, kind: 'paragraph' })
      continue
    }
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
    const lines = text.split('\n')
    isInPersons ||= PERSONS.test(withoutSigns(lines[0] ?? ''))
    const isList = lines.length > 1 && lines.every((line) => PERSON_LINE.test(line))
    if (isInPersons && (isList || cueOf(text, persons)?.isAfterComma !== false)) {
      cast.push({ ...part, place: 'frontMatter' })
      continue
    }
    isInPersons = false
    const cue = cueOf(text, persons)
    const above = isAloneAbove(text, parts[index + 1]?.text, persons) ? cueAlone(text, persons) : null
    // A first line is the title of the play, unless it is the name of somebody who speaks again.
    if (cue === null && above !== null && (index > 0 || names.includes(above.name, 1))) {
      speaker = above.name
      manner = above.manner
      cast.push({ ...part, place: 'markup' })
      continue
    }
    for (const extension of cue?.extensions ?? [])
      cast.push({ kind: 'paragraph', text: extension, place: 'scriptNote' })
    if (cue !== null) {
      speaker = cue.name
      manner = cue.manner
    } else if (isDirection(text) || isExit(text, persons)) {
      cast.push(part)
      continue
    }
    for (const each of speechesOf(part, cue?.end ?? 0)) {
      const isAside = /^(?:\[[^\]]*\]|\([^)]*\))[\s.]*$/.test(each.text)
      cast.push(isAside || speaker === null ? each : { ...each, speaker, ...(manner !== '' && { manner }) })
      if (!isAside) manner = ''
    }
  }
  return cast
}

/** The words of a speech and the stage directions within it, each as a part. */
function speechesOf(part: DocumentPart, from: number): DocumentPart[] {
  const found: DocumentPart[] = []
  const { text, marks = [] } = part
  const add = (start: number, end: number) => {
    if (text.slice(start, end).trim() !== '')
      found.push(cutOf({ kind: 'paragraph', text, marks }, start, end))
  }
  let at = from
  for (const { index: place, 0: direction } of text.slice(from).matchAll(WITHIN)) {
    const index = from + place
    const isMark = marks.some(({ start }) => start === index)
    if (isMark) continue
    add(at, index)
    add(index, index + direction.length)
    at = index + direction.length
  }
  add(at, text.length)
  return found
}

/** Whether a paragraph is a stage direction as a whole: “[Enter MIRA.] Who is there?” also contains words of a speech. */
function isDirection(text: string): boolean {
  if (isEnd(text)) return true
  if (!DIRECTION.test(text)) return false
  return !text.startsWith('[') || /^[^\]]*\][\s.]*$/.test(text)
}

/** Whether a name has only a direction after it, without words: “MIRA (ab).” */
function isExit(text: string, persons: Persons | null): boolean {
  return (cueAlone(text, persons)?.manner ?? '') !== ''
}

function isEnd(text: string): boolean {
  const words = withoutSigns(text)
  return words.length <= 60 && (END.test(words.replace(/[.!]$/, '')) || ITALIAN_END.test(words))
}

const withoutSigns = (text: string) => text.replaceAll(/[_*=~]/g, '').trim()

function toCue(match: RegExpExecArray | null): Cue | null {
  const { name: capitals, italic } = match?.groups ?? {}
  const [, said = '', aside = ''] = /^_(.*?)\s?(?:\((.*)\))?[.:]?_?[.:]?$/s.exec(italic ?? '') ?? []
  const name = withoutSigns(capitals ?? said).replace(/[.:]$/, '')
  if (match === null || name === '' || NOBODY.test(name) || TITLE_ALONE.test(name)) return null
  if (!/\p{L}{2}/u.test(name)) return null
  const { manner = '', said: how = '' } = match.groups ?? {}
  const inside = how === '' ? aside : how
  const behind = withoutSigns(manner === '' && inside !== '' ? `(${inside})` : manner)
  const extensions = extensionsIn(behind, goesOn).map(({ start, end }) => behind.slice(start, end))
  const [lead = '', leading = ''] = LEADING.exec(match.input.slice(match[0].length)) ?? []
  const isManner = leading !== '' && behind === ''
  return {
    name,
    manner: isManner ? withoutSigns(leading) : mannerOf(behind, goesOn),
    extensions,
    end: match[0].length + (isManner ? lead.length : 0),
    isAfterComma: how !== '',
  }
}

/** The speaker, if the name comes before the words or on a line above them. */
function cueOf(text: string, persons: Persons | null): Cue | null {
  if (cueAlone(text, persons) !== null || persons?.onStage.test(text) === true) return null
  return toCue(SAME_LINE.exec(text) ?? OWN_LINE.exec(text) ?? persons?.sameLine.exec(text) ?? null)
}

function cueAlone(text: string, persons: Persons | null): Cue | null {
  return toCue(ALONE.exec(text) ?? persons?.alone.exec(text) ?? null)
}

/** Whether a name stands alone above a paragraph of words. */
function isAloneAbove(text: string, next: string | undefined, persons: Persons | null): boolean {
  return (
    text.length < 160 &&
    next !== undefined &&
    /\p{Ll}/u.test(next) &&
    cueOf(next, persons) === null &&
    cueAlone(text, persons) !== null
  )
}
