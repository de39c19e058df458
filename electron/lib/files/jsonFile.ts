/** The app's own small JSON files. What cannot be read is kept aside for a person to look at, never overwritten unseen. */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomic } from './atomicFile.ts'

/** The value in a JSON file; undefined where there is no file, or none that can be read: that is then kept aside. */
export function readJsonFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    keepAside(path)
    return undefined
  }
}

/** Keeps a copy of a file whose content could not be used, under its name plus `.damaged`. */
export function keepAside(path: string): void {
  try {
    copyFileSync(path, `${path}.damaged`)
  } catch {
    // A full disk or a read-only folder: the app has to start all the same.
  }
}

/** Writes a value so that a crash leaves the old file or the new one; makes the folder where there is none. `mode` sets its permissions. */
export function writeJsonFile(path: string, value: unknown, mode?: number): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, mode)
}
