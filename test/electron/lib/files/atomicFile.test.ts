import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeFileAtomic } from '../../../../electron/lib/files/atomicFile.ts'
import { canMount, smallDisk } from '../../project/smallDisk.ts'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-atomic-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('an atomic write', () => {
  it('replaces the file and leaves nothing beside it', () => {
    const folder = tempFolder()
    const path = join(folder, 'file.json')
    writeFileSync(path, 'old')
    writeFileAtomic(path, 'neü')
    expect(readFileSync(path, 'utf8')).toBe('neü')
    expect(readdirSync(folder)).toEqual(['file.json'])
  })

  it('that fails leaves no temporary file', () => {
    const folder = tempFolder()
    const path = join(folder, 'taken')
    mkdirSync(join(path, 'by a folder'), { recursive: true })
    expect(() => writeFileAtomic(path, 'new')).toThrow()
    expect(readdirSync(folder)).toEqual(['taken'])
  })

  it.skipIf(!canMount)(
    'keeps the old file unchanged on a full disk (needs root on Linux, to mount one)',
    () => {
      const disk = smallDisk('64k')
      const path = join(disk, 'file.json')
      writeFileAtomic(path, 'old')
      expect(() => writeFileAtomic(path, new Uint8Array(200_000))).toThrow('ENOSPC')
      expect(readFileSync(path, 'utf8')).toBe('old')
      expect(readdirSync(disk)).toEqual(['file.json'])
    },
  )
})
