import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collectRelease, writeWinget } from '../../build/collectRelease.ts'
import { findProgram } from '../../build/findProgram.ts'
import { root } from '../../build/root.mjs'

function folderWith(files: Readonly<Record<string, string>>): { from: string; to: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'from', name, '..'), { recursive: true })
    writeFileSync(join(folder, 'from', name), text)
  }
  return { from: join(folder, 'from'), to: join(folder, 'to') }
}

const list = (arch: string, version = '1.3.0') =>
  `version: ${version}\nfiles:\n  - url: Fabula-${arch}.exe\n    sha512: ${arch}==\npath: Fabula-${arch}.exe\n`

test('packages of both processors are collected in one folder, with one list of updates and a checksum of each', () => {
  const { from, to } = folderWith({
    'win-x64/Fabula-x64.exe': 'x64',
    'win-x64/latest.yml': list('x64'),
    'win-arm64/Fabula-arm64.exe': 'arm64',
    'win-arm64/latest.yml': list('arm64'),
  })
  collectRelease(from, to)
  expect(readdirSync(to).toSorted()).toEqual([
    'Fabula-arm64.exe',
    'Fabula-x64.exe',
    'SHA256SUMS',
    'latest.yml',
  ])
  const merged = readFileSync(join(to, 'latest.yml'), 'utf8')
  expect(merged).toContain('version: 1.3.0')
  expect([...merged.matchAll(/url: (\S+)/g)].map(([, url]) => url)).toEqual([
    'Fabula-arm64.exe',
    'Fabula-x64.exe',
  ])
  expect(readFileSync(join(to, 'SHA256SUMS'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}Fabula-arm64\.exe\n[0-9a-f]{64} {2}Fabula-x64\.exe\n[0-9a-f]{64} {2}latest\.yml\n$/,
  )
})

const facts = {
  version: '1.3.0',
  homepage: 'https://tales.test/',
  releases: 'https://forge.test/mira/fabula/releases',
  date: '2026-01-31',
}

test('the manifests for winget name the files of the release with their checksums, and leave nothing to fill in', () => {
  const { from, to } = folderWith({
    'Fabula-1.3.0-windows-x64-setup.exe': 'x64',
    'Fabula-1.3.0-windows-arm64-setup.exe': 'arm64',
  })
  writeWinget(from, to, facts)
  const names = readdirSync(to).toSorted()
  expect(names).toEqual([
    'Fabula.Fabula.installer.yaml',
    'Fabula.Fabula.locale.en-US.yaml',
    'Fabula.Fabula.yaml',
  ])
  const [installer = '', locale = '', version = ''] = names.map((name) =>
    readFileSync(join(to, name), 'utf8'),
  )
  for (const text of [installer, locale, version]) {
    expect(text).toMatch(/^# yaml-language-server: /)
    expect(text).toContain('PackageVersion: 1.3.0\n')
    expect(text).not.toMatch(/\b(?:VERSION|DATE|HOMEPAGE|[A-Z]+_[A-Z0-9_]+)\b/)
  }
  for (const arch of ['x64', 'arm64']) {
    const sum = createHash('sha256').update(arch).digest('hex').toUpperCase()
    expect(installer).toContain(
      `InstallerUrl: ${facts.releases}/download/v1.3.0/Fabula-1.3.0-windows-${arch}-setup.exe\n    InstallerSha256: ${sum}\n`,
    )
  }
  expect(locale).toContain('PublisherUrl: https://tales.test/\n')
  expect(locale).toContain(`ReleaseNotesUrl: ${facts.releases}/tag/v1.3.0\n`)
})

test('without an installer for each processor, no manifest for winget is written', () => {
  const { from, to } = folderWith({ 'Fabula-1.3.0-windows-x64-setup.exe': 'x64' })
  expect(() => writeWinget(from, to, facts)).toThrow('arm64')
})

test.each([
  [{ 'a/latest.yml': list('x64', '1.3.0'), 'b/latest.yml': list('arm64', '1.3.1') }, '1.3.0, 1.3.1'],
  [{ 'a/Fabula.dmg': 'x64', 'b/Fabula.dmg': 'arm64' }, 'Two packages are called Fabula.dmg'],
])('packages that do not belong together are refused: %#', (files, words) => {
  const { from, to } = folderWith(files)
  expect(() => collectRelease(from, to)).toThrow(words)
})

const actionlint = findProgram('actionlint')
test.skipIf(actionlint === undefined)(
  `actionlint finds no fault in the workflows${actionlint ? '' : ' (not installed here)'}`,
  () => {
    const workflows = join(root, '.github', 'workflows')
    const paths = readdirSync(workflows).map((name) => join(workflows, name))
    expect(execFileSync(actionlint ?? '', paths, { encoding: 'utf8' })).toBe('')
  },
)
