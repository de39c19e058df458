import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isTerminalStatus } from '../../../shared/speech-api/statuses.ts'
import { MAX_CONVERSION_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { engineOptions } from './oneService.ts'
import { runService, serveHere, TEST_KEY, type AskedService } from './runService.ts'
import { startToneEngine } from './toneEngine.ts'
import { long } from '../../support/tags.ts'

const TEXT = '/uapi/v1/text-to-speech'
const STORY = '/uapi/v1/story-maker'
const PARAGRAPH = 'The old lighthouse keeper climbed the stairs again, and nobody knew why. '.repeat(13)

let folder: string
const running: { stop(signal?: NodeJS.Signals): Promise<void> }[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop('SIGKILL')))
  rmSync(folder, { recursive: true })
})

async function start(options: readonly string[] = []) {
  const service = await serveHere(folder, options)
  running.push(service)
  return service
}

/** A service that can be killed. */
async function startProcess() {
  const service = await runService(folder)
  running.push(service)
  return service
}

async function sendDocument(service: AskedService, text: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([text]), 'long.txt')
  const response = await fetch(`${service.baseUrl}/uapi/v1/document-to-speech`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY },
    body: form,
  })
  // The tests check the fields that they use.
  const body = (await response.json()) as {
    result: { uuid: string }
    message: string
    errors: { field: string }[]
  }
  return { status: response.status, body }
}

const LONG_DOCUMENT = `${PARAGRAPH}\n\n`.repeat(40)

/** Five documents of 38,000 characters each, which take minutes to speak: one more than run at a time. */
async function sendDocuments(service: AskedService, fields?: Record<string, string>): Promise<string[]> {
  const answers = []
  for (let count = 0; count < 5; count++) answers.push(await sendDocument(service, LONG_DOCUMENT, fields))
  return answers.map(({ body }) => body.result.uuid)
}

async function expectUnderWay(service: AskedService, uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids) expect(isTerminalStatus((await service.find(uuid)).status)).toBe(false)
}

const cancel = async (service: AskedService, uuid: string) => {
  const response = await service.send('DELETE', `/uapi/v1/history/${uuid}`)
  return { status: response.status, body: (await response.json()) as { result: { status: number } } }
}

describe('a short text', () => {
  it('is spoken before documents that were submitted earlier, also after a restart', long, async () => {
    const first = await startProcess()
    const documents = await sendDocuments(first)
    await first.speak(TEXT, { input: 'Once upon a time.' })
    await expectUnderWay(first, documents)
    await first.stop('SIGKILL')

    const second = await startProcess()
    await second.speak(TEXT, { input: 'Once upon a time.' })
    await expectUnderWay(second, documents)
  })

  it('of another engine is spoken before documents of that engine', long, async () => {
    const engine = await startToneEngine()
    const service = await start([...engineOptions(engine.url), '--engine-max-chars', '400'])
    const documents = await sendDocuments(service, { voice_id: 'kokoro:af_bella' })
    await service.speak(TEXT, { input: 'Once upon a time.', voice_id: 'kokoro:af_bella' })
    await expectUnderWay(service, documents)
    await service.stop()
    await engine.close()
  })
})

describe('a cancelled conversion', () => {
  it('ends at once with a message, and leaves no file', long, async () => {
    const service = await start()
    const document = (await sendDocument(service, LONG_DOCUMENT)).body.result.uuid
    await service.follow(document, ({ percentage }) => percentage >= 1)
    expect(await cancel(service, document)).toMatchObject({
      status: 200,
      body: {
        result: {
          uuid: document,
          status: 3,
          error_message: 'The conversion was cancelled',
          used_credit: 0,
        },
      },
    })
    expect(readdirSync(join(folder, 'audio')).filter((name) => name.startsWith(document))).toEqual([])
  })

  it('stays cancelled after a restart, even if it had not started', long, async () => {
    const first = await startProcess()
    const documents = await sendDocuments(first)
    for (const uuid of documents) await cancel(first, uuid)
    await first.stop('SIGKILL')

    const second = await startProcess()
    for (const uuid of documents) expect((await second.find(uuid)).status).toBe(3)
    expect(readdirSync(join(folder, 'audio'))).toEqual([])
  })

  it('does not change if it has already ended, and must exist', async () => {
    const service = await start()
    const { conversion } = await service.speak(TEXT, { input: 'Once upon a time.' })
    expect(await cancel(service, conversion.uuid)).toMatchObject({
      status: 200,
      body: { result: { status: 2 } },
    })
    expect((await fetch(conversion.mediaUrl ?? '')).status).toBe(200)
    expect((await cancel(service, 'none')).status).toBe(404)
  })

  it('sends no further requests to another engine', async () => {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const engine = await startToneEngine({
      delay() {
        asked()
        return new Promise(() => {})
      },
    })
    const service = await start(engineOptions(engine.url))
    const uuid = await service.submit(TEXT, { input: 'Once upon a time.', voice_id: 'kokoro:af_bella' })
    await isAsked
    expect((await cancel(service, uuid)).body.result.status).toBe(3)
    await engine.idle()
    await engine.close()
  })
})

describe('a text that is too long for any conversion', () => {
  it('is refused with its length: as a document and as a story', long, async () => {
    const service = await start()
    const document = await sendDocument(service, `${PARAGRAPH}\n\n`.repeat(5_300))
    expect(document.status).toBe(413)
    expect(document.body.message).toMatch(/^file has 5,\d{3},\d{3} characters of text; .* at most 5,000,000/)
    expect(document.body.errors.map(({ field }) => field)).toEqual(['file'])

    const input = 'word '.repeat(2000)
    const blocks = Array.from({ length: MAX_CONVERSION_CHARACTERS / input.length + 1 }, () => ({ input }))
    const story = await service.post(STORY, { name: 'Long', blocks })
    expect(story.status).toBe(413)
    expect(await story.json()).toMatchObject({ success: false, errors: [{ field: 'blocks' }] })
  })
})
