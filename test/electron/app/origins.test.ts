import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findNewer, knownOf, originOf } from '../../../electron/app/origins.ts'
import { packOptions } from '../../../shared/import/reviewView.ts'
import { defaultOptions } from '../../../shared/import/options.ts'
import type { Origin } from '../../../shared/import/origin.ts'
import { sourceOf } from '../../../shared/import/source.ts'
import { updateChange } from '../../../shared/import/updateChange.ts'
import { usuallyTaken } from '../../../shared/import/updateStory.ts'
import { apply } from '../../../shared/story/changes.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { outlineOfStory } from '../lib/documents/storyText.ts'
import { openTestApp, type TestApp } from '../../support/testApp.ts'

const { chapters: _, ...options } = packOptions(defaultOptions(sourceOf('', [])))
const { pieces, joinsLines, speaksTitles, keepsTimes, blockSize, isExpressive, speakers } = options
const way = {
  ...{ mapping: { sheet: null }, header: null, included: [], excluded: [] },
  ...{ pieces, joinsLines, speaksTitles, keepsTimes, blockSize, isExpressive, speakers },
}
const originAt = (path: string, imported: Record<string, string> = {}): Origin => ({
  ...{ name: path.split('/').at(-1) ?? '', path, sha256: '0'.repeat(64), modifiedMs: 0, readAs: null },
  ...{ way, imported },
})

describe('the source file of a story', () => {
  const first = originAt('/a/one.txt', { b1: 'x', b2: 'x' })
  const second = originAt('/a/two.txt', { b2: 'x', b3: 'x' })

  it('is recognized by its path, by its name, or as the only one', () => {
    expect(originOf([first, second], { name: 'two.txt', path: '/a/two.txt' })).toBe(second)
    expect(originOf([first, second], { name: 'two.txt', path: '/b/two.txt' })).toBe(second)
    expect(originOf([first, second], { name: 'three.txt', path: '/b/three.txt' })).toBeNull()
    expect(originOf([first], { name: 'one, second draft.txt', path: '/b/one2.txt' })).toBe(first)
    expect(originOf([first], null)).toBeNull()
  })

  it('does not count text from other files as missing', () => {
    expect(knownOf([first, second], first).others).toEqual(new Set(['b3']))
    expect(knownOf([first, second], null)).toEqual({ imported: null })
  })

  it('is not looked for on other computers, or without an absolute path', async () => {
    for (const path of ['//host/share/one.txt', '\\\\host\\share\\one.txt', 'one.txt'])
      expect(await findNewer([originAt(path)])).toBeNull()
  })
})

describe('a story made from a file', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await openTestApp({ hasVoice: false })
  })
  afterEach(() => app.close())

  it('offers the update once the file’s content changes, and not again after the update', async () => {
    const path = join(app.home, 'folder', 'tides.txt')
    writeFileSync(path, 'The tide came in.\n\nNobody saw it.\n')
    const { handlers } = app
    const open = async () => {
      const files = await app.files.list('open')
      const ref = files.find(({ name }) => name === 'tides.txt')?.ref
      if (ref === undefined) throw new Error('The folder has the file')
      return ref
    }
    const narrator = 'Narrator'
    const read = await handlers['import:readFile']({ ref: await open(), password: null })
    if (read === null) throw new Error('The file is reviewed')
    const choices = { mapping: { sheet: null }, options: read.source.usual }
    const { records } = await handlers['import:storyRecords']({ review: read.review, choices, narrator })
    expect(JSON.stringify(records)).not.toContain(path)
    const { projectId, revision } = await handlers['import:makeStory']({ review: read.review })
    expect(await handlers['import:newerFile']({ projectId })).toBeNull()

    // A new modification time alone is not a change.
    const later = new Date(Date.now() + 60_000)
    utimesSync(path, later, later)
    expect(await handlers['import:newerFile']({ projectId })).toBeNull()
    writeFileSync(path, 'The tide came in.\n\nNobody saw it come.\n')
    utimesSync(path, later, later)
    const newer = await handlers['import:newerFile']({ projectId })
    expect(newer).toMatchObject({ name: 'tides.txt', modifiedMs: later.getTime() })
    if (newer === null) throw new Error('The file is newer')

    const again = await handlers['import:readFile']({ ref: newer.ref, password: null })
    if (again === null) throw new Error('The file is reviewed')
    const { review } = again
    const compared = await handlers['import:compare']({ review, choices: null, projectId, narrator })
    expect(compared.isKnown).toBe(true)
    const story = storyFromRecords(records)
    const change = updateChange(story, compared.update, usuallyTaken(compared.update))
    await handlers['project:change']({ projectId, revision, changeId: 'c1', change })
    await handlers['import:updated']({ review, projectId })
    expect(outlineOfStory(apply(story, change))).toEqual(['The tide came in.', 'Nobody saw it come.'])
    const { update } = await handlers['import:compare']({ review, choices: null, projectId, narrator })
    expect(update.differences).toEqual([])
    expect(await handlers['import:newerFile']({ projectId })).toBeNull()
  })
})
