import { readFileSync, writeFileSync } from 'node:fs'
import NodeID3 from 'node-id3'
import { describe, expect, test } from 'vitest'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import {
  addDocumentAudio,
  mixdownOfDocument,
  storyOfDocument,
} from '../../../electron/app/handlers/documentHandlers.ts'
import { readImport } from '../../../electron/lib/documents/import/readImport.ts'
import { NO_SILENCES } from '../../../shared/story/records.ts'
import { outlineOfStory } from '../lib/documents/storyText.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { findTake, indexTakes, isCurrentRender, storyKey } from '../../../shared/story/takes.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { recordBody, sendJson } from '../../fakes/faultServer.ts'
import { newProject, sequentialIds } from '../project/support.ts'
import { CANARY_KEY, faultServer, filesAsText } from '../speech/support.ts'
import { toneMp3, workingService } from './engineSupport.ts'
import { CANARY_PASSWORD, documentFile, testDesk } from './documents/support.ts'
import { eventually } from '../../support/eventually.ts'

async function finishedDocument(words = 'Once upon a tide.\n') {
  const audio = await toneMp3(1_200)
  const server = await faultServer(workingService(audio))
  const desk = testDesk(server.baseUrl)
  const path = documentFile(desk.folder, 'Tides of May.txt', Buffer.from(words))
  const order = desk.order({ path })
  const { job: document } = await desk.documents.start(order)
  const finished = await desk.until(document.id, 'completed')
  return { audio, server, desk, order, path, finished }
}

