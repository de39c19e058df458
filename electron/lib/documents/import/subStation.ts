/** Cues of SubStation Alpha (.ssa) and its successor (.ass): http://www.tcax.org/docs/ass-specs.htm */
import { isSpeakerName, type Piece } from '../../../../shared/import/source.ts'
import { cueOf, msOf, timesOf, type Cue, type CueFile } from './captionLines.ts'

const SECTION = /^\s*\[([^\]]{1,100})\]\s*$/
const FIELD = /^\s*(Format|Dialogue|Comment)\s*:(.*)$/i
/** The fields of an event, if the file does not list them. */
const USUAL = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text']
/** Sections of styles and settings, and of embedded files. */
const TOOLS = /style|fonts|graphics|aegisub|extradata/i
/** Styles of songs, and of on-screen text; a style may be numbered or part of a name: “OP1”, “Main-Sign”. */
const SONGS =
  /(?:^|[^\p{L}])(?:op|ed|songs?|lyrics?|romaji|kanji|karaoke|kara|insert)(?:$|[^\p{L}])|karaoke|lyrics|romaji/iu
const SIGNS =
  /(?:^|[^\p{L}])(?:signs?|ts|typeset(?:ting)?|titles?|credits?|logo|notes?|tl|eyecatch|next ?ep)(?:$|[^\p{L}])|typeset|\bsign/iu
/** Letters and syllables that a program generated from a line of a song. */
const EFFECT = /^\s*(?:fx|karaoke)\b/i

/** Reads the events of a file, ordered by time. Comments, drawings, songs and signs are left out. */
export function scanSubStation(text: string): CueFile {
  const problems: { line: number; problem: 'bad-times' }[] = []
  const asides: Cue[] = []
  /** With the time by which each is ordered: one without times stays after the one before it. */
  const events: { readonly cue: Cue; readonly startMs: number }[] = []
  let section = ''
  let fields: readonly string[] = USUAL
  let title: string | null = null
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const named = SECTION.exec(line)?.[1]
    const [, field = '', rest = ''] = FIELD.exec(line) ?? []
    if (named !== undefined) section = named
    else if (/events/i.test(section) && /^format$/i.test(field))
      fields = rest.split(',').map((name) => name.trim().toLowerCase())
    else if (field !== '' && !/^format$/i.test(field)) {
      const event = eventOf(rest, fields)
      if (event === null) asides.push(cueOf(line.trim(), { piece: 'markup' }))
      else {
        const isComment = /^comment$/i.test(field)
        if (event.times === null && !isComment) problems.push({ line: index + 1, problem: 'bad-times' })
        const startMs = event.times?.startMs ?? events.at(-1)?.startMs ?? 0
        for (const cue of isComment ? [commented(event)] : pieced(event)) events.push({ cue, startMs })
      }
    } else if (line.trim() !== '' && !TOOLS.test(section)) {
      const said = /^title\s*:\s*(.*)$/i.exec(line.trim())?.[1] ?? ''
      if (said !== '' && title === null && !/aegisub|untitled/i.test(said)) title = said
      else
        asides.push(
          cueOf(line.replace(/^[\s;!:]+/, '').trim(), {
            piece: line.trim().startsWith(';') ? 'scriptNote' : 'markup',
          }),
        )
    }
  }
  const sorted = joinAsides([
    ...asides,
    ...events.toSorted((a, b) => a.startMs - b.startMs).map(({ cue }) => cue),
  ])
  return { title, problems, cues: sorted.some(({ piece }) => piece === null) ? sorted : sorted.map(asRead) }
}

/** The fields of an event. */
interface Event {
  readonly times: Cue['times']
  readonly name: string
  readonly style: string
  readonly effect: string
  readonly text: string
}

/** The last field may contain commas; null if a line has too few fields. */
function eventOf(rest: string, fields: readonly string[]): Event | null {
  const values = rest.split(',')
  if (values.length < fields.length) return null
  const last = values.slice(fields.length - 1).join(',')
  const valueOf = (name: string) => {
    const at = fields.indexOf(name)
    return (at === fields.length - 1 ? last : (values[at] ?? '')).trim()
  }
  return {
    times: timesOf(msOf(valueOf('start')), msOf(valueOf('end'))),
    name: fields.includes('name') ? valueOf('name') : valueOf('actor'),
    style: valueOf('style').replace(/^\*/, ''),
    effect: valueOf('effect'),
    text: valueOf('text'),
  }
}

function commented({ name, text, times }: Event): Cue {
  return cueOf(
    `${name} ${text.replaceAll(BLOCK, (block) => (block.includes('\\') ? ' ' : block.slice(1, -1)))}`.trim(),
    { piece: 'scriptNote', times },
  )
}

const BLOCK = /\{[^{}]*\}/g
/** Turns drawing mode on or off: the text after it is lines and curves. */
const DRAWING = /\\p(\d+)(?![a-z])/g

/** The cue of an event, and separately what is not spoken in it: remarks in braces, and drawings. */
function pieced({ times, name, style, effect, text }: Event): Cue[] {
  const remarks: string[] = []
  const drawn: string[] = []
  let said = ''
  let from = 0
  let isDrawing = false
  const add = (words: string) => {
    if (isDrawing) drawn.push(words)
    else said += words
  }
  for (const { index, 0: block } of text.matchAll(BLOCK)) {
    add(text.slice(from, index))
    from = index + block.length
    for (const [, level] of block.matchAll(DRAWING)) isDrawing = level !== '0'
    if (!block.includes('\\') && block.length > 2) remarks.push(block.slice(1, -1))
  }
  add(text.slice(from))
  const piece = pieceOf(style, effect)
  const named = /\p{L}/u.test(name) ? name : ''
  const isSpoken = piece === null && isSpeakerName(named)
  const cues = [
    // A name that cannot be a speaker stays with the words.
    isSpoken
      ? cueOf(said, { times, voice: named === '' ? null : named })
      : cueOf(said.trim() === '' ? '' : `${named} ${said}`.trim(), { times, piece }),
    ...drawn.map((words) => cueOf(words.trim(), { piece: 'markup', times })),
    ...remarks.map((words) => cueOf(words.trim(), { piece: 'scriptNote', times })),
  ]
  return cues.filter((cue) => cue.text.trim() !== '')
}

function pieceOf(style: string, effect: string): Piece | null {
  if (EFFECT.test(effect)) return 'repeated'
  if (SONGS.test(style)) return 'sound'
  return SIGNS.test(style) ? 'markup' : null
}

/** A file that contains only songs or signs is read aloud. */
function asRead(cue: Cue): Cue {
  return cue.times === null || cue.piece === 'scriptNote' || cue.piece === 'repeated'
    ? cue
    : { ...cue, piece: null }
}

/** Joins neighbours that are left out for the same reason, so that a file of drawings stays short. */
function joinAsides(cues: readonly Cue[]): Cue[] {
  const joined: { cue: Cue; texts: string[] }[] = []
  for (const cue of cues) {
    const last = joined.at(-1)
    if (cue.piece !== null && last?.cue.piece === cue.piece) last.texts.push(cue.text)
    else joined.push({ cue, texts: [cue.text] })
  }
  return joined.map(({ cue, texts }) => ({ ...cue, text: texts.join('\n') }))
}
