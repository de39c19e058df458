import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasExtensionFor } from '../../../shared/files/fileTypes.ts'
import { isDeepLink } from './deepLink.ts'

export interface DesktopArguments {
  /** Fabula's own folder, where it is not the usual one. */
  readonly data: string | undefined
  /** The story or text to open, as an absolute path or a `fabula:` link. */
  readonly file: string | undefined
}

/**
 * What a command line asks of the desktop app. Chromium's switches, and the app's folder that comes before its arguments
 * during development, are passed over.
 */
export function parseArguments(argv: readonly string[], workingFolder: string): DesktopArguments {
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  })
  const file = positionals.find((name) => isDeepLink(name) || hasExtensionFor('open', name))
  return {
    data: typeof values['data'] === 'string' ? resolve(workingFolder, values['data']) : undefined,
    file: file === undefined || isDeepLink(file) ? file : resolve(workingFolder, file),
  }
}
