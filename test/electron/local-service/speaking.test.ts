import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMOTION_WORDS, PLAIN_STYLE, styleOf } from '../../../electron/local-service/speech/emotions.ts'
import { createEngine, escapeText } from '../../../electron/local-service/engines/engine.ts'
import { applyGain, trimSilence } from '../../../electron/local-service/speech/shapeSpeech.ts'
import { listMasterVibes } from '../../../electron/local-service/vibes.ts'
import { lengthAtRate, rateForLength } from '../../../electron/local-service/speech/pace.ts'
import {
  openingLength,
  splitIntoPieces,
  toSpokenText,
} from '../../../electron/local-service/speech/textPieces.ts'
import { findVoice, listVoices } from '../../../shared/voices/builtInVoices.ts'

describe('the voice library', () => {
  it('has a voice for every language of the engine, and every voice exists in the engine', async () => {
    const engine = await createEngine()
    const voices = listVoices().map(({ id }) => findVoice(id))
    const settings = { pitch: 50, range: 50, wordsPerMinute: 450 }
    for (const voice of voices) {
      const identifier = voice?.engine.identifier ?? ''
      expect(engine.speak('.', { identifier, ...settings }).samples.length).toBeGreaterThan(0)
    }
    const covered = new Set(voices.map((voice) => voice?.engine.identifier.split('+')[0]))
    // The only exception is the engine's own test voice.
    expect(engine.listIdentifiers().filter((identifier) => !covered.has(identifier))).toEqual(['art/xex'])
    expect(() => engine.speak('x', { identifier: 'gmw/en-US+nosuch', ...settings })).toThrow(/no voice/)
    expect(() => engine.speak('x', { identifier: 'bogus', ...settings })).toThrow(/no voice/)
  })

  it('has unique ids, and does not find inherited property names', () => {
    const ids = listVoices().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(0, 6)).toEqual(['OA001', 'OA002', 'OA003', 'OA004', 'OA005', 'OA006'])
    expect(findVoice('toString')).toBeNull()
  })
})

