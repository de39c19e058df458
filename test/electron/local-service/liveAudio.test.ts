import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeSegment } from '../../../electron/lib/audio/mp3Segments.ts'
import { concatSamples } from '../../../electron/lib/audio/pcm.ts'
import { createLiveAudio, type LiveAudio } from '../../../electron/local-service/speech/liveAudio.ts'
import type { PieceOwner } from '../../../electron/local-service/speech/pieceQueue.ts'
import { PLAIN_STYLE } from '../../../electron/local-service/speech/emotions.ts'
import { renderSpeech } from '../../../electron/local-service/speech/renderSpeech.ts'
import {
  shapeSentences,
  shapeSpeech,
  type SpokenPiece,
} from '../../../electron/local-service/speech/shapeSpeech.ts'
import { syntheticManifest } from '../../support/syntheticVoice.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-live-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Noise between silences, the same in each run. */
function sentence(silentBefore: number, sounding: number, silentAfter: number): Int16Array<ArrayBuffer> {
  const sound = Int16Array.from({ length: sounding }, (_, at) => (((at * 7919) % 997) - 498) * 20)
  return concatSamples([new Int16Array(silentBefore), sound, new Int16Array(silentAfter)])
}

describe('sentences that are shaped one by one', () => {
  it.each([
    ['at their own rate', 24_000, 1],
    ['at another rate, louder', 22_050, 2],
    ['at another rate, quieter', 16_000, 0.4],
  ])('are identical to the beginning of the whole piece (%s)', async (_, ownRate, gain) => {
    const sentences = [
      sentence(300, 5_000, 900),
      new Int16Array(2_000),
      sentence(0, 3_000, 50),
      sentence(700, 1, 4_000),
    ]
    const job = { gain, sampleRate: 24_000, length: { kind: 'natural' } } as const
    const audio = { sampleRate: ownRate, samples: concatSamples(sentences) }
    const whole = (await shapeSpeech({ audio, ...job })).samples
    const heard: Int16Array[] = []
    const shape = shapeSentences(job, (samples) => heard.push(samples))
    for (const samples of sentences) shape({ sampleRate: ownRate, samples })
    const early = concatSamples(heard)
    if (!(whole instanceof Int16Array)) throw new Error('It is in memory')
    // The resampling filter needs some more samples; the end of the whole is faded.
    const FADE = 48
    expect(whole.length - early.length).toBeLessThan(200)
    const certain = Math.min(early.length, whole.length - FADE)
    expect(early.subarray(0, certain)).toEqual(whole.subarray(0, certain))
  })
})

describe('audio that is played while it is made', () => {
  it('starts with the first sentence of an unfinished piece, and matches the file', async () => {
    const [voice] = naturalVoicesOf(syntheticManifest())
    if (voice === undefined) throw new Error('The pack has a speaker')
    const text = `${'It was late. '.repeat(40)}\n\nThe end.`
    const pieces = [sentence(0, 6_000, 0), sentence(0, 4_000, 0)]
    const asked: { owner: PieceOwner; speak: (piece: SpokenPiece) => void }[] = []
    const encoded: Int16Array[] = []
    const isAsked = Promise.withResolvers<undefined>()
    const lives: LiveAudio[] = []
    const rendering = renderSpeech({
      blocks: [
        {
          ...{ name: '', text, voice, style: PLAIN_STYLE, instructions: '', speed: 1 },
          ...{ silenceBeforeMs: 0, durationMs: null, asIs: [] },
        },
      ],
      speaking: {
        size: 2,
        speak: (_, owner) =>
          new Promise((speak) => {
            asked.push({ owner, speak })
            if (asked.length === pieces.length) isAsked.resolve(undefined)
          }),
        async encode(segment) {
          encoded.push(...segment.parts)
          return encodeSegment(segment)
        },
      },
      path: join(folder, 'a.mp3'),
      kbps: 64,
      owner: { remainingCharacters: () => text.length, signal: new AbortController().signal },
      onSpoken: () => {},
      onPhase: () => {},
      openLive(sampleRate) {
        const live = createLiveAudio(sampleRate)
        lives.push(live)
        return live
      },
    })
    await isAsked.promise
    const [live] = lives
    const [first, second] = asked
    const [one = new Int16Array(), two = new Int16Array()] = pieces
    if (live === undefined || first === undefined || second === undefined)
      throw new Error('Two pieces are asked for')
    const heard: Int16Array[] = []
    const listening = live.listen(new AbortController().signal)
    const hearNext = async () => {
      const next = await listening.next()
      if (next.done !== true) heard.push(next.value)
    }
    // The second piece waits for the end of the first.
    second.owner.onSamples?.(two.subarray(0, 1_000))
    first.owner.onSamples?.(one.subarray(0, 2_500))
    await hearNext()
    expect(heard).toEqual([one.subarray(0, 2_500)])
    first.speak({ samples: one, naturalSamples: one.length })
    second.speak({ samples: two, naturalSamples: two.length })
    await rendering
    live.end()
    for await (const samples of listening) heard.push(samples)
    expect(concatSamples(heard)).toEqual(concatSamples(encoded))
  })
})

it('listening to audio ends when the listener disconnects', async () => {
  const live = createLiveAudio(24_000)
  const gone = new AbortController()
  const listening = live.listen(gone.signal)
  const next = listening.next()
  gone.abort()
  expect((await next).done).toBe(true)
})
