import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createOutputFile } from '../../../../electron/lib/audio/outputFile.ts'
import { newPartPath, writeFileAtomic } from '../../../../electron/lib/files/atomicFile.ts'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-parts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function beginInOtherProgram(path: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('partWriter.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('the next write in a folder removes part files and journals of killed programs', async () => {
  const folder = tempFolder()
  await kill(await beginInOtherProgram(join(folder, 'out.mp3')))
  const [part = ''] = readdirSync(folder)
  writeFileSync(join(folder, `${part}-journal`), '')
  expect(existsSync(join(folder, 'out.mp3'))).toBe(false)
  writeFileAtomic(join(folder, 'other.json'), '{}')
  expect(readdirSync(folder)).toEqual(['other.json'])
})

test('part files of running programs are kept, and so are files that Fabula did not create', async () => {
  const folder = tempFolder()
  await beginInOtherProgram(join(folder, 'out.mp3'))
  const own = await createOutputFile(join(folder, 'own.wav'))
  const [theirs = ''] = readdirSync(folder)
  const ofOtherMachine = theirs.replace(/^\.fabula-[0-9a-f]{8}/, '.fabula-00000000')
  expect(ofOtherMachine).not.toBe(theirs)
  for (const name of [ofOtherMachine, 'novel.part', '.fabula-notes.part', 'out.mp3.part'])
    writeFileSync(join(folder, name), '')
  const before = readdirSync(folder)
  expect(before).toHaveLength(6)
  writeFileAtomic(join(folder, 'other.json'), '{}')
  expect(readdirSync(folder).toSorted()).toEqual([...before, 'other.json'].toSorted())
  await own.abort()
})

test('two writers of the same file do not interfere: each file is complete, and the later one remains', async () => {
  const path = join(tempFolder(), 'out.wav')
  const [first, second] = [await createOutputFile(path), await createOutputFile(path)]
  await second.append(new Uint8Array([2, 2, 2]))
  await first.append(new Uint8Array([1, 1]))
  await first.finish()
  expect([...readFileSync(path)]).toEqual([1, 1])
  await second.finish()
  expect([...readFileSync(path)]).toEqual([2, 2, 2])
})

test('a leftover of an earlier program with the same process id is not mistaken for the process’s own', () => {
  const folder = tempFolder()
  const own = newPartPath(folder)
  const leftover = own.replace(/-[0-9a-z]+(-[0-9a-f]+\.part)$/, '-0$1')
  expect(leftover).not.toBe(own)
  writeFileSync(own, '')
  writeFileSync(leftover, '')
  newPartPath(folder)
  expect([existsSync(own), existsSync(leftover)]).toEqual([true, false])
})
