import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_HISTORY_BYTES } from '../../../electron/project/historyStore.ts'
import type { Project } from '../../../electron/project/project.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import { KEPT_STEPS, MAX_STEP_RECORDS, type PageHistory } from '../../../shared/story/history.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { long } from '../../support/tags.ts'
import { firstBlock, newProject, reopen, storyOfBlocks, tempFolder } from './support.ts'

type Put = PageHistory['update']['put'][number]

const stepOf = (id: string): Put['step'] => ({
  ...{ id, label: 'edits.typing', subject: '', atMs: 1_700_000_000_000 },
  place: { blocks: 1, first: 1, name: '' },
})

const pageWith = (put: readonly Put[], more: Partial<PageHistory['update']> = {}): PageHistory => ({
  pageId: 'page',
  update: { put, undone: [], redone: [], removed: [], ...more },
})

/** Does an edit with its entry in the history, as a page does. */
function edit(project: Project, id: string, change: Change) {
  project.commit(change, undefined, pageWith([{ step: stepOf(id), isUndone: false, edit: 'sent' }]))
}

const write = (project: Project, text: string) => editText(project.story(), firstBlock(project).id, text)
const idsOf = (project: Project, pageId = 'next', others: readonly string[] = []) => {
  const { past, future } = project.takeHistory(pageId, others)
  return { past: past.map(({ id }) => id), future: future.map(({ id }) => id) }
}

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

function bytesIn(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true })
  const row = db.prepare('SELECT sum(length(edit)) AS bytes FROM history').get()
  db.close()
  return Number(row?.['bytes'])
}

describe('the history in a project file', () => {
  it('is still there after the file is reopened, with the changes and the inverse of each edit', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    const before = project.story()
    edit(project, 'one', write(project, 'One'))
    edit(project, 'two', write(project, 'Two'))
    project.commit(write(project, 'One'), undefined, pageWith([], { undone: ['two'] }))
    project.close()

    const again = reopen(path)
    expect(idsOf(again)).toEqual({ past: ['one'], future: ['two'] })
    const { edits, gone } = again.readSteps(['one', 'two'])
    expect(gone).toEqual([])
    const [one, two] = edits
    expect(apply(again.story(), one?.inverse ?? { put: [], remove: [] }).sequence).toEqual(before.sequence)
    expect(two?.change.put).toMatchObject([{ text: 'Two' }])
    again.commit(write(again, 'Two'), undefined, pageWith([], { redone: ['two'] }))
    expect(idsOf(again)).toEqual({ past: ['one', 'two'], future: [] })
  })

  it('does not contain a change that could not be written, and neither does the story', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    edit(project, 'one', write(project, 'One'))
    const broken = { ...stepOf('two'), atMs: null as unknown as number } // which SQLite refuses
    expect(() =>
      project.commit(
        write(project, 'Two'),
        undefined,
        pageWith([{ step: broken, isUndone: false, edit: 'sent' }]),
      ),
    ).toThrow()
    expect(firstBlock(project).text).toBe('One')
    project.close()
    const again = reopen(path)
    expect([firstBlock(again).text, idsOf(again).past]).toEqual(['One', ['one']])
  })

  it(`keeps the newest ${String(KEPT_STEPS)} edits`, () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    const put = Array.from({ length: KEPT_STEPS + 20 }, (_, index): Put => ({
      step: stepOf(`step-${String(index)}`),
      isUndone: false,
      edit: { change: write(project, String(index)), inverse: write(project, '') },
    }))
    project.commit(write(project, 'Last'), undefined, pageWith(put))
    const { past } = idsOf(project)
    expect([past.length, past[0], past.at(-1)]).toEqual([KEPT_STEPS, 'step-20', `step-${KEPT_STEPS + 19}`])
  })

  it('never exceeds its size limit: the oldest edits are dropped', long, () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    // Text that does not compress well.
    const edit = () => write(project, randomBytes(950_000).toString('hex'))
    const put = Array.from({ length: 10 }, (_, index): Put => ({
      step: stepOf(`step-${String(index)}`),
      isUndone: false,
      edit: { change: edit(), inverse: edit() },
    }))
    project.commit(write(project, 'Last'), undefined, pageWith(put))
    const { past } = idsOf(project)
    expect(past.at(-1)).toBe('step-9')
    expect(past.length).toBeLessThan(10)
    project.close()
    expect(bytesIn(path)).toBeLessThanOrEqual(MAX_HISTORY_BYTES)
  })

  it('starts again after an edit of too many records, so that nothing is undone out of order', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path, storyOfBlocks(MAX_STEP_RECORDS / 2 + 1))
    edit(project, 'small', write(project, 'Small'))
    const put = blocksOf(project.story()).map((block) => ({ ...block, name: 'x' }))
    edit(project, 'huge', { put, remove: [] })
    expect(idsOf(project).past).toEqual([])
    edit(project, 'next', write(project, 'Next'))
    expect(idsOf(project).past).toEqual(['next'])
  })

  it('keeps an entry as first written if the page sends it again', () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    edit(project, 'one', write(project, 'One'))
    edit(project, 'one', write(project, 'One')) // the answer was lost
    expect(project.readSteps(['one']).edits[0]?.inverse.put).toMatchObject([{ text: '' }])
  })

  it('belongs to the page that wrote it while that page is open', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    edit(project, 'one', write(project, 'One'))
    expect(idsOf(project, 'other', ['page'])).toEqual({ past: [], future: [] })
    expect(idsOf(project, 'page', []).past).toEqual(['one'])
    expect(idsOf(project, 'third', ['other']).past).toEqual(['one'])
    expect(idsOf(project, 'fourth', ['third'])).toEqual({ past: [], future: [] })
  })
})

