/** Captions as an import source: the speaker and the times of each cue, with everything that is not spoken marked. */
import { Parser } from 'htmlparser2'
import { isSpeakerName, type ImportSource, type Mark } from '../../../../shared/import/source.ts'
import { createSourceWriter } from '../../../../shared/import/sourceWriter.ts'
import { broadcastCues } from './broadcastCaptions.ts'
import { markupCues } from './captionMarkup.ts'
import { isCaptionMarkup, scanCues, type Cue, type CueFile, type Times } from './captionLines.ts'
import { withoutRepeats } from './repeatedCaptions.ts'
import { scanSubStation } from './subStation.ts'

/** A stretch of a cue in one voice. */
interface Voiced {
  readonly voice: string | null
  readonly text: string
}

/**
 * Reads captions with their times. `name` is their title if they state none. Invalid times are reported with their line; their words are
 * kept.
 */
export function readCaptions(text: string, type: CaptionKind, name: string): ImportSource {
  return sourceFromCues(scanAny(text, type), name)
}

/** Reads the captions of broadcasters as `readCaptions` does. */
export function readBroadcast(bytes: Uint8Array, name: string): ImportSource {
  return sourceFromCues(broadcastCues(bytes), name)
}

function scanAny(text: string, type: CaptionKind): CueFile {
  if (type === 'sub-station') return scanSubStation(text)
  return isCaptionMarkup(text) ? markupCues(text) : scanCues(text, type)
}

type CaptionKind = 'srt' | 'vtt' | 'sub-station'

/** Cues as an import source. Repeated lines, sounds and songs are marked. */
function sourceFromCues({ title, author, cues: written, problems }: CueFile, name: string): ImportSource {
  const writer = createSourceWriter()
  const cues = withoutRepeats(written, plainOf).map((cue) => ({ cue, pieces: piecesOf(cue) }))
  const names = bracketedNames(
    cues.flatMap(({ cue, pieces }) => (cue.piece === null ? pieces.map((piece) => piece.text) : [])),
  )
  let namesSpeakers = false
  writer.heading(null)
  for (const [at, { cue, pieces }] of cues.entries()) {
    const { times } = cue
    const isAtEdge = Math.min(at, cues.length - 1 - at) < EDGE_CUES
    const isCredit =
      cue.piece === null && isCreditOfMakers(pieces.map(({ text }) => text).join('\n'), isAtEdge)
    const whole = isCredit ? 'licence' : cue.piece
    if (whole !== null) {
      const words = pieces.map(({ voice, text }) => `${voice ?? ''} ${text}`.trim()).join('\n')
      if (words !== '') writer.paragraph(words, { piece: whole })
      continue
    }
    const timesOf = sharedTimes(times, pieces)
    for (const [index, { voice, text }] of pieces.entries()) {
      const { words, marks, isSaid } = saidIn(text, names)
      const told = { name: index === 0 ? cue.name : '', times: timesOf[index] ?? null }
      if (isSaid) writer.line(voice ?? '', words, { ...told, marks })
      else writer.paragraph(words, { ...told, piece: 'sound' })
      namesSpeakers ||= isSaid && voice !== null
    }
    const readings = Array.from(cue.text.matchAll(READING), ([reading]) => plainOf(reading)).join(' ')
    if (readings.trim() !== '') writer.paragraph(readings, { piece: 'markup' })
  }
  for (const problem of problems) writer.problem(problem)
  // Captions without voices are often a script: “MIRA: Wait.”
  return writer.finish(title ?? name, { lineBreaks: 'soft', namesSpeakers, author: author ?? '' })
}

/** The words of a turn with its sounds marked, and whether it also contains speech. */
function saidIn(written: string, names: ReadonlySet<string>) {
  const text = withNames(written, names)
  const words = text.trim()
  const marks: Mark[] = soundsIn(words, names)
  let from = 0
  const said = marks.map(({ start, end }) => {
    const between = words.slice(from, start)
    from = end
    return between
  })
  const rest = [...said, words.slice(from)].join(' ')
  const isSaid =
    marks.length === 0 ? !/^[♪♫♬♩🎵🎶\s]+$/u.test(words) : /[\p{L}\p{N}]/u.test(rest.replace(LABEL_ALONE, ''))
  return { words, marks, isSaid }
}

/** The words of a turn with each name in square brackets at the beginning of a line, as in a script. */
function withNames(text: string, names: ReadonlySet<string>): string {
  return text.replace(NAME_IN_BRACKETS, (label, end: string, space: string, name: string) => {
    const apart = label.endsWith('）') ? ' ' : ''
    return names.has(name) ? `${/^≪?$/.test(end) ? space : `${end}\n`}[${name}]${apart}` : label
  })
}

