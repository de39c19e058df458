import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../build/findProgram.ts'
import { debControl, makeLinuxPackage, readRequest } from '../../build/fpm.ts'
import {
  electronDistFor,
  inWords,
  macSigning,
  readOptions,
  whyNot,
  writeLinuxFiles,
} from '../../build/package.ts'
import { root } from '../../build/root.mjs'
import { speechPackage, stageApp } from '../../build/stageApp.ts'
import { long } from '../support/tags.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-package-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test.each([
  [[], 'linux', 'x64', { system: 'linux', arch: 'x64', isDir: false }],
  [['--dir'], 'darwin', 'arm64', { system: 'mac', arch: 'arm64', isDir: true }],
  [['--win', '--arm64'], 'win32', 'x64', { system: 'win', arch: 'arm64', isDir: false }],
  [['--linux', '--x64'], 'linux', 'arm64', { system: 'linux', arch: 'x64', isDir: false }],
] as const)('the arguments %j on %s %s determine what is made', (args, platform, machine, wanted) => {
  expect(readOptions(args, platform, machine)).toEqual({ ...wanted, electronDist: undefined })
})

test.each([
  [['--mac'], 'linux', 'Packages for macOS are made on macOS'],
  [['--win'], 'linux', 'Packages for Windows are made on Windows'],
  [['--linux'], 'darwin', 'Packages for Linux are made on Linux'],
  [['--linux', '--win'], 'linux', 'Name one system'],
  [['--x64', '--arm64'], 'linux', 'one processor'],
  [['--snap'], 'linux', '--snap'],
] as const)('the arguments %j on %s are refused with a message', (args, platform, words) => {
  expect(() => readOptions(args, platform, 'x64')).toThrow(words)
})

test('a folder without Electron is reported, and one with Electron is used', () => {
  const folder = temporaryFolder()
  const taken = (electronDist: string) => electronDistFor({ electronDist, arch: 'x64' })
  for (const wrong of [folder, join(folder, 'electron-v45.4.1-linux-x64.zip')])
    expect(() => taken(wrong)).toThrow(`There is no Electron in ${wrong}`)
  writeFileSync(join(folder, 'electron'), '')
  expect(taken(folder)).toBe(folder)
})

test('a package whose tools are missing is left out, with a message how to install them', () => {
  expect(whyNot('rpm', () => undefined)).toBe(
    'rpm is left out, because rpmbuild is missing. Install it: “apt-get install rpm” or “dnf install rpm-build”.',
  )
  expect(whyNot('deb', (name) => (name === 'xz' ? undefined : `/usr/bin/${name}`))).toContain('xz is missing')
  expect(whyNot('deb', (name) => `/usr/bin/${name}`)).toBeUndefined()
  expect(whyNot('nsis', () => undefined)).toBeUndefined()
})

test.each([
  ['mac', {}, { mac: { identity: '-' } }],
  ['mac', { CSC_LINK: '', CSC_NAME: '' }, { mac: { identity: '-' } }],
  ['mac', { CSC_LINK: 'certificate' }, {}],
  ['mac', { CSC_NAME: 'Mira' }, {}],
  ['linux', {}, {}],
] as const)('an app for %s with %j in the environment is signed by %j', (system, env, signing) => {
  expect(macSigning(system, env)).toEqual(signing)
})

