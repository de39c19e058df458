/** What electron-builder is told, against what the app does. */
import { readFileSync } from 'node:fs'
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

test('every dictionary of the spelling, and what reads them, is a real file in a package', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  } // npm's own format
  const names = Object.keys(DICTIONARIES).map((id) => `dictionary-${id.toLowerCase()}`)
  expect(Object.keys(dependencies).filter((name) => name.startsWith('dictionary-'))).toEqual(names.toSorted())
  for (const name of ['dictionary-*', 'hunspell-wasm'])
    expect(listOf('asarUnpack')).toContain(`node_modules/${name}/**`)
})

test('a signed app of macOS may use the microphone, and says what for', () => {
  const entitlements = readFileSync(join(root, 'build', 'entitlements.mac.plist'), 'utf8')
  expect(entitlements).toContain('<key>com.apple.security.device.audio-input</key>\n    <true/>')
  for (const key of ['entitlements', 'entitlementsInherit'])
    expect(config).toContain(`  ${key}: build/entitlements.mac.plist\n`)
  expect(config).toContain('NSMicrophoneUsageDescription')
})
