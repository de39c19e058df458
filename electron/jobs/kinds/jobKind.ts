/** How each kind of job stores its audio. */
import type { PayloadOf, JobPayload } from '../../../shared/jobs/payload.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import type { StoryRender, Take } from '../../../shared/story/takes.ts'
import type { Project } from '../../project/project.ts'
import type { LengthMismatch } from './fitTake.ts'

/** The audio of a job as it is being stored. */
export interface Arrival {
  readonly project: Project
  readonly audioId: string
  readonly durationMs: number
  readonly conversion: Conversion
  readonly newId: () => string
  readonly nowMs: number
}

export interface Stored {
  readonly takes: readonly Take[]
  /** The audio of the whole story, where it is the story's render from now on. */
  readonly render: StoryRender | null
  /** Blocks whose audio does not have the length that they asked for: a service may round it, or ignore it. */
  readonly mismatches: readonly LengthMismatch[]
}

/** Adds what a job's audio is for to the project. Called inside the transaction that stores the audio. */
export type StoreArrival<K extends JobPayload['kind']> = (payload: PayloadOf<K>, arrival: Arrival) => Stored
