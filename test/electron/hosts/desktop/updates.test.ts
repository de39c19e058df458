/** electron-updater's own updater of an AppImage, with a feed that is served here over HTTP. Only Electron's app and dialogs are faked. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  configureRequestOptions,
  configureRequestUrl,
  HttpExecutor,
  type DownloadOptions,
} from 'builder-util-runtime'
import type { MessageBoxOptions } from 'electron'
import { AppImageUpdater } from 'electron-updater'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createUpdates,
  reasonOf,
  updatesItself,
  updateTexts,
} from '../../../../electron/hosts/desktop/updates.ts'
import { long } from '../../../support/tags.ts'

const texts = updateTexts.en
const PROGRAM = Buffer.from('a newer Fabula, as far as anybody can tell from here')
const sha512 = createHash('sha512').update(PROGRAM).digest('base64')

/** Node's own HTTP for electron-updater, which includes only Electron's. */
class NodeTransfers extends HttpExecutor<ClientRequest> {
  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    return request(options, callback)
  }
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const wanted = { headers: options.headers ?? {} }
      configureRequestUrl(url, wanted)
      configureRequestOptions(wanted)
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      const transfer = { destination, options, onCancel, callback, responseHandler: null }
      this.doDownload(wanted, transfer, 0)
    })
  }
}

interface Feed {
  readonly version?: string
  readonly sha512?: string
  readonly list?: string
  readonly program?: Buffer
  /** The length that the server announces before it breaks off. */
  readonly claimedBytes?: number
}