describe('pieces of text', () => {
  it('together contain the whole text, in order, and none is long', () => {
    const word = fc.constantFrom(
      'Yes. ',
      'word ',
      'No! ',
      '\n\n',
      '日本語。',
      'x'.repeat(450),
      '😀'.repeat(300),
      ', and ',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), (words) => {
        const text = words.join('')
        const pieces = splitIntoPieces(text, 'en-us')
        expect(
          pieces
            .map((piece) => piece.text)
            .join('')
            .replaceAll(/\s/g, ''),
        ).toBe(text.replaceAll(/\s/g, ''))
        for (const piece of pieces) {
          expect(piece.text.length).toBeLessThanOrEqual(400)
          expect(piece.text.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  it('end at sentences, with a longer pause between paragraphs', () => {
    const sentence = `A ${'word '.repeat(30)}end. `
    const [first] = splitIntoPieces(sentence.repeat(4), 'en-us')
    const [last] = splitIntoPieces(`${sentence}${sentence.trim()}\n\n${sentence.repeat(2)}`, 'en-us')
    expect(first?.text).toBe(sentence.repeat(2))
    expect(last?.pauseAfterMs).toBeGreaterThan(first?.pauseAfterMs ?? Infinity)
    expect(splitIntoPieces(' \n ', 'no such language')).toEqual([])
  })
})

describe('the opening of a text', () => {
  const REST = 'and the ferry that everybody on the pier had waited for since noon had not come.'
  it.each([
    ['The old harbour was quiet, ', REST],
    ['“Nobody spoke to her,” ', `said the keeper, ${REST}`],
    ['Yes, the old harbour was quiet; ', REST],
    ['The old harbour was quiet – ', REST],
    ['', `The old harbour was quiet. And then, ${REST}`],
    ['', `The old harbour was quiet ${REST}`],
    ['The old harbour was quiet, ', 'and the ferry had not come.'],
    ['', 'The old harbour was quiet, and cold.'],
    ['', `The old harbour had 12,000 lamps ${REST}`],
  ])('is “%s” before “%s”', (opening, rest) => {
    expect((opening + rest).slice(0, openingLength(opening + rest))).toBe(opening)
  })
})

describe('text for the engine', () => {
  it('has plain letters, whatever the document’s typography', () => {
    expect(toSpokenText('ﬁve eﬃcient')).toBe('five efficient')
    expect(toSpokenText('Ｆｕｌｌ　ｗｉｄｔｈ！')).toBe('Full\u3000width!')
    expect(toSpokenText('\u2f08\u2f83')).toBe('人自')
    expect(toSpokenText('\ufedf\ufef6')).toBe('\u0644\u0644\u0622')
    expect(toSpokenText('cafe\u0301')).toBe('café')
  })

  it('keeps characters that engines read: powers, fractions, ordinals, ellipses', () => {
    const text = '5 m², ½, 1º, 2ª, x³… ™ №'
    expect(toSpokenText(text)).toBe(text)
  })

  it('takes the same time with ligatures as with letters', async () => {
    const engine = await createEngine()
    const settings = { identifier: 'gmw/en-US', pitch: 50, range: 50, wordsPerMinute: 175 }
    const [plain, set] = ['five efficient', 'ﬁve eﬃcient'].map(
      (text) => engine.speak(toSpokenText(text), settings).samples.length,
    )
    expect(Math.abs((set ?? 0) / (plain ?? 1) - 1)).toBeLessThan(0.01)
  })

  it('contains no markup, phoneme code or control character', () => {
    expect(escapeText('a <b> & [[x]] [[[y\u0000\ud800')).toBe('a &lt;b&gt; &amp; [ [x]] [ [ [y \ufffd')
  })
})

describe('pace', () => {
  it('is computed for a length within the limits of the rate', () => {
    expect(rateForLength(175, 1)).toBe(175)
    for (const factor of [0.4, 0.5, 0.8, 1.5, 2]) {
      expect(lengthAtRate(rateForLength(175, factor))).toBeCloseTo(factor, 1)
    }
    expect([rateForLength(175, 0.1), rateForLength(175, 9)]).toEqual([450, 80])
  })
})

describe('loudness', () => {
  it('leaves quiet samples unchanged and keeps loud ones below −1 dBFS', () => {
    const samples = Int16Array.of(0, 1000, -1000, 20_000, -32_768, 32_767)
    applyGain(samples, 2)
    expect([...samples.subarray(0, 3)]).toEqual([0, 2000, -2000])
    for (const sample of samples) expect(Math.abs(sample)).toBeLessThan(32_768 * 10 ** (-1 / 20))
  })

  it('is measured between silences, and not in silence', () => {
    expect([...trimSilence(Int16Array.of(0, 3, 500, 0, -400, 2, 0), 1)]).toEqual([500, 0, -400])
    expect(trimSilence(new Int16Array(50), 2)).toHaveLength(0)
  })
})

describe('emotions', () => {
  it('are recognized in any form and position, add up, and count once', () => {
    expect(styleOf(['Say it SADLY'])).toEqual(styleOf(['sad']))
    expect(styleOf(['happiness'])).toEqual(styleOf(['happy']))
    expect(styleOf(['sad', 'so sad', 'sorrow'])).toEqual(styleOf(['sad']))
    expect(styleOf(['angry', 'fast']).pacePercent).toBe(
      styleOf(['angry']).pacePercent + styleOf(['fast']).pacePercent,
    )
    expect(styleOf(['constructor', 'zxcvb', ''])).toEqual(PLAIN_STYLE)
    expect(styleOf([EMOTION_WORDS.join(' ')]).pitch).toBeLessThanOrEqual(35)
  })

  it('all have an effect except neutral, and so does every master vibe', () => {
    for (const word of EMOTION_WORDS) {
      expect(Object.values(styleOf([word])).some((value) => value !== 0)).toBe(word !== 'neutral')
    }
    for (const { prompt } of listMasterVibes()) expect(styleOf([prompt])).not.toEqual(PLAIN_STYLE)
  })
})
