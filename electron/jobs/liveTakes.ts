/** The audio of blocks while the built-in service makes it, so that playback can start with the first sentence. */
import type { JobRecord } from '../project/project.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { isSampleRate } from '../../shared/lib/sampleRates.ts'
import type { Clock } from '../lib/clock.ts'
import { DEFAULT_TIMEOUTS, exchange, ExchangeFault } from '../lib/http/httpExchange.ts'
import type { OpenProjects } from '../project/openProjects.ts'
import type { Connection } from '../speech/connections.ts'
import type { Takes } from './takes.ts'

export interface LiveTake {
  /** In Hz. */
  readonly sampleRate: number
  /** One channel, from the first sample, as the samples arrive. Ends early if the service stops. */
  readonly samples: AsyncIterable<Int16Array>
}

/** Finds the audio of a block that is being made; waits a while for it to start. Null if none is being made. */
export type FindLiveTake = (projectId: string, blockId: string) => Promise<LiveTake | null>

/** A request is accepted within some milliseconds, and a starting service is ready within seconds. */
const [ASK_EVERY_MS, MOST_WAIT_MS] = [20, 10_000]

export function createFindLiveTake(options: {
  readonly findProject: (projectId: string) => ReturnType<OpenProjects['find']>
  /** See `Takes`. */
  readonly begin: Takes['begin']
  readonly builtIn: () => Promise<Connection>
  readonly clock: Clock
}): FindLiveTake {
  const { findProject, begin, builtIn, clock } = options

  async function ask(uuid: string): Promise<LiveTake | null> {
    const { baseUrl } = await builtIn()
    const answer = await exchange({
      url: new URL(`/media/${encodeURIComponent(uuid)}.pcm`, baseUrl),
      method: 'GET',
      headers: {},
      timeouts: DEFAULT_TIMEOUTS,
    })
    const rate = Number(/;rate=(\d+)$/.exec(answer.headers['content-type'] ?? '')?.[1])
    if (answer.status === 200 && isSampleRate(rate))
      return { sampleRate: rate, samples: samplesOf(answer.body, answer.discard) }
    answer.discard()
    return null
  }

  return async (projectId, blockId) => {
    for (let waitedMs = 0; waitedMs < MOST_WAIT_MS; waitedMs += ASK_EVERY_MS) {
      const project = findProject(projectId)
      if (project !== undefined) begin(project, blockId)
      const uuid = project?.jobs.list().find((job) => isWholeTakeOf(job, blockId))?.uuid
      const live = uuid === undefined || uuid === null ? null : await ask(uuid).catch(ignoreFault)
      if (live !== null) return live
      await clock.sleep(ASK_EVERY_MS)
    }
    return null
  }
}

/** Whether a job makes the whole audio of a block as it will be stored. */
function isWholeTakeOf({ state, connectionId, payload }: JobRecord, blockId: string): boolean {
  if (state !== 'accepted' || connectionId !== BUILT_IN_CONNECTION || payload?.kind !== 'take') return false
  const { take } = payload
  return (
    take.blockId === blockId && take.durationMs === null && take.isPart !== true && take.parts === undefined
  )
}

function ignoreFault(error: unknown): null {
  if (error instanceof ExchangeFault) return null
  throw error
}

async function* samplesOf(body: AsyncIterable<Uint8Array>, discard: () => void): AsyncGenerator<Int16Array> {
  let rest: Uint8Array = new Uint8Array(0)
  try {
    for await (const piece of body) {
      const bytes = Buffer.concat([rest, piece])
      const samples = new Int16Array(bytes.length >> 1)
      for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(2 * at)
      rest = bytes.subarray(2 * samples.length)
      yield samples
    }
  } catch (error) {
    ignoreFault(error)
  } finally {
    discard()
  }
}
