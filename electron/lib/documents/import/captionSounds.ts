/** What captions describe for those who do not hear: sounds in brackets or between stars, and songs between notes. */
import type { Mark } from '../../../../shared/import/source.ts'

const LONGEST = 300
const BRACKETED = new RegExp(
  String.raw`\[[^[\]]{1,${LONGEST}}\]|［[^［］]{1,${LONGEST}}］|【[^【】]{1,${LONGEST}}】` +
    String.raw`|\([^()]{1,${LONGEST}}\)|（[^（）]{1,${LONGEST}}）|(?<![\p{L}\p{N}*])\*(?!\s)[^*\n]{1,60}(?<!\s)\*(?![\p{L}\p{N}*])`,
  'gu',
)
const LINES_AND_NOTES = /[♪♫♬♩🎵🎶¶]+|\n/gu
/** So far from a note its neighbours are looked at. */
const NEAR = 40
/** A song of teletext: “# La la #”. */
const HASHED = /^[^\S\n]*#[^\S\n]+[^#]*\p{L}[^#]*(?:#|$)|^[^\S\n]*#(?!\d)[^#\n]{1,300}#[^\S\n]*$/gmu
/** Words of sounds that begin or end no name, in the languages of most captions. */
const SOUND =
  /(?<!\p{L})(?:\p{L}{3,}ing|sighs?|laugh(?:s|ter)?|chuckles?|gasps?|sobs?|cr(?:y|ies)|grunts?|groans?|moans?|coughs?|sniffs?|sniffles?|scoffs?|yawns?|snorts?|giggles?|pants|screams?|shouts?|whispers?|mutters?|whimpers?|creaks?|rings?|buzz(?:es)?|beeps?|clicks?|slams?|thuds?|knocks?|barks?|howls?|music|applause|cheers?|silence|thunder|static|noises?|sounds?|inaudible|indistinct|musik|applaus|lachen|lacht|gelächter|seufzt|seufzen|stöhnt|hustet|husten|schreit|jubel|stille|geräusche?|klopfen|klingeln|donner|m[úu]sica|aplausos|risas?|r[íi]e|suspir[oa]s?|silencio|tos|gritos?|ruidos?|musique|rires?|soupirs?|soupire|applaudissements)(?!\p{L})/iu
/** “DOOR CREAKS”: several words of which the last is a verb. */
const WHAT_HAPPENS = /\s\p{L}+s$/iu
const NAME = /^\p{Lu}[\p{L}\p{M}\p{N} .’'&-]{0,30}$/u
/** A sentence that somebody says, although it stands in brackets. */
const SENTENCE = /(?:\s+\S+){3,}[.?!…]["”’]?$/u

/** Whether words in brackets look like a name, and like nothing that is heard. */
function canBeName(words: string): boolean {
  return NAME.test(words) && words.split(' ').length <= 3 && !SOUND.test(words) && !WHAT_HAPPENS.test(words)
}

/** A name in brackets that a line or a sentence begins with. */
const LABEL =
  /(?:^[^\S\n]*(?:>>+|[-–—‐‑])?|[.?!…]["”]?)[^\S\n]{0,3}[[(]([^[\]()\n]{1,30})[\])](:?)(?=([^\n]{0,40}))/gmu

/** The names in brackets that begin lines of captions again and again, each time with words after them; or with a colon. */
export function bracketedNames(texts: readonly string[]): ReadonlySet<string> {
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

/** The sounds in the words of one voice, apart and in their order. `names` stand in brackets and are not sounds. */
export function soundsIn(text: string, names: ReadonlySet<string>): Mark[] {
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
    .map(({ start, end }) => ({ start, end }))
  const marks: Mark[] = []
  for (const { start, end } of [...songs, ...sounds].toSorted((a, b) => a.start - b.start)) {
    const last = marks.at(-1)
    if (last !== undefined && start < last.end) marks.splice(-1, 1, { ...last, end: Math.max(end, last.end) })
    else marks.push({ piece: 'sound', start, end })
  }
  return marks
}

interface Bracketed {
  readonly start: number
  readonly end: number
  readonly written: string
}

/** Whether a bracket tells a sound. Round brackets within a sentence are the speaker's, unless they name one. */
function isSound(text: string, { start, written }: Bracketed, names: ReadonlySet<string>): boolean {
  const words = written.slice(1, -1).trim()
  if (!/\p{L}/u.test(words) || names.has(words)) return false
  if (SOUND.test(words) && words.length <= 60) return true
  if (SENTENCE.test(words)) return false
  if (/^[[［【]/u.test(written)) return true
  const before = text.slice(Math.max(0, start - 40), start)
  const isFree = /(?:^|[.?!…:\n♪)\]"”*]|^\s*[-–—‐‑])\s*$/u.test(before)
  return isFree && words.split(/\s+/).length <= 6
}

/** The stretches between notes. A note that nothing closes sings on to the end, and one that only ends a line has its line. */
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
