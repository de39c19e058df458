import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBlockWords } from '../../../electron/local-service/speech/renderSpeech.ts'
import { saidTextOf } from '../../../electron/local-service/speech/textPieces.ts'
import { findVoice } from '../../../shared/voices/builtInVoices.ts'

function voiceOf(id: string) {
  const voice = findVoice(id)
  if (voice === null) throw new Error(`There is no voice ${id}`)
  return voice
}

/** The marked text for each stretch of time, if the engine speaks each word of its input in 100 ms. */
function markedIn(text: string): readonly string[] {
  return placesIn(text).map(({ from, to }) => text.slice(from, to))
}

function placesIn(text: string) {
  const block = { text, voice: voiceOf('OA001'), asIs: [] }
  const words = createBlockWords(block)
  const said = [...saidTextOf(block).text.matchAll(/[\p{L}\p{N}'’]+/gu)].map(({ index, 0: word }, at) => ({
    ...{ startMs: at * 100, endMs: at * 100 + 100 },
    ...{ from: index, to: index + word.length },
  }))
  words.add(said, 0, 0)
  return words.finish(said.length * 100).map(([, , from = 0, to = 0]) => ({ from, to }))
}

describe('the words of a block are marked as written', () => {
  test.each([
    ['Dr. Quill paid £12.50.', ['Dr', 'Quill', 'paid', '£12.50']],
    ['On May 5 he left.', ['On', 'May 5', 'he', 'left']],
    ['Henry VIII’s wig', ['Henry', 'VIII’s', 'wig']],
    ['He was 6 ft 2 in tall.', ['He', 'was', '6 ft 2 in', 'tall']],
    ['*So* it is.', ['So', 'it', 'is']],
    ['ﬁve at No. 7', ['ﬁve', 'at', 'No', '7']],
  ])('in “%s”: %s', (text, words) => {
    expect(markedIn(text)).toEqual(words)
  })

  test('every word has a range, in the order of the text', () => {
    const pieces = fc.constantFrom(
      ...'Dr. Quill paid £12.50 on May 5 at 7:30 p.m. VIII Henry 1914–18 6 ft ½ & so'.split(' '),
    )
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1 }), (words) => {
        const text = words.join(' ')
        const places = placesIn(text)
        let last = 0
        for (const { from, to } of places) {
          expect(from).toBeGreaterThanOrEqual(last)
          last = to
        }
        // Each letter and digit of the text is in the range of a word.
        const isMarked = (at: number) => places.some(({ from, to }) => from <= at && at < to)
        for (const { index, 0: unit } of text.matchAll(/[\p{L}\p{N}]/gu))
          expect([unit, index, isMarked(index)]).toEqual([unit, index, true])
      }),
    )
  })
})
