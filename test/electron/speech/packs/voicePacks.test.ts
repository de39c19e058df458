import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UNPACK_SOURCE } from '../../../../electron/lib/archives/unpackThread.ts'
import { systemClock } from '../../../../electron/lib/clock.ts'
import { claimFile, identify, releaseFile } from '../../../../electron/lib/files/atomicFile.ts'
import { DEFAULT_TIMEOUTS } from '../../../../electron/lib/http/httpExchange.ts'
import {
  readInstalledPacks,
  findSherpa,
  type SherpaState,
} from '../../../../electron/lib/voices/installedPacks.ts'
import { createVoicePacks, type VoicePacks } from '../../../../electron/speech/packs/voicePacks.ts'
import { createVoicesFolder, type VoicesFolder } from '../../../../electron/speech/packs/voicesFolder.ts'
import type { PackState } from '../../../../shared/ipc/voicePacksContract.ts'
import type { CatalogueEntry } from '../../../../shared/voices/voiceCatalogue.ts'
import { encodeWav } from '../../../../electron/lib/audio/wav.ts'
import { sine } from '../../lib/audio/signals.ts'
import { bzip2 } from '../../../support/bzip2.ts'
import {
  entryFor,
  sendArchive,
  startPackServer,
  syntheticArchive,
  type Fault,
  type PackServer,
} from '../../../support/packServer.ts'
import {
  syntheticManifest,
  writeSyntheticModel,
  writeSyntheticPack,
} from '../../../support/syntheticVoice.ts'
import { long } from '../../../support/tags.ts'

