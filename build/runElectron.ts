// Runs Electron and, if it does not start, prints the reason in one line instead of Electron's output, which is a stack trace of
// Chromium's.
import { run } from './children.mjs'

/** An Electron that ends this soon with an error never showed a window: typically, a system library is missing. */
const STARTED_AFTER_MS = 5_000

/** Messages of Electron and the system if no window can be opened, and their meaning. */
const REASONS: readonly [sign: RegExp, reason: (found: string) => string][] = [
  [
    /error while loading shared libraries: ([\w.+-]+)/,
    (library) => `the library ${library} is missing on this system`,
  ],
  [
    /version [`']?(GLIBC(?:XX)?_[\d.]+)[^\n]* not found/,
    (version) => `this system is too old: it has no ${version}`,
  ],
  [
    /SUID sandbox helper binary|No usable sandbox|setuid sandbox|Operation not permitted[^\n]*namespace|namespace[^\n]*Operation not permitted/i,
    () =>
      'this system does not allow its sandbox, which Fabula keeps. The deb and rpm packages bring the permission for it',
  ],
  [/Library not loaded: (\S+)/, (library) => `the library ${library} is missing on this system`],
  [/Exec format error|Bad CPU type/, () => 'it is made for another processor'],
  [/GPU process isn't usable/, () => 'it cannot use the graphics processor of this system'],
  [/\/dev\/shm/, () => 'it may not use the shared memory of this system (/dev/shm)'],
  [/Running as root without --no-sandbox/, () => 'the root user cannot have its sandbox, which Fabula keeps'],
  [
    /Missing X server|Unable to open X display|cannot open display|Authorization required|Failed to connect to Wayland|platform failed to initialize/i,
    () => 'the display cannot be reached',
  ],
]

/** Why Electron did not start, as text, by its output and how it ended. */
export function whyNotStarted(printed: string, ending: string): string {
  for (const [sign, reason] of REASONS) {
    const found = sign.exec(printed)
    if (found) return reason(found[1] ?? '')
  }
  return `it ended at once (${ending})`
}

export type ElectronRun = Awaited<ReturnType<typeof run>> | { readonly failure: string }

/** Runs Electron to its end. Resolves to how it ended or, if it never started, to the reason as text. */
export async function runElectron(
  path: string,
  args: readonly string[],
  startedAfterMs = STARTED_AFTER_MS,
): Promise<ElectronRun> {
  const output = { held: '', isHeld: true }
  const release = () => {
    output.isHeld = false
    process.stderr.write(output.held)
  }
  const timer = setTimeout(release, startedAfterMs)
  try {
    const ending = await run(path, args, { stdio: ['inherit', 'inherit', 'pipe'] }, ({ stderr }) => {
      stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (output.isHeld) output.held += text
        else process.stderr.write(text)
      })
    })
    const { code, signal } = ending
    const hasFailed = output.isHeld && code !== 0 && signal !== 'SIGINT' && signal !== 'SIGTERM'
    if (hasFailed) return { failure: whyNotStarted(output.held, signal ?? `exit code ${String(code)}`) }
    if (output.isHeld) release()
    return ending
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { failure: `its program cannot be run (${reason})` }
  } finally {
    clearTimeout(timer)
  }
}
