/** What is really heard: the page's media elements, seen from outside. */
import type { BrowserContext, Page } from 'playwright-core'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { rmsDb } from '../../support/measure.ts'

/** An element that was seen playing: where it stands, and since when (ms since 1970) it has been advancing. */
export interface Sound {
  readonly src: string
  readonly positionMs: number
  readonly isPaused: boolean
  /** How fast it plays, and whether that leaves the pitch as it is. */
  readonly rate: number
  readonly keepsPitch: boolean
  /** How often it has begun to play. */
  readonly starts: number
  /** When its position was first seen to have moved on by itself. */
  readonly movingSinceMs: number | null
}

const KEY = 'soundsOfThisPage'

/** Remembers the elements that pages make; to be called before the first page is opened. */
export async function watchSounds(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    const sounds: { element: HTMLAudioElement; movingSinceMs: number | null; starts: number }[] = []
    Reflect.set(globalThis, key, sounds)
    globalThis.Audio = new Proxy(globalThis.Audio, {
      construct(Audio, args: [string?]) {
        const element = new Audio(...args)
        const sound: (typeof sounds)[number] = { element, movingSinceMs: null, starts: 0 }
        sounds.push(sound)
        element.addEventListener('playing', () => {
          sound.starts += 1
          const from = element.currentTime
          const look = () => {
            if (element.paused) return
            if (element.currentTime > from) sound.movingSinceMs ??= Date.now()
            else setTimeout(look, 5)
          }
          look()
        })
        return element
      },
    })
  }, KEY)
}

/** The elements that the page has made so far. */
export function soundsOf(page: Page): Promise<Sound[]> {
  return page.evaluate((key) => {
    const sounds = Reflect.get(globalThis, key) as {
      element: HTMLAudioElement
      movingSinceMs: number | null
      starts: number
    }[] // what watchSounds has put there
    return sounds.map(({ element, movingSinceMs, starts }) => ({
      src: element.src,
      positionMs: element.currentTime * 1000,
      isPaused: element.paused,
      rate: element.playbackRate,
      keepsPitch: element.preservesPitch,
      starts,
      movingSinceMs,
    }))
  }, KEY)
}

/** The element that sounds now, if any. */
export async function soundingIn(page: Page): Promise<Sound | undefined> {
  return (await soundsOf(page)).find(({ isPaused, movingSinceMs }) => !isPaused && movingSinceMs !== null)
}

/** How loud what an element plays is as a whole, in dB below full scale, and how long, after decoding. */
export async function measureSound(page: Page, { src }: Sound): Promise<{ db: number; durationMs: number }> {
  const bytes = await page.evaluate(async (url) => {
    const answer = await fetch(url)
    return [...new Uint8Array(await answer.arrayBuffer())]
  }, src)
  const { samples, sampleRate } = await decodeAudio(Uint8Array.from(bytes))
  return { db: rmsDb(samples), durationMs: (samples.length / sampleRate) * 1000 }
}