let home: string
let voices: string
let server: PackServer
let packs: VoicePacks
let states: PackState[]
let changes: number

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-packs-'))
  voices = join(home, 'voices')
})
afterEach(async () => {
  await packs.close()
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

/** Retries after a fault follow without a wait. */
const clock = { ...systemClock, sleep: async () => {} }

async function open(
  archive: Buffer,
  {
    fault,
    entry = {},
    folder = {},
    findEngine = findSherpa,
  }: {
    fault?: Fault
    entry?: Partial<CatalogueEntry> | ((entry: CatalogueEntry) => CatalogueEntry)
    folder?: Partial<VoicesFolder>
    findEngine?: () => SherpaState
  } = {},
): Promise<void> {
  server = await startPackServer({ '/tone.tar.bz2': archive }, fault)
  const whole = entryFor(`${server.origin}/tone.tar.bz2`, archive)
  const catalogue = [typeof entry === 'function' ? entry(whole) : { ...whole, ...entry }]
  states = []
  changes = 0
  packs = createVoicePacks({
    folder: { ...createVoicesFolder(voices), ...folder },
    ...{ catalogue, clock, timeouts: DEFAULT_TIMEOUTS, unpackWorkerUrl: UNPACK_SOURCE },
    onChange: (view) =>
      states.push(...view.packs.filter(({ id }) => id === 'tone').map(({ state }) => state)),
    findEngine,
    onVoices: async () => void (changes += 1),
    report: (_, error) => {
      throw error
    },
  })
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
const stateNow = async () => (await packs.view()).packs.find(({ id }) => id === 'tone')?.state
const installed = () => readInstalledPacks(voices).map(({ manifest }) => manifest.id)
/** The content of the voices folder, including hidden folders. */
const all = () => (existsSync(voices) ? readdirSync(voices) : [])
const PADDING = (folder: string) =>
  writeFileSync(
    join(folder, 'padding.txt'),
    Array.from({ length: 90_000 }, (_, i) => (i * 7919) % 9973).join(' '),
  )

describe('the list of voice packs', () => {
  it.each(['system', 'package'] as const)('reports why none can be used here (%s)', async (reason) => {
    await open(syntheticArchive(), { findEngine: () => ({ isAvailable: false, reason }) })
    expect((await packs.view()).unavailable).toBe(reason)
  })

  it('reports no reason if they can be used', async () => {
    await open(syntheticArchive())
    expect((await packs.view()).unavailable).toBeNull()
  })
})

describe('downloading a voice pack', () => {
  it('sends no request until it is started', async () => {
    await open(syntheticArchive())
    expect(await stateNow()).toEqual({ kind: 'absent', bytes: 0 })
    expect(server.requests).toEqual([])
  })

  it('downloads, verifies, unpacks and installs the pack, and notifies the service', async () => {
    await open(syntheticArchive())
    await packs.get('tone')
    expect(installed()).toEqual(['tone'])
    expect(all()).toEqual(['tone'])
    expect(changes).toBe(1)
    expect((await stateNow())?.kind).toBe('here')
    const [found] = readInstalledPacks(voices)
    expect(found?.manifest).toEqual(syntheticManifest())
    expect(readdirSync(found?.modelFolder ?? '').sort()).toEqual(['model.onnx', 'tokens.txt'])
  })

  it('resumes after the connection was cut', async () => {
    const archive = syntheticArchive('tone-v1', PADDING)
    await open(archive, {
      fault(request, response, asked) {
        if (asked > 0) return false
        sendArchive(request, response, archive, 20_000)
        return true
      },
    })
    await packs.get('tone')
    expect(installed()).toEqual(['tone'])
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]?.headers.range).toMatch(/^bytes=\d{4,}-$/)
  })

  it('stops on request, and can be resumed later', async () => {
    const archive = syntheticArchive('tone-v1', PADDING)
    await open(archive, {
      fault(request, response, asked) {
        if (asked > 0) return false
        response.writeHead(200, { etag: '"one"', 'content-length': archive.length })
        response.write(archive.subarray(0, 20_000))
        request.socket.on('close', () => response.destroy())
        return true
      },
    })
    const getting = codeOf(packs.get('tone'))
    await expect.poll(stateNow).toMatchObject({ kind: 'getting', totalBytes: archive.length })
    packs.stop('tone')
    expect(await getting).toBe('request-cancelled')
    const stopped = await stateNow()
    expect(stopped).toMatchObject({ kind: 'absent' })
    expect(installed()).toEqual([])
    await packs.get('tone')
    expect(installed()).toEqual(['tone'])
    expect(all()).toEqual(['tone'])
    const bytes = stopped?.kind === 'absent' ? stopped.bytes : 0
    expect(bytes).toBeGreaterThan(0)
    expect(server.requests[1]?.headers.range).toBe(`bytes=${bytes}-`)
  })

  it('downloads one after another, and removes a cancelled one from the queue', async () => {
    const archive = syntheticArchive()
    // The first is not answered until the others are waiting.
    const held: (() => void)[] = []
    server = await startPackServer({ '/tone.tar.bz2': archive }, (request, response, index) => {
      if (index === 0) held.push(() => sendArchive(request, response, archive))
      return index === 0
    })
    const url = `${server.origin}/tone.tar.bz2`
    const catalogue = ['tone', 'second', 'third'].map((id) => entryFor(url, archive, { id }))
    packs = createVoicePacks({
      ...{ folder: createVoicesFolder(voices), catalogue, clock, unpackWorkerUrl: UNPACK_SOURCE },
      ...{ onChange: () => {}, onVoices: async () => {}, report: () => {} },
    })
    const works = ['tone', 'second', 'third'].map((id) => codeOf(packs.get(id)))
    const states = async () => (await packs.view()).packs.map(({ state }) => state)
    await expect.poll(() => held).toHaveLength(1)
    const name = catalogue[0]?.pack.name
    const waiting = { kind: 'waiting', behind: name }
    expect(await states()).toEqual([{ kind: 'connecting', host: new URL(url).host }, waiting, waiting])
    packs.stop('second')
    held[0]?.()
    expect(await Promise.all(works)).toEqual(['done', 'request-cancelled', 'done'])
    expect(installed().sort()).toEqual(['third', 'tone'])
  })

  it.each([
    [
      'checksum',
      (entry: CatalogueEntry) => ({ ...entry, download: { ...entry.download, sha256: '0'.repeat(64) } }),
    ],
    ['size', (entry: CatalogueEntry) => ({ ...entry, size: { bytes: 5_000_000, isExact: true } })],
    ['smaller size', (entry: CatalogueEntry) => ({ ...entry, size: { bytes: 100, isExact: true } })],
  ])('refuses an archive with another %s, and keeps nothing of it', async (_, entry) => {
    await open(syntheticArchive(), { entry })
    expect(await codeOf(packs.get('tone'))).toBe('voice-differs')
    expect(await stateNow()).toMatchObject({ kind: 'failed', error: { code: 'voice-differs' } })
    expect(installed()).toEqual([])
    expect(changes).toBe(0)
  })

  it.each([
    ['voice-archive-unsafe', '../../outside', 'file'],
    ['voice-archive-unsafe', 'model/link', 'symlink'],
  ] as const)('refuses a hostile archive with %s (%s)', async (code, name, type) => {
    const tar = await packTar([
      {
        header: { name, type, size: type === 'file' ? 1 : 0, linkname: '/etc' },
        ...(type === 'file' && { body: 'x' }),
      },
    ])
    await open(bzip2(tar))
    expect(await codeOf(packs.get('tone'))).toBe(code)
    expect(all()).toEqual([])
    expect(readdirSync(home)).toEqual(['voices'])
  })

  it('names a hostile entry of an archive without control characters', async () => {
    const name = `voice/\u001b[2J\u202e${'x'.repeat(300)}`
    await open(bzip2(await packTar([{ header: { name, type: 'file', size: 1 }, body: 'x' }])))
    await packs.get('tone').catch(() => undefined)
    const state = await stateNow()
    const entry = state?.kind === 'failed' ? state.error.params['entry'] : undefined
    expect(entry).toBe(`voice/\ufffd[2J\ufffd${'x'.repeat(189)}`)
  })

  it('refuses a decompression bomb with voice-archive-inflates', long, async () => {
    const zeros = new Uint8Array(70_000_000)
    const tar = await packTar([{ header: { name: 'zeros', type: 'file', size: zeros.length }, body: zeros }])
    await open(bzip2(tar))
    expect(await codeOf(packs.get('tone'))).toBe('voice-archive-inflates')
    expect(all()).toEqual([])
  })

  it('refuses an archive without a model', async () => {
    await open(bzip2(await packTar([{ header: { name: 'a/readme', type: 'file', size: 1 }, body: 'x' }])))
    expect(await codeOf(packs.get('tone'))).toBe('voice-model-unknown')
    expect(all()).toEqual([])
  })

  it('refuses a model of another type than the catalogue states', async () => {
    await open(syntheticArchive(), { entry: { pack: syntheticManifest({ family: 'kokoro' }) } })
    expect(await codeOf(packs.get('tone'))).toBe('voice-model-other')
  })

  it('reports a full disk before it downloads anything', async () => {
    await open(syntheticArchive(), { folder: { freeBytes: async () => 500 } })
    expect(await codeOf(packs.get('tone'))).toBe('voice-disk-full')
    expect(server.requests).toEqual([])
  })

  it('reports a disk that fills up meanwhile, and leaves nothing', async () => {
    const full = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
        syscall: 'write',
      })
    }
    await open(syntheticArchive(), { folder: { place: full } })
    expect(await codeOf(packs.get('tone'))).toBe('voice-disk-full')
    expect(all()).toEqual([])
  })

  it('follows a redirect to another host of the publisher', async () => {
    await open(syntheticArchive(), {
      fault(request, response, asked) {
        if (asked > 0) return false
        response
          .writeHead(302, { location: `http://127.0.0.1:${new URL(server.origin).port}/tone.tar.bz2` })
          .end()
        return request.url !== ''
      },
    })
    await packs.get('tone')
    expect(installed()).toEqual(['tone'])
  })

  it.each(['http://example.com/tone.tar.bz2', 'file:///etc/passwd', 'https://name:word@example.com/'])(
    'follows no redirect to %s',
    async (location) => {
      await open(syntheticArchive(), {
        fault(_request, response) {
          response.writeHead(302, { location }).end()
          return true
        },
      })
      expect(await codeOf(packs.get('tone'))).toBe('voice-address-refused')
    },
  )

  it('reports that the publisher is unreachable, and can be retried', async () => {
    await open(syntheticArchive())
    await server.close()
    expect(await codeOf(packs.get('tone'))).toBe('voice-offline')
    expect(await stateNow()).toMatchObject({ kind: 'failed', error: { code: 'voice-offline' } })
  })

  it('reports that the publisher no longer has the file', async () => {
    await open(syntheticArchive(), {
      fault(_request, response) {
        response.writeHead(404).end()
        return true
      },
    })
    expect(await codeOf(packs.get('tone'))).toBe('voice-unavailable')
  })

  it('removes leftovers of a killed process', async () => {
    await open(syntheticArchive())
    await packs.get('tone')
    const work = createVoicesFolder(voices).newWorkFolder()
    const dead = work.replace(/-(\d+)-[0-9a-z]+-/, '-4194304-0-')
    mkdirSync(dead)
    writeFileSync(join(dead, 'archive'), 'half')
    await packs.view()
    expect(existsSync(dead)).toBe(false)
    expect(installed()).toEqual(['tone'])
  })
})

