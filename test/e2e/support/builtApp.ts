/** The desktop app as it is bundled, in a folder of its own with a small page, for the stand-in to run. */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../build/root.mjs'

/** The page records the events that it receives, and answers when its window is about to close. */
const pageScript = `
  const { fabula } = window
  window.told = []
  for (const name of ['menu:command', 'app:openFile', 'speech:state', 'takes:added', 'export:progress'])
    fabula.on(name, (payload) => window.told.push([name, payload]))
  fabula.on('app:closing', async () => {
    await fabula.call('app:readyToClose', { isSaved: true })
  })
  window.violations = []
  document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective))
  fabula.call('app:info', {})
`

/** Copies the built app (out/desktop, which must be up to date). `remove` deletes the copy. */
export async function copyApp(): Promise<{ appFolder: string; home: string; remove: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'fabula-desktop-'))
  const appFolder = join(home, 'app')
  await mkdir(join(appFolder, 'out', 'renderer'), { recursive: true })
  await cp(join(root, 'package.json'), join(appFolder, 'package.json'))
  await cp(join(root, 'examples'), join(appFolder, 'examples'), { recursive: true })
  await cp(join(root, 'out', 'desktop'), join(appFolder, 'out', 'desktop'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(appFolder, 'node_modules'))
  await writeFile(join(appFolder, 'out', 'renderer', 'page.js'), pageScript)
  await writeFile(
    join(appFolder, 'out', 'renderer', 'index.html'),
    '<!doctype html><html><head><title>Fabula</title></head><body><a href="https://fabula.example/">away</a>' +
      '<a href="https://www.gnu.org/" target="_blank">licence</a><script type="module" src="./page.js"></script></body></html>',
  )
  return { appFolder, home, remove: () => rm(home, { recursive: true, force: true }) }
}
