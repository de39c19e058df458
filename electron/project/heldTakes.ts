/** The uses of the takes in a story's file, and deletion of unused takes. */
import { statSync } from 'node:fs'
import type { Output } from '../../shared/ipc/contract.ts'
import { SPARE_NEEDS, type TakeNeed } from '../../shared/ipc/takesContract.ts'
import { partsOf } from '../../shared/story/pauses.ts'
import { CLOSING_ID, findHeardBlock, heardBlocksOf, OPENING_ID } from '../../shared/story/heardBlocks.ts'
import { storyFromRecords, type Story } from '../../shared/story/story.ts'
import { misfitOf } from '../../shared/story/takeReasons.ts'
import { blockKeys, findTake, indexTakes, type Take, type TakeIndex } from '../../shared/story/takes.ts'
import { shrinkFile } from './audioFiles.ts'
import type { Project } from './project.ts'
import { takeOrigins, type TakeOrigins } from './takeOrigins.ts'

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
