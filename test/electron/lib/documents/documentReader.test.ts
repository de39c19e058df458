import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { AS_FOUND } from '../../../../shared/import/reviewView.ts'
import { createDocumentReader } from '../../../../electron/lib/documents/documentReader.ts'
import { divideDocument } from '../../../../electron/lib/documents/documentSections.ts'
import { PART_SEPARATOR, type DocumentPart } from '../../../../electron/lib/documents/formats/documentText.ts'
import type { ReadingProgress } from '../../../../shared/ipc/importContract.ts'

import { novelEpub } from '../../../support/novelEpub.ts'
import { long } from '../../../support/tags.ts'

const folder = mkdtempSync(join(tmpdir(), 'fabula-reader-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WORKER = new URL('../../../../electron/lib/documents/documentWorker.ts', import.meta.url)
const still = () => new AbortController().signal

function worker(name: string, source: string): URL {
  const path = join(folder, name)
  writeFileSync(path, source)
  return pathToFileURL(path)
}

describe('a document', () => {
  it('is read in a separate thread, and its error is returned', async () => {
    const path = join(folder, 'text')
    writeFileSync(path, 'Chapter 1\n\nHello there.')
    const reader = createDocumentReader({ workerUrl: WORKER })
    expect(await reader.readSections({ path, name: 'a.txt', password: null }, still())).toEqual([
      { name: 'Chapter 1', text: 'Chapter 1\n\nHello there.' },
    ])
    await expect(reader.readSections({ path, name: 'a.pdf', password: null }, still())).rejects.toMatchObject(
      {
        code: 'document-mislabelled',
        params: { extension: '.pdf', actual: '.txt' },
      },
    )
  })

  it('that takes too long is abandoned, and the next one is read', long, async () => {
    const workerUrl = worker('slow.mjs', 'for (;;);')
    const reader = createDocumentReader({ workerUrl, timeoutMs: 200 })
    const jobs = [1, 2, 3].map(() =>
      reader.readSections({ path: '', name: 'a.txt', password: null }, still()),
    )
    for (const result of await Promise.allSettled(jobs)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'document-too-complex' } })
    }
  })

  it('that takes too much memory is abandoned, and the next one is read', long, async () => {
    const large = join(folder, 'large')
    writeFileSync(large, 'The tide came in. '.repeat(10).concat('\n\n').repeat(300_000))
    const small = join(folder, 'small')
    writeFileSync(small, 'a')
    const reader = createDocumentReader({ workerUrl: WORKER, memoryMb: 80 })
    const refused = reader.readSections({ path: large, name: 'a.txt', password: null }, still())
    await expect(refused).rejects.toMatchObject({ code: 'document-too-complex' })
    expect(await reader.readSections({ path: small, name: 'a.txt', password: null }, still())).toHaveLength(1)
  })

  it('is abandoned when nobody waits for it any longer', async () => {
    const reader = createDocumentReader({ workerUrl: worker('loop.mjs', 'for (;;);') })
    const caller = new AbortController()
    const job = reader.readSections({ path: '', name: 'a.txt', password: null }, caller.signal)
    caller.abort(new Error('gone'))
    await expect(job).rejects.toThrow('gone')
  })

  it('whose thread fails is reported as a fault, not as a refusal', async () => {
    const reader = createDocumentReader({ workerUrl: worker('broken.mjs', 'throw new Error("broken")') })
    await expect(reader.readSections({ path: '', name: 'a.txt', password: null }, still())).rejects.toThrow(
      'broken',
    )
  })
})

