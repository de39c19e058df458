/** All engines behind one call: the built-in one in its workers, the natural voices in processes, and those that are reached over HTTP. */
import { isDeepStrictEqual } from 'node:util'
import { EngineFailure } from '../engines/engineFailure.ts'
import type { NaturalEngine } from '../engines/naturalEngine.ts'
import { createRemoteEngine, type RemoteEngine } from '../engines/remoteEngine.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import type { WorkerPool } from './workerPool.ts'
import type { Speaking } from './speechPlan.ts'

export interface SpeechEngines extends Speaking {
  /** The other engines of this moment. */
  engines(): readonly RemoteEngine[]
  /**
   * From now on there are these, and what they list is asked for again. What one that is gone or changed is speaking at the
   * moment is still awaited; the next piece is spoken by the engine that then has its name.
   */
  setEngines(settings: readonly EngineSettings[]): void
  /** Ends what is under way. */
  close(): Promise<void>
}

export interface SpeechEnginesOptions {
  readonly pool: WorkerPool
  readonly natural: NaturalEngine
  readonly engines: readonly EngineSettings[]
  /** Where the audio of other engines is kept until it is part of a file. */
  readonly folder: string
  readonly now: () => number
}

/** Takes over the workers; an engine that is not there shows only when it is asked to speak. */
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