/** An installed AppImage of version 1.2.3 whose feed is served on this machine, and a user who presses these buttons. */
async function installed(
  feed: Feed,
  presses: readonly { button: string; isChecked?: boolean }[],
  mayQuit = async () => true,
) {
  const folder = await mkdtemp(join(tmpdir(), 'fabula-updates-'))
  const requests: { url: string; id: unknown }[] = []
  const server = createServer((asked, response) => {
    requests.push({ url: asked.url?.split('?')[0] ?? '', id: asked.headers['x-user-staging-id'] })
    if (asked.url?.startsWith('/latest-linux')) {
      const { version = '1.3.0', sha512: hash = sha512, program = PROGRAM } = feed
      response.end(
        feed.list ??
          `version: ${version}\nfiles:\n  - url: Fabula.AppImage\n    sha512: ${hash}\n    size: ${program.length}\npath: Fabula.AppImage\nsha512: ${hash}\nreleaseDate: '2026-11-25T00:00:00.000Z'\n`,
      )
      return
    }
    const { program = PROGRAM, claimedBytes = program.length } = feed
    response.writeHead(200, { 'content-length': claimedBytes })
    response.write(program, () => (claimedBytes > program.length ? response.destroy() : response.end()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const appImage = join(folder, 'Fabula.AppImage')
  await writeFile(appImage, 'the installed Fabula')
  await writeFile(
    join(folder, 'app-update.yml'),
    `provider: generic\nurl: ${url}\nupdaterCacheDirName: fabula-updater\n`,
  )
  vi.stubEnv('APPIMAGE', appImage)
  const quit = vi.fn()
  const updater = new AppImageUpdater(null, {
    version: '1.2.3',
    name: 'fabula',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: vi.fn(),
    quit,
    onQuit: vi.fn(),
  })
  Reflect.set(updater, 'httpExecutor', new NodeTransfers())
  updater.disableDifferentialDownload = true
  Reflect.set(updater, '_testOnlyOptions', { platform: 'linux' })
  const relaunch = vi.fn()
  const renamed = join(folder, 'Fabula-1.3.0.AppImage')
  // In Electron it would continue.
  const quitAndInstall = vi
    .spyOn(updater, 'quitAndInstall')
    .mockImplementation(() => void updater.emit('appimage-filename-updated', renamed))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })

  const shown: MessageBoxOptions[] = []
  const left = [...presses]
  let nowMs = 1_800_000_000_000
  const updates = createUpdates({
    dataDir: folder,
    version: '1.2.3',
    updater: () => updater,
    ...{ appImage, relaunch, mayQuit },
    dialog: {
      async showMessageBox(...values: unknown[]) {
        const box = values.at(-1) as MessageBoxOptions // without a window, the only value
        shown.push(box)
        const { button, isChecked } = left.shift() ?? { button: texts.close }
        const response = box.buttons?.indexOf(button) ?? -1
        if (response < 0) throw new Error(`There is no “${button}” among ${String(box.buttons)}`)
        return { response, checkboxChecked: isChecked ?? box.checkboxChecked ?? false }
      },
    },
    window: () => undefined,
    texts: () => texts,
    report: vi.fn(),
    now: () => nowMs,
  })
  return {
    updates,
    shown,
    requests,
    quitAndInstall,
    relaunch,
    updater,
    renamed,
    stop: () => server.close(),
    pass: (ms: number) => (nowMs += ms),
    stillInstalled: () => readFile(appImage, 'utf8'),
  }
}

const download = { button: texts.download }
const later = { button: texts.later }
const restart = { button: texts.restart }

test('no request is made before the user allows it', async () => {
  const { updates, requests, shown } = await installed({}, [])
  await updates.checkByItself()
  expect([requests, shown]).toEqual([[], []])
})

test('a newer version is downloaded and installed only after a confirmation of each step, and no request identifies the computer', async () => {
  const { updates, requests, shown, quitAndInstall, relaunch, renamed } = await installed({}, [
    download,
    restart,
  ])
  await updates.check()
  expect(shown.map(({ message }) => message)).toEqual([
    'Fabula 1.3.0 is available. You have 1.2.3.',
    'Fabula 1.3.0 has been downloaded and checked.',
  ])
  expect(requests).toEqual([
    { url: expect.stringMatching(/^\/latest-linux.*\.yml$/), id: 'none' },
    { url: '/Fabula.AppImage', id: 'none' },
  ])
  expect(quitAndInstall).toHaveBeenCalledExactlyOnceWith(true, false)
  expect(relaunch).toHaveBeenCalledExactlyOnceWith(renamed)
})

test('declining the download downloads nothing, and declining the restart installs nothing', async () => {
  const first = await installed({}, [later])
  await first.updates.check()
  expect(first.requests).toHaveLength(1)
  const second = await installed({}, [download, later])
  await second.updates.check()
  expect(second.requests).toHaveLength(2)
  expect(second.quitAndInstall).not.toHaveBeenCalled()
})

test('nothing is installed while the user keeps work that would end with the app, such as an export', async () => {
  const { updates, shown, quitAndInstall, relaunch } = await installed(
    {},
    [download, restart],
    async () => false,
  )
  await updates.check()
  expect(shown).toHaveLength(2)
  expect([quitAndInstall.mock.calls, relaunch.mock.calls]).toEqual([[], []])
})

test('an installation that the system refuses is reported, and nothing is restarted', async () => {
  const { updates, shown, quitAndInstall, relaunch, updater } = await installed({}, [download, restart])
  quitAndInstall.mockImplementation(
    () => void updater.emit('error', new Error('Command pkexec exited with code 126')),
  )
  await updates.check()
  expect(shown.at(-1)).toMatchObject({ detail: `${texts.refused}\n\n${texts.safe}` })
  expect(relaunch).not.toHaveBeenCalled()
})

test.each<[string, Feed, string]>([
  ['has another hash', { sha512: createHash('sha512').update('other').digest('base64') }, texts.checksum],
  ['was changed', { program: Buffer.from('an evil program') }, texts.checksum],
  ['breaks off', { claimedBytes: PROGRAM.length + 10 }, texts.offline],
  ['is shorter than published', { program: PROGRAM.subarray(0, 10), sha512 }, texts.checksum],
])('an update that %s is refused, and the installed version is kept', async (_fault, feed, reason) => {
  const { updates, shown, quitAndInstall, stillInstalled } = await installed(feed, [download])
  await updates.check()
  expect(shown.at(-1)).toMatchObject({ message: texts.failed, detail: `${reason}\n\n${texts.safe}` })
  expect(quitAndInstall).not.toHaveBeenCalled()
  expect(await stillInstalled()).toBe('the installed Fabula')
})

test.each(['1.2.3', '1.2.2', '0.9.0', '1.2.3-beta.1'])(
  'version %s in the feed is not newer than 1.2.3',
  async (version) => {
    const { updates, shown, requests } = await installed({ version }, [])
    await updates.check()
    expect(shown.map(({ message }) => message)).toEqual(['Fabula 1.2.3 is the newest version.'])
    expect(requests).toHaveLength(1)
  },
)

test.each(['<html>Sign in to the network</html>', 'version: [', ''])(
  'a feed of %j is reported as unreadable',
  async (list) => {
    const { updates, shown } = await installed({ list }, [])
    await updates.check()
    expect(shown).toMatchObject([{ message: texts.failed, detail: expect.stringContaining(texts.safe) }])
  },
)

test('a feed that cannot be reached is reported', long, async () => {
  const { updates, shown, stop } = await installed({}, [])
  stop()
  await updates.check()
  expect(shown).toMatchObject([{ detail: `${texts.offline}\n\n${texts.safe}` }])
})

test('Fabula checks by itself once a week after the user agreed, and reports only a newer version', async () => {
  const feed = { version: '1.2.3' }
  const { updates, shown, requests, pass } = await installed(feed, [{ button: texts.close, isChecked: true }])
  await updates.check()
  await updates.checkByItself()
  expect(requests).toHaveLength(1)
  pass(7 * 24 * 3_600_000)
  await updates.checkByItself()
  expect([requests.length, shown.length]).toEqual([2, 1])
})

test('a copy without a feed address says that it does not check for updates', async () => {
  const showMessageBox = vi.fn(async () => ({ response: 0, checkboxChecked: false }))
  const none = {
    ...{ appImage: undefined, relaunch: vi.fn(), mayQuit: async () => true },
    updater: () => undefined,
    window: () => undefined,
    texts: () => texts,
    report: vi.fn(),
    now: () => 0,
  }
  await createUpdates({ dataDir: tmpdir(), version: '1.2.3', dialog: { showMessageBox }, ...none }).check()
  expect(showMessageBox).toHaveBeenCalledWith(expect.objectContaining({ message: texts.none }))
})

test.each([
  [
    'ERR_UPDATER_INVALID_SIGNATURE',
    'New version 2.0 is not signed by the application owner',
    texts.signature,
  ],
  ['ENOSPC', 'no space left on device', texts.full],
  [undefined, 'Cannot update while running on a read-only volume.', texts.readOnly],
  [undefined, 'net::ERR_INTERNET_DISCONNECTED', texts.offline],
] as const)('the fault %s is reported with a message', (code, message, words) => {
  expect(reasonOf(Object.assign(new Error(message), { code }), texts)).toBe(words)
})

test.each<[string, NodeJS.Platform, NodeJS.ProcessEnv, readonly string[], boolean]>([
  ['an installed Fabula of Windows', 'win32', {}, ['app-update.yml', 'Uninstall Fabula.exe'], true],
  ['one from a zip of Windows', 'win32', {}, ['app-update.yml'], false],
  ['an app of macOS', 'darwin', {}, ['app-update.yml'], true],
  ['an AppImage', 'linux', { APPIMAGE: '/opt/Fabula.AppImage' }, ['app-update.yml'], true],
  ['a deb or rpm', 'linux', {}, ['app-update.yml', 'package-type'], true],
  ['an unpacked folder of Linux', 'linux', {}, ['app-update.yml'], false],
  ['a Flatpak', 'linux', { FLATPAK_ID: 'org.fabula.studio' }, ['app-update.yml', 'package-type'], false],
  ['one that was built without an address', 'darwin', {}, [], false],
])('%s is correctly recognized as updating itself or not', (_copy, platform, env, files, expected) => {
  const copy = { platform, env, execPath: '/app/fabula', resourcesPath: '/app/resources' }
  expect(updatesItself(copy, (path) => files.includes(basename(path)))).toBe(expected)
})
