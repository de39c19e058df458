import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hasExtensionFor } from '../../../shared/files/fileTypes.ts'
import { isDeepLink } from './deepLink.ts'

export interface DesktopArguments {
  /** Fabula's own folder, if it is not the usual one. */
  readonly data: string | undefined
  /** The stories and texts to open, as absolute paths, and `fabula:` links. */
  readonly files: readonly string[]
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
  const paths = positionals.flatMap((name) => (isDeepLink(name) ? name : (pathOf(name, workingFolder) ?? [])))
  return {
    data: typeof values['data'] === 'string' ? resolve(workingFolder, values['data']) : undefined,
    files: [...new Set(paths.filter((path) => isDeepLink(path) || hasExtensionFor('open', path)))],
  }
}

/**
 * A file as an argument names it. File managers may give addresses in the place of paths:
 * https://specifications.freedesktop.org/desktop-entry/latest/exec-variables.html
 */
function pathOf(name: string, workingFolder: string): string | undefined {
  if (!/^[a-z][a-z\d+.-]+:/i.test(name) || existsSync(resolve(workingFolder, name)))
    return resolve(workingFolder, name)
  try {
    return fileURLToPath(name)
  } catch {
    return undefined // no file, one of another computer, or wrongly encoded
  }
}