describe('the sample of a voice that is not installed', () => {
  const sound = encodeWav({ sampleRate: 22_050, samples: sine(440, 22_050) })
  const openSample = (answer: Buffer) =>
    open(answer, { entry: (entry) => ({ ...entry, sample: entry.download.url }) })

  it('is downloaded on request, and not stored', async () => {
    await openSample(Buffer.from(sound))
    expect((await packs.view()).packs[0]?.sampleHost).toBe(new URL(server.origin).host)
    expect(server.requests).toHaveLength(0)
    expect(await packs.sample('tone')).toEqual({ type: 'audio/wav', bytes: Buffer.from(sound) })
    expect(server.requests).toHaveLength(1)
    expect(existsSync(voices) ? readdirSync(voices) : []).toEqual([])
  })

  it.each([
    ['a page', Buffer.from('<html>Sign in</html>'.repeat(50))],
    ['truncated audio', Buffer.from(sound).subarray(0, 5_000)],
    ['more than a sample may have', Buffer.alloc(3 * 1024 ** 2)],
  ])('is refused if the publisher delivers %s', async (_, answer) => {
    await openSample(answer)
    await expect(packs.sample('tone')).rejects.toMatchObject({ code: 'voice-sample-unusable' })
    expect(existsSync(voices) ? readdirSync(voices) : []).toEqual([])
  })

  it('is offered only if the catalogue has one', async () => {
    await open(Buffer.from(sound))
    expect((await packs.view()).packs[0]?.sampleHost).toBeNull()
    await expect(packs.sample('tone')).rejects.toMatchObject({ code: 'voice-unknown' })
  })
})