describe('a document', () => {
  test('is sent as a form, the file last and byte for byte, with its password', async () => {
    const server = await faultServer()
    const desk = testDesk(server.baseUrl)
    const bytes = Buffer.from('\r\n--boundary\r\nänd so on')
    const path = documentFile(desk.folder, 'Tides “of” "May" ä.odt', bytes)
    const { job: document } = await desk.documents.start(
      desk.order({ path, speed: 1.25, password: CANARY_PASSWORD }),
    )
    await desk.until(document.id, 'accepted')

    const [sent] = server.submissions
    expect(sent?.path).toBe('/uapi/v1/document-to-speech')
    expect(sent?.headers['x-api-key']).toBe(CANARY_KEY)
    const form = await new Response(sent?.body, {
      headers: { 'content-type': String(sent?.headers['content-type']) },
    }).formData()
    const { file, ...fields } = Object.fromEntries(form)
    expect(fields).toEqual({
      model: 'tts-1',
      voice_id: 'OA001',
      speed: '1.25',
      file_password: CANARY_PASSWORD,
    })
    expect([...form.keys()].at(-1)).toBe('file')
    if (!(file instanceof File)) throw new Error('The form has no file')
    expect(file.name).toBe('Tides “of” "May" ä.odt')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(Number(sent?.headers['content-length'])).toBe(Buffer.byteLength(sent?.body ?? ''))
  })

  test('that is a text in another encoding is sent in UTF-8, and differs from the same file read in a third encoding', async () => {
    const server = await faultServer(workingService(await toneMp3(1_200)))
    const desk = testDesk(server.baseUrl)
    const path = documentFile(desk.folder, 'kun.txt', Buffer.from([0x6b, 0xf9, 0xf2, 0x0a]))
    const sentTexts: string[] = []
    for (const encoding of ['windows-1250', 'windows-1252'] as const) {
      const { job: document, isNew } = await desk.documents.start(desk.order({ path, encoding }))
      expect(isNew).toBe(true)
      await desk.until(document.id, 'completed')
      const { body, headers } = server.submissions.at(-1) ?? {}
      const type = { 'content-type': String(headers?.['content-type']) }
      const file = (await new Response(body, { headers: type }).formData()).get('file')
      if (!(file instanceof File)) throw new Error('The form has no file')
      sentTexts.push(await file.text())
      expect(document.document?.sizeBytes).toBe(file.size)
      const how = { password: null, readImport, newId: sequentialIds('s') }
      const records = await storyOfDocument(desk.documents.finished(document.id), how)
      const text = sentTexts.at(-1)?.trim()
      expect(records).toContainEqual(expect.objectContaining({ type: 'block', text }))
    }
    expect(sentTexts).toEqual(['kůň\n', 'kùò\n'])
    expect(await desk.documents.start(desk.order({ path, encoding: 'windows-1250' }))).toMatchObject({
      isNew: false,
    })
  })

  test('is reported from its upload to its audio, which is stored whole', async () => {
    const { audio, server, desk, finished } = await finishedDocument()
    expect(desk.told.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['sending', 'accepted', 'completed']),
    )
    expect(finished).toMatchObject({
      usedCredits: 5,
      document: { name: 'Tides of May.txt', isProtected: false },
    })
    const { projectId, audioId, durationMs } = finished
    expect(Math.abs((durationMs ?? 0) - 1_200)).toBeLessThan(30)
    const stored = projectId === null ? undefined : desk.findAudio(projectId)
    expect(Buffer.from(stored?.read(audioId ?? '', 0, 1e9) ?? [])).toEqual(Buffer.from(audio))
    expect(server.submissions).toHaveLength(1)
    expect(desk.reports).toEqual([])
  })

  test('that was converted is not bought again, even under another name', async () => {
    const { server, desk, order, path, finished } = await finishedDocument()
    const renamed = documentFile(desk.folder, 'same.txt', readFileSync(path))
    const again = await desk.documents.start({ ...order, path: renamed })
    expect(again.isNew).toBe(false)
    const { activity, revision } = again.job
    expect(again.job).toEqual({ ...finished, activity, revision })
    expect(server.submissions).toHaveLength(1)
    const slower = await desk.documents.start({ ...order, speed: 2 })
    expect(slower.isNew).toBe(true)
    await desk.until(slower.job.id, 'completed')
    expect(server.submissions).toHaveLength(2)
    expect(desk.documents.list().map((job) => job.document?.speed)).toEqual([2, 1])
  })

  test('started twice at once is sent once', async () => {
    const server = await faultServer(workingService(await toneMp3(300)))
    const desk = testDesk(server.baseUrl)
    const order = desk.order()
    const [one, other] = await Promise.all([desk.documents.start(order), desk.documents.start(order)])
    expect(other.job.id).toBe(one.job.id)
    await desk.until(one.job.id, 'completed')
    expect(server.submissions).toHaveLength(1)
  })

  test('is followed again after a restart', async () => {
    const audio = await toneMp3(300)
    let isReady = false
    const working = workingService(audio)
    const server = await faultServer({
      ...working,
      history: (response, asked, uuid) =>
        isReady
          ? working.history(response, asked, uuid)
          : sendJson(response, 200, recordBody({ uuid, status: 11 })),
    })
    const before = testDesk(server.baseUrl)
    const { job: document } = await before.documents.start(before.order({ password: CANARY_PASSWORD }))
    await before.until(document.id, 'accepted')
    await before.close()
    isReady = true

    const after = testDesk(server.baseUrl, before.folder)
    after.resume()
    const finished = await after.until(document.id, 'completed')
    expect(finished.document?.isProtected).toBe(true)
    expect(server.submissions).toHaveLength(1)
    await after.close()
    expect(filesAsText(`${after.folder}/documents`)).not.toContain(CANARY_PASSWORD)
  })

  test('that a service could not convert says why, and can be dismissed', async () => {
    const server = await faultServer({
      history: (response, _, uuid) =>
        sendJson(response, 200, recordBody({ uuid, status: 3, error_message: 'The document is a scan.' })),
    })
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order())
    expect(await desk.until(document.id, 'failed')).toMatchObject({
      error: { code: 'conversion-failed', params: { message: 'The document is a scan.' } },
    })
    expect(desk.documents.orderOf(document.id)).toMatchObject({
      ...desk.order(),
      path: expect.any(String) as string,
    })
    await desk.dismiss(document.id)
    expect(desk.told.at(-1)?.state).toBe('dismissed')
    expect(desk.documents.list()).toEqual([])
  })

  test('does not keep a password that a service repeats in a failure, or the message after a restart', async () => {
    let status = 1
    const server = await faultServer({
      history: (response, _, uuid) =>
        sendJson(response, 200, recordBody({ uuid, status, error_message: `no ${CANARY_PASSWORD}, sorry` })),
    })
    const before = testDesk(server.baseUrl)
    const password = CANARY_PASSWORD
    const first = await before.documents.start(before.order({ password }))
    await before.until(first.job.id, 'accepted')
    const second = await before.documents.start(before.order({ password, speed: 2 }))
    await before.until(second.job.id, 'accepted')
    before.stop(second.job.id)
    status = 3
    expect(await before.until(first.job.id, 'failed')).toMatchObject({
      error: { code: 'conversion-failed', params: { message: 'no •••, sorry' } },
    })
    await before.close()

    const after = testDesk(server.baseUrl, before.folder)
    after.resume()
    expect(await after.until(second.job.id, 'failed')).toMatchObject({
      error: { params: { message: '•••' } },
    })
    await after.close()
    expect(filesAsText(after.folder) + JSON.stringify([before.told, after.told])).not.toContain(password)
  })

  test('does not keep a password that a service repeats in a refused query', async () => {
    const server = await faultServer({
      history: (response, asked, uuid) =>
        asked === 0
          ? sendJson(response, 200, recordBody({ uuid }))
          : sendJson(response, 422, { success: false, message: `gone with ${CANARY_PASSWORD}` }),
    })
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order({ password: CANARY_PASSWORD }))
    const told = (id: string) => desk.documents.list().find((one) => one.id === id)
    await eventually(() =>
      expect(told(document.id)).toMatchObject({
        state: 'accepted',
        error: { code: 'service-refused', params: { message: 'gone with •••' } },
      }),
    )
    await desk.close()
    expect(filesAsText(desk.folder)).not.toContain(CANARY_PASSWORD)
  })

  test('that is no longer followed can be followed again', async () => {
    const working = workingService(await toneMp3(300))
    let isReady = false
    let hasAsked = () => {}
    const asked = new Promise<void>((resolve) => (hasAsked = resolve))
    const server = await faultServer({
      ...working,
      history(response, count, uuid) {
        hasAsked()
        if (isReady) working.history(response, count, uuid)
        else sendJson(response, 200, recordBody({ uuid, status: 1, status_percentage: 40 }))
      },
    })
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order())
    await asked
    desk.stop(document.id)
    await expect.poll(() => desk.documents.list()[0]).toMatchObject({ state: 'accepted', activity: null })
    isReady = true
    await desk.resumeJob(document.id)
    await desk.until(document.id, 'completed')
    expect(server.submissions).toHaveLength(1)
  })

  test('whose service is unreachable accepts audio that the writer provides', async () => {
    const audio = await toneMp3(300)
    const server = await faultServer()
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order())
    const waiting = await desk.until(document.id, 'accepted')
    await expect
      .poll(() => desk.documents.list()[0])
      .toMatchObject({ activity: null, error: { code: 'service-no-history' } })
    const path = documentFile(desk.folder, 'brought.mp3', Buffer.from(audio))
    await desk.fetch(waiting.id, { last: null, byHand: { path } })
    expect(desk.documents.list()[0]?.state).toBe('completed')
    expect(server.submissions).toHaveLength(1)
  })

  test.each([
    ['of another format', 'picture.png', Buffer.from('x'), 'document-format-unknown'],
    ['that is empty', 'empty.docx', Buffer.alloc(0), 'document-empty'],
    ['of more than 100 MB', 'huge.pdf', Buffer.alloc(100 * 1024 * 1024 + 1), 'document-too-large'],
  ])('%s is refused before anything is sent', async (_, name, bytes, code) => {
    const server = await faultServer()
    const desk = testDesk(server.baseUrl)
    const path = documentFile(desk.folder, name, bytes)
    await expect(desk.documents.start(desk.order({ path }))).rejects.toMatchObject({ code })
    expect(desk.documents.list()).toEqual([])
    expect(server.submissions).toHaveLength(0)
  })

  test('is kept in a separate file by a second Fabula with the same folder', async () => {
    const { server, desk } = await finishedDocument()
    const other = testDesk(server.baseUrl, desk.folder)
    expect(other.documents.list()).toEqual([])
    expect(other.library.isHeldElsewhere()).toBe(true)
    expect(desk.library.isHeldElsewhere()).toBe(false)
    const { job: document } = await other.documents.start(other.order())
    await other.until(document.id, 'completed')
    expect(desk.documents.list()).toHaveLength(1)
  })
})

