import { spawn } from 'node:child_process'

/** The program that opens an address in the person's browser; undefined where there is no display to open it on. */
export function openingProgram(
  env = process.env,
  platform = process.platform,
): [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}

/** Opens an address where there is a display. Where that fails the printed address is still there to be opened by hand. */
export function openInBrowser(url: string): void {
  const program = openingProgram()
  if (!program) return
  const [command, ...args] = program
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
