/** Files and links that the app is asked to open: by macOS, partly before there is a window, by the command line, and by links. */
import { existsSync } from 'node:fs'
import { resolve, posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { App, Event, BrowserWindow, Dialog } from 'electron'
import { hasExtensionFor } from '../../../shared/files/fileTypes.ts'

/** Listens from the app's first moment: macOS asks before the app is ready. */
export function followOpenRequests(app: Pick<App, 'on'>) {
  const early: string[] = []
  let open: (pathOrLink: string) => void = (pathOrLink) => void early.push(pathOrLink)
  const onRequest = (event: Event, pathOrLink: string) => {
    event.preventDefault()
    open(pathOrLink)
  }
  app.on('open-file', onRequest)
  app.on('open-url', onRequest)
  return {
    /** Opens all requests so far, and those of the command line; later requests are opened at once. */
    deliverTo(to: (pathOrLink: string) => void, named: readonly string[]): void {
      open = to
      for (const pathOrLink of [...early.splice(0), ...named]) to(pathOrLink)
    },
  }
}

interface DesktopArguments {
  /** Fabula's own folder, if it is not the usual one. */
  readonly data: string | undefined
  /** The stories and texts to open, as absolute paths, and `fabula:` links. */
  readonly files: readonly string[]
}

/**
 * The requests of a command line. Chromium's switches, and the app's folder, which precedes the arguments during development, are
 * ignored.
 */
export function parseArguments(argv: readonly string[], workingFolder: string): DesktopArguments {
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  })
  const { data } = values
  const paths = positionals.flatMap((name) => (isDeepLink(name) ? name : (pathOf(name, workingFolder) ?? [])))
  return {
    data: typeof data === 'string' && /^[^-]/.test(data) ? resolve(workingFolder, data) : undefined,
    files: [...new Set(paths.filter((path) => isDeepLink(path) || hasExtensionFor('open', path)))],
  }
}

/**
 * The file that an argument names. File managers may pass addresses instead of paths:
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

// Links of the form `fabula://open?path=…`, which other programs and web pages may pass to the app. Anybody can make one, so it only names a
// file on this computer, of a type that Fabula opens, and the person is asked before the file is read.

/** Links longer than any path are refused unread. */
const MOST_CHARACTERS = 8192

/** Whether a text from outside is a link to the app. */
export function isDeepLink(text: string): boolean {
  return /^fabula:/i.test(text)
}

/**
 * The absolute path that a link asks to open, or undefined if the link is not valid: another action, no path or several, a path that is
 * relative, on another computer, or hidden behind control characters, or a type that Fabula does not open.
 */
export function pathOfLink(link: string, platform: string = process.platform): string | undefined {
  if (link.length > MOST_CHARACTERS || !URL.canParse(link)) return undefined
  const { isAbsolute, normalize } = platform === 'win32' ? win32 : posix
  const { protocol, host, pathname, searchParams, username, hash } = new URL(link)
  const isOpen = protocol === 'fabula:' && host === 'open' && ['', '/'].includes(pathname)
  const [path = '', ...others] = searchParams.getAll('path')
  if (!isOpen || username !== '' || hash !== '' || others.length > 0 || searchParams.size !== 1)
    return undefined
  // `\\server\share` and `//server/share` would send the person's name and password hash to that server, and `\\.\` names devices.
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(path) || /^[\\/]{2}/.test(path) || !isAbsolute(path))
    return undefined
  if (platform === 'win32' && !/^[A-Za-z]:[\\/][^:]*$/.test(path)) return undefined
  return hasExtensionFor('open', path) ? normalize(path) : undefined
}

/** The texts of the question about a link. */
export type LinkTexts = Readonly<
  Record<'question' | 'origin' | 'open' | 'cancel' | 'refused' | 'understood', string>
>

interface LinkOptions {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly window: () => BrowserWindow | undefined
  readonly texts: () => LinkTexts
  readonly openFile: (path: string) => void
}

/** Returns a function that opens what a link names, after the writer has agreed. For an invalid link, it shows why nothing is opened. */
export function createLinkOpener({
  dialog,
  window,
  texts,
  openFile,
}: LinkOptions): (link: string) => Promise<void> {
  /** Only one question is open at a time: a page could send a thousand links. */
  let isAsking = false
  return async (link) => {
    if (isAsking) return
    isAsking = true
    try {
      const path = pathOfLink(link)
      const { question, origin, open, cancel, refused, understood } = texts()
      const options =
        path === undefined
          ? ({ type: 'warning', message: refused, buttons: [understood] } as const)
          : ({
              type: 'question',
              message: question,
              detail: `${path}\n\n${origin}`,
              buttons: [open, cancel],
              defaultId: 1,
              cancelId: 1,
            } as const)
      const parent = window()
      const asked = { ...options, buttons: [...options.buttons], noLink: true }
      const { response } = await (parent
        ? dialog.showMessageBox(parent, asked)
        : dialog.showMessageBox(asked))
      if (path !== undefined && response === 0) openFile(path)
    } finally {
      isAsking = false
    }
  }
}
