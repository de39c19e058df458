/** A publisher of voice packs on this machine: a real HTTP server with ranges, and with faults if a test asks for them. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerRange } from '../../electron/lib/http/byteRange.ts'
import type { CatalogueEntry } from '../../shared/voices/voiceCatalogue.ts'
import type { VoicePack } from '../../shared/voices/voicePacks.ts'
import { syntheticManifest, writeSyntheticModel } from './syntheticVoice.ts'

/** The archive of a synthetic voice, as publishers pack them: a folder in a .tar.bz2. */
export function syntheticArchive(name = 'tone-v1', extra?: (folder: string) => void): Buffer {
  const home = mkdtempSync(join(tmpdir(), 'fabula-pack-'))
  try {
    const folder = join(home, name)
    writeSyntheticModel(folder)
    extra?.(folder)
    execFileSync('tar', ['-cjf', join(home, 'archive'), '-C', home, name])
    return readFileSync(join(home, 'archive'))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

export interface PackServer {
  readonly origin: string
  /** The requests so far, oldest first. */
  readonly requests: readonly IncomingMessage[]
  close(): Promise<void>
}

/** Answers a request in another way; false leaves it to the server. `asked` is the number of earlier requests. */
export type Fault = (request: IncomingMessage, response: ServerResponse, asked: number) => boolean

export async function startPackServer(
  archives: Readonly<Record<string, Buffer>>,
  fault: Fault = () => false,
): Promise<PackServer> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    if (fault(request, response, requests.length - 1)) return
    const archive = archives[request.url ?? '']
    if (archive === undefined) {
      response.writeHead(404).end()
      return
    }
    sendArchive(request, response, archive)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends the requested part of an archive; `cutAfter` closes the connection after that many bytes of the answer. */
export function sendArchive(
  request: IncomingMessage,
  response: ServerResponse,
  archive: Buffer,
  cutAfter?: number,
): void {
  const header = (name: string) => request.headers[name]?.toString()
  const answer = answerRange(header, { size: archive.length, etag: '"one"' })
  response.writeHead(answer.status, { etag: '"one"', ...answer.headers })
  if (!('range' in answer)) response.end()
  else {
    const body = archive.subarray(answer.range.first, answer.range.last + 1)
    if (cutAfter === undefined) response.end(body)
    else response.write(body.subarray(0, cutAfter), () => response.destroy())
  }
}

/** The catalogue's entry for an archive. */
export function entryFor(
  url: string,
  archive: Buffer | null,
  changes: Partial<VoicePack> = {},
): CatalogueEntry {
  return {
    pack: syntheticManifest(changes),
    download: {
      url,
      sha256: archive === null ? null : createHash('sha256').update(archive).digest('hex'),
    },
    sample: null,
    size: archive === null ? null : { bytes: archive.length, isExact: true },
    sampleRate: 16_000,
    remark: null,
    sources: ['https://example.com/'],
  }
}
