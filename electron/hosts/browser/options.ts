import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { voiceCatalogueSchema, type CatalogueEntry } from '../../../shared/voices/voiceCatalogue.ts'
import { startErrorText } from '../../app/startError.ts'
import { readJsonFile, updateJsonFile } from '../../lib/files/jsonFile.ts'

export interface BrowserHostOptions {
  /** 0 for any free port; undefined for the port of the last start with the same data, or any free one. */
  readonly port: number | undefined
  /** Whether the address is opened and printed as text; otherwise it is printed as one line of JSON. */
  readonly opens: boolean
  readonly folder: string | undefined
  readonly data: string | undefined
  readonly page: string | undefined
  /** The voice packs that can be downloaded; undefined for the catalogue that comes with Fabula. */
  readonly voiceCatalogue: readonly CatalogueEntry[] | undefined
}

/** The parsed options, with the content of the file that they name, or an error message. */
export function parseOptions(args: readonly string[]): BrowserHostOptions | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        folder: { type: 'string' },
        data: { type: 'string' },
        page: { type: 'string' },
        'voice-catalogue': { type: 'string' },
      },
    })
    const port = values.port === undefined ? undefined : parsePort(values.port)
    if (Number.isNaN(port)) return words.badPort
    const { folder, data, page } = values
    const catalogueFile = values['voice-catalogue']
    const voiceCatalogue = catalogueFile === undefined ? undefined : readCatalogue(catalogueFile)
    if (voiceCatalogue === null) return words.badCatalogue(catalogueFile ?? '')
    return { port, opens: !values['no-open'], folder, data, page, voiceCatalogue }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${words.usage}`
  }
}

/** Null if the file cannot be read, or is not a catalogue. */
function readCatalogue(path: string): readonly CatalogueEntry[] | null {
  try {
    return voiceCatalogueSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** NaN if it is not a port. */
function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port <= 65_535 ? port : Number.NaN
}

/** The texts that the browser host prints. */
export const words = {
  ready: (url: string) => `Fabula is at ${url} (Ctrl-C here ends it).`,
  usage:
    'Options: --port N, --no-open, --folder FOLDER (stories), --data FOLDER (Fabula’s own), --page FOLDER (the built page), --voice-catalogue FILE (the natural voices that can be got).',
  badPort: '--port is a number from 0 to 65535.',
  badCatalogue: (path: string) =>
    `${path} is no catalogue of natural voices. Nothing was started. Name a JSON file in the form of shared/voices/voiceCatalogue.json, or leave --voice-catalogue out.`,
  /** Undefined for an error that a person cannot act on. */
  cannotStart(error: unknown, port: number): string | undefined {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error) {
      if (error.code === 'EADDRINUSE')
        return `Port ${port} is taken. Stories are safe. Choose another with --port, or leave it out.`
      if (error.code === 'EACCES')
        return `Fabula may not use port ${port}. Stories are safe. Choose another with --port, or leave it out.`
    }
    return startErrorText(error, { folderOptions: '--data or --folder' })
  },
  failed: 'Fabula could not start. Stories are safe. The lines above say what went wrong.',
  finishing: 'An export is finished first. Press Ctrl+C again to stop it: nothing of it is kept then.',
  ended:
    'Fabula has ended because of a fault of its own. Stories are safe: every change is on disk. Start it again; “fabula diagnostics” prints what to send to its makers.',
}

// The port of the last start is stored in the app's folder. With the same port, a page of that start finds the host again, and the
// browser finds what it stores for the page's origin: edits that could not be saved while the host was away.

const fileSchema = z.object({ port: z.int().min(1).max(65_535) })

/**
 * Starts a server on the port of the last start with the same data, or on any free port if that port is taken or unknown. Returns and
 * rejects like `start`.
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
      // Another Fabula with the same data uses the port, and keeps it.
      if (isTaken(error)) return start(0)
      throw error
    }
  }
  const started = await start(0)
  try {
    updateJsonFile(path, () => ({ port: started.port }))
  } catch {
    // The next start uses another port.
  }
  return started
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
