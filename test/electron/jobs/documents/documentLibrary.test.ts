import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { addDocumentAudio, storyOfDocument } from '../../../../electron/app/handlers/documentHandlers.ts'
import { readImport } from '../../../../electron/lib/documents/import/readImport.ts'
import { newProject, sequentialIds } from '../../project/support.ts'
import { faultServer } from '../../speech/support.ts'
import { toneMp3, workingService } from '../engineSupport.ts'
import { documentFile, testDesk } from './support.ts'
import { long } from '../../../support/tags.ts'

const LONG_MS = 400_000

async function spokenDocument(durationMs = 300) {
  const audio = await toneMp3(durationMs)
  const server = await faultServer(workingService(audio))
  const desk = testDesk(server.baseUrl)
  const order = desk.order({ path: documentFile(desk.folder, 'Tides.txt', Buffer.from('The tide.\n')) })
  const { job: document } = await desk.documents.start(order)
  await desk.until(document.id, 'completed')
  return {
    audio,
    server,
    desk,
    order,
    id: document.id,
    file: join(desk.folder, 'documents/documents.fabula'),
  }
}

describe('a finished document that is deleted', () => {
  test('disappears from the list, and its audio from the disk', long, async () => {
    const { audio, server, desk, order, id, file } = await spokenDocument(LONG_MS)
    expect(audio.length).toBeGreaterThan(1_000_000)
    const { projectId } = desk.documents.finished(id).project
    const audioId = desk.documents.finished(id).audioId
    const before = statSync(file).size

    await desk.documents.remove(id)
    expect(desk.documents.list()).toEqual([])
    expect(desk.told.at(-1)?.state).toBe('dismissed')
    expect(desk.findAudio(projectId)?.find(audioId)).toBeUndefined()
    expect(statSync(file).size).toBeLessThan(before - audio.length)
    await desk.documents.remove(id) // nothing more to do

    // A request is now a new conversion.
    const { job: document, isNew } = await desk.documents.start(order)
    expect(isNew).toBe(true)
    await desk.until(document.id, 'completed')
    expect(server.submissions).toHaveLength(2)
    await desk.close()
    expect(testDesk(server.baseUrl, desk.folder).documents.list()).toHaveLength(1)
  })

  test('keeps its cost in the record, and leaves the story made from it unchanged', async () => {
    const { audio, desk, id } = await spokenDocument()
    const document = desk.documents.finished(id)
    const newId = sequentialIds('story')
    const tools = { password: null, readImport, newId }
    const project = newProject(`${desk.folder}/story.fabula`, await storyOfDocument(document, tools))
    await addDocumentAudio(project, document, { newId, nowMs: 1 })

    await desk.documents.remove(id)
    const [take] = project.takes()
    expect(Buffer.from(project.audio.read(take?.audioId ?? '', 0, 1e9))).toEqual(Buffer.from(audio))
    expect(document.project.jobs.find(id)).toMatchObject({
      state: 'dismissed',
      usedCredits: 5,
      audioId: null,
    })
  })

  test('stays until everything that reads its audio has finished', async () => {
    const { desk, id } = await spokenDocument()
    const { project, audioId } = desk.documents.finished(id)
    const reading = Promise.withResolvers<undefined>()
    void desk.documents.hold(reading.promise)
    const removed = desk.documents.remove(id)
    await Promise.resolve()
    expect(project.audio.find(audioId)).toBeDefined()
    reading.resolve(undefined)
    await removed
    expect(project.audio.find(audioId)).toBeUndefined()
  })

  test('does not keep the app from closing while something reads for a long time', async () => {
    const { desk, id } = await spokenDocument()
    void desk.documents.hold(new Promise(() => undefined))
    const removed = desk.documents.remove(id)
    await desk.close()
    await removed
    const next = testDesk('http://127.0.0.1:9', desk.folder)
    expect(next.documents.list().map((document) => document.id)).toEqual([id])
  })

  test('whose audio was already lost can be dismissed', async () => {
    const { desk, id } = await spokenDocument()
    const { project, audioId } = desk.documents.finished(id)
    project.audio.remove(audioId)
    expect(desk.documents.list()[0]).toMatchObject({ state: 'completed', durationMs: null })
    await desk.dismiss(id)
    expect(desk.documents.list()).toEqual([])
  })
})

describe('a library of documents', () => {
  const damages: readonly [what: string, code: string, damage: (file: string) => void][] = [
    ['that is no library', 'documents-damaged', (file) => writeFileSync(file, 'Not a library at all.')],
    ['that is cut short', 'documents-damaged', (file) => truncateSync(file, 9_000)],
    [
      'of a newer version',
      'documents-newer',
      (file) => {
        const db = new DatabaseSync(file)
        db.exec('PRAGMA user_version = 99')
        db.close()
      },
    ],
  ]

  test.each(damages)('%s is reported, set aside unchanged, and replaced', async (_, code, damage) => {
    const { server, desk, order, file } = await spokenDocument()
    await desk.close()
    damage(file)
    const bytes = readFileSync(file)

    const next = testDesk(server.baseUrl, desk.folder)
    next.resume()
    expect(() => next.documents.list()).toThrow(expect.objectContaining({ code }))
    await expect(next.documents.start(order)).rejects.toMatchObject({ code })
    expect(readFileSync(file)).toEqual(bytes)
    expect(server.submissions).toHaveLength(1)

    const aside = next.library.setAside()
    expect(readFileSync(aside ?? '')).toEqual(bytes)
    expect(next.documents.list()).toEqual([])
    const { job: document } = await next.documents.start(order)
    await next.until(document.id, 'completed')
    expect(next.reports).toEqual([])
  })

  test('that another program has open is reported as such until it is free', async () => {
    const { desk, id, file } = await spokenDocument()
    await desk.close()
    const other = new DatabaseSync(file)
    other.exec('BEGIN EXCLUSIVE')
    const next = testDesk('http://127.0.0.1:9', desk.folder)
    expect(next.documents.list()).toEqual([])
    expect(next.library.isHeldElsewhere()).toBe(true)
    expect(next.library.setAside()).toBeNull()
    other.close()
    expect(next.documents.list().map((document) => document.id)).toEqual([id])
    expect(next.library.isHeldElsewhere()).toBe(false)
  })

  test('that can be read is not set aside', async () => {
    const { desk, id, file } = await spokenDocument()
    expect(desk.library.setAside()).toBeNull()
    await desk.close()
    const next = testDesk('http://127.0.0.1:9', desk.folder)
    expect(next.library.setAside()).toBeNull()
    expect(next.documents.list().map((document) => document.id)).toEqual([id])
    expect(existsSync(file)).toBe(true)
  })

  test('set aside twice leaves both files under different names', async () => {
    const desk = testDesk('http://127.0.0.1:9')
    await desk.documents.start(desk.order())
    await desk.close()
    const folder = join(desk.folder, 'documents')
    for (const words of ['one', 'two']) {
      writeFileSync(join(folder, 'documents.fabula'), words)
      expect(testDesk('http://127.0.0.1:9', desk.folder).library.setAside()).toMatch(/set-aside-\d\.fabula$/)
    }
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(kept.toSorted()).toEqual(['one', 'two'])
  })
})
