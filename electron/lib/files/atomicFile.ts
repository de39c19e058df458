/** Small files that are never half written: a temporary file beside the target is filled, brought to disk and renamed. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { newPartPath } from './partFiles.ts'

/**
 * Replaces the file at `path` by `content`, with the permissions `mode` if they are given; after a failure the old file
 * is whole and nothing is left beside it.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array, mode?: number): void {
  const partPath = newPartPath(dirname(path))
  try {
    const file = openSync(partPath, 'wx', mode)
    try {
      writeAll(file, typeof content === 'string' ? new TextEncoder().encode(content) : content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameDurably(partPath, path)
  } catch (error) {
    rmSync(partPath, { force: true })
    throw error
  }
}

/** Gives a complete file its name, replacing what has that name, and returns once the name itself is on disk. */
export function renameDurably(from: string, to: string): void {
  renamePatiently(from, to)
  syncFolder(dirname(to))
}

/** Brings a file's content to disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** A rename is durable only with its folder. Windows has no such call, and does not need it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const RENAME_TRIES = 5
const RENAME_PAUSE_MS = 20

/** On Windows a virus scanner may hold a new file for a moment, which makes a rename fail that works right after. */
function renamePatiently(from: string, to: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      renameSync(from, to)
      return
    } catch (error) {
      if (process.platform !== 'win32' || tries === RENAME_TRIES) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RENAME_PAUSE_MS)
    }
  }
}
