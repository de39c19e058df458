import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of Fabula whose sources are in a folder. */
export function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string } // npm’s own format
  return version
}
