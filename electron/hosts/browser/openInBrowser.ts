/**
 * Opens the browser at a secret address. Every user of a computer can read the arguments of a process, so the browser gets a file that only
 * this user can read, which redirects to the address.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches the names of these files, to delete those of a killed host. */
export const OPENING_FILE = /^\.fabula-open-[\w-]+\.html$/

/** The program that opens a file in the browser; undefined if there is no display. */
export function openingProgram(
  env = process.env,
  platform = process.platform,
): [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}

/**
 * Opens an address if there is a display. `createUrl` returns the address for one use, and calls back when it was used: the file in
 * `folder` is then removed. A sandboxed browser sees neither temporary nor hidden folders, so `folder` is the stories' folder. Returns a
 * function that removes the file in any case. If opening fails, the printed address can be opened by hand.
 */
export function openInBrowser(createUrl: (onUsed: () => void) => string, folder: string): () => void {
  const program = openingProgram()
  if (!program) return () => undefined
  const path = join(folder, `.fabula-open-${randomBytes(9).toString('base64url')}.html`)
  const remove = () => rmSync(path, { force: true })
  writeFileSync(path, pageThatLeadsTo(createUrl(remove)), { mode: 0o600, flag: 'wx' })
  const [command, ...args] = program
  const child = spawn(command, [...args, path], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
  return remove
}

function pageThatLeadsTo(url: string): string {
  return (
    '<!doctype html><html><head><meta charset="utf-8"><title>Fabula</title><meta name="referrer" content="no-referrer">' +
    `<meta http-equiv="refresh" content="0; url=${url}"></head><body><a href="${url}">Fabula</a></body></html>\n`
  )
}
