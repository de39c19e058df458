import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReviews, type Reviews } from '../../../electron/app/reviews.ts'
import { createDocumentReader } from '../../../electron/lib/documents/documentReader.ts'
import { AS_FOUND, type ReviewChoices } from '../../../shared/import/reviewView.ts'
import type { OpenReview } from '../../../shared/ipc/importContract.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { countingIds } from '../lib/documents/storyText.ts'

const WORKER = new URL('../../../electron/lib/documents/documentWorker.ts', import.meta.url)
const SCENE = '# Gate\n\n“Wait,” said Mira.\n\n# Hall\n\nIt rained.\n'

let folder: string
/** One thread at a time. */
let reviews: Reviews
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-reviews-'))
  reviews = createReviews({
    reader: createDocumentReader({ workerUrl: WORKER }),
    readStory: () => storyFromRecords([]),
    newId: countingIds(),
    mostThreads: 1,
  })
})
afterAll(async () => {
  await reviews.close()
  await rm(folder, { recursive: true })
})

async function open(name: string): Promise<{ readonly path: string; readonly opened: OpenReview }> {
  const path = join(folder, name)
  await writeFile(path, SCENE)
  return { path, opened: await reviews.open({ file: path }) }
}

const usualOf = ({ source }: OpenReview): ReviewChoices => ({ mapping: AS_FOUND, options: source.usual })

async function textsOf({ review }: OpenReview, choices: ReviewChoices): Promise<string[]> {
  const records = await reviews.ask(review, { kind: 'records', choices, by: { narrator: 'Narrator' } })
  return records.flatMap((record) =>
    record.type === 'block' ? [record.text] : record.type === 'chapter' ? [`# ${record.title}`] : [],
  )
}

describe('a review', () => {
  it('answers with each caller’s own decisions, even after its file was read again', async () => {
    const { opened: first } = await open('scene.md')
    // Its thread is replaced by that of the second.
    const { opened: second } = await open('other.md')
    const usual = usualOf(first)
    const withoutHall = {
      ...usual,
      options: {
        ...usual.options,
        chapters: usual.options.chapters.map((chapter) => ({
          ...chapter,
          isIncluded: chapter.title === 'Gate',
        })),
      },
    }
    const [all, some] = await Promise.all([textsOf(second, usualOf(second)), textsOf(first, withoutHall)])
    expect(all).toEqual(['# Gate', '“Wait,”', 'said Mira.', '# Hall', 'It rained.'])
    expect(some).toEqual(['# Gate', '“Wait,”', 'said Mira.'])
  })

  it('reports that its file changed, and goes on if the change is reverted', async () => {
    const { path, opened } = await open('changing.md')
    await reviews.open({ file: { name: 'text', bytes: Buffer.from('Once.') } })
    await writeFile(path, 'Something else.\n')
    await expect(textsOf(opened, usualOf(opened))).rejects.toMatchObject({
      code: 'import-file-changed',
      params: { name: 'changing.md' },
    })
    await writeFile(path, SCENE)
    expect(await textsOf(opened, usualOf(opened))).toHaveLength(5)
  })

  it('refuses options that its file does not have', async () => {
    const { opened } = await open('scene.md')
    const usual = usualOf(opened)
    const [chapter] = usual.options.chapters
    if (chapter === undefined) throw new Error('The scene has chapters')
    const wrong: Partial<ReviewChoices['options']>[] = [
      { chapters: [{ ...chapter, sections: [9] }] },
      { chapters: [chapter, chapter] },
      { lines: [[7, { isAccepted: true }]] },
      { lines: [[0, { speaker: 'nobody' }]] },
    ]
    for (const options of wrong)
      await expect(
        textsOf(opened, { ...usual, options: { ...usual.options, ...options } }),
      ).rejects.toMatchObject({ code: 'bad-request' })
    const map = reviews.ask(opened.review, { kind: 'map', mapping: { sheet: 3 } })
    await expect(map).resolves.toMatchObject({ source: { table: null } })
  })

  it('that has ended is reported as ended', async () => {
    const { opened } = await open('scene.md')
    await reviews.end(opened.review)
    await expect(textsOf(opened, usualOf(opened))).rejects.toMatchObject({ code: 'import-review-over' })
  })
})
