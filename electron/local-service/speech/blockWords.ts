/** The times of a block's words, from those of the pieces that it is spoken in. */
import type { TextPlace } from '../../../shared/lib/replacedText.ts'
import type { WireTiming } from '../../../shared/speech-api/records.ts'
import { wordAt } from '../../../shared/story/wordPlaces.ts'
import { joinWords, moveWords } from '../../../shared/story/wordTimes.ts'
import type { WordTime } from '../../../shared/story/wordTimes.ts'
import { saidTextOf } from './saidText.ts'
import type { TextToSay } from './saidText.ts'

export interface BlockWords {
  /** Takes the words of the next piece; its text and its audio begin at these places of the block's. */
  add(words: readonly WordTime[] | undefined, textStart: number, startMs: number): void
  /** The words as a record tells them; none if an engine did not tell. Nothing is heard after `lengthMs`. */
  finish(lengthMs: number): NonNullable<WireTiming['words']>
}

/** Starts a block. */
export function createBlockWords(block: TextToSay): BlockWords {
  const { text } = block
  const { text: said, placeBefore } = saidTextOf(block)
  const words: WordTime[] = []
  let isTold = true

  /** What begins between two words, such as the end of what a sign is read as, belongs to the word before. */
  function add(word: WordTime): void {
    const place = placeBefore(word)
    const found = wordAt(text, place)
    const last = words.at(-1)
    if (found !== null) words.push({ ...word, from: found.from, to: endOf(word, place, found) })
    else if (last !== undefined) words[words.length - 1] = { ...last, endMs: word.endMs }
  }

  /** What is said for several words, such as “May fifth” for “May 5”, is said for all of them. */
  function endOf(word: TextPlace, place: TextPlace, found: TextPlace): number {
    if (text.slice(place.from, place.to) === said.slice(word.from, word.to)) return found.to
    let at = place.to - 1
    while (at > found.to && !/[\p{L}\p{N}]/u.test(text[at] ?? '')) at -= 1
    const last = at > found.to ? wordAt(text, { from: at, to: at + 1 }) : null
    return Math.max(found.to, last?.to ?? 0)
  }

  return {
    add(told, textStart, startMs) {
      isTold &&= told !== undefined
      for (const word of moveWords(told ?? [], startMs))
        add({ ...word, from: word.from + textStart, to: word.to + textStart })
    },
    finish(lengthMs) {
      if (!isTold) return []
      const inside = (ms: number) => Math.min(lengthMs, Math.max(0, ms))
      return joinWords(words).map(({ startMs, endMs, from, to }) => [
        inside(startMs),
        inside(endMs),
        from,
        to,
      ])
    },
  }
}
