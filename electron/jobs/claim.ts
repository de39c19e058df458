/** Telling which conversion of a service is the outcome of a request that got no answer. */
import * as z from 'zod'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { toServiceFields } from './conversionFields.ts'
import { sentInput } from './requestFacts.ts'

/** A conversion may be dated so long before its request left, or after it: clocks differ. */
const CLOCK_SLACK_MS = 10 * 60_000

/** Whether a conversion has the words of a job. Services may trim what they were sent, or cut it short for a list. */
export function isSameInput(conversion: Conversion, { requestBody }: JobRecord): boolean {
  const [sent, listed] = [sentInput(requestBody), conversion.input].map((text) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/(?:…|\.\.\.)$/, '')
      .trim(),
  )
  if (sent === undefined || listed === undefined) return false
  return listed === sent || (listed.length >= 40 && sent.startsWith(listed))
}

/** Whether a conversion may be the outcome of a job, for the writer to decide. */
export function mayBe(conversion: Conversion, job: JobRecord): boolean {
  const isLateEnough =
    conversion.createdAtMs === null || conversion.createdAtMs >= job.createdAtMs - CLOCK_SLACK_MS
  return isLateEnough && isSameInput(conversion, job)
}

/**
 * Looks up the unknown outcomes of a project's requests in the history of their service. A conversion becomes the outcome where it
 * is the only one of its time with the same words, voice, model and speed that no job of the project has. Nothing is sent again.
 * Throws what the service or the network says.
 */
export async function claimUnknown(
  project: Project,
  connectionId: string,
  findClient: FindClient,
  nowMs: number,
): Promise<void> {
  const unknown = project.jobs
    .list()
    .filter((job) => job.state === 'unknown' && job.connectionId === connectionId)
  if (unknown.length === 0) return
  const { client } = await findClient(connectionId)
  const listed = (await client.listHistory()) ?? []
  for (const job of unknown) {
    const taken = new Set(project.jobs.list().map(({ uuid }) => uuid))
    const [found, other] = listed.filter(
      (conversion) => !taken.has(conversion.uuid) && isOutcome(conversion, job),
    )
    if (found === undefined || other !== undefined || project.jobs.find(job.id)?.state !== 'unknown') continue
    const fields = { uuid: found.uuid, ...toServiceFields(found, job), error: null, updatedAtMs: nowMs }
    project.jobs.update(job.id, { state: 'accepted', ...fields })
  }
}

const settingsSchema = z.object({ voice_id: z.string(), model: z.string(), speed: z.number() })

function isOutcome(conversion: Conversion, job: JobRecord): boolean {
  const { createdAtMs, voiceId, model, speed } = conversion
  const isOfItsTime = createdAtMs !== null && createdAtMs <= job.createdAtMs + CLOCK_SLACK_MS
  // A request for a whole story has no settings of its own.
  const sent = settingsSchema.safeParse(JSON.parse(job.requestBody)).data
  const isSame =
    sent === undefined || (voiceId === sent.voice_id && model === sent.model && speed === sent.speed)
  return isOfItsTime && isSame && mayBe(conversion, job)
}
