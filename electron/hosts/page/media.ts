/**
 * Stored audio for the page's players, out of the open projects: `media/<projectId>/<audioId>`, in parts or whole; and, with the query
 * `from`, `rate`, `sampleRate`, `repeat` and `most`, as it is played (`playedMedia.ts`). The audio of a block that is being made has a name
 * of its own, and so has audio without its cuts, which is only played.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { AudioInfo, ProjectAudioStore } from '../../project/project.ts'
import { blockOfMaking } from '../../../shared/story/makingAudio.ts'
import { storedPlace } from '../../../shared/story/takeCuts.ts'
import type { FindLiveTake } from '../../jobs/liveTakes.ts'
import { textAnswer, withoutBody, type PageAnswer } from './answer.ts'
import { answerRange, type ByteRange } from '../../lib/http/byteRange.ts'
import { SAFETY_HEADERS } from './contentPolicy.ts'
import { liveAnswer, playedAnswer } from './playedMedia.ts'

/** How much is read from the project at once. */
const CHUNK_BYTES = 256 * 1024

export interface MediaRequest {
  readonly method: string
  /** The URL's path, still encoded, from `/media/` on. */
  readonly path: string
  readonly query: URLSearchParams
  /** A header by its lower-case name. */
  header(name: string): string | undefined
}

/** Answers for the audio of the projects that `findAudio` knows. */
export function createMedia(
  findAudio: (projectId: string) => ProjectAudioStore | undefined,
  findLive?: FindLiveTake,
) {
  return async (request: MediaRequest): Promise<PageAnswer> => {
    const place = /^\/media\/([^/]+)\/([^/]+)$/.exec(request.path)
    const making = blockOfMaking(decode(place?.[2]))
    if (making !== null && findLive !== undefined && request.method === 'GET')
      return liveAnswer(await findLive(decode(place?.[1]), making), request.query)
    const store = findAudio(decode(place?.[1]))
    const name = decode(place?.[2])
    const info = store?.find(storedPlace(name, 0).audioId)
    if (!store || !info) return textAnswer(404, 'There is no such audio.', SAFETY_HEADERS)
    const answer = request.query.has('rate')
      ? await playedAnswer(store, name, request.query)
      : answerFor(store, info, request)
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }
}

function answerFor(store: ProjectAudioStore, info: AudioInfo, request: MediaRequest): PageAnswer {
  // Audio never changes under its id, so the id is the tag.
  const etag = `"${info.audioId}"`
  const headers = {
    ...SAFETY_HEADERS,
    'content-type': info.type,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, no-cache',
  }
  const answer = answerRange((name) => request.header(name), { size: info.byteLength, etag })
  if (answer.status === 416) {
    return textAnswer(416, 'The audio is shorter than that.', { ...SAFETY_HEADERS, ...answer.headers })
  }
  return {
    status: answer.status,
    headers: { ...headers, ...answer.headers },
    body: answer.status === 304 ? null : readParts(store, info, answer.range),
  }
}

/** Reads on as fast as the page takes it. */
async function* readParts(
  store: ProjectAudioStore,
  info: AudioInfo,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let offset = first; offset <= last;) {
    const bytes = store.read(info.audioId, offset, Math.min(CHUNK_BYTES, last - offset + 1))
    if (bytes.length === 0) throw new Error(`Audio ${info.audioId} ends before its ${info.byteLength} bytes`)
    yield bytes
    offset += bytes.length
    // Other requests get their turn between two reads, which are synchronous.
    await turn()
  }
}

function decode(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '')
  } catch {
    return ''
  }
}
