/** All engines behind one interface: the built-in one in worker threads, natural voices in processes, and other engines over HTTP. */
import { isDeepStrictEqual } from 'node:util'
import { EngineFailure } from '../engines/engineFailure.ts'
import type { NaturalEngine } from '../engines/naturalEngine.ts'
import { createRemoteEngine, type RemoteEngine } from '../engines/remoteEngine.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import type { WorkerPool } from './workerPool.ts'
import type { Speaking } from './speechPlan.ts'

export interface SpeechEngines extends Speaking {
  /** The current other engines. */
  engines(): readonly RemoteEngine[]
  /**
   * Replaces the other engines, and discards their lists of voices. Running requests to a removed or changed engine are
   * completed; the next piece is spoken by the new engine of that name.
   */
  setEngines(settings: readonly EngineSettings[]): void
  /** Cancels running work. */
  close(): Promise<void>
}

export interface SpeechEnginesOptions {
  readonly pool: WorkerPool
  readonly natural: NaturalEngine
  readonly engines: readonly EngineSettings[]
  /** The folder for audio of other engines that is not part of a file yet. */
  readonly folder: string
  readonly now: () => number
}

/** Combines the engines, and closes `pool` and `natural` with them. An absent engine is noticed only when it is asked to speak. */
export function startSpeechEngines({
  pool,
  natural,
  engines: settings,
  folder,
  now,
}: SpeechEnginesOptions): SpeechEngines {
  const everyEngine = new Set<RemoteEngine>()
  let engines = settings.map(start)

  function start(engine: EngineSettings): RemoteEngine {
    const started = createRemoteEngine({ settings: engine, shape: pool.speak, folder, now })
    everyEngine.add(started)
    return started
  }

  return {
    engines: () => engines,
    setEngines(next) {
      engines = next.map(
        (engine) => engines.find((known) => isDeepStrictEqual(known.settings, engine)) ?? start(engine),
      )
      for (const engine of engines) engine.forgetVoices()
    },
    size: pool.size,
    encode: pool.encode,
    async speak(job, owner) {
      if ('pack' in job) return natural.speak(job, owner)
      if (!('remote' in job)) return pool.speak(job, owner)
      const engine = engines.find((candidate) => candidate.settings.name === job.remote)
      if (engine === undefined)
        throw new EngineFailure(`The speech engine ${job.remote} is not set up any more`, true)
      return engine.speak(job, owner)
    },
    async close() {
      for (const engine of everyEngine) engine.close()
      natural.close()
      await pool.close()
    },
  }
}
