/** What a project's conversions on disk say about its render, when nothing is going on. */
import { wireErrorSchema } from '../../../shared/ipc/result.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { RenderState } from '../../../shared/ipc/views.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import type { ConversionRecord } from '../../project/project.ts'

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
export function stateOfRecords(records: readonly ConversionRecord[]): RenderState {
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
    return { phase: 'failed', error: errorOf(newest, 'conversion-failed-unexplained') }
  return IDLE
}

/** The state that asks for a decision about a conversion whose outcome is not known, or null where there is none. */
export function unknownOutcome(records: readonly ConversionRecord[]): RenderState | null {
  const unknown = records.find(({ state }) => state === 'unknown')
  return unknown === undefined
    ? null
    : { phase: 'unknown', error: errorOf(unknown, 'conversion-interrupted') }
}

/** The story conversion that speaks for the story. */
export function newestStory(records: readonly ConversionRecord[]): ConversionRecord | undefined {
  return records.find(({ kind }) => kind === 'story')
}

/** The newest story conversion, where its audio is still to come. */
export function acceptedStory(records: readonly ConversionRecord[]): ConversionRecord | undefined {
  const newest = newestStory(records)
  return newest?.state === 'accepted' ? newest : undefined
}

export function isFailedStory({ kind, state }: ConversionRecord): boolean {
  return kind === 'story' && state === 'failed'
}

/** The error that a record keeps; where it has none, as after a crash, the given code says it. */
function errorOf(record: ConversionRecord, otherwise: string): WireError {
  try {
    return wireErrorSchema.parse(JSON.parse(record.error ?? ''))
  } catch {
    return { code: otherwise, params: {} }
  }
}
