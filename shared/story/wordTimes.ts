/** When the words of some audio are heard, as an engine told it. */
import * as z from 'zod'
import type { TextPlace } from '../lib/replacedText.ts'

/** One word: when it is heard, in whole ms from the beginning of its audio, and its place in the text. */
export interface WordTime extends TextPlace {
  readonly startMs: number
  readonly endMs: number
}

/** Enough for 20,000 words; times of more words are not kept. */
const MAX_TEXT = 500_000

/**
 * Times of words as project files keep them: `startMs-endMs:from-to` for each word, with spaces between, such as `0-305:0-5 305-706:6-11`.
 * A story of 5,000 blocks has 100,000 words: one text for each take is read at once, and a list of numbers is not.
 */
export const wordTimesSchema = z
  .string()
  .max(MAX_TEXT)
  .regex(/^\d{1,9}-\d{1,9}:\d{1,6}-\d{1,6}(?: \d{1,9}-\d{1,9}:\d{1,6}-\d{1,6})*$/)

/** Times as they are kept; undefined where there are none, or too many. */
export function formatWordTimes(words: readonly WordTime[]): string | undefined {
  const text = words.map(({ startMs, endMs, from, to }) => `${startMs}-${endMs}:${from}-${to}`).join(' ')
  return text === '' || text.length > MAX_TEXT ? undefined : text
}

/** Reads kept times, in the order in which the words are heard. */
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

/** Some words, where their audio begins, and how long their text is. */
export interface PartWords {
  readonly words: readonly WordTime[]
  readonly startMs: number
  readonly textLength: number
}

/** The words of parts whose texts are one text, with a space between them. */
export function wordsOfParts(parts: readonly PartWords[]): WordTime[] {
  let textStart = 0
  return parts.flatMap(({ words, startMs, textLength }) => {
    const from = textStart
    textStart += textLength + 1
    return moveWords(words, startMs).map((word) => ({ ...word, from: word.from + from, to: word.to + from }))
  })
}

/**
 * Joins words that follow each other at the same place, or at places that share a part: what is spoken as several words is written as
 * one, and is heard once.
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

/** A reading of a text: when its words are heard, none if nobody told, and how long it is. */
export interface Reading {
  readonly words: readonly WordTime[]
  readonly lengthMs: number
}

/**
 * When another reading of the same text is as far as one is at a time: at the same word, and within words and between them at the same
 * share. Without words in common, at the same share of its length.
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
