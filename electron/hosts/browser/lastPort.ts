/**
 * The port of the last start, kept in the app's folder. A page of that start then finds the host again, and the browser finds what
 * it keeps for the page's origin: the words that could not be saved while the host was away.
 */
import { join } from 'node:path'
import * as z from 'zod'
import { readJsonFile, updateJsonFile } from '../../lib/files/jsonFile.ts'

const fileSchema = z.object({ port: z.int().min(1).max(65_535) })

/**
 * Starts a server on the port of the last start over the same data, or on any free port if that is taken or not known, and
 * gives what `start` gives. Rejects as `start` does.
 */
export async function onLastPort<T extends { readonly port: number }>(
  dataDir: string,
  start: (port: number) => Promise<T>,
): Promise<T> {
  const path = join(dataDir, 'browser-host.json')
  const last = fileSchema.safeParse(readJsonFile(path)).data?.port
  if (last !== undefined) {
    try {
      return await start(last)
    } catch (error) {
      // Another Fabula over the same data may have the port: it keeps it.
      if (isTaken(error)) return start(0)
      throw error
    }
  }
  const started = await start(0)
  try {
    updateJsonFile(path, () => ({ port: started.port }))
  } catch {
    // The next start takes another port.
  }
  return started
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