describe('damaged or invalid history', () => {
  /** A closed story with three edits, one of them undone. */
  function story(): string {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    for (const id of ['one', 'two', 'three']) edit(project, id, write(project, id))
    project.commit(write(project, 'two'), undefined, pageWith([], { undone: ['three'] }))
    project.close()
    return path
  }

  it.each([
    ['bytes that are no gzip', "UPDATE history SET edit = x'00' WHERE id = 'two'", ['two', 'one']],
    ['records of a format without steps', "UPDATE history SET format = 0 WHERE id = 'two'", ['two', 'one']],
    ['an undone edit that is damaged', "UPDATE history SET edit = x'00' WHERE id = 'three'", ['three']],
  ])('is dropped along with what depends on it: %s', (_, sql, gone) => {
    const path = story()
    change(path, sql)
    const project = reopen(path)
    const { past, future } = idsOf(project)
    expect([past, future]).toEqual([['one', 'two'], ['three']])
    const read = project.readSteps(['three', 'two'])
    expect(read.gone.toSorted()).toEqual(gone.toSorted())
    expect([...idsOf(project).past, ...idsOf(project).future].toSorted()).toEqual(
      ['one', 'two', 'three'].filter((id) => !gone.includes(id)).toSorted(),
    )
    expect(firstBlock(project).text).toBe('two')
  })

  it.each([
    ['that removes the story', '"remove":[]', '"remove":["story"]'],
    ['with a second story', '"put":[', '"put":[{"type":"story","id":"other"},'],
    ['with a record of another type', '"type":"block","id":"block-0"', '"type":"chapter","id":"block-0"'],
    ['with a field that no record has', '"text"', '"texts"'],
  ])('is not returned for an edit %s', (_, from, to) => {
    const path = story()
    const db = new DatabaseSync(path)
    const row = db.prepare("SELECT edit FROM history WHERE id = 'two'").get()
    const json = gunzipSync(row?.['edit'] as Uint8Array).toString()
    expect(json).toContain(from)
    db.prepare("UPDATE history SET edit = ? WHERE id = 'two'").run(gzipSync(json.replace(from, to)))
    db.close()
    expect(reopen(path).readSteps(['two'])).toMatchObject({ edits: [], gone: ['one', 'two'] })
  })

  it('does not keep a story from being opened if the content of the edits is damaged', () => {
    const path = story()
    change(path, "UPDATE history SET json = '{' WHERE id = 'two'")
    const project = reopen(path)
    expect(idsOf(project)).toEqual({ past: [], future: ['three'] })
    expect(firstBlock(project).text).toBe('two')
  })
})
