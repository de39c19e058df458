/** How the takes of a story's file were made: its jobs record what was requested, from which service, and at what cost. */
import type { TakeOrigin } from '../../shared/ipc/takesContract.ts'
import { plannedTakes, parseRequestBody } from '../../shared/jobs/payload.ts'
import { BUILT_IN_CONNECTION, type BlockId } from '../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../shared/story/speechSettings.ts'
import { takeKey, type Take } from '../../shared/story/takes.ts'
import type { JobRecord, Project } from './project.ts'

export type TakeOrigins = ReturnType<typeof takeOrigins>

/** The origins of a project's takes, by its jobs as they are now. `setUp` are the services that the writer has set up. */
export function takeOrigins(project: Project, setUp: readonly string[]) {
  const jobs = project.jobs.list()
  const byAudio = new Map<string, JobRecord>()
  const byKey = new Map<string, JobRecord>()
  const byBlock = new Map<string, JobRecord[]>()
  for (const job of jobs) {
    if (job.audioId !== null) byAudio.set(job.audioId, job)
    for (const { key } of plannedTakes(job.payload)) byKey.set(key, job)
    if (job.payload?.kind !== 'take') continue
    const { blockId } = job.payload.take
    byBlock.set(blockId, [...(byBlock.get(blockId) ?? []), job])
  }
  const jobOf = ({ kind, audioId, key }: Take) =>
    kind === 'recording' ? undefined : (byAudio.get(audioId) ?? byKey.get(key))

  const sharedMs = new Map<JobRecord, number>()
  for (const take of project.takes()) {
    const job = jobOf(take)
    if (job !== undefined) sharedMs.set(job, (sharedMs.get(job) ?? 0) + lengthOf(take))
  }

  return {
    of(take: Take): TakeOrigin {
      const { id } = take
      const job = jobOf(take)
      if (job !== undefined) {
        const { connectionId, usedCredits, estimatedCredits } = job
        const share = lengthOf(take) / Math.max(1, sharedMs.get(job) ?? 0)
        const paid = connectionId === BUILT_IN_CONNECTION ? 0 : (usedCredits ?? estimatedCredits ?? 0)
        const credits = paid > 0 ? paid * share : null
        return { id, connectionId, credits, words: sentWords(job, take.key) }
      }
      // Audio that was fitted to a length is made from the audio of a request, and costs nothing more.
      const asked = byBlock.get(take.blockId ?? '')?.find((each) => isFittedFrom(each, take))
      if (asked === undefined) return { id, connectionId: null, credits: null, words: null }
      return { id, connectionId: asked.connectionId, credits: null, words: wordsOf(asked).join(' ') }
    },
    /** The block that a take was made for. A part of a block with pauses is not in any list, but its job knows the block. */
    blockIdOf(take: Take): BlockId | null {
      const planned = plannedTakes(jobOf(take)?.payload ?? null)
      return take.blockId ?? planned.find(({ key }) => key === take.key)?.blockId ?? null
    },
    /** The built-in service, the given ones, and those that the story's file names. */
    connectionIds: [
      ...new Set([BUILT_IN_CONNECTION, ...setUp, ...jobs.map(({ connectionId }) => connectionId)]),
    ],
  }
}

function lengthOf({ startMs, endMs }: Take): number {
  return Math.max(1, endMs - startMs)
}

/** The words of a request: those of each of its blocks. */
function wordsOf({ requestBody }: JobRecord): readonly string[] {
  const { input, blocks } = parseRequestBody(requestBody)
  return blocks?.map((block) => block.input) ?? (input === undefined ? [] : [input])
}

/** The words that a job sent for the take of a key; null if its request does not show them. A block with pauses is several blocks of a request. */
function sentWords(job: JobRecord, key: string): string | null {
  const words = wordsOf(job)
  let at = 0
  for (const planned of plannedTakes(job.payload)) {
    const count = planned.parts?.count ?? 1
    const own = words.slice(at, at + count)
    if (planned.key === key) return own.length === count ? own.join(' ') : null
    at += count
  }
  return null
}

/** Whether a take is the audio of a job's request, fitted to the take's length. */
function isFittedFrom(job: JobRecord, { key, startMs, endMs }: Take): boolean {
  const [planned] = plannedTakes(job.payload)
  const { input, emotion = '', custom_prompt: customPrompt = '' } = parseRequestBody(job.requestBody)
  if (planned === undefined || input === undefined) return false
  const { voiceId, model, speed } = planned
  const settings = { ...DEFAULT_SETTINGS, voiceId, model, speed, emotion, customPrompt }
  const { connectionId } = job
  return (
    takeKey({ text: input, settings, durationMs: endMs - startMs, withEmotion: true, connectionId }) === key
  )
}
