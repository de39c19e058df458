import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { voiceCatalogueSchema, type CatalogueEntry } from '../../../shared/voices/voiceCatalogue.ts'
import { words } from './words.ts'

export interface BrowserHostOptions {
  /** 0 takes any free port; undefined the port of the last start over the same data, or any free one. */
  readonly port: number | undefined
  /** Whether the address is put in words and opened; otherwise it is printed as one line of JSON. */
  readonly opens: boolean
  readonly folder: string | undefined
  readonly data: string | undefined
  readonly page: string | undefined
  /** The voice packs that can be got; undefined for the catalogue that comes with Fabula. */
  readonly voiceCatalogue: readonly CatalogueEntry[] | undefined
}

/** The options of a command line, with the content of the file that they name, or an error in words. */
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
