/** What a project's conversions on disk say about its render, when nothing is going on. */
import type { RenderState } from '../../../shared/ipc/views.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import type { JobRecord } from '../../project/project.ts'

export const IDLE: RenderState = { phase: 'idle' }

/** A render that was just asked for. */
export const STARTING: RenderState = {
  phase: 'running',
  status: STATUS.converting,
  percentage: 0,
  remainingMs: null,
  isFollowed: true,
}

/**
 * The state that the records tell, newest record first. The newest story conversion speaks for the story; any conversion
 * whose outcome is not known asks for the writer's decision.
 */
export function stateOfRecords(records: readonly JobRecord[]): RenderState {
  const newest = newestStory(records)
  if (newest?.state === 'accepted') {
    const { status, percentage } = newest
    return {
      phase: 'running',
      status: status ?? STATUS.converting,
      percentage,
      remainingMs: null,
      isFollowed: false,
    }
  }
  const unknown = unknownOutcome(records)
  if (unknown !== null) return unknown
  if (newest?.state === 'failed')
    return { phase: 'failed', error: newest.error ?? { code: 'conversion-failed-unexplained', params: {} } }
  return IDLE
}

/** The state that asks for a decision about a conversion whose outcome is not known, or null where there is none. */
export function unknownOutcome(records: readonly JobRecord[]): RenderState | null {
  const unknown = records.find(({ state }) => state === 'unknown')
  return unknown === undefined
    ? null
    : { phase: 'unknown', error: unknown.error ?? { code: 'conversion-interrupted', params: {} } }
}

/** The story conversion that speaks for the story. */
export function newestStory(records: readonly JobRecord[]): JobRecord | undefined {
  return records.find(({ endpoint }) => endpoint === 'story')
}

/** The newest story conversion, where its audio is still to come. */
export function acceptedStory(records: readonly JobRecord[]): JobRecord | undefined {
  const newest = newestStory(records)
  return newest?.state === 'accepted' ? newest : undefined
}

export function isFailedStory({ endpoint, state }: JobRecord): boolean {
  return endpoint === 'story' && state === 'failed'
}
