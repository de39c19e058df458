/** From a service's record of a conversion to the fields of its job, and back. */
import type { Conversion } from '../../shared/speech-api/responses.ts'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import type { JobRecord } from '../project/project.ts'

type Credits = Pick<JobRecord, 'estimatedCredits' | 'usedCredits'>

/** The fields of a job that follow from the service's last answer. */
export function toServiceFields(
  conversion: Conversion,
  known: Credits,
): Credits & Pick<JobRecord, 'status' | 'percentage'> {
  const { status, percentage, usedCredit } = conversion
  // A service that names 0 for finished audio has not said what it cost.
  const isFinal = status === STATUS.failed || (status === STATUS.completed && usedCredit !== 0)
  return {
    status,
    percentage,
    ...higherCredits(conversion, known),
    ...(isFinal && usedCredit !== null && { usedCredits: usedCredit }),
  }
}

/** The credits of a job that is not over: what its service says now, or said before if that was more. */
export function higherCredits({ estimatedCredit, usedCredit }: Conversion, known: Credits): Credits {
  return {
    estimatedCredits: higher(estimatedCredit, known.estimatedCredits),
    usedCredits: higher(usedCredit, known.usedCredits),
  }
}

function higher(said: number | null, known: number | null): number | null {
  return said === null || known === null ? (said ?? known) : Math.max(said, known)
}

/** A conversion as it stands once the writer has brought its audio; `mediaUrl` is where that is, null for a file. */
export function toFinishedConversion(job: JobRecord, mediaUrl: string | null): Conversion {
  return {
    uuid: job.uuid ?? '',
    status: STATUS.completed,
    percentage: 100,
    estimatedCredit: job.estimatedCredits,
    usedCredit: job.usedCredits,
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
