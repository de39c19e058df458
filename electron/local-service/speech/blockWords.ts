/** The times of a block's words, from those of the pieces that it is spoken in. */
import { createPlaceBefore } from '../../../shared/lib/replacedText.ts'
import type { WireTiming } from '../../../shared/speech-api/records.ts'
import { wordAt } from '../../../shared/story/wordPlaces.ts'
import { joinWords, moveWords } from '../../../shared/story/wordTimes.ts'
import type { WordTime } from '../../../shared/story/wordTimes.ts'
import { spokenLetters } from './textPieces.ts'

export interface BlockWords {
  /** Takes the words of the next piece; its text and its audio begin at these places of the block's. */
  add(words: readonly WordTime[] | undefined, textStart: number, startMs: number): void
  /** The words as a record tells them; none where an engine did not tell. Nothing is heard after `lengthMs`. */
  finish(lengthMs: number): NonNullable<WireTiming['words']>
}

/** Starts a block whose text was asked for as `text`. */
export function createBlockWords(text: string): BlockWords {
  const placeBefore = createPlaceBefore(spokenLetters(text))
  const words: WordTime[] = []
  let isTold = true

  /** What begins between two words, such as the end of what a sign is read as, belongs to the word before. */
  function add(word: WordTime): void {
    const place = wordAt(text, placeBefore(word))
    const last = words.at(-1)
    if (place !== null) words.push({ ...word, ...place })
    else if (last !== undefined) words[words.length - 1] = { ...last, endMs: word.endMs }
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
