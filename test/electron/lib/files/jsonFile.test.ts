import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LOCK_FILE } from '../../../../electron/lib/files/folderLock.ts'
import { updateJsonFile } from '../../../../electron/lib/files/jsonFile.ts'

function tempFile(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-json-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, path: join(folder, 'list.json') }
}

const list = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : [])
const readList = (path: string) => list(JSON.parse(readFileSync(path, 'utf8')))

const script = fileURLToPath(new URL('jsonChild.ts', import.meta.url))

/** A second process that appends to the list; see jsonChild.ts. */
function startChild(path: string, name: string, count: number, task: 'append' | 'hold' = 'append') {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, path, name, String(count), task],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, exit: once(child, 'exit'), lines: createInterface({ input: child.stdout }) }
}

describe('updating a small JSON file', () => {
  it('loses nothing if three processes write at once', async () => {
    const { folder, path } = tempFile()
    const children = ['a', 'b', 'c'].map((name) => startChild(path, name, 60))
    const codes = await Promise.all(children.map(async ({ exit }) => ((await exit) as [number])[0]))
    expect(codes).toEqual([0, 0, 0])
    const expected = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 60 }, (_, at) => `${name} ${at}`))
    expect(readList(path).toSorted()).toEqual(expected.toSorted())
    expect(readdirSync(folder).toSorted()).toEqual([LOCK_FILE, 'list.json'])
    expect(statSync(join(folder, LOCK_FILE)).size).toBe(0)
  })

  it('works after a process was killed while it held the lock', async () => {
    const { path } = tempFile()
    const { child, exit, lines } = startChild(path, 'killed', 1, 'hold')
    await once(lines, 'line')
    child.kill('SIGKILL')
    await exit
    updateJsonFile(path, (stored) => [...list(stored), 'here'])
    expect(readList(path)).toEqual(['here'])
  })

  it('may be nested in another update in the same folder', () => {
    const { folder, path } = tempFile()
    updateJsonFile(path, () => {
      updateJsonFile(join(folder, 'other.json'), () => 1)
      return [2]
    })
    expect(readList(path)).toEqual([2])
    expect(readFileSync(join(folder, 'other.json'), 'utf8')).toBe('1\n')
  })

  it('sets a damaged file aside and starts from nothing', () => {
    const { path } = tempFile()
    writeFileSync(path, '["half')
    updateJsonFile(path, (stored) => {
      expect(stored).toBeUndefined()
      return ['new']
    })
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('["half')
    expect(readList(path)).toEqual(['new'])
  })

  it('leaves the file unchanged if the update returns undefined or throws', () => {
    const { folder, path } = tempFile()
    updateJsonFile(path, () => ['first'])
    updateJsonFile(path, () => undefined)
    expect(() =>
      updateJsonFile(path, () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    updateJsonFile(path, (stored) => [...list(stored), 'second'])
    expect(readList(path)).toEqual(['first', 'second'])
    expect(readdirSync(folder).toSorted()).toEqual([LOCK_FILE, 'list.json'])
  })

  it('never replaces a file that it cannot read', () => {
    const { path } = tempFile()
    mkdirSync(path)
    expect(() => updateJsonFile(path, () => ['new'])).toThrow(
      expect.objectContaining({ code: 'settings-not-saved' }),
    )
    expect(statSync(path).isDirectory()).toBe(true)
  })

  it('works even if the lock file has other content', () => {
    const { folder, path } = tempFile()
    writeFileSync(join(folder, LOCK_FILE), 'not a database at all, but longer than its header: '.repeat(30))
    updateJsonFile(path, () => ['new'])
    expect(readList(path)).toEqual(['new'])
  })
})
