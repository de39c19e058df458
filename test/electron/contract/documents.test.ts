/** Documents: the app’s upload to the real embedded service, field by field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import { DOCUMENT_EXTENSIONS } from '../../../shared/files/fileTypes.ts'
import { MAX_DOCUMENT_BYTES } from '../../../shared/speech-api/limits.ts'
import { documentFieldsSchema } from '../../../shared/speech-api/requests.ts'
import { parseConversionResponse } from '../../../shared/speech-api/responses.ts'
import { sample } from '../lib/documents/formats/samples.ts'
import { TEST_KEY } from '../local-service/runService.ts'
import { openApp, type TestApp } from './app.ts'
import type { Heard } from './wiretap.ts'
import { long } from '../../support/tags.ts'

const PATH = 'document-to-speech'
const PASSWORD = 'secret'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

function lastHeard(): Heard {
  const heard = app.wiretap.heardAt('POST', PATH).at(-1)
  if (heard === undefined) throw new Error('Nothing was sent')
  return heard
}

/** The form that was sent last, with its file separate. */
async function lastForm() {
  const { headers, body } = lastHeard()
  const type = { 'content-type': String(headers['content-type']) }
  const form = await new Response(Uint8Array.from(body), { headers: type }).formData()
  const { file, ...fields } = Object.fromEntries(form)
  if (!(file instanceof File)) throw new Error('The form has no file')
  return { file, fields }
}

describe('a document', () => {
  test('is sent with the published fields, and every field of the record is read, including its size and name', async () => {
    const bytes = Buffer.from('The tide came in at noon.\n')
    const finished = await app.document('Größe & Öl.txt', bytes, { until: ['completed'] })
    const { file, fields } = await lastForm()
    expect(fields).toEqual({ model: 'tts-1', voice_id: 'OA002', speed: '1.5' })
    expect(Object.keys(documentFieldsSchema.shape)).toEqual(
      expect.arrayContaining([...Object.keys(fields), 'file_password']),
    )
    expect(file.name).toBe('Größe & Öl.txt')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(lastHeard().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)

    const { result } = lastHeard().json as { result: Record<string, unknown> }
    expect(parseConversionResponse(lastHeard().json)).toMatchObject({
      uuid: result['uuid'],
      ...{ input: 'Größe & Öl.txt', fileSize: bytes.length, voiceId: 'OA002', model: 'tts-1', speed: 1.5 },
      ...{ status: 1, percentage: 0, errorMessage: '', usedCredit: 0 },
      estimatedCredit: result['estimated_credit'],
      speakerName: result['speaker_name'],
    })
    expect(finished).toMatchObject({
      usedCredits: result['estimated_credit'],
      document: { sizeBytes: bytes.length },
    })
    expect(await app.newest()).toMatchObject({ endpoint: 'document', state: 'completed', source: 'history' })
  })

  test.each([
    ...['harbour.docx', 'tides.xlsx', 'slides.pptx', 'harbour.pdf', 'harbour.epub', 'harbour.mobi'],
    ...['harbour.txt', 'harbour.html', 'harbour.odt', 'tides.ods', 'slides.odp', 'harbour.azw'],
    'harbour.azw3',
  ])('of each format is accepted by the app and the service: %s', long, async (name) => {
    const sent = await app.document(name, sample(name), { until: ['accepted', 'completed'] })
    expect(sent).toMatchObject({ document: { name } })
    expect(sent.estimatedCredits).toBeGreaterThan(0)
    expect(DOCUMENT_EXTENSIONS.some((ending) => name.endsWith(ending))).toBe(true)
    expect(lastHeard().status).toBe(200)
  })

  test(
    'that is protected is refused with a clear message without its password, and accepted with it',
    long,
    async () => {
      const send = (password?: string) =>
        app.document('locked.odt', sample('locked.odt'), {
          ...(password !== undefined && { password }),
          until: ['failed', 'accepted', 'completed'],
        })
      for (const [password, words] of [
        [undefined, 'file_password is required: the document is protected'],
        ['canary-wrong-password', 'file_password is not the password of this document'],
      ] as const) {
        expect(await send(password)).toMatchObject({
          state: 'failed',
          error: { code: 'service-refused', params: { message: words } },
        })
      }
      expect((await send(PASSWORD)).state).not.toBe('failed')
      expect((await lastForm()).fields).toMatchObject({ file_password: PASSWORD })
      expect(JSON.stringify([app.told, await app.handlers['documents:open']({})])).not.toContain('canary')
    },
  )

  test('with more than 500,000 rows is refused by the service, with the reason', long, async () => {
    const rows = Buffer.from('a\n\n'.repeat(500_001))
    const sent = await app.document('rows.txt', rows, { until: ['failed', 'accepted'] })
    expect(sent).toMatchObject({
      state: 'failed',
      error: {
        code: 'service-refused',
        params: { message: expect.stringMatching(/^file has more than 500,000 rows/) as string },
      },
    })
  })

  test('above 100 MB is not sent by the app, and refused by the service', long, async () => {
    const before = app.wiretap.heardAt('POST', PATH).length
    const tooLarge = Buffer.alloc(MAX_DOCUMENT_BYTES + 1, 'a')
    await expect(app.document('large.txt', tooLarge, { until: ['failed'] })).rejects.toMatchObject({
      code: 'document-too-large',
    })
    expect(app.wiretap.heardAt('POST', PATH)).toHaveLength(before)

    const client = createSpeechClient({ baseUrl: app.service().baseUrl, key: () => TEST_KEY })
    const read = async function* () {
      yield tooLarge
    }
    const outcome = await client.submitDocument({
      ...{ model: 'tts-1', voiceId: 'OA001', speed: 1, password: null },
      file: { name: 'large.txt', byteLength: tooLarge.length, read },
    })
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: { code: 'service-refused', params: { message: 'file is larger than 100 MB' } },
    })
  })
})
