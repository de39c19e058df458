import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { startChild } from './childProcess.ts'
import {
  fingerprint,
  newProject,
  randomNumbers,
  refusalOf,
  reopen,
  storyOfBlocks,
  tempFolder,
  writeText,
} from './support.ts'
import { long } from '../../support/tags.ts'

/** More kills follow if none has interrupted a transaction yet, since that is a matter of chance. */
const KILLS = { least: 20, most: 80 }

describe('a killed program', () => {
  it(`loses nothing that it had committed, ${String(KILLS.least)} times over`, long, async () => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    const blocks = storyOfBlocks(20).map((record) =>
      record.type === 'block' ? { ...record, text: '0' } : record,
    )
    newProject(path, blocks).close()
    const random = randomNumbers(42)
    let acknowledged = 0
    let cutShort = 0

    for (let kill = 0; kill < (cutShort > 0 ? KILLS.least : KILLS.most); kill += 1) {
      const child = startChild('commit', path)
      const enough = 1 + Math.floor(random() * 12)
      for (let said = 0; said < enough; said += 1) acknowledged = Number(await child.line())
      // The next commit has just begun, is half done or is complete.
      await delay(random() * 5)
      const rest = await child.kill()
      acknowledged = Number(rest.at(-1) ?? acknowledged)
      if (hasHotJournal(path)) cutShort += 1

      const project = reopen(path)
      const texts = new Set(blocksOf(project.story()).map((block) => block.text))
      expect(texts.size, 'a commit is there in full or not at all').toBe(1)
      expect(
        Number([...texts][0]) - acknowledged,
        'only the commit under way may be there besides',
      ).toBeOneOf([0, 1])
      acknowledged = Number([...texts][0])
      const { past } = project.takeHistory('page', [])
      expect(past.at(-1)?.id ?? '0', 'the history goes with the story').toBe(String(acknowledged))
      const last = project.readSteps(past.slice(-1).map(({ id }) => id)).edits[0]?.inverse.put[0]
      expect(last?.type === 'block' ? last.text : '', 'undo goes back one commit').toBe(
        String(acknowledged - 1),
      )
      project.close()
      expect(readdirSync(folder)).toEqual(['story.fabula'])
      expect(checkAll(path)).toEqual({ report: 'ok', strayChunks: 0 })
    }
    expect(cutShort, 'some of the kills cut a transaction short').toBeGreaterThan(0)
  })

  it('leaves the story unchanged if it was in the middle of a transaction', async () => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    const project = newProject(path, storyOfBlocks(5000))
    const before = project.story()
    project.close()
    const { hash } = fingerprint(path)

    await startChild('die', path).ended()
    expect(fingerprint(path).hash).not.toBe(hash)
    expect(hasHotJournal(path)).toBe(true)

    const again = reopen(path)
    expect(again.story()).toEqual(before)
    again.close()
    expect(readdirSync(folder)).toEqual(['story.fabula'])
    expect(fingerprint(path).hash).toBe(hash)
  })
})

describe('a story that is open in another program', () => {
  it('is refused within a second and a half, and stays with that program', long, async () => {
    const path = join(tempFolder(), 'story.fabula')
    newProject(path).close()
    const other = startChild('hold', path)
    expect(await other.line()).toBe('open')
    const before = fingerprint(path)

    const start = performance.now()
    expect(refusalOf(() => reopen(path))).toBe('project-locked')
    expect(performance.now() - start).toBeLessThan(1500)
    expect(fingerprint(path)).toEqual(before)
    expect(readdirSync(join(path, '..'))).toEqual(['story.fabula'])

    await other.kill()
    writeText(reopen(path), 'free again')
  })

  it('is not replaced by Save As', long, async () => {
    const folder = tempFolder()
    const target = join(folder, 'target.fabula')
    newProject(target).close()
    const project = newProject(join(folder, 'story.fabula'))
    const other = startChild('hold', target)
    expect(await other.line()).toBe('open')
    await expect(project.saveAs(target)).rejects.toMatchObject({ code: 'project-locked' })
    writeText(project, 'goes on')
  })

  it('opens in exactly one of several programs that try at the same time', long, async () => {
    const path = join(tempFolder(), 'story.fabula')
    newProject(path).close()
    const children = Array.from({ length: 4 }, () => startChild('hold', path))
    const answers = await Promise.all(children.map((child) => child.line()))
    expect(answers.toSorted()).toEqual(['open', 'project-locked', 'project-locked', 'project-locked'])
  })
})

/** SQLite plays back a journal whose first byte is not zero (https://www.sqlite.org/lockingv3.html#hot_journals). */
function hasHotJournal(path: string): boolean {
  try {
    const journal = readFileSync(`${path}-journal`)
    return journal.length > 0 && journal[0] !== 0
  } catch {
    return false
  }
}

function checkAll(path: string): { report: unknown; strayChunks: unknown } {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const stray = db
      .prepare('SELECT count(*) AS n FROM audio_chunks WHERE audio_id NOT IN (SELECT id FROM audio)')
      .get()
    return {
      report: db.prepare('PRAGMA integrity_check').get()?.['integrity_check'],
      strayChunks: stray?.['n'],
    }
  } finally {
    db.close()
  }
}
