import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { mapAhead } from '../../../electron/local-service/speech/mapAhead.ts'
import type { SpeakJob } from '../../../electron/local-service/speech/speakPiece.ts'
import { startSpeakers } from '../../../electron/local-service/speech/speakers.ts'
import type { Speakers } from '../../../electron/local-service/speech/speakers.ts'

const folder = mkdtempSync(join(tmpdir(), 'fabula-speakers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const opened: Speakers[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((speakers) => speakers.close()))
})

/** A pool whose workers run this code instead of the engine; `text` is the job's text, `port` their way out. */
function startWith(
  name: string,
  onText: string,
  options: { size?: number; jobTimeoutMs?: number } = {},
): Speakers {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(
    path,
    `import { parentPort as port, threadId } from 'node:worker_threads'
     const spoken = () => port.postMessage({ kind: 'spoken', piece: { samples: new Int16Array(0), naturalSamples: threadId } })
     port.on('message', ({ text }) => { ${onText} })
     port.postMessage({ kind: 'ready' })`,
  )
  const speakers = startSpeakers({ workerUrl: pathToFileURL(path), ...options })
  opened.push(speakers)
  return speakers
}

const say = (text: string): SpeakJob => ({
  text,
  identifier: 'gmw/en',
  pitch: 50,
  range: 50,
  gain: 1,
  wordsPerMinute: 175,
  length: { kind: 'natural' },
})

describe('the pool of speech workers', () => {
  it('loses only the job of a worker that dies or hangs', async () => {
    const code = `if (text === 'die') process.exit(1); else if (text !== 'hang') spoken()`
    const speakers = startWith('mortal', code, { size: 1, jobTimeoutMs: 300 })
    const answers = await Promise.allSettled(
      ['one', 'die', 'two', 'hang', 'three'].map((text) => speakers.speak(say(text))),
    )
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('puts a second worker to use when there is work for two', async () => {
    const speakers = startWith('pair', `if (text === 'wait') setTimeout(spoken, 200); else spoken()`, {
      size: 2,
    })
    const answers = await Promise.all(
      ['wait', 'wait', 'wait', 'wait'].map((text) => speakers.speak(say(text))),
    )
    expect(new Set(answers.map(({ naturalSamples }) => naturalSamples)).size).toBe(2)
  })

  it('fails what waits when its workers cannot even start, and when it is closed', async () => {
    const broken = startSpeakers({ workerUrl: pathToFileURL(join(folder, 'missing.mjs')) })
    opened.push(broken)
    await expect(broken.speak(say('x'))).rejects.toThrow(/missing/)
    const hanging = startWith('hanging', '', { size: 1 })
    const jobs = Promise.allSettled([hanging.speak(say('a')), hanging.speak(say('b'))])
    await hanging.close()
    expect((await jobs).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('mapAhead', () => {
  it('keeps the order and never has more under way than the window', async () => {
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
