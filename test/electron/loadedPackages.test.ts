/** Packages that a process loads at start stay in its memory while it runs. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pinnedNode } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'

/** The packages that importing a file of the app loads. */
async function packagesOf(path: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      load(url, context, next) {
        const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
        if (name !== undefined) loaded.add(name)
        return next(url, context)
      },
    })
    await import(${JSON.stringify(pathToFileURL(join(root, path)).href)})
    console.log(JSON.stringify([...loaded]))
    process.exit()`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(pinnedNode, args)
  return JSON.parse(stdout) as string[]
}

test.each(['electron/local-service/service.ts', 'electron/hosts/cli/renderToFile.ts'])(
  '%s loads no document reader, encoder or decoder at start',
  async (path) => {
    const packages = await packagesOf(path)
    expect(packages).toContain('zod')
    const large = [
      'jschardet',
      'htmlparser2',
      'saxes',
      'ssf',
      'yauzl',
      'wasm-media-encoders',
      '@audio/decode-mp3',
    ]
    expect(packages.filter((name) => large.includes(name))).toEqual([])
  },
)
