import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { NOTICES_PATH, thirdPartyNotices } from '../../build/notices.ts'
import { root } from '../../build/root.mjs'

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
} // npm's own format

test('the notices name every package that Fabula uses, with the text of its licence', () => {
  const notices = thirdPartyNotices()
  const sections = notices.split(`\n\n${'='.repeat(100)}\n\n`)
  for (const [name, version] of Object.entries(dependencies)) {
    const own = sections.filter((section) => section.startsWith(`${name} ${version}\n`))
    expect(own.length, name).toBe(1)
    expect(own[0]?.length, name).toBeGreaterThan(500)
  }
  for (const section of sections.slice(1)) expect(section).toMatch(/^.+\nLicence: .+\n\n/)
  for (const words of [
    'Permission is hereby granted, free of charge',
    'Redistribution and use in source and binary forms',
    'Apache License',
    'SIL OPEN FONT LICENSE',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'GNU LIBRARY GENERAL PUBLIC LICENSE',
    'Mozilla Public License Version 2.0',
    'This version of the GNU Lesser General Public License incorporates',
  ])
    expect(notices.toLowerCase()).toContain(words.toLowerCase())
})

test.each([
  'PDF.js',
  'LAME 3.100',
  'libvorbis and libogg',
  'libFLAC (decoder)',
  'libvorbis and libogg (decoder)',
  'mpg123',
  'Rubber Band Library 3.3.0',
  'kaldifst and OpenFst',
  'piper-phonemize',
  'Eigen',
])('the notices name the contents of a package: %s', (name) =>
  expect(thirdPartyNotices()).toContain(`\n\n${name} (in `),
)

test('the notices leave out packages that are used only for building and testing', () => {
  expect(thirdPartyNotices()).not.toMatch(/^(?:vitest|oxlint|typescript) \d/m)
})

test('a package without a licence stops the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-notices-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'node_modules', 'secretive')
  mkdirSync(path, { recursive: true })
  const facts = { name: 'secretive', version: '1.0.0', license: 'SEE LICENSE' }
  writeFileSync(join(path, 'package.json'), JSON.stringify(facts))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      packages: { '': {}, 'node_modules/secretive': {}, 'node_modules/absent': { dev: true } },
    }),
  )
  expect(() => thirdPartyNotices(folder)).toThrow('secretive brings no text of its licence (SEE LICENSE)')
  writeFileSync(join(path, 'package.json'), JSON.stringify({ ...facts, license: 'MIT', author: 'A. Person' }))
  expect(thirdPartyNotices(folder)).toContain('Copyright (c) A. Person')
})

test('packages of the app include the notices', () => {
  const config = readFileSync(join(root, 'build', 'electron-builder.yml'), 'utf8')
  expect(config).toContain(`  - from: ${NOTICES_PATH}\n`)
  expect(config).toContain('  - from: LICENSE\n')
})
