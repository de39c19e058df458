import { Parser } from 'htmlparser2'
import { parseText } from 'media-captions'
import { NO_END_MS, readableCaptions } from './captionLines.ts'
import { isSpeakerName, plainParagraph, sourceOf, speakerKey } from '../../../../shared/import/source.ts'
import type {
  CastMember,
  ImportParagraph,
  ImportProblem,
  ImportSource,
} from '../../../../shared/import/source.ts'

/** A stretch of a cue in one voice. */
interface Voiced {
  readonly voice: string | null
  readonly text: string
}

interface Times {
  readonly startMs: number
  readonly endMs: number
}

/** Reads captions with their times. A cue without words or with times that make no sense is told with its line. */
export async function readCaptions(text: string, type: 'srt' | 'vtt', title: string): Promise<ImportSource> {
  const readable = readableCaptions(text, type)
  const { cues, errors } = await parseText(readable.text, { type, errors: true })
  const cast = new Map<string, CastMember>()
  const paragraphs = cues.flatMap((cue): ImportParagraph[] => {
    const times = { startMs: Math.round(cue.startTime * 1000), endMs: Math.round(cue.endTime * 1000) }
    const pieces = voicedOf(cue.text)
      .flatMap(turnsOf)
      .filter((piece) => piece.text.trim() !== '')
    const timesOf = sharedTimes(times, pieces)
    for (const { voice } of pieces) {
      if (voice !== null)
        cast.set(speakerKey(voice), { key: speakerKey(voice), name: voice, character: null })
    }
    return pieces.map(({ voice, text: words }, index) =>
      plainParagraph(words.trim(), {
        speaker: voice === null ? null : speakerKey(voice),
        times: times.endMs < NO_END_MS ? (timesOf[index] ?? null) : null,
      }),
    )
  })
  const unread = errors.map(({ line }): ImportProblem => ({
    line: readable.lineOf(Math.max(1, line)),
    problem: 'bad-cue',
  }))
  const problems = [...unread, ...readable.problems].toSorted((a, b) => a.line - b.line)
  return sourceOf(title, [{ title: null, kind: 'body', paragraphs }], {
    lineBreaks: 'soft',
    cast: [...cast.values()],
    problems,
    // Captions without voices are often a script: “MIRA: Wait.”
    namesSpeakers: cast.size > 0,
  })
}

/** A line that begins with a dash, as captions have it where two people speak in one cue. */
const TURN = /^\s*[-–—‐‑]\s*\S/u

/** The lines of a cue in which each begins with a dash: each is another turn. Otherwise the whole. */
function turnsOf(piece: Voiced): readonly Voiced[] {
  const lines = piece.text.split('\n')
  const isDialogue = piece.voice === null && lines.length > 1 && lines.every((line) => TURN.test(line))
  return isDialogue ? lines.map((text) => ({ voice: null, text })) : [piece]
}

/** The times of a cue, shared out to its pieces by their lengths. */
function sharedTimes({ startMs, endMs }: Times, pieces: readonly Voiced[]): readonly Times[] {
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
  /<(?:(?<close>\/)?(?<name>v|c|i|b|u|s|ruby|rt|lang|font)(?:\.[^\s<>]*)?(?:\s(?<words>[^<>]*))?|\d[\d:.]*)>/gi
/** What SubStation Alpha puts into the words of a cue: how they are drawn, and where a line ends. */
const OVERRIDES = /\{\\[^{}]*\}/g
const LINE_END = /\\N/g

/** The words of a cue without its markup, by voice. Only what the formats know is markup: the words may hold other brackets. */
function voicedOf(written: string): Voiced[] {
  const text = written.replaceAll(OVERRIDES, '').replaceAll(LINE_END, '\n')
  const pieces: { voice: string | null; text: string }[] = [{ voice: null, text: '' }]
  let from = 0
  for (const match of text.matchAll(TAG)) {
    const last = pieces.at(-1)
    if (last !== undefined) last.text += text.slice(from, match.index)
    from = match.index + match[0].length
    const { close, name, words } = match.groups ?? {}
    if (name?.toLowerCase() !== 'v') continue
    const voice = close === undefined ? withoutEntities((words ?? '').trim()) : ''
    if (isSpeakerName(voice)) pieces.push({ voice: voice === '' ? null : voice, text: '' })
    else pieces.push({ voice: null, text: `${words ?? ''}\n` })
  }
  const last = pieces.at(-1)
  if (last !== undefined) last.text += text.slice(from)
  return pieces.map((piece) => ({ ...piece, text: withoutEntities(piece.text) }))
}

/** Any character reference of HTML: https://www.w3.org/TR/webvtt1/#webvtt-cue-text-parsing-rules */
function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});/gi, (reference) => {
    let words = ''
    const parser = new Parser({ ontext: (piece) => void (words += piece) }, { decodeEntities: true })
    parser.end(reference)
    return words
  })
}