describe('a story', () => {
  it('is read in a separate thread, from a file or from bytes', async () => {
    const path = join(folder, 'tale.md')
    writeFileSync(path, '# One\n\nOnce.')
    const reader = createDocumentReader({ workerUrl: WORKER })
    expect(await reader.readImport({ file: path })).toMatchObject({ source: { title: 'tale' } })
    const bytes = Buffer.from('{"name": "x",')
    await expect(reader.readImport({ file: { name: 'a.json', bytes } })).rejects.toMatchObject({
      code: 'json-invalid',
    })
  })

  it('is reviewed in a thread that answers until it is ended', async () => {
    const reader = createDocumentReader({ workerUrl: WORKER })
    const file = { name: 'tale.txt', bytes: Buffer.from('“Wait,” said Mira.') }
    const { opened, thread } = await reader.openReview({ file })
    expect(opened.source).toMatchObject({ names: [['mira', 'Mira']], counts: [['mira', { lines: 1 }]] })
    const choices = { mapping: AS_FOUND, options: opened.source.usual }
    const window = { shown: { kind: 'chapter' as const, chapter: 0 }, from: 0, count: 10 }
    const { rows } = await thread.ask({ kind: 'rows', choices, window })
    expect(rows.map(({ entry }) => entry)).toMatchObject([{ text: '“Wait,”' }, { text: 'said Mira.' }])
    await thread.end()
    expect(thread.isAlive()).toBe(false)
    await expect(thread.ask({ kind: 'rows', choices, window })).rejects.toMatchObject({
      code: 'import-review-over',
    })
  })

  it('is reviewed in a thread that was prepared for it, and the next one in a new thread', async () => {
    const path = worker(
      'expects.mjs',
      `import { parentPort, workerData } from 'node:worker_threads'
       const tell = ({ source }) => parentPort.postMessage({ kind: 'read', value: { source, expected: workerData === null } })
       if (workerData === null) parentPort.once('message', tell)
       else tell(workerData)`,
    )
    const reader = createDocumentReader({ workerUrl: path })
    reader.expectReview()
    reader.expectReview()
    for (const [name, expected] of [
      ['first.txt', true],
      ['second.txt', false],
    ] as const) {
      const { opened, thread } = await reader.openReview({ file: { name, bytes: Buffer.from('') } })
      expect(opened).toMatchObject({ expected, source: { file: { name } } })
      await thread.end()
    }
  })

  it('is reviewed with the readers of the prepared thread', async () => {
    const reader = createDocumentReader({ workerUrl: WORKER })
    reader.expectReview()
    const file = { name: 'tale.txt', bytes: Buffer.from('“Wait,” said Mira.') }
    const { opened, thread } = await reader.openReview({ file })
    expect(opened.source.names).toEqual([['mira', 'Mira']])
    await thread.end()
  })

  it('reports its progress and its headings while it is read in portions', async () => {
    const reader = createDocumentReader({ workerUrl: WORKER })
    const { bytes } = novelEpub(10_000)
    const told: ReadingProgress[] = []
    await reader.readImport({ file: { name: 'novel.epub', bytes } }, still(), (progress) =>
      told.push(progress),
    )
    expect(told[0]).toEqual({ done: 1, total: 3, titles: ['Copyright'] })
  })

  it('that takes too long is abandoned', long, async () => {
    const reader = createDocumentReader({ workerUrl: worker('endless.mjs', 'for (;;);'), timeoutMs: 200 })
    await expect(reader.readImport({ file: 'a.md' })).rejects.toMatchObject({ code: 'document-too-complex' })
  })

  it.each([
    ['paragraphs', 'a.txt', 'a\n\n'],
    ['paragraphs of Markdown', 'a.md', 'a\n\n'],
  ])(
    'with more %s than one story holds is refused with a clear message',
    long,
    async (_, name, paragraph) => {
      const reader = createDocumentReader({ workerUrl: WORKER })
      const bytes = Buffer.from(paragraph.repeat(150_000))
      await expect(reader.readImport({ file: { name, bytes } })).rejects.toMatchObject({
        code: 'document-too-many-paragraphs',
        params: { limit: 50_000 },
      })
    },
  )
})

describe('the sections of a document', () => {
  const textOf = (parts: readonly DocumentPart[]) => parts.map(({ text }) => text).join(PART_SEPARATOR)
  const part = (kind: DocumentPart['kind'], text: string): DocumentPart => ({ kind, text })

  it('extend from heading to heading, and together are the whole text', () => {
    const parts = [
      part('paragraph', 'Before.'),
      part('heading', 'One'),
      part('heading', 'and a half'),
      part('listItem', 'a'),
      part('heading', 'Two'),
      part('tableRow', 'b, c'),
    ]
    const sections = divideDocument(parts)
    expect(sections.map(({ name }) => name)).toEqual(['', 'One', 'Two'])
    expect(sections.map(({ text }) => text).join('')).toBe(textOf(parts))
  })

  it('are never long: they end at a paragraph, a sentence, a word, or between two characters', () => {
    const texts = [
      'p. '.repeat(10_000),
      'w '.repeat(60_000),
      '😀'.repeat(80_000),
      'Sentence one. '.repeat(9_000),
    ]
    const parts = texts.map((text) => part('paragraph', text.trim()))
    const sections = divideDocument([part('heading', 'H'), ...parts])
    expect(Math.max(...sections.map(({ text }) => text.length))).toBeLessThanOrEqual(50_000)
    expect(sections.map(({ text }) => text).join('')).toBe(textOf([part('heading', 'H'), ...parts]))
    expect(sections.every(({ name, text }) => name === 'H' && text.isWellFormed())).toBe(true)
    expect(sections.at(-1)?.text.startsWith('Sentence one.')).toBe(true)
  })
})
