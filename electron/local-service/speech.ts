/** All engines behind one call: the built-in one in its workers, and those that are reached over HTTP. */
import { createRemoteEngine } from './remoteEngine.ts'
import type { RemoteEngine } from './remoteEngine.ts'
import type { EngineSettings } from './serviceSettings.ts'
import type { Speakers } from './speakers.ts'
import type { Speaking } from './speechPlan.ts'

export interface Speech extends Speaking {
  readonly engines: readonly RemoteEngine[]
  /** Ends what is under way. */
  close(): Promise<void>
}

export interface SpeechOptions {
  readonly speakers: Speakers
  readonly engines: readonly EngineSettings[]
  readonly now: () => number
}

/** Takes over the workers; an engine that is not there shows only when it is asked to speak. */
export function startSpeech({ speakers, engines: settings, now }: SpeechOptions): Speech {
  const engines = settings.map((engine) =>
    createRemoteEngine({ settings: engine, shape: speakers.speak, now }),
  )
  return {
    engines,
    size: speakers.size,
    async speak(job) {
      if (!('remote' in job)) return speakers.speak(job)
      const engine = engines.find((candidate) => candidate.settings.name === job.remote)
      if (engine === undefined) throw new Error(`There is no engine ${job.remote} any more`)
      return engine.speak(job)
    },
    async close() {
      for (const engine of engines) engine.close()
      await speakers.close()
    },
  }
}
