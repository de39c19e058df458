import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '../../../../electron/lib/audio/decode.ts'
import { PART_SEPARATOR } from '../../../../electron/lib/documents/formats/documentText.ts'
import { readDocument } from '../../../../electron/lib/documents/formats/readDocument.ts'
import { countCharacters } from '../../../../shared/speech-api/limits.ts'
import { sample } from '../../lib/documents/formats/samples.ts'
import { runService, TEST_KEY, type TestService } from '../runService.ts'
import { long } from '../../../support/tags.ts'

const PATH = '/uapi/v1/document-to-speech'
const folder = mkdtempSync(join(tmpdir(), 'fabula-documents-'))
let service: TestService

beforeAll(async () => {
  service = await runService(folder)
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

interface Answer {
  status: number
  body: {
    success: boolean
    message: string
    errors: { field: string; message: string }[]
    result: { uuid: string; status: number; estimated_credit: number }
  }
}

async function send(
  file: { name: string; bytes: Uint8Array } | string | null,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (typeof file === 'string') form.append('file', file)
  else if (file !== null) form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name)
  const headers = { 'x-api-key': TEST_KEY }
  const response = await fetch(`${service.baseUrl}${PATH}`, { method: 'POST', headers, body: form })
  // The tests check the fields that they use.
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const named = (name: string) => ({ name, bytes: sample(name) })

/** The raw bytes of a form, for content that `fetch` would not send. */
function sendRaw(
  headers: Readonly<Record<string, string>>,
  write: (body: (chunk: Uint8Array | string) => boolean, end: () => void) => void,
) {
  const { hostname, port } = new URL(service.baseUrl)
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      { hostname, port, path: PATH, method: 'POST', headers: { 'x-api-key': TEST_KEY, ...headers } },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Answer['body'] }),
        )
      },
    )
    sent.on('error', reject)
    write(
      (chunk) => sent.write(chunk),
      () => sent.end(),
    )
  })
}

const PART = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'

describe('a document of each format is spoken', () => {
  it.each([
    'harbour.docx',
    'tides.xlsx',
    'slides.pptx',
    'harbour.pdf',
    'harbour.epub',
    'harbour.mobi',
    'harbour.txt',
    'harbour.html',
    'harbour.odt',
    'tides.ods',
    'slides.odp',
    'harbour.azw',
    'harbour.azw3',
  ])(
    '%s: one credit for each character of its text, and a chapter mark for each heading',
    long,
    async (name) => {
      const { parts } = await readDocument({ name, bytes: sample(name), password: null })
      const { status, body } = await send(named(name))
      expect(status).toBe(200)
      const { final } = await service.follow(body.result.uuid)
      const credits = countCharacters(parts.map(({ text }) => text).join(PART_SEPARATOR))
      expect(final).toMatchObject({ status: 2, percentage: 100, usedCredit: credits, errorMessage: '' })
      const headings = parts.filter(({ kind }) => kind === 'heading').map(({ text }) => text)
      expect(final.timings?.map(({ name }) => name)).toEqual(headings)
      const audio = await decodeAudio(new Uint8Array(await (await fetch(final.mediaUrl ?? '')).arrayBuffer()))
      // Speech has between 5 (digits) and 30 characters per second, including pauses.
      const seconds = audio.samples.length / audio.sampleRate
      expect(seconds).toBeGreaterThan(credits / 30)
      expect(seconds).toBeLessThan(credits / 5 + headings.length)
    },
  )
})

describe('the answer', () => {
  it('is exactly the published record, with the file’s name and size', long, async () => {
    const bytes = sample('harbour.docx')
    const { body } = await send({ name: 'Größe & Öl.docx', bytes })
    const { uuid } = body.result
    const record = {
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      voice_id: 'OA001',
      speed: 1,
      model: 'tts-1',
      tts_input: 'Größe & Öl.docx',
      estimated_credit: expect.any(Number),
      used_credit: 0,
      status: 1,
      status_percentage: 0,
      error_message: '',
      speaker_name: 'Alloy',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      file_size: bytes.length,
    }
    expect(body).toEqual({ success: true, result: record })
    await service.follow(uuid)
    const { result } = (await (await service.get(`/uapi/v1/history/${uuid}`)).json()) as { result: unknown }
    expect(result).toMatchObject({ file_size: bytes.length, tts_input: 'Größe & Öl.docx', status: 2 })
  })

  it('has the file name as sent, even if a form has to encode its characters', async () => {
    const bytes = sample('harbour.txt')
    const { body } = await send({ name: 'a"b 50%25 off.txt', bytes })
    expect(body.result).toMatchObject({ tts_input: 'a"b 50%25 off.txt' })
  })

  it('applies the fields of the form', long, async () => {
    const { body } = await send(named('harbour.txt'), { model: 'tts-1-hd', voice_id: 'OA005', speed: '1.5' })
    expect(body.result).toMatchObject({ model: 'tts-1-hd', voice_id: 'OA005', speed: 1.5 })
    const plain = await send(named('harbour.txt'))
    const [fast, slow] = await Promise.all(
      [body, plain.body].map(
        async ({ result }) => (await service.follow(result.uuid)).final.timings?.at(-1)?.endMs ?? 0,
      ),
    )
    expect((slow ?? 0) / (fast ?? 0)).toBeGreaterThan(1.25)
  })
})

