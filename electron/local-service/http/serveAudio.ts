/** An audio file over HTTP: whole or one range of it, with validators, so that players can seek and downloads resume. */
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { HttpError } from './httpErrors.ts'

/** Answers GET and HEAD for a file that never changes once it is there. `etag` is without quotes. */
export async function serveAudio(
  request: IncomingMessage,
  response: ServerResponse,
  audio: { readonly path: string; readonly etag: string; readonly modifiedMs: number },
): Promise<void> {
  const file = await open(audio.path).catch(() => {
    throw new HttpError(404, 'The audio of this conversion is no longer there')
  })
  try {
    const { size } = await file.stat()
    const etag = `"${audio.etag}"`
    response.setHeader('content-type', 'audio/mpeg')
    response.setHeader('accept-ranges', 'bytes')
    response.setHeader('cache-control', 'private, max-age=31536000, immutable')
    response.setHeader('etag', etag)
    response.setHeader('last-modified', new Date(audio.modifiedMs).toUTCString())

    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304).end()
      return
    }
    const isRangeValid = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
    const range = isRangeValid ? parseRange(request.headers.range, size) : null
    if (range === 'unsatisfiable') {
      throw new HttpError(416, `The audio has ${size} bytes`, {
        headers: { 'content-range': `bytes */${size}` },
      })
    }
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range !== null) response.setHeader('content-range', `bytes ${start}-${end}/${size}`)
    response.writeHead(range === null ? 200 : 206, { 'content-length': end - start + 1 })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    await pipeline(file.createReadStream({ start, end, autoClose: false }), response)
  } finally {
    await file.close()
  }
}

/** Reads one byte range; several at once, other units and nonsense mean the whole file, as HTTP allows. */
export function parseRange(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (match === null) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(size, Number(last))
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(size - 1, Number(last))
  if (start >= size) return 'unsatisfiable'
  return end < start ? null : { start, end }
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((candidate) => ['*', etag, `W/${etag}`].includes(candidate.trim()))
}
