// `npm start`: the desktop app if Electron is installed or can be downloaded, otherwise the same app in a browser on this computer.
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureDesktop, ensureRenderer } from './buildAll.ts'
import { endLike, run } from './children.mjs'
import { obtainElectron, whyNoWindow } from './findElectron.ts'
import { pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'
import { runElectron } from './runElectron.ts'

/** Serves the app to the browser. If requested explicitly, prints the host's JSON line; as a fallback, prints text instead. */
async function startBrowserHost(args: readonly string[], why?: string) {
  await ensureRenderer()
  const hostArgs = scriptArgs('electron/browserHost.ts', args)
  if (why === undefined) return run(pinnedNode, hostArgs)
  console.log(`Fabula opens in the browser instead of a window of its own: ${why}.`)
  return run(pinnedNode, hostArgs, { stdio: ['inherit', 'pipe', 'inherit'] }, ({ stdout }) => {
    if (stdout) createInterface({ input: stdout }).on('line', (line) => console.log(inWords(line)))
  })
}

function inWords(line: string): string {
  try {
    const { url } = JSON.parse(line) as { url?: unknown } // the line that browserHost.ts prints when it is ready
    return typeof url === 'string' ? `Fabula is at ${url} (Ctrl-C here ends it).` : line
  } catch {
    return line
  }
}

async function start(args: readonly string[]) {
  if (args.includes('--browser')) return startBrowserHost(args.filter((arg) => arg !== '--browser'))
  const why = whyNoWindow()
  if (why) return startBrowserHost(args, why)
  const electron = await obtainElectron(join(root, 'node_modules', 'electron'))
  if ('missing' in electron) return startBrowserHost(args, `Electron is not available (${electron.missing})`)

  await ensureRenderer()
  await ensureDesktop()
  const ending = await runElectron(electron.path, [root, ...args])
  return 'failure' in ending
    ? startBrowserHost(args, `Electron cannot start here, because ${ending.failure}`)
    : ending
}

endLike(await start(process.argv.slice(2)))
