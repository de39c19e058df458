import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeExport } from '../../../../electron/lib/files/writeExport.ts'
import { refusalOf, tempFolder } from '../../project/support.ts'
import { canMount, makeReadOnly, smallDisk } from '../../project/smallDisk.ts'

test.skipIf(!canMount)(
  'a full disk is reported as such, and no partial text is left (needs root on Linux)',
  () => {
    const disk = smallDisk('64k')
    const write = () => writeExport(join(disk, 'tale.md'), 'word '.repeat(50_000))
    expect(refusalOf(write)).toBe('export-disk-full')
    expect(readdirSync(disk)).toEqual([])
    makeReadOnly(disk)
    expect(refusalOf(write)).toBe('export-not-writable')
  },
)

test('a path where no file can be is reported as not writable', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'a file'), '')
  expect(refusalOf(() => writeExport(join(folder, 'a file', 'tale.md'), 'words'))).toBe('export-not-writable')
  expect(refusalOf(() => writeExport(folder, 'words'))).toBe('export-not-writable')
})
