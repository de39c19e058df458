/** The audio that really plays: the page's media elements and decoded audio, observed from outside. */
import type { BrowserContext, Page } from 'playwright-core'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { rmsDb } from '../../support/measure.ts'

/** An audio that has begun to play: its position in the file, and since when (ms since 1970) it has been advancing. */
export interface Sound {
  readonly src: string
  readonly positionMs: number
  readonly isPaused: boolean
  /** How fast it plays, and whether that leaves the pitch as it is. */
  readonly rate: number
  readonly keepsPitch: boolean
  /** The number of times that it has begun to play. */
  readonly starts: number
  /** The time at which its position was first seen to advance by itself. */
  readonly movingSinceMs: number | null
}

/** The page's property with the observers of each sound. */
export const SOUNDS = 'soundsOfThisPage'

/** Records the audio that plays in pages: media elements and decoded audio. To be called before the first page is opened. */
export async function watchSounds(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    const sounds: (() => object | null)[] = []
    Reflect.set(globalThis, key, sounds)
    globalThis.Audio = new Proxy(globalThis.Audio, {
      construct(Audio, args: [string?]) {
        const element = new Audio(...args)
        let [starts, movingSinceMs]: [number, number | null] = [0, null]
        sounds.push(() => ({
          src: element.src,
          positionMs: element.currentTime * 1000,
          isPaused: element.paused,
          rate: element.playbackRate,
          keepsPitch: element.preservesPitch,
          starts,
          movingSinceMs,
        }))
        element.addEventListener('playing', () => {
          starts += 1
          const from = element.currentTime
          const look = () => {
            if (element.paused) return
            if (element.currentTime > from) movingSinceMs ??= Date.now()
            else setTimeout(look, 5)
          }
          look()
        })
        return element
      },
    })

    // Decoded audio is identified by the address that it was read from.
    const addresses = new WeakMap<object, string>()
    const { arrayBuffer } = Response.prototype
    Response.prototype.arrayBuffer = async function (this: Response) {
      const bytes = await arrayBuffer.call(this)
      addresses.set(bytes, this.url)
      return bytes
    }
    // Audio that the host decodes during playback is identified by the address of the last stream.
    const streams = new WeakMap<ReadableStream, string>()
    const body = Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get
    Object.defineProperty(Response.prototype, 'body', {
      get(this: Response) {
        const stream = body?.call(this) as ReadableStream | null // the value of the platform's getter
        if (stream !== null) streams.set(stream, this.url)
        return stream
      },
    })
    let lastRead = ''
    const { getReader } = ReadableStream.prototype
    ReadableStream.prototype.getReader = function (this: ReadableStream, ...options: []) {
      const reader = getReader.apply(this, options)
      const src = streams.get(this)
      const { read } = reader
      reader.read = async (...args: [ArrayBufferView<ArrayBuffer>]) => {
        const part = await read.apply(reader, args)
        if (src !== undefined) lastRead = src
        return part
      }
      return reader
    } as typeof getReader
    const { createBuffer } = BaseAudioContext.prototype
    BaseAudioContext.prototype.createBuffer = function (...args) {
      const buffer = createBuffer.apply(this, args)
      addresses.set(buffer, lastRead)
      return buffer
    }
    const { decodeAudioData } = BaseAudioContext.prototype
    BaseAudioContext.prototype.decodeAudioData = async function (this: BaseAudioContext, bytes: ArrayBuffer) {
      const buffer = await decodeAudioData.call(this, bytes)
      addresses.set(buffer, addresses.get(bytes) ?? '')
      return buffer
    }
    const ends = new WeakMap<AudioScheduledSourceNode, number>()
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (
      this: AudioBufferSourceNode,
      when = 0,
      offset = 0,
      ...rest: []
    ) {
      const src = addresses.get(this.buffer ?? {}) ?? ''
      const { context: clock } = this
      sounds.push(() => {
        const playedS = Math.min(clock.currentTime, ends.get(this) ?? Infinity) - when
        if (playedS <= 0) return null // it is only scheduled
        const isOver = clock.currentTime >= (ends.get(this) ?? Infinity)
        return {
          src,
          positionMs: (offset + playedS) * 1000,
          isPaused: isOver || clock.state !== 'running',
          rate: Number(new URL(src, location.href).searchParams.get('rate') ?? this.playbackRate.value),
          keepsPitch: this.playbackRate.value === 1,
          starts: 1,
          movingSinceMs: Date.now() - (clock.currentTime - when) * 1000,
        }
      })
      start.call(this, when, offset, ...rest)
    }
    const { stop } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.stop = function (this: AudioScheduledSourceNode, when = 0) {
      ends.set(this, Math.max(when, this.context.currentTime))
      stop.call(this, when)
    }
  }, SOUNDS)
}

/** The audio that the page has played so far. */
export function soundsOf(page: Page): Promise<Sound[]> {
  return page.evaluate((key) => {
    const sounds = Reflect.get(globalThis, key) as (() => Sound | null)[] // the object that watchSounds defines
    return sounds.flatMap((look) => look() ?? [])
  }, SOUNDS)
}

/** The audio that is playing now, if any. */
export async function soundingIn(page: Page): Promise<Sound | undefined> {
  return (await soundsOf(page)).find(({ isPaused, movingSinceMs }) => !isPaused && movingSinceMs !== null)
}

/** The bytes at an address, as the page gets them. */
export async function bytesAt(page: Page, address: string): Promise<Uint8Array> {
  // As base64: Playwright takes seconds for a list of a million numbers.
  const dataUrl = await page.evaluate(async (url) => {
    const blob = await (await fetch(url)).blob()
    const reader = new FileReader()
    return new Promise<string>((resolve, reject) => {
      reader.onload = () => resolve(reader.result as string) // the result of readAsDataURL
      reader.onerror = () => reject(new Error(reader.error?.message))
      reader.readAsDataURL(blob)
    })
  }, address)
  return Uint8Array.from(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
}

/** The overall level of the played audio, in dB below full scale, and its length, after decoding. */
export async function measureSound(page: Page, { src }: Sound): Promise<{ db: number; durationMs: number }> {
  const { samples, sampleRate } = await decodeAudio(await bytesAt(page, src))
  return { db: rmsDb(samples), durationMs: (samples.length / sampleRate) * 1000 }
}