test('the files beside the app on Linux contain the homepage of package.json', () => {
  const folder = temporaryFolder()
  writeLinuxFiles('https://tales.test/$&', folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect(read('org.fabula.studio.metainfo.xml')).toContain('<url type="homepage">https://tales.test/$&</url>')
  expect(read('copyright')).toContain('Source: https://tales.test/$&\n')
})

test('a missing network is distinguished from other faults', () => {
  const offline = inWords(new Error('getaddrinfo ENOTFOUND github.com'), '45.4.1')
  expect(offline).toContain('Electron 45.4.1')
  expect(offline).toContain('--electron-dist')
  expect(inWords(new Error('The disk is full'), '45.4.1')).toBe('The disk is full')
})

test.each([
  ['linux', 'x64', 'sherpa-onnx-linux-x64'],
  ['darwin', 'arm64', 'sherpa-onnx-darwin-arm64'],
  ['win32', 'x64', 'sherpa-onnx-win-x64'],
  ['win32', 'arm64', undefined],
  ['freebsd', 'x64', undefined],
] as const)('the natural voices of %s %s are in %s', (platform, arch, name) => {
  expect(speechPackage(platform, arch)).toBe(name)
})

test('no package is made with the natural voices of another system', () => {
  const modules = temporaryFolder()
  mkdirSync(join(modules, 'sherpa-onnx-linux-x64'))
  const folder = join(modules, 'app')
  expect(() => stageApp('win32', 'x64', { modules, folder })).toThrow('sherpa-onnx-win-x64')
})

const require = createRequire(import.meta.url)

test('electron-builder takes the configuration of every system as valid', long, async () => {
  const fromBuilder = createRequire(require.resolve('electron-builder'))
  const yaml = fromBuilder('js-yaml') as { load: (text: string) => object } // its own types are not installed
  const config = fromBuilder('app-builder-lib/out/util/config/config.js') as {
    validateConfiguration: (config: object, log: object) => Promise<void>
  } // as in its .d.ts
  const loaded = yaml.load(readFileSync(join(root, 'build', 'electron-builder.yml'), 'utf8'))
  const { DebugLogger } = fromBuilder('builder-util') as { DebugLogger: new (isEnabled: boolean) => object } // as in its .d.ts
  await config.validateConfiguration(loaded, new DebugLogger(false))
  await expect(
    config.validateConfiguration({ ...loaded, hardened: true }, new DebugLogger(false)),
  ).rejects.toThrow('hardened')
})

/** The sizes of the pictures in an icon, by its own directory, which the picture at that place has to confirm. */
function sizesOf(icon: Buffer): number[] {
  const sizeAt = (offset: number) => {
    expect(icon.toString('latin1', offset + 1, offset + 4)).toBe('PNG')
    return icon.readUInt32BE(offset + 16)
  }
  if (icon.toString('latin1', 0, 4) === 'icns') {
    expect(icon.readUInt32BE(4)).toBe(icon.length)
    const sizes: number[] = []
    for (let offset = 8; offset < icon.length; offset += icon.readUInt32BE(offset + 4))
      sizes.push(sizeAt(offset + 8))
    return sizes
  }
  return Array.from({ length: icon.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index
    const size = sizeAt(icon.readUInt32LE(entry + 12))
    expect(icon[entry]).toBe(size % 256)
    return size
  })
}

test.each(['icon', 'document'])('the %s of a package has the sizes that systems require', (name) => {
  const read = (file: string) => readFileSync(join(root, 'build', 'icons', file))
  expect(sizesOf(read(`${name}.ico`))).toEqual([16, 24, 32, 48, 64, 256])
  expect(sizesOf(read(`${name}.icns`))).toEqual([16, 32, 128, 256, 512, 1024, 32, 64, 256, 512])
})

test('the icons of Linux have the sizes of their names', () => {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
    const picture = readFileSync(join(root, 'build', 'icons', 'linux', `${size}x${size}.png`))
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size])
  }
})

