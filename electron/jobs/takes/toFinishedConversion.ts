import type { Conversion } from '../../../shared/speech-api/responses.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import type { JobRecord } from '../../project/project.ts'

/** A conversion as it stands once the writer has brought its audio; `mediaUrl` is where that is, null for a file. */
export function toFinishedConversion(record: JobRecord, mediaUrl: string | null): Conversion {
  return {
    uuid: record.uuid ?? '',
    status: STATUS.completed,
    percentage: 100,
    estimatedCredit: record.estimatedCredits,
    usedCredit: record.usedCredits,
    errorMessage: '',
    mediaUrl,
    model: '',
    voiceId: '',
    speed: null,
    input: '',
    speakerName: null,
    createdAtMs: null,
    updatedAtMs: null,
    fileSize: null,
    vibeId: null,
    emotion: '',
    customPrompt: '',
    timings: null,
  }
}
