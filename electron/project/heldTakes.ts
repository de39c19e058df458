/** The uses of the takes in a story's file, how they were made, and deletion of unused takes. */
import { statSync } from 'node:fs'
import type { Output } from '../../shared/ipc/contract.ts'
import { SPARE_NEEDS, type TakeNeed, type TakeOrigin } from '../../shared/ipc/takesContract.ts'
import { partsOf } from '../../shared/story/pauses.ts'
import { CLOSING_ID, findHeardBlock, heardBlocksOf, OPENING_ID } from '../../shared/story/heardBlocks.ts'
import { type Story, storyFromRecords } from '../../shared/story/story.ts'
import { misfitOf } from '../../shared/story/blockTakes.ts'
import {
  blockKeys,
  findTake,
  indexTakes,
  type Take,
  type TakeIndex,
  takeKey,
} from '../../shared/story/takes.ts'
import { shrinkFile } from './audioFiles.ts'
import type { JobRecord, Project } from './project.ts'
import { parseRequestBody, plannedTakes } from '../../shared/jobs/payload.ts'
import { type BlockId, BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../shared/story/speechSettings.ts'

/**
 * Every take of a project, with its use, its origin and its share of its audio's bytes, and the size of the project's
 * file. `setUp` are the services that the writer has set up.
 */
export function heldTakes(project: Project, setUp: readonly string[]): Output<'takes:held'> {
  const origins = takeOrigins(project, setUp)
  const needs = needsOf(project, origins)
  return {
    takes: project.takes().map((take) => {
      const { id, credits } = origins.of(take)
      return { id, credits, ...needs(take), bytes: bytesOf(project, take) }
    }),
    fileBytes: statSync(project.path).size,
  }
}

/**
 * Deletes those of the takes that nothing needs, and returns the space of their audio to the disk. Returns their ids, and by how much the
 * file shrank.
 */
export async function cleanTakes(
  project: Project,
  takeIds: ReadonlySet<string>,
): Promise<{ readonly removed: readonly string[]; readonly freedBytes: number }> {
  const needs = needsOf(project, takeOrigins(project, []))
  const isSpare = (take: Take) => SPARE_NEEDS.some((spare) => spare === needs(take).need)
  const removed = project.takes().filter((take) => takeIds.has(take.id) && isSpare(take))
  const before = statSync(project.path).size
  project.removeTakes(new Set(removed.map(({ id }) => id)))
  await shrinkFile(project)
  return {
    removed: removed.map(({ id }) => id),
    freedBytes: Math.max(0, before - statSync(project.path).size),
  }
}

interface Needed {
  readonly need: TakeNeed
  /** The service that made the take; null if it is not known. */
  readonly connectionId: string | null
}

/** Returns a function that returns what needs a take, or why nothing needs it. */
function needsOf(project: Project, origins: TakeOrigins): (take: Take) => Needed {
  const takes = indexTakes(project.takes())
  const story = project.story()
  const used = usedIn(story, takes)
  const picked = pickedIn(story)
  const inVersions = new Set<string>()
  // Automatic versions keep words but not takes: there is one for each half hour of work.
  for (const { id, reason } of project.versions()) {
    if (reason !== 'saved') continue
    const version = storyFromRecords(project.readVersion(id))
    for (const takeId of [...usedIn(version, takes), ...pickedIn(version)]) inVersions.add(takeId)
  }
  const keys = new Set(heardBlocksOf(story).flatMap((block) => keysOf(story, block)))
  return (take) => {
    const { id, key } = take
    const origin = origins.of(take)
    const { connectionId } = origin
    // Credits belong to exports rather than the story: the next export uses them again.
    if (used.has(id) || take.blockId === OPENING_ID || take.blockId === CLOSING_ID)
      return { need: 'used', connectionId }
    if (picked.has(id)) return { need: 'picked', connectionId }
    if (inVersions.has(id)) return { need: 'version', connectionId }
    if (keys.has(key)) return { need: 'reading', connectionId }
    const block = findHeardBlock(story, origins.blockIdOf(take))
    if (block === undefined) return { need: 'gone', connectionId }
    const misfit = misfitOf(story, block, take, origin, origins.connectionIds)
    return misfit === null
      ? { need: 'reading', connectionId }
      : { need: misfit.reason, connectionId: misfit.connectionId }
  }
}

/** The takes that play in a story, and those from which they were fitted or joined, which a change of length reuses. */
function usedIn(story: Story, takes: TakeIndex): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const block of heardBlocksOf(story)) {
    const heard = findTake(story, block, takes)
    if (heard !== undefined) ids.add(heard.id)
    for (const key of keysOf(story, block)) {
      const take = takes.byKey.get(key)
      // The newest reading of the words plays if the pick is undone.
      if (take !== undefined) ids.add(take.id)
    }
  }
  return ids
}

function pickedIn(story: Story): ReadonlySet<string> {
  return new Set(heardBlocksOf(story).flatMap(({ pick }) => pick?.takeId ?? []))
}

/** The keys of a block, and of its parts between pauses. */
function keysOf(story: Story, block: Parameters<typeof partsOf>[0]): readonly string[] {
  return [block, ...partsOf(block)].flatMap((each) => {
    const { own, inStory, unfitted } = blockKeys(story, each)
    return [own, inStory, unfitted]
  })
}

/** A take is a slice of its audio, which several takes may share. */
function bytesOf({ audio }: Project, { audioId, startMs, endMs }: Take): number {
  const info = audio.find(audioId)
  if (info === undefined || info.durationMs <= 0) return 0
  return Math.round(info.byteLength * Math.min(1, (endMs - startMs) / info.durationMs))
}

/** How the takes of a story's file were made: its jobs record what was requested, from which service, and at what cost. */
type TakeOrigins = ReturnType<typeof takeOrigins>

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
