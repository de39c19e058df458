/** Counts the starts that came to nothing, in the app's folder: a start counts as failed until a page has asked for something. */
import { join } from 'node:path'
import { readJsonFile, updateJsonFile } from '../../lib/files/jsonFile.ts'

/** After so many, safe mode is offered. */
export const MOST_FAILED_STARTS = 2

export interface FailedStarts {
  /** To be called at the start; gives how many starts in a row have failed before it. */
  begin(): number
  /** The start has succeeded, or the person has ended it. */
  succeed(): void
}

export function createFailedStarts(dataDir: string): FailedStarts {
  const path = join(dataDir, 'starts.json')
  const change = (failed: number) => {
    try {
      updateJsonFile(path, () => ({ failed }))
    } catch {
      // A folder that cannot be written is told elsewhere, and starts are not counted then.
    }
  }
  return {
    begin() {
      const stored = readJsonFile(path)
      const value: unknown =
        typeof stored === 'object' && stored !== null && 'failed' in stored ? stored.failed : 0
      const failed = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
      change(failed + 1)
      return failed
    },
    succeed: () => change(0),
  }
}
