import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { packTar, type TarHeader } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ArchiveFault, unpackArchive } from '../../../../electron/lib/archives/unpackArchive.ts'
import { bzip2 } from '../../../support/bzip2.ts'
import { long } from '../../../support/tags.ts'

let home: string
let out: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-archive-'))
  out = join(home, 'out')
  mkdirSync(out)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const WORDS = 'Once upon a time.\n'.repeat(500)

function written(bytes: Uint8Array): string {
  const path = join(home, 'archive')
  writeFileSync(path, bytes)
  return path
}

async function tarOf(
  ...files: (Partial<TarHeader> & { name: string; body?: string })[]
): Promise<Uint8Array> {
  return packTar(
    files.map(({ body = '', ...header }) => ({
      header: { size: Buffer.byteLength(body), type: 'file' as const, ...header },
      body,
    })),
  )
}

const faultOf = (path: string, maxBytes = 10_000_000, maxEntries = 100) =>
  unpackArchive(path, out, { limits: { maxBytes, maxEntries } }).then(
    () => 'unpacked',
    (error: unknown) => (error instanceof ArchiveFault ? error.kind : error),
  )

/** Unpacks an archive in a separate process. Returns the error, and the peak memory of the process. */
function unpackedApart(path: string): { readonly fault: string; readonly peakMb: number } {
  const entry = new URL('../../../../electron/lib/archives/unpackArchive.ts', import.meta.url).href
  const script =
    `const { unpackArchive } = await import(${JSON.stringify(entry)});` +
    `const fault = await unpackArchive(${JSON.stringify(path)}, ${JSON.stringify(out)}).then(() => 'none', ({ kind }) => kind);` +
    `console.log(JSON.stringify({ fault, peakMb: process.resourceUsage().maxRSS / 1024 }))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return JSON.parse(printed) as ReturnType<typeof unpackedApart> // the output of the script
}

describe('unpacking an archive', () => {
  it.each([
    ['tar.bz2', async () => bzip2(await tarOf({ name: 'voice/a/words.txt', body: WORDS }))],
    ['tar.gz', async () => gzipSync(await tarOf({ name: 'voice/a/words.txt', body: WORDS }))],
    ['tar', () => tarOf({ name: 'voice/a/words.txt', body: WORDS })],
    ['zip', () => zipSync({ 'voice/a/words.txt': Buffer.from(WORDS) })],
  ])('extracts the files of a %s', async (_, make) => {
    expect(await unpackArchive(written(await make()), out)).toBe(WORDS.length)
    expect(readFileSync(join(out, 'voice/a/words.txt'), 'utf8')).toBe(WORDS)
  })

  it('reads output of the bzip2 program with several blocks', long, async () => {
    const path = join(home, 'large.tar')
    const words = Buffer.from(
      Array.from({ length: 400_000 }, (_, index) => String((index * 7919) % 9973)).join(' '),
    )
    writeFileSync(
      path,
      await packTar([{ header: { name: 'large', size: words.length, type: 'file' }, body: words }]),
    )
    execFileSync('bzip2', ['-k', path])
    expect(await unpackArchive(`${path}.bz2`, out)).toBe(words.length)
    expect(readFileSync(join(out, 'large')).equals(words)).toBe(true)
  })

  it.each([
    '../outside.txt',
    'voice/../../outside.txt',
    '/etc/outside.txt',
    'C:/outside.txt',
    'voice\\..\\outside.txt',
    'voice/aux.txt',
    'voice/trailing. ',
  ])('refuses a file called %s, and writes nothing outside the folder', async (name) => {
    expect(await faultOf(written(await tarOf({ name, body: 'x' })))).toBe('unsafe')
    expect(readdirSync(home).sort()).toEqual(['archive', 'out'])
  })

  it('refuses a path in a zip that leads out of the folder', async () => {
    expect(await faultOf(written(zipSync({ '../outside.txt': Buffer.from('x') })))).not.toBe('unpacked')
    expect(readdirSync(home).sort()).toEqual(['archive', 'out'])
  })

  it.each(['symlink', 'link', 'character-device', 'fifo'] as const)('refuses a %s', async (type) => {
    const path = written(await tarOf({ name: 'voice/link', type, linkname: '/etc/passwd' }))
    expect(await faultOf(path)).toBe('unsafe')
  })

  it('refuses two files with the same name', async () => {
    const path = written(await tarOf({ name: 'a', body: 'first' }, { name: 'a', body: 'second' }))
    expect(await faultOf(path)).toBe('unsafe')
  })

  it('stops at an archive that grows too large, whatever sizes it claims', async () => {
    const large = '\0'.repeat(3_000_000)
    const tar = await tarOf({ name: 'zeros', body: large })
    expect(await faultOf(written(bzip2(tar)), 1_000_000)).toBe('inflates')
    expect(await faultOf(written(gzipSync(tar)), 1_000_000)).toBe('inflates')
    expect(await faultOf(written(zipSync({ more: Buffer.from(large) })), 1_000_000)).toBe('inflates')
  })

  it('uses little memory for a small archive that would become very large', long, async () => {
    // Each stream of bzip2 holds a block that a few bytes fill; streams may follow each other in one file.
    const zeros = Buffer.alloc(45_000_000)
    const packed = bzip2(zeros)
    const bombs = {
      'tar.bz2': Buffer.concat(Array.from({ length: 40 }, () => packed)),
      'tar.gz': gzipSync(
        await packTar([
          {
            header: { name: 'a', size: zeros.length * 4, type: 'file' },
            body: Buffer.alloc(zeros.length * 4),
          },
        ]),
      ),
    }
    for (const bytes of Object.values(bombs)) {
      const { fault, peakMb } = unpackedApart(written(bytes))
      expect(fault).toBe('inflates')
      // The archives would expand to 1,800 MB; on a busy machine, a process keeps unused memory for longer.
      expect(peakMb).toBeLessThan(900)
    }
  })

  it('stops at an archive with too many files', async () => {
    const path = written(await tarOf(...Array.from({ length: 101 }, (_, index) => ({ name: `f${index}` }))))
    expect(await faultOf(path)).toBe('inflates')
  })

  it.each([0.2, 0.6, 0.95])('reports an archive cut off after %f of its length as damaged', async (part) => {
    const words = Array.from({ length: 20_000 }, (_, index) => String((index * 7919) % 9973)).join(' ')
    const whole = bzip2(await tarOf({ name: 'words', body: words }))
    expect(await faultOf(written(whole.subarray(0, Math.floor(whole.length * part))))).toBe('damaged')
  })

  it('detects a changed byte', async () => {
    const whole = bzip2(await tarOf({ name: 'words', body: WORDS }))
    const middle = Math.floor(whole.length / 2)
    whole[middle] = (whole[middle] ?? 0) ^ 0x10
    expect(await faultOf(written(whole))).toBe('damaged')
  })

  it('reports any other file as not an archive', async () => {
    expect(await faultOf(written(Buffer.from('Once upon a time')))).toBe('unknown')
  })

  it('stops when it is cancelled', async () => {
    const stop = new AbortController()
    stop.abort()
    const path = written(await tarOf({ name: 'a', body: WORDS }))
    await expect(unpackArchive(path, out, { signal: stop.signal })).rejects.toThrow('aborted')
  })
})
