/** One folder for everything temporary of a run: files that a killed process or a browser leaves behind are deleted with it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Called by vitest for each project before the first test; what it returns is called after the last one. The projects of a run share the folder. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = (process.env['FABULA_TEST_RUN'] ??= await mkdtemp(join(tmpdir(), 'fabula-run-')))
  await chmod(folder, 0o711) // a test of root becomes another user, who must get to its files
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