describe('adding a voice pack from a file', () => {
  it('accepts an archive, and reports its licence as not stated', async () => {
    await open(syntheticArchive())
    const path = join(home, 'My Voice.tar.bz2')
    writeFileSync(path, syntheticArchive('other'))
    const pack = await packs.add([path])
    expect(pack).toMatchObject({ id: 'my-voice', name: 'My Voice', family: 'vits', languages: ['und'] })
    expect(pack.licence.allowsCommercialUse).toBeNull()
    expect(installed()).toEqual(['my-voice'])
    expect(existsSync(path)).toBe(true)
    expect(server.requests).toEqual([])
  })

  it('recognizes an archive of the catalogue by its name', async () => {
    await open(syntheticArchive())
    const path = join(home, 'tone.tar.bz2')
    writeFileSync(path, syntheticArchive('tone'))
    expect(await packs.add([path])).toEqual(syntheticManifest())
    expect((await stateNow())?.kind).toBe('here')
  })

  it('accepts a folder with a model, and a complete pack as Fabula stores it', async () => {
    await open(syntheticArchive())
    const model = join(home, 'my-model')
    writeSyntheticModel(model)
    expect((await packs.add([model])).id).toBe('my-model')
    const elsewhere = join(home, 'elsewhere')
    const whole = writeSyntheticPack(elsewhere, syntheticManifest({ id: 'borrowed', name: 'Borrowed' }))
    expect((await packs.add([whole])).name).toBe('Borrowed')
    expect(installed().sort()).toEqual(['borrowed', 'my-model'])
  })

  it('copies nothing from a large folder without a model', async () => {
    await open(syntheticArchive())
    const folder = join(home, 'videos')
    mkdirSync(folder)
    writeFileSync(join(folder, 'holiday.mp4'), '')
    truncateSync(join(folder, 'holiday.mp4'), 5 * 1024 ** 3) // sparse: uses no disk space, and exceeds the limit for a voice
    expect(await codeOf(packs.add([folder]))).toBe('voice-model-unknown')
    expect(all()).toEqual([])
  })

  it('refuses a folder with a link', async () => {
    await open(syntheticArchive())
    const model = join(home, 'my-model')
    writeSyntheticModel(model)
    symlinkSync('/etc/passwd', join(model, 'link'))
    expect(await codeOf(packs.add([model]))).toBe('voice-archive-unsafe')
    expect(all()).toEqual([])
  })

  it('refuses a folder that contains an open story before reading any file', async () => {
    await open(syntheticArchive())
    const model = join(home, 'my-model')
    writeSyntheticModel(model)
    const story = join(model, 'zzz.txt')
    writeFileSync(story, '')
    const identity = identify(story) ?? ''
    claimFile(identity)
    expect(await codeOf(packs.add([model]))).toBe('project-locked')
    releaseFile(identity)
    expect((await packs.add([model])).id).toBe('my-model')
  })

  it('refuses an installed voice, a file that is not an archive, and a missing file', async () => {
    await open(syntheticArchive())
    const path = join(home, 'tone.tar.bz2')
    writeFileSync(path, syntheticArchive('tone'))
    await packs.add([path])
    expect(await codeOf(packs.add([path]))).toBe('voice-here')
    const text = join(home, 'story.zip')
    writeFileSync(text, 'Once upon a time')
    expect(await codeOf(packs.add([text]))).toBe('voice-file-unknown')
    expect(await codeOf(packs.add([join(home, 'gone.zip')]))).toBe('file-not-found')
    expect(all()).toEqual(['tone'])
  })
})