/** Arguments as electron-builder gives them, for a small app. */
function smallPackage(folder: string, target: 'deb' | 'rpm'): { args: string[]; output: string } {
  const app = join(folder, 'app')
  mkdirSync(join(app, 'resources'), { recursive: true })
  writeFileSync(join(app, 'fabula'), '#!/bin/sh\n', { mode: 0o700 })
  writeFileSync(join(app, 'resources', 'with 100% and a space.txt'), 'text', { mode: 0o600 })
  const script = (name: string) => {
    writeFileSync(join(folder, name), `#!/bin/bash\necho "${name} \${1}% done"\n`)
    return join(folder, name)
  }
  for (const [name, words] of [
    ['ours.xml', 'ours'],
    ['theirs.xml', 'theirs'],
  ] as const)
    writeFileSync(join(folder, name), words)
  const output = join(folder, `made.${target}`)
  const place = '/usr/share/mime/packages/fabula.xml'
  const args = [
    ...['-s', 'dir', '--force', '-t', target, '-d', 'gtk3'],
    ...['-d', target === 'rpm' ? '(libuuid or libuuid1)' : 'libuuid1 | libuuid'],
    ...['--architecture', 'amd64', '--name', 'fabula', '--version', '1.2.3~beta.1', '--package', output],
    ...['--after-install', script('installed'), '--after-remove', script('removed')],
    ...['--description', 'Turns a text into a spoken story\n A studio', '--license', 'GPL-3.0-or-later'],
    ...['--maintainer', 'A <a@example.org>', '--vendor', 'A', '--url', 'https://fabula.example/'],
    ...[`${folder}/ours.xml=${place}`, `${app}/=/opt/Fabula`, `${folder}/theirs.xml=${place}`],
  ]
  return { args, output }
}

test('an unknown option of fpm stops the package', () => {
  const { args } = smallPackage(temporaryFolder(), 'deb')
  expect(() => readRequest([...args, '--deb-upstart', 'x'])).toThrow('--deb-upstart')
  expect(() => readRequest([...args, '/no/target'])).toThrow('does not say where')
})

test('a deb has the fields that Debian requires', () => {
  const { args } = smallPackage(temporaryFolder(), 'deb')
  expect(debControl(readRequest(args), 12)).toBe(
    `Package: fabula
Version: 1.2.3~beta.1
Architecture: amd64
Maintainer: A <a@example.org>
Installed-Size: 12
Depends: gtk3, libuuid1 | libuuid
Section: misc
Priority: optional
Homepage: https://fabula.example/
Description: Turns a text into a spoken story
 A studio
`,
  )
})

test.skipIf(!findProgram('dpkg-deb'))(
  'a deb contains its files, readable for everybody, and its scripts',
  () => {
    const folder = temporaryFolder()
    const { args, output } = smallPackage(folder, 'deb')
    makeLinuxPackage(args)
    const list = execFileSync('dpkg-deb', ['--contents', output], { encoding: 'utf8' })
    expect(list).toMatch(/-rwxr-xr-x root\/root .* \.\/opt\/Fabula\/fabula\n/)
    expect(list).toMatch(/-rw-r--r-- root\/root .*with 100% and a space\.txt\n/)
    execFileSync('dpkg-deb', ['--raw-extract', output, join(folder, 'out')])
    const read = (path: string) => readFileSync(join(folder, 'out', path), 'utf8')
    expect(read('usr/share/mime/packages/fabula.xml')).toBe('ours')
    expect(read('DEBIAN/postinst')).toContain('installed')
    expect(read('DEBIAN/postrm')).toContain('removed')
    expect(read('DEBIAN/md5sums').trim().split('\n')).toHaveLength(3)
  },
)

test.skipIf(!findProgram('rpmbuild'))(
  'an rpm contains its files and scripts, and does not own the system’s folders',
  () => {
    const { args, output } = smallPackage(temporaryFolder(), 'rpm')
    makeLinuxPackage(args)
    const ask = (...query: string[]) => execFileSync('rpm', ['-qp', ...query, output], { encoding: 'utf8' })
    expect(ask('--qf', '%{NAME} %{VERSION} %{ARCH} %{LICENSE}')).toBe(
      'fabula 1.2.3~beta.1 x86_64 GPL-3.0-or-later',
    )
    expect(ask('--list').trim().split('\n')).toEqual([
      '/opt/Fabula',
      '/opt/Fabula/fabula',
      '/opt/Fabula/resources',
      '/opt/Fabula/resources/with 100% and a space.txt',
      '/usr/share/mime/packages/fabula.xml',
    ])
    expect(ask('--requires')).toContain('(libuuid or libuuid1)')
    expect(ask('--scripts')).toMatch(/echo "installed \$\{1\}% done"/)
  },
)
