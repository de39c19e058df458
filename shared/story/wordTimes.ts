/** The times of words in audio, as reported by an engine. */
import * as z from 'zod'
import type { TextPlace } from '../lib/replacedText.ts'

/** A word: its start and end in whole ms from the start of its audio, and its position in the text. */
export interface WordTime extends TextPlace {
  readonly startMs: number
  readonly endMs: number
}

/** Enough for 20,000 words; times of more words are not stored. */
const MAX_TEXT = 500_000

/**
 * Times of words as stored in project files: `startMs-endMs:from-to` for each word, separated by spaces, such as `0-305:0-5 305-706:6-11`.
 * A story of 5,000 blocks has 100,000 words: one string per take loads fast, and lists of numbers do not.
 */
export const wordTimesSchema = z
  .string()
  .max(MAX_TEXT)
  .regex(/^\d{1,9}-\d{1,9}:\d{1,6}-\d{1,6}(?: \d{1,9}-\d{1,9}:\d{1,6}-\d{1,6})*$/)

/** Times in stored form; undefined if there are none, or too many. */
export function formatWordTimes(words: readonly WordTime[]): string | undefined {
  const text = words.map(({ startMs, endMs, from, to }) => `${startMs}-${endMs}:${from}-${to}`).join(' ')
  return text === '' || text.length > MAX_TEXT ? undefined : text
}

/** Parses stored times, in the order in which the words are heard. */
export function parseWordTimes(text: string): WordTime[] {
  return text.split(' ').map((word) => {
    const [startMs = 0, endMs = 0, from = 0, to = 0] = word.split(/[-:]/).map(Number)
    return { startMs, endMs, from, to }
  })
}

/** The same words in audio that begins `byMs` later, and lasts `factor` times as long from there. */
export function moveWords(words: readonly WordTime[], byMs: number, factor = 1): WordTime[] {
  return words.map((word) => ({
    ...word,
    startMs: Math.round(word.startMs * factor + byMs),
    endMs: Math.round(word.endMs * factor + byMs),
  }))
}

/** The words of a part, when its audio begins, and the length of its text. */
export interface PartWords {
  readonly words: readonly WordTime[]
  readonly startMs: number
  readonly textLength: number
}

/** The words of parts whose texts are joined with a space between them. */
export function wordsOfParts(parts: readonly PartWords[]): WordTime[] {
  let textStart = 0
  return parts.flatMap(({ words, startMs, textLength }) => {
    const from = textStart
    textStart += textLength + 1
    return moveWords(words, startMs).map((word) => ({ ...word, from: word.from + from, to: word.to + from }))
  })
}

/**
 * Joins adjacent words whose places are the same or overlap: one written word can be spoken as several, and is
 * highlighted once.
 */
export function joinWords(words: readonly WordTime[]): WordTime[] {
  const joined: WordTime[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last === undefined || word.from >= last.to || last.from >= word.to) joined.push(word)
    else
      joined[joined.length - 1] = {
        startMs: last.startMs,
        endMs: Math.max(last.endMs, word.endMs),
        from: Math.min(last.from, word.from),
        to: Math.max(last.to, word.to),
      }
  }
  return joined
}

/** The word that is heard at a time; null between words. */
export function wordAtTime(words: readonly WordTime[], atMs: number): WordTime | null {
  const word = lastWordBegun(words, atMs)
  return word !== undefined && atMs < word.endMs ? word : null
}

/** A reading of a text: its length, and the times of its words, empty if not known. */
export interface Reading {
  readonly words: readonly WordTime[]
  readonly lengthMs: number
}

/**
 * The time at which another reading of the same text reaches the same place: the same word, and the same fraction within or between
 * words. If they share no words, the same fraction of the length.
 */
export function sameMoment(reading: Reading, other: Reading, atMs: number): number {
  const places = new Map(other.words.map((word) => [word.from, word]))
  const pairs = reading.words.flatMap(({ from, startMs, endMs }) => {
    const word = places.get(from)
    return word === undefined ? [] : [[startMs, word.startMs] as const, [endMs, word.endMs] as const]
  })
  let before: readonly [number, number] = [0, 0]
  let after: readonly [number, number] = [reading.lengthMs, other.lengthMs]
  for (const pair of pairs) {
    if (pair[0] < before[0] || pair[1] < before[1] || pair[1] > after[1]) continue // not in the same order
    if (pair[0] > atMs) {
      after = pair
      break
    }
    before = pair
  }
  const share = (atMs - before[0]) / Math.max(1, after[0] - before[0])
  return before[1] + Math.max(0, Math.min(1, share)) * (after[1] - before[1])
}

/** The last word that has begun at a time: binary search. */
export function lastWordBegun(words: readonly WordTime[], atMs: number): WordTime | undefined {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.startMs ?? Infinity) <= atMs) low = middle + 1
    else high = middle
  }
  return words[low - 1]
}
