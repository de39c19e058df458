/** Why a conversion ended without audio, in words for its record. */
import { diskFaultOf } from '../../lib/files/diskFaults.ts'
import { EngineFailure } from '../engines/engineFailure.ts'
import { NothingToSpeakError } from '../speech/renderSpeech.ts'

/** The caller wants the audio no more. */
export class CancelledError extends Error {
  constructor() {
    super('The conversion was cancelled')
    this.name = 'CancelledError'
  }
}

/** The message of a failed conversion. */
export function describeFailure(error: unknown): string {
  const isTold = [NothingToSpeakError, EngineFailure, CancelledError].some((kind) => error instanceof kind)
  if (error instanceof Error && isTold) return error.message
  if (diskFaultOf(error) === 'full') return 'The disk is full'
  return `The speech could not be made: ${error instanceof Error ? error.message : String(error)}`
}
