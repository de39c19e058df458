/** Takes what cannot be used out of the way, for a person to look at, so that a program can begin again. */
import { existsSync } from 'node:fs'
import { moveDatabaseFiles } from '../sqlite/databaseFiles.ts'
import { renameDurably } from './atomicFile.ts'

/**
 * Renames a file or folder to its name plus `.damaged`, or the next free name like it, together with the files of SQLite beside it,
 * and returns the new path. Throws if the file system refuses.
 */
export function setAside(path: string): string {
  for (let count = 1; ; count += 1) {
    const aside = `${path}.damaged${count === 1 ? '' : `-${String(count)}`}`
    if (existsSync(aside)) continue
    renameDurably(path, aside)
    moveDatabaseFiles(path, aside, renameDurably)
    return aside
  }
}
