import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program in the folders of PATH; undefined if it is not there. */
export function findProgram(name: string, env = process.env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** Whether a path is an executable file. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
