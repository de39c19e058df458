import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { UNANSWERED } from '../../../shared/jobs/job.ts'
import { createProject } from '../../../electron/project/createProject.ts'
import { openProject, type ProjectOptions } from '../../../electron/project/openProject.ts'
import type { JobRecord, Project } from '../../../electron/project/project.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema, type Block, type StoryRecord } from '../../../shared/story/records.ts'
import type { Take } from '../../../shared/story/takes.ts'

/** A folder that is removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-project-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function sequentialIds(prefix = 'id'): () => string {
  let last = 0
  return () => `${prefix}-${String((last += 1))}`
}

let processWide = 0

export function options(overrides: Partial<ProjectOptions> = {}): ProjectOptions {
  return {
    projectId: projectIdSchema.parse('project'),
    isDraft: false,
    now: () => 1_700_000_000_000,
    createId: () => `made-${String((processWide += 1))}`,
    ...overrides,
  }
}

export function blankStory(title = 'A story'): StoryRecord[] {
  return newStoryRecords(
    { story: storyIdSchema.parse('story'), block: blockIdSchema.parse('block-0') },
    title,
  )
}

export function storyOfBlocks(count: number): StoryRecord[] {
  const [info, first] = blankStory()
  if (info === undefined || first?.type !== 'block') throw new Error('A new story has a block')
  return [info, ...Array.from({ length: count }, (_, index) => blockLike(first, index))]
}

function blockLike(block: Block, index: number): Block {
  return {
    ...block,
    id: blockIdSchema.parse(`block-${String(index)}`),
    rank: `a${String(index).padStart(6, '0')}V`,
    text: `Sentence ${String(index)}. `.repeat(20),
  }
}

export function newProject(path: string, records: readonly StoryRecord[] = blankStory()): Project {
  return closing(createProject(path, records, options()))
}

export function reopen(path: string, overrides: Partial<ProjectOptions> = {}): Project {
  return closing(openProject(path, options(overrides)))
}

/** Closes a project at the end of the test, unless the test did. */
function closing(project: Project): Project {
  let isClosed = false
  const { close } = project
  onTestFinished(() => {
    if (!isClosed) project.close()
  })
  return Object.defineProperty(project, 'close', {
    value: () => {
      isClosed = true
      close()
    },
  })
}

export function firstBlock(project: Project): Block {
  const block = project.story().sequence.find((entry) => entry.type === 'block')
  if (block?.type !== 'block') throw new Error('The story has no block')
  return block
}

export function writeText(project: Project, text: string): void {
  project.commit({ put: [{ ...firstBlock(project), text }], remove: [] })
}

/** The code of a refusal. Any error except a UserFacingError fails the test. */
export function refusalOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof UserFacingError) return error.code
    throw error
  }
  return 'accepted'
}

export async function refusalOfAsync(action: () => Promise<unknown>): Promise<string> {
  try {
    await action()
  } catch (error) {
    if (error instanceof UserFacingError) return error.code
    throw error
  }
  return 'accepted'
}

/** What must not change about a refused file. Not for an open file, since reading it would drop its lock. */
export function fingerprint(path: string): { hash: string; mtimeNs: bigint } {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { hash, mtimeNs: statSync(path, { bigint: true }).mtimeNs }
}

export function bytesOf(length: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16)
}

export function storeAudio(project: Project, bytes: Uint8Array, durationMs = 1000): string {
  const writer = project.audio.begin()
  writer.write(bytes)
  return writer.finish({ type: 'audio/mpeg', durationMs }).audioId
}

export function takeOf(id: string, audioId: string): Take {
  return {
    id,
    key: `key-of-${id}`,
    kind: 'speech',
    name: '',
    audioId,
    startMs: 0,
    endMs: 1000,
    blockId: blockIdSchema.parse('block-0'),
    voiceId: 'OA001',
    model: 'tts-1',
    speed: 1,
    createdAtMs: 1,
  }
}

export function conversionOf(id: string, overrides: Partial<JobRecord> = {}): JobRecord {
  return {
    id,
    endpoint: 'story',
    connectionId: 'built-in',
    state: 'sending',
    requestHash: `hash-of-${id}`,
    requestBody: '{"blocks":[]}',
    payload: null,
    ...UNANSWERED,
    estimatedCredits: 12,
    createdAtMs: 1,
    updatedAtMs: 1,
    ...overrides,
  }
}

/** A repeatable stream of numbers from 0 up to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