describe('renaming a voice pack', () => {
  it('renames it and its only speaker, and its voice keeps its id', async () => {
    await open(syntheticArchive())
    await packs.get('tone')
    await packs.rename('tone', ' The old baker ')
    const name = 'The old baker'
    const speakers = [{ id: 'main', name }]
    expect(readInstalledPacks(voices)[0]?.manifest).toMatchObject({ id: 'tone', name, speakers })
    expect((await packs.view()).packs.map(({ name }) => name)).toContain('The old baker')
    expect(changes).toBe(2)
  })

  it('refuses an invalid name, and a pack that is not installed', async () => {
    await open(syntheticArchive())
    await packs.get('tone')
    expect(await codeOf(packs.rename('tone', '  '))).toBe('voice-name-unusable')
    expect(await codeOf(packs.rename('gone', 'Name'))).toBe('voice-unknown')
  })
})

describe('removing a voice pack', () => {
  it('frees the disk and notifies the service', async () => {
    await open(syntheticArchive())
    await packs.get('tone')
    expect((await packs.view()).usedBytes).toBeGreaterThan(500)
    await packs.remove('tone')
    expect(all()).toEqual([])
    expect(changes).toBe(2)
    expect(await packs.view()).toMatchObject({ usedBytes: 0, packs: [{ state: { kind: 'absent' } }] })
  })

  it('clears the error that prevented another download', async () => {
    await open(syntheticArchive())
    await packs.get('tone')
    expect(await codeOf(packs.get('tone'))).toBe('voice-here')
    await packs.remove('tone')
    expect((await packs.view()).packs).toMatchObject([{ state: { kind: 'absent' } }])
  })

  it('reports that there is no such pack', async () => {
    await open(syntheticArchive())
    expect(await codeOf(packs.remove('tone'))).toBe('voice-unknown')
  })
})
