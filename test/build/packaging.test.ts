/** The configuration of electron-builder, compared with what the app does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../build/root.mjs'
import { DICTIONARIES } from '../../electron/lib/spelling/dictionaries.ts'
import { bundles } from '../../vite.desktop.config.ts'

const config = readFileSync(join(root, 'build', 'electron-builder.yml'), 'utf8')

/** The entries of a list at the top of the file. */
function listOf(key: string): string[] {
  const lines = config.split('\n')
  const start = lines.indexOf(`${key}:`) + 1
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('  '))
  return lines.slice(start, end).flatMap((line) => /^ {2}- (.+)$/.exec(line)?.[1] ?? [])
}

test('every process and worker that is started by its path is a real file in a package', () => {
  const started = bundles.filter(({ format }) => format === 'es').map(({ out }) => out)
  expect(started.length).toBeGreaterThan(2)
  expect(started.filter((name) => !name.endsWith('.mjs'))).toEqual([])
  expect(listOf('asarUnpack')).toContain('out/desktop/*.mjs')
})

test('packages are made for Linux, Windows and macOS', () => {
  for (const system of ['linux', 'win', 'mac'])
    expect(config).toMatch(new RegExp(`^${system}:\\n  target: \\[`, 'm'))
})

test('every spelling dictionary, and the code that reads it, is a real file in a package', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  } // npm's own format
  const names = Object.keys(DICTIONARIES).map((id) => `dictionary-${id.toLowerCase()}`)
  expect(Object.keys(dependencies).filter((name) => name.startsWith('dictionary-'))).toEqual(names.toSorted())
  for (const name of ['dictionary-*', 'hunspell-wasm'])
    expect(listOf('asarUnpack')).toContain(`node_modules/${name}/**`)
})

test('links to the app are registered on every system, on Windows by the installer’s own script', () => {
  expect(config).toContain('protocols:\n  - name: Fabula\n    schemes: [fabula]\n')
  expect(config).toContain('  include: windows/installer.nsh\n')
  const installer = readFileSync(join(root, 'build', 'windows', 'installer.nsh'), 'utf8')
  const key = 'SHELL_CONTEXT "Software\\Classes\\fabula'
  expect(installer).toContain(`WriteRegStr ${key}" "URL Protocol" ""`)
  expect(installer).toContain(`WriteRegStr ${key}\\shell\\open\\command" "" '"$appExe" -- "%1"'`)
  expect(installer).toContain(`DeleteRegKey ${key}"`)
})

test('the addresses of Fabula’s makers are only in package.json', () => {
  const { homepage, author } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    homepage: string
    author: { email: string }
  } // npm's own format
  const texts = readdirSync(join(root, 'build'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ya?ml|xml|desktop|nsh|plist)$|copyright$/.test(name))
    .map((name) => [name, readFileSync(join(root, 'build', name), 'utf8')] as const)
  expect(texts.length).toBeGreaterThan(8)
  for (const [name, text] of texts)
    for (const address of [new URL(homepage).host, author.email])
      expect(text.includes(address), `${name}: ${address}`).toBe(false)
})

test('copies of a test version are updated to the next stable one, because the release publishes it in their lists, too', () => {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8')
  expect(config).toContain('generateUpdatesFilesForAllChannels: true\n')
  for (const channel of ['latest', 'beta', 'alpha'])
    expect(workflow).toContain(`            out/packages/${channel}*.yml\n`)
})

test('a signed app for macOS may use the microphone, and states why', () => {
  const entitlements = readFileSync(join(root, 'build', 'entitlements.mac.plist'), 'utf8')
  expect(entitlements).toContain('<key>com.apple.security.device.audio-input</key>\n    <true/>')
  for (const key of ['entitlements', 'entitlementsInherit'])
    expect(config).toContain(`  ${key}: build/entitlements.mac.plist\n`)
  expect(config).toContain('NSMicrophoneUsageDescription')
})
