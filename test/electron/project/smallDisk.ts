/** A separate disk, small enough to fill: a file system in memory. Only root can mount one. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'fabula-test', folder]).status === 0
}

function unmount(folder: string): void {
  spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
}

/** Whether this machine lets the tests mount a file system. */
export const canMount = tryMount()

function tryMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'fabula-disk-'))
  const isMounted = mount(folder, '64k')
  unmount(folder)
  return isMounted
}

/** A folder on a disk of the given size, which is removed after the test. */
export function smallDisk(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-disk-'))
  if (!mount(folder, size)) throw new Error('This machine does not let tests mount a file system')
  onTestFinished(() => unmount(folder))
  return folder
}

export function makeReadOnly(disk: string): void {
  const { status, stderr } = spawnSync('mount', ['-o', 'remount,ro', disk], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