describe('the audio of a document', () => {
  test('is exported byte for byte, after a tag with its title', async () => {
    const { audio, desk, finished } = await finishedDocument()
    const path = `${desk.folder}/out.mp3`
    await mixdown({
      project: mixdownOfDocument(desk.documents.finished(finished.id)),
      settings: EXPORT_PRESETS.none,
      path,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    const file = readFileSync(path)
    expect(NodeID3.read(file).title).toBe('Tides of May')
    expect(file.subarray(-audio.length)).toEqual(Buffer.from(audio))
  })

  test('becomes the take of a story’s block with the document’s text', async () => {
    const { audio, desk, finished } = await finishedDocument()
    const document = desk.documents.finished(finished.id)
    const newId = sequentialIds('story')
    const records = await storyOfDocument(document, { password: null, readImport, newId })
    const project = newProject(`${desk.folder}/story.fabula`, records)
    await addDocumentAudio(project, document, { newId, nowMs: 1 })

    const story = project.story()
    expect(story.info).toMatchObject({ title: 'Tides of May', connectionId: 'hosted' })
    const [block] = blocksOf(story)
    if (block === undefined) throw new Error('The story has a block')
    expect(block).toMatchObject({ text: 'Once upon a tide.' })
    const take = findTake(story, block, indexTakes(project.takes()))
    expect(Buffer.from(project.audio.read(take?.audioId ?? '', 0, 1e9))).toEqual(Buffer.from(audio))
    expect(project.render()?.storyKey).toBe(storyKey(story))
    // Other text is another request: the audio no longer matches.
    project.commit({ put: [{ ...block, text: 'Once upon a time.' }], remove: [] })
    const [edited = block] = blocksOf(project.story())
    expect(findTake(project.story(), edited, indexTakes(project.takes()))).toBeUndefined()
  })

  test('becomes the render of a story with the document’s title, chapters and blocks', async () => {
    const audio = await toneMp3(1_200)
    const server = await faultServer(workingService(audio))
    const desk = testDesk(server.baseUrl)
    const html =
      '<html><head><title>The Ferry</title></head><body><h1>Copyright</h1><p>All rights reserved.</p>' +
      '<h1>One</h1><p>Once.</p><p>MIRA: “Late.”</p><h1>Two</h1><p>Twice.</p></body></html>'
    const path = documentFile(desk.folder, 'ferry.html', Buffer.from(html))
    const { job } = await desk.documents.start(desk.order({ path }))
    await desk.until(job.id, 'completed')
    const document = desk.documents.finished(job.id)
    const newId = sequentialIds('story')
    const records = await storyOfDocument(document, { password: null, readImport, newId })
    const project = newProject(`${desk.folder}/story.fabula`, records)
    await addDocumentAudio(project, document, { newId, nowMs: 1 })
    const story = project.story()
    expect(story.info).toMatchObject({
      title: 'The Ferry',
      connectionId: 'hosted',
      silenceRules: NO_SILENCES,
    })
    expect(story.info.defaults).toMatchObject({ voiceId: document.request.voiceId })
    // The audio also contains the headings, all in one voice.
    expect(outlineOfStory(story)).toEqual([
      ...['# Copyright', 'All rights reserved.'],
      ...['# One', 'Once.', 'MIRA: “Late.”'],
      ...['# Two', 'Twice.'],
    ])
    expect(story.info.speaksTitles).toBe(true)
    expect(story.cast).toEqual([])
    expect(project.takes()).toEqual([])
    const render = project.render()
    expect(Buffer.from(project.audio.read(render?.audioId ?? '', 0, 1e9))).toEqual(Buffer.from(audio))
    expect(isCurrentRender(story, render, indexTakes([]))).toBe(true)
  })

  test('does not become a story if the document’s file has changed', async () => {
    const { desk, finished, path } = await finishedDocument()
    writeFileSync(path, 'Something else.')
    const document = desk.documents.finished(finished.id)
    const tools = { password: null, readImport, newId: sequentialIds() }
    await expect(storyOfDocument(document, tools)).rejects.toMatchObject({ code: 'document-changed' })
  })
})
