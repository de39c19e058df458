/**
 * Downloads of the browser host, and the lock of the stories that it sends.
 * @module-tag long
 */
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startChild } from '../../project/childProcess.ts'
import {
  blankStory,
  bytesOf,
  newProject,
  reopen,
  storeAudio,
  tempFolder,
  writeText,
} from '../../project/support.ts'
import { storyContent } from '../../../support/storyContent.ts'
import { startTestServer, type TestServer } from './startTestServer.ts'

let host: TestServer
beforeEach(async () => {
  host = await startTestServer()
})
afterEach(() => host.close())

const path = (name: string) => join(host.folder, name)
const download = (name: string, init: RequestInit = {}) =>
  fetch(`${host.origin}/download/${name}`, { ...init, headers: { authorization: host.authorization } })

/** The story in the bytes of a download. */
function storyIn(bytes: ArrayBuffer) {
  const copyPath = join(tempFolder(), 'copy.fabula')
  writeFileSync(copyPath, new Uint8Array(bytes))
  return reopen(copyPath).story()
}

/** A closed story with so much audio that a download has to wait for its reader. */
function makeBigStory(): string {
  const project = newProject(path('big.fabula'), blankStory('Big'))
  storeAudio(project, bytesOf(16_000_000))
  project.close()
  return path('big.fabula')
}

/** The descriptors of this process on files whose paths contain a text. */
function descriptorsOn(text: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`)
      return target.includes(text) ? [target] : []
    } catch {
      return [] // the listing's own descriptor, which is already closed
    }
  })
}

describe('a download of a story', () => {
  test('that ends after the story was opened does not release the story’s lock', async () => {
    const big = makeBigStory()
    const answer = await download('big.fabula')
    const { project } = host.projects.openFile(big)
    const bytes = await answer.arrayBuffer()
    expect(await startChild('hold', big).line()).toBe('project-locked')
    writeText(project, 'Still mine')
    expect(storyIn(bytes).info.title).toBe('Big')
  })

  test('that is aborted keeps the story’s lock, and leaves nothing in the folder', async () => {
    const big = makeBigStory()
    const leaving = new AbortController()
    await download('big.fabula', { signal: leaving.signal })
    host.projects.openFile(big)
    leaving.abort()
    await expect
      .poll(async () => (await readdir(host.folder)).filter((name) => name.startsWith('.')))
      .toEqual([])
    expect(await startChild('hold', big).line()).toBe('project-locked')
  })

  test('that is open here contains its latest changes', async () => {
    const big = makeBigStory()
    const { project } = host.projects.openFile(big)
    writeText(project, 'Written last')
    const answer = await download('big.fabula')
    expect(storyIn(await answer.arrayBuffer())).toEqual(storyContent(project.story()))
    expect(await startChild('hold', big).line()).toBe('project-locked')
  })

  test('that another program has open is refused with an error message', async () => {
    const big = makeBigStory()
    expect(await startChild('hold', big).line()).toBe('open')
    const answer = await download('big.fabula')
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'project-locked' } })
    expect((await readdir(host.folder)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

test('a file of an exported folder is downloaded under its own name', async () => {
  await mkdir(path('The Ferry'))
  await writeFile(path('The Ferry/01 One.mp3'), 'sound')
  const answer = await download('The%20Ferry/01%20One.mp3')
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''01%20One.mp3")
  expect(await answer.text()).toBe('sound')
})

describe.runIf(process.platform === 'linux')('a HEAD request for a download', () => {
  test.each(['big.fabula', 'notes.txt'])('leaves no open descriptor on %s', async (name) => {
    makeBigStory()
    await writeFile(path('notes.txt'), 'x'.repeat(1_000_000))
    for (let count = 0; count < 20; count++) {
      expect((await download(name, { method: 'HEAD' })).status).toBe(200)
    }
    expect(descriptorsOn(host.folder)).toEqual([])
  })
})