describe('a protected document', () => {
  it.each(['locked.docx', 'locked.odt', 'locked-256.pdf'])('%s needs its password', long, async (name) => {
    const missing = await send(named(name))
    expect(missing.status).toBe(422)
    expect(missing.body.errors).toEqual([
      { field: 'file_password', message: 'is required: the document is protected' },
    ])
    const wrong = await send(named(name), { file_password: 'canary-wrong-password' })
    expect(wrong.body.errors).toEqual([
      { field: 'file_password', message: 'is not the password of this document' },
    ])
    const right = await send(named(name), { file_password: 'secret' })
    expect(right.status).toBe(200)
    expect((await service.follow(right.body.result.uuid)).final.status).toBe(2)
  })

  it('leaves no trace of its password or its content in the service’s folder', () => {
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    for (const name of readdirSync(folder)) {
      if (!name.startsWith('conversions.sqlite')) continue
      const content = readFileSync(join(folder, name)).toString('latin1')
      expect(content).not.toContain('canary-wrong-password')
      expect(content).not.toContain('file_password')
    }
  })
})

describe('a form is refused, with the name of the field,', () => {
  const text = (content: string) => new TextEncoder().encode(content)

  it('without a file, with a text instead of one, or with more than one error', async () => {
    const none = await send(null, { speed: '9', model: 'x' })
    expect(none.status).toBe(422)
    expect(none.body.errors.map(({ field }) => field).sort()).toEqual(['file', 'model', 'speed'])
    expect((await send('just text')).body.errors).toEqual([
      { field: 'file', message: 'must be a file with its name, not a text' },
    ])
    expect((await send(named('harbour.txt'), { voice_id: 'XX999' })).body.errors[0]?.field).toBe('voice_id')
  })

  it.each([
    ['a.rtf', text('x'), /^file must be a document whose name ends in one of .docx/],
    ['a.docx', sample('harbour.pdf'), /^file is named .docx but is a .pdf file/],
    ['a.pdf', sample('harbour.pdf').subarray(0, 3000), /^file is damaged/],
    ['a.txt', text(''), /^file has no text$/],
  ])('with an unreadable file: %s', async (name, bytes, message) => {
    const { status, body } = await send({ name, bytes })
    expect(status).toBe(422)
    expect(body.message).toMatch(message)
    expect(body.errors).toHaveLength(1)
  })

  it('with more than 500,000 rows, with status 413', long, async () => {
    const { status, body } = await send({ name: 'rows.txt', bytes: text('a\n\n'.repeat(500_001)) })
    expect(status).toBe(413)
    expect(body.message).toMatch(/^file has more than 500,000 rows/)
  })

  it('above 100 MB, with status 413, by its announced and by its actual size', long, async () => {
    const announced = await sendRaw(
      { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(200 * 1024 * 1024) },
      (write) => write(PART),
    )
    expect(announced).toMatchObject({ status: 413, body: { message: 'file is larger than 100 MB' } })
    const came = await sendRaw({ 'content-type': 'multipart/form-data; boundary=b' }, (write, end) => {
      const megabyte = Buffer.alloc(1024 * 1024, 'a ')
      write(PART)
      for (let count = 0; count < 101; count++) write(megabyte)
      write('\r\n--b--\r\n')
      end()
    })
    expect(came).toMatchObject({ status: 413, body: { errors: [{ field: 'file' }] } })
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
  })

  it('that has another type or no boundary, or ends too soon', async () => {
    expect((await service.post(PATH, { input: 'x' })).status).toBe(415)
    const bare = await sendRaw({ 'content-type': 'multipart/form-data' }, (_write, end) => end())
    expect(bare.status).toBe(400)
    const cut = await sendRaw({ 'content-type': 'multipart/form-data; boundary=b' }, (write, end) => {
      write(`${PART}half`)
      end()
    })
    expect(cut.status).toBe(400)
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
  })
})

describe('after a crash', () => {
  it('a document continues from its stored text, and incomplete uploads are deleted', long, async () => {
    const own = mkdtempSync(join(tmpdir(), 'fabula-documents-'))
    const first = await runService(own)
    const form = new FormData()
    const long = 'The old lighthouse keeper climbed the stairs again. '.repeat(20)
    form.append('file', new Blob([`# One\n\n${long}\n\n# Two\n\n${long}`]), 'long.txt')
    const headers = { 'x-api-key': TEST_KEY }
    const response = await fetch(`${first.baseUrl}${PATH}`, { method: 'POST', headers, body: form })
    const { result } = (await response.json()) as Answer['body']
    await first.follow(result.uuid, ({ percentage }) => percentage >= 10)
    await first.stop('SIGKILL')

    const second = await runService(own)
    const { final, seen } = await second.follow(result.uuid)
    expect(seen[0]?.status).toBe(11)
    expect(final).toMatchObject({ status: 2, usedCredit: result.estimated_credit })
    expect(final.timings?.map(({ name }) => name)).toEqual(['One', 'Two'])
    expect(readdirSync(join(own, 'uploads'))).toEqual([])
    await second.stop()
    rmSync(own, { recursive: true })
  })
})