const NAME_IN_BRACKETS = /(^≪?|[.?!…]["”]?)([^\S\n]{0,3})[[(（]([^[\]()（）\n]{1,30})[\])）]/gmu
/** A name followed only by sounds. */
const LABEL_ALONE = /^\s*[^\n:]{1,40}:\s*$/

/** A dash before the name at the beginning of a turn: no name begins with one. */
const DASH_BEFORE_NAME =
  /^\s*[-–—‐‑]\s*(?=(?:\p{Lu}[\p{L}\p{M}\p{N} .’'&_-]{0,30}(?:[([][^()[\]\n]{1,40}[)\]]\s?)*:|[[(])(?:\s|\p{Lu}))/u
/** “>>”, a change of speaker in television captions; a new story in the news has “>>>”. */
const NEXT_SPEAKER = /(?:^|\s)>{2,3}\s*/u

/** The turns of a cue, each in one voice. */
function piecesOf({ text, voice, piece }: Cue): Voiced[] {
  const shown = piece === null ? text.replaceAll(READING, '') : text
  const voiced = voicedOf(shown).map((each) => (each.voice === null ? { ...each, voice } : each))
  if (piece !== null) return voiced
  return voiced
    .flatMap((each) => each.text.split(NEXT_SPEAKER).map((turn) => ({ ...each, text: turn })))
    .flatMap(turnsOf)
    .map((each) => ({ ...each, text: each.text.replace(DASH_BEFORE_NAME, '') }))
    .filter((each) => each.text.trim() !== '')
}

/** A line that begins with a dash, as in captions in which two people speak in one cue. */
const TURN = /^\s*[-–—‐‑]\s*\S/u

/** The turns of a cue in which several lines begin with a dash; otherwise the whole cue. */
function turnsOf(piece: Voiced): readonly Voiced[] {
  const lines = piece.text.split('\n')
  if (piece.voice !== null || lines.filter((line) => TURN.test(line)).length < 2) return [piece]
  const turns: string[][] = []
  for (const line of lines) {
    const last = turns.at(-1)
    if (last === undefined || TURN.test(line)) turns.push([line])
    else last.push(line)
  }
  return turns.map((turn) => ({ voice: null, text: turn.join('\n') }))
}

/** The times of a cue, divided among its pieces by their lengths. */
function sharedTimes(times: Times | null, pieces: readonly Voiced[]): readonly Times[] {
  if (times === null) return []
  const { startMs, endMs } = times
  const whole = pieces.reduce((sum, { text }) => sum + text.length, 0)
  let before = 0
  const placeMs = () => Math.round(startMs + ((endMs - startMs) * before) / whole)
  return pieces.map(({ text }) => {
    const from = placeMs()
    before += text.length
    return { startMs: from, endMs: placeMs() }
  })
}

const TAG =
  /<(?:(?<close>\/)?\s?(?<name>v|c|i|b|u|s|em|strong|span|p|br|div|small|big|ruby|rb|rp|rt|lang|font)(?:\.[^\s<>]*)?(?:\s(?<words>[^<>]*))?\/?\s?|\d[\d:.]*)>|<\/?(?:i|b|u|font)(?:\s[^<>\n]*)?$/gim
/** The reading above characters (ruby) in WebVTT: the words contain it already. */
const READING = /<r[tp](?:\.[^\s<>]*)?>[^<]*/gi
/** Style overrides in the words of a cue in SubStation Alpha and MicroDVD. */
const OVERRIDES = /\{(?:\\[^{}]*|[a-zA-Z]:[^{}]*)\}/g
const LINE_END = /\\[Nn]|\[br\]/g
const HARD_SPACE = /\\h/g
/** Marks of writing direction, and zero-width spaces. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** The words of a line without its markup. */
function plainOf(line: string): string {
  return voicedOf(line)
    .map(({ text }) => text)
    .join('')
}

/** The words of a cue without its markup, by voice. Only the known tags of the formats are markup: the words may contain other brackets. */
function voicedOf(written: string): Voiced[] {
  const text = written.replaceAll(OVERRIDES, '').replaceAll(LINE_END, '\n').replaceAll(HARD_SPACE, ' ')
  const pieces: { voice: string | null; text: string }[] = [{ voice: null, text: '' }]
  let from = 0
  for (const match of text.matchAll(TAG)) {
    const last = pieces.at(-1)
    if (last !== undefined) last.text += text.slice(from, match.index)
    from = match.index + match[0].length
    const { close, name = '', words } = match.groups ?? {}
    if (name.toLowerCase() === 'br' && last !== undefined) last.text += '\n'
    if (name.toLowerCase() !== 'v') continue
    const voice = close === undefined ? withoutEntities((words ?? '').trim()) : ''
    if (isSpeakerName(voice)) pieces.push({ voice: voice === '' ? null : voice, text: '' })
    else pieces.push({ voice: null, text: `${words ?? ''}\n` })
  }
  const last = pieces.at(-1)
  if (last !== undefined) last.text += text.slice(from)
  return pieces.map((piece) => ({ ...piece, text: withoutEntities(piece.text).replaceAll(UNSEEN, '') }))
}

/** Any character reference of HTML: https://www.w3.org/TR/webvtt1/#webvtt-cue-text-parsing-rules */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});/gi
/** References that programs escaped twice; those of brackets may be intended. */
const WRITTEN_TWICE = /&(?:amp|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi

function withoutEntities(text: string): string {
  return text.replaceAll(REFERENCE, decoded).replaceAll(WRITTEN_TWICE, decoded)
}

function decoded(reference: string): string {
  let words = ''
  const parser = new Parser({ ontext: (piece) => void (words += piece) }, { decodeEntities: true })
  parser.end(reference)
  return words
}

// Credits of those who made the captions, and advertisements of the sites that offer them.

/** Within so many cues of the beginning or the end, words that speech may begin with, too, mark a credit. */
const EDGE_CUES = 3
const LONGEST_CREDIT = 200
/** Sites, and what they add to captions. */
const SITES =
  /open-?subtitles|addic7ed|subscene\b|podnapisi|yify-?subtitles|tvsubtitles|amara\.org|titlovi\.com|napiprojekt|napisy24|legendas\.tv|subdivx|argenteam|titulky\.com|osdb\.link|subdl\.com|feliratok\.(?:info|eu)|subs4free|advertise your product or brand here/i
/** Words for captions and for what is done to them, each with what follows it in a credit. */
const MADE = [
  /^(?:copyright\b|©|\(c\)\s)/iu,
  /^(?:(?:english|closed|original) )?(?:subtitles?|subtitled|subtitling|subs?|captions?|captioned|captioning|re-?sync(?:ed|hed)?|sync(?:ed|hed|s|hroni[sz]ed)?|ripped)(?:\s?(?:[,&+/]|and\b))?\s?(?:[a-z-]+ed |corrections? |translation )*(?:by\b|:|-\s)/iu,
  /^untertitel(?:ung)?(?:\s*[:.]| von\b| by\b| im auftrag\b| de[rs]\b| ©)/iu,
  /^(?:sous-titr(?:es?|age|ée?s?)|sous titrage)(?:\s*:| (?:par|de|by|réalisés?|soci[ée]t[ée])\b| ST\b)/iu,
  /^subt[íi]tul(?:os?|ado|aci[óo]n)(?:\s*:| (?:por|de|by|realizados?|y)\b)/iu,
  /^sottotitol(?:i|ato|atura)(?:\s*:| (?:e|di|da|a cura|creati|by)\b)/iu,
  /^(?:legendas?|legendado|legendagem)(?:\s*:| (?:por|pela|de|by)\b)/iu,
  /^napisy(?:\s*:| (?:przez|by|stworzone|wykonał\p{L}*)(?!\p{L}))/iu,
  /^(?:редактор субтитров|субтитры(?:\s*:|\s(?:от|by|сделал|создавал|создал|подготовил|делал)\p{L}*))/iu,
  /^(?:ondertitel(?:ing|d)|undertexter|undertekster|tekstet)(?:\s*:| (?:door|av|af|by|van)\b)/iu,
  /^(?:中文|英文|简体|繁體)?字幕\s?(?:制作|製作|翻译|翻譯|翻訳|组|組|志愿者|由|by|[:：])/iu,
  /^자막\s?(?:제작|by|[:：])/iu,
]
/** Words that speech may begin with, too. */
const TRANSLATED =
  /^(?:translat(?:ion|ed)|transcri(?:pt|ption|bed)|corrected|edited|adapted|timed|encoded|übersetz(?:ung|t)|bearbeitet|korrektur|tradu(?:ction|it|cción|cido|ção|zido|ttore)|traduzion[ei]|tradotto|adaptation|synchro(?:nisation)?|sincroni(?:zado|zación|a)|corrección|revisione|revisão|tłumacz(?:enie|ył|yła)|korekta|dopasowanie|перев(?:од|ёл|ела|едено)|корректор|vertaling|översättning|oversættelse|oversettelse|翻译|翻譯|翻訳|校对|校對|时间轴)(?:(?:,|\s+(?:and|und|et|e|y|i|&))\s+\p{L}+)*(?:\s*[:：]|\s+(?:by|von|par|por|da|di|a cura di|przez|door|av|af)(?!\p{L}))(?<rest>.*)$/iu

/** Whether a cue only says who made the captions, or advertises their site. */
function isCreditOfMakers(text: string, isAtEdge: boolean): boolean {
  const words = text.replaceAll(/[\s*~=#♪♫|]+/gu, ' ').trim()
  if (words.length > LONGEST_CREDIT) return false
  if (SITES.test(words)) return true
  if (/[?!]["”’]?$/u.test(words)) return false
  if (MADE.some((pattern) => pattern.test(words))) return true
  const rest = isAtEdge ? TRANSLATED.exec(words)?.groups?.['rest'] : undefined
  // Somebody’s name follows.
  return rest !== undefined && /^\s*[^\s\p{Ll}]/u.test(rest)
}

// Descriptions for deaf people: sounds in brackets or between stars, and songs between note symbols.

/** The most characters of such a description. */
const LONGEST = 300
const BRACKETED = new RegExp(
  String.raw`\[[^[\]]{1,${LONGEST}}\]|［[^［］]{1,${LONGEST}}］|【[^【】]{1,${LONGEST}}】` +
    String.raw`|\([^()]{1,${LONGEST}}\)|（[^（）]{1,${LONGEST}}）|(?<![\p{L}\p{N}*])\*(?!\s)[^*\n]{1,60}(?<!\s)\*(?![\p{L}\p{N}*])|^[^\S\n]*\*[^*\n]{1,60}\*[^\S\n]*$`,
  'gmu',
)
const LINES_AND_NOTES = /[♪♫♬♩🎵🎶¶]+|\n/gu
/** How many characters on each side of a note symbol are examined. */
const NEAR = 40
/** A song in teletext: “# La la #”. */
const HASHED = /^[^\S\n]*#[^\S\n]+[^#]*\p{L}[^#]*(?:#|$)|^[^\S\n]*#(?!\d)[^#\n]{1,300}#[^\S\n]*$/gmu
/** Words for sounds, which never begin or end a name, in the languages of most captions. */
const SOUND =
  /(?<!\p{L})(?:\p{L}{3,}ing|sighs?|laugh(?:s|ter)?|chuckles?|gasps?|sobs?|cr(?:y|ies)|grunts?|groans?|moans?|coughs?|sniffs?|sniffles?|scoffs?|yawns?|snorts?|giggles?|pants|screams?|shouts?|whispers?|mutters?|whimpers?|creaks?|rings?|buzz(?:es)?|beeps?|clicks?|slams?|thuds?|knocks?|barks?|howls?|music|applause|cheers?|silence|thunder|static|noises?|sounds?|inaudible|indistinct|musik|applaus|lachen|lacht|gelächter|seufzt|seufzen|stöhnt|hustet|husten|schreit|jubel|stille|geräusche?|klopfen|klingeln|donner|m[úu]sica|aplausos|risas?|r[íi]e|suspir[oa]s?|silencio|tos|gritos?|ruidos?|musique|rires?|soupirs?|soupire|applaudissements)(?!\p{L})|[音声聲笑泣叫息]|拍手|掌声|で$/iu
/** “DOOR CREAKS”: several words, the last of them a verb. */
const WHAT_HAPPENS = /\s\p{L}+s$/iu
const NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} .’'&_-]{0,30}$/u
/** How a person speaks, between the name and a colon. */
const BEFORE_COLON = /^(?:[^\S\n]*[[(][^[\]()\n]{1,40}[\])])*[^\S\n]*[:：]/u
/** How many characters on each side of a bracket are examined for the name and the colon. */
const LABEL_REACH = 100
const NAME_BEFORE = /^[^\S\n]*\p{Lu}[\p{L}\p{M}\p{N} .’'&_-]{0,30}(?:[[(][^[\]()\n]{1,40}[\])][^\S\n]*)*$/u
/** A sentence that is spoken although it is in brackets. */
const SENTENCE = /(?:\s+\S+){3,}[.?!…]["”’]?$/u

/** Whether words in brackets look like a name and not like a sound. */
function canBeName(words: string): boolean {
  return NAME.test(words) && words.split(' ').length <= 3 && !SOUND.test(words) && !WHAT_HAPPENS.test(words)
}

/** A name in brackets at the beginning of a line or a sentence. */
const LABEL =
  /(?:^[^\S\n]*(?:>>+|[-–—‐‑≪])?|[.?!…]["”]?)[^\S\n]{0,3}[[(（]([^[\]()（）\n]{1,30})[\])）](:?)(?=([^\n]{0,40}))/gmu

/** The names in brackets that repeatedly begin lines of captions, each time followed by words; or once with a colon. */
function bracketedNames(texts: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const [, name = '', colon = '', rest = ''] of text.matchAll(LABEL)) {
      if (!canBeName(name)) continue
      const count = counts.get(name) ?? 0
      const more = colon === '' ? 1 : 2
      counts.set(name, /\p{L}/u.test(rest) ? count + more : -Infinity)
    }
  return new Set([...counts].flatMap(([name, count]) => (count > 1 ? [name] : [])))
}

/** The sounds in the words of one voice, separate and in order. `names` are in brackets and are not sounds. */
function soundsIn(text: string, names: ReadonlySet<string>): Mark[] {
  if (!/[[(［【（*♪♫♬♩🎵🎶¶#]/u.test(text)) return []
  const songs = [
    ...songsIn(text),
    ...Array.from(text.matchAll(HASHED), ({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    })),
  ]
  const sounds = Array.from(text.matchAll(BRACKETED), ({ index, 0: written }) => ({
    start: index,
    end: index + written.length,
    written,
  }))
    .filter((sound) => isSound(text, sound, names))
    .map(({ start, end }) => ({ start: start - dashBefore(text, start), end }))
  const marks: Mark[] = []
  for (const { start, end } of [...songs, ...sounds].toSorted((a, b) => a.start - b.start)) {
    const last = marks.at(-1)
    if (last !== undefined && start < last.end) marks.splice(-1, 1, { ...last, end: Math.max(end, last.end) })
    else marks.push({ piece: 'sound', start, end })
  }
  return marks
}

/** The length of a dash that begins the line before a sound: it is the turn of a person who makes only that sound. */
function dashBefore(text: string, start: number): number {
  return (
    /(?:^|\n)([^\S\n]*[-–—‐‑][^\S\n]*)$/u.exec(text.slice(Math.max(0, start - 10), start))?.[1]?.length ?? 0
  )
}

interface Bracketed {
  readonly start: number
  readonly end: number
  readonly written: string
}

/** Whether a bracket describes a sound. Round brackets within a sentence are part of the speech, unless they name a sound. */
function isSound(text: string, { start, written }: Bracketed, names: ReadonlySet<string>): boolean {
  const words = written.slice(1, -1).trim()
  if (!/\p{L}/u.test(words) || names.has(words)) return false
  const end = start + written.length
  const [line = ''] = text
    .slice(Math.max(0, start - LABEL_REACH), start)
    .split('\n')
    .slice(-1)
  if (BEFORE_COLON.test(text.slice(end, end + LABEL_REACH)) && NAME_BEFORE.test(line)) return false
  if (SOUND.test(words) && words.length <= 60) return true
  if (SENTENCE.test(words)) return false
  if (/^[[［【]/u.test(written)) return true
  const before = text.slice(Math.max(0, start - 40), start)
  const isFree = /(?:^|[.?!…:\n♪)\]"”*]|^\s*[-–—‐‑])\s*$/u.test(before)
  return isFree && words.split(/\s+/).length <= 6
}

/** The stretches between note symbols. An unclosed one extends to the end, and one that only ends a line marks that line. */
function songsIn(text: string): { readonly start: number; readonly end: number }[] {
  const songs: { start: number; end: number }[] = []
  let from: number | null = null
  let lineStart = 0
  for (const { index, 0: run } of text.matchAll(LINES_AND_NOTES)) {
    const end = index + run.length
    if (run === '\n') {
      lineStart = end
      continue
    }
    const isAtStart = !/[\p{L}\p{N}]/u.test(text.slice(Math.max(lineStart, index - NEAR), index))
    const [after = ''] = text.slice(end, end + NEAR).split('\n', 1)
    const isAtEnd = !/[\p{L}\p{N}]/u.test(after)
    if (from === null && isAtEnd) songs.push({ start: isAtStart ? index : lineStart, end })
    else if (from === null) from = index
    else if (!isAtStart || isAtEnd) {
      songs.push({ start: from, end })
      from = null
    }
  }
  if (from !== null) songs.push({ start: from, end: text.length })
  return songs
}
