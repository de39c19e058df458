import { parseArgs } from 'node:util'
import { words } from './words.ts'

export interface BrowserHostOptions {
  /** 0 takes any free port; undefined the port of the last start over the same data, or any free one. */
  readonly port: number | undefined
  /** Whether the address is put in words and opened; otherwise it is printed as one line of JSON. */
  readonly opens: boolean
  readonly folder: string | undefined
  readonly data: string | undefined
  readonly page: string | undefined
}

/** The options of a command line, or what is wrong with it, in words. */
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
      },
    })
    const port = values.port === undefined ? undefined : parsePort(values.port)
    if (Number.isNaN(port)) return words.badPort
    const { folder, data, page } = values
    return { port, opens: !values['no-open'], folder, data, page }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${words.usage}`
  }
}

/** NaN where it is no port. */
function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port <= 65_535 ? port : Number.NaN
}
