import { chmodSync, closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storyContent } from '../../support/storyContent.ts'
import { canBeOrdinary, startChild } from './childProcess.ts'
import { canMount, makeReadOnly, smallDisk } from './smallDisk.ts'
import {
  bytesOf,
  fingerprint,
  firstBlock,
  newProject,
  refusalOf,
  refusalOfAsync,
  reopen,
  storyOfBlocks,
  tempFolder,
  writeText,
} from './support.ts'
import { long } from '../../support/tags.ts'

describe.skipIf(!canMount)('a full disk (needs root on Linux, to mount one)', () => {
  it('makes a commit fail without loss, and the same commit succeeds once there is room', async () => {
    const disk = smallDisk('2m')
    const path = join(disk, 'story.fabula')
    const project = newProject(path, storyOfBlocks(200))
    writeText(project, 'before')
    const before = project.story()

    const filler = fillUp(disk)
    const long = 'more than there is room for '.repeat(40_000)
    expect(refusalOf(() => writeText(project, long))).toBe('project-disk-full')
    expect(project.story()).toBe(before)
    expect(refusalOf(() => writeText(project, long))).toBe('project-disk-full')
    expect(await startChild('hold', path).line(), 'the story stays this program’s own').toBe('project-locked')

    rmSync(filler)
    writeText(project, long)
    writeText(project, 'after')
    const after = project.story()
    project.close()
    expect(readdirSync(disk)).toEqual(['story.fabula'])
    expect(reopen(path).story()).toEqual(storyContent(after))
  })

  it('makes storing audio fail, and what was written of it is removed', () => {
    const disk = smallDisk('4m')
    const path = join(disk, 'story.fabula')
    const project = newProject(path)
    const writer = project.audio.begin()
    const writeFarTooMuch = () => {
      for (let megabytes = 0; megabytes < 8; megabytes += 1) writer.write(bytesOf(1_048_576))
    }
    expect(refusalOf(writeFarTooMuch)).toBe('project-disk-full')
    writer.abort()
    writeText(project, 'goes on')
    project.close()

    const again = reopen(path)
    expect(firstBlock(again).text).toBe('goes on')
    const smaller = again.audio.begin()
    smaller.write(bytesOf(2_500_000))
    expect(smaller.finish({ type: 'audio/mpeg', durationMs: 1 }).byteLength).toBe(2_500_000)
  })

  it('makes Save As fail, which leaves nothing behind', async () => {
    const disk = smallDisk('300k')
    const project = newProject(join(tempFolder(), 'story.fabula'), storyOfBlocks(2000))
    expect(await refusalOfAsync(() => project.saveAs(join(disk, 'copy.fabula')))).toBe('project-disk-full')
    expect(readdirSync(disk)).toEqual([])
    writeText(project, 'goes on')
  })

  it('makes creating a story fail, which leaves nothing behind', () => {
    const disk = smallDisk('300k')
    expect(refusalOf(() => newProject(join(disk, 'new.fabula'), storyOfBlocks(2000)))).toBe(
      'project-disk-full',
    )
    expect(readdirSync(disk)).toEqual([])
  })
})

describe('a story that cannot be written', () => {
  it.skipIf(!canMount)('is refused untouched on a read-only disk (needs root on Linux, to mount one)', () => {
    const disk = smallDisk('2m')
    const path = join(disk, 'story.fabula')
    newProject(path).close()
    const before = fingerprint(path)
    makeReadOnly(disk)
    expect(refusalOf(() => reopen(path))).toBe('project-read-only')
    expect(fingerprint(path)).toEqual(before)
  })

  it.skipIf(!canMount)(
    'cannot be the target of Save As on a read-only disk (needs root on Linux, to mount one)',
    async () => {
      const disk = smallDisk('2m')
      makeReadOnly(disk)
      const project = newProject(join(tempFolder(), 'story.fabula'))
      expect(await refusalOfAsync(() => project.saveAs(join(disk, 'copy.fabula')))).toBe('project-read-only')
      writeText(project, 'goes on')
    },
  )

  it.skipIf(!canBeOrdinary).each([
    ['a read-only file', (path: string) => chmodSync(path, 0o444)],
    ['a read-only folder', (path: string) => chmodSync(dirname(path), 0o555)],
  ])('is refused untouched: %s (needs a user who is not root)', long, async (_, protect) => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    newProject(path).close()
    chmodSync(folder, 0o777)
    chmodSync(path, 0o666)
    const before = fingerprint(path)
    protect(path)
    expect(await startChild('hold', path, { isOrdinary: true }).line()).toBe('project-read-only')
    expect(fingerprint(path)).toEqual(before)
    expect(readdirSync(folder)).toEqual(['story.fabula'])
    chmodSync(folder, 0o777)
    chmodSync(path, 0o666)
    expect(await startChild('hold', path, { isOrdinary: true }).line()).toBe('open')
  })
})

function fillUp(disk: string): string {
  const path = join(disk, 'filler')
  const file = openSync(path, 'w')
  const bytes = Buffer.alloc(4096, 1)
  try {
    for (;;) writeSync(file, bytes)
  } catch {
    return path // no space left
  } finally {
    closeSync(file)
  }
}
