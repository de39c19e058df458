import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { mapAhead } from '../../../electron/local-service/speech/renderSpeech.ts'
import { LONGEST_WAITING_EVERY, type PieceOwner } from '../../../electron/local-service/speech/pieceQueue.ts'
import type { SpeakJob } from '../../../electron/local-service/speech/speakPiece.ts'
import { startWorkerPool, type WorkerPool } from '../../../electron/local-service/speech/workerPool.ts'

const folder = mkdtempSync(join(tmpdir(), 'fabula-workers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const opened: WorkerPool[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()))
})

/** A pool whose workers run this code instead of the engine; `text` is the job's text, `port` their way out. */
function startWith(
  name: string,
  onText: string,
  options: { size?: number; jobTimeoutMs?: number } = {},
): WorkerPool {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(
    path,
    `import { parentPort as port, threadId } from 'node:worker_threads'
     const spoken = () => port.postMessage({ kind: 'spoken', piece: { samples: new Int16Array(0), naturalSamples: threadId } })
     port.on('message', ({ text }) => { ${onText} })
     port.postMessage({ kind: 'ready' })`,
  )
  const pool = startWorkerPool({ workerUrl: pathToFileURL(path), ...options })
  opened.push(pool)
  return pool
}

/** A conversion that is not cancelled, with so much text left to speak. */
const owner = (characters = 0, signal = new AbortController().signal): PieceOwner => ({
  remainingCharacters: () => characters,
  signal,
})

const say = (text: string): SpeakJob => ({
  text,
  identifier: 'gmw/en',
  pitch: 50,
  range: 50,
  gain: 1,
  wordsPerMinute: 175,
  sampleRate: 24_000,
  length: { kind: 'natural' },
})

describe('the pool of speech workers', () => {
  it('loses only the job of a worker that crashes or hangs', async () => {
    const code = `if (text === 'die') process.exit(1); while (text === 'hang'); spoken()`
    const pool = startWith('mortal', code, { size: 1, jobTimeoutMs: 300 })
    const answers = await Promise.allSettled(
      ['one', 'die', 'two', 'hang', 'three'].map((text) => pool.speak(say(text), owner())),
    )
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('uses a second worker if there is work for two', async () => {
    // Each worker speaks once the other is working as well.
    const pool = startWith(
      'pair',
      `const other = new BroadcastChannel('pair')
       other.onmessage = () => { other.postMessage('here'); other.close(); spoken() }
       other.postMessage('here')`,
      { size: 2 },
    )
    const answers = await Promise.all(['one', 'two'].map((text) => pool.speak(say(text), owner())))
    expect(new Set(answers.map(({ naturalSamples }) => naturalSamples)).size).toBe(2)
  })

  it('gives a busy worker its next piece in advance', async () => {
    const pool = startWith('ahead', `if (text === 'two') { spoken(); spoken() }`, { size: 1 })
    await Promise.all(['one', 'two'].map((text) => pool.speak(say(text), owner())))
  })

  it('does not wait for the first worker to start the second', async () => {
    const path = join(folder, 'starters.mjs')
    // Each worker is ready when it knows that the other has started as well.
    writeFileSync(
      path,
      `import { parentPort as port } from 'node:worker_threads'
       const other = new BroadcastChannel('starters')
       other.onmessage = () => {
         other.postMessage('here')
         other.close()
         port.on('message', () => port.postMessage({ kind: 'spoken', piece: { samples: new Int16Array(0), naturalSamples: 1 } }))
         port.postMessage({ kind: 'ready' })
       }
       other.postMessage('here')`,
    )
    const pool = startWorkerPool({ workerUrl: pathToFileURL(path), size: 2 })
    opened.push(pool)
    await Promise.all(['one', 'two'].map((text) => pool.speak(say(text), owner())))
  })

  it('rejects all waiting jobs if no worker can start, and starts no more', async () => {
    const path = join(folder, 'broken.mjs')
    writeFileSync(path, 'throw new Error("cannot start")')
    const pool = startWorkerPool({ workerUrl: pathToFileURL(path), size: 2 })
    opened.push(pool)
    const answers = await Promise.allSettled(
      ['one', 'two', 'three'].map((text) => pool.speak(say(text), owner())),
    )
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('speaks first for the conversion with the least text left', async () => {
    const pool = startWith('fair', 'spoken()', { size: 1 })
    const order: string[] = []
    await Promise.all(
      (
        [
          ['novel', 500_000],
          ['chapter', 9_000],
          ['novel', 500_000],
          ['sentence', 40],
        ] as const
      ).map(async ([name, left]) => {
        await pool.speak(say(name), owner(left))
        order.push(name)
      }),
    )
    expect(order).toEqual(['sentence', 'chapter', 'novel', 'novel'])
  })

  it('continues a long text while short ones keep coming', async () => {
    const pool = startWith('ageing', 'spoken()', { size: 1 })
    const end = new AbortController()
    const novel = pool.speak(say('novel'), owner(500_000)).then(() => end.abort())
    let sentences = 0
    // As soon as a sentence is spoken, the next one arrives.
    const talk = async (): Promise<void> => {
      if (end.signal.aborted || sentences === 100) return
      sentences++
      await pool.speak(say('sentence'), owner(40))
      await talk()
    }
    await Promise.all([novel, talk(), talk()])
    expect(sentences).toBeLessThanOrEqual(LONGEST_WAITING_EVERY + 2)
  })

  it('speaks nothing for a cancelled conversion', async () => {
    const heard = join(folder, 'heard.txt')
    const pool = startWith(
      'cancelled',
      `import('node:fs').then(({ appendFileSync }) => { appendFileSync(${JSON.stringify(heard)}, text + '\\n'); spoken() })`,
      { size: 1 },
    )
    const cancel = new AbortController()
    for (const text of ['one', 'two', 'three']) void pool.speak(say(text), owner(100, cancel.signal))
    cancel.abort()
    await pool.speak(say('other'), owner(90_000))
    expect(readFileSync(heard, 'utf8')).toBe('other\n')
  })

  it('fails waiting jobs if its workers cannot start, and when it is closed', async () => {
    const broken = startWorkerPool({ workerUrl: pathToFileURL(join(folder, 'missing.mjs')) })
    opened.push(broken)
    await expect(broken.speak(say('x'), owner())).rejects.toThrow(/missing/)
    const hanging = startWith('hanging', '', { size: 1 })
    const jobs = Promise.allSettled([hanging.speak(say('a'), owner()), hanging.speak(say('b'), owner())])
    await hanging.close()
    expect((await jobs).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('mapAhead', () => {
  it('keeps the order, with at most the window’s number of jobs at a time', async () => {
    let underWay = 0
    let most = 0
    async function* count() {
      for (let index = 0; index < 20; index++) yield index
    }
    const results: number[] = []
    for await (const [item, result] of mapAhead(count(), 3, async (index) => {
      most = Math.max(most, ++underWay)
      for (let turn = 0; turn < (index * 7) % 5; turn++) await Promise.resolve()
      underWay--
      return index * 2
    })) {
      results.push(result)
      expect(result).toBe(item * 2)
    }
    expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index * 2))
    expect(most).toBeLessThanOrEqual(3)
  })
})
