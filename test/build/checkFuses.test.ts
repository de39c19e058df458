import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { wrongFuses } from '../../build/checkFuses.ts'

/** A program with Electron's fuse wire: a mark, the version and the length, and a character for each fuse. */
function programWith(fuses: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-fuses-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'fabula')
  const wire = Buffer.concat([
    Buffer.from('code before dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, fuses.length]),
    Buffer.from(`${fuses} code after`),
  ])
  writeFileSync(path, wire)
  return path
}

test('the fuses of a package are read back', async () => {
  expect(await wrongFuses(programWith('01001100'))).toEqual([])
  expect(await wrongFuses(programWith('11001101'))).toEqual(['RunAsNode', 'GrantFileProtocolExtraPrivileges'])
})

test('a program without fuses is not a package of Fabula', async () => {
  const path = programWith('')
  writeFileSync(path, 'no wire at all')
  await expect(wrongFuses(path)).rejects.toThrow()
})
