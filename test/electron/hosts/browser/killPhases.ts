/**
 * The work during which a host is killed. Each phase works in a loop and remembers what was acknowledged; after each kill it reports what of
 * that is missing or wrong.
 */
import { randomUUID } from 'node:crypto'
import type { FilePurpose } from '../../../../shared/files/fileTypes.ts'
import type { ProjectView } from '../../../../shared/ipc/projectView.ts'
import type { FileRef, RecentId } from '../../../../shared/ipc/views.ts'
import {
  BLANK_BLOCK,
  blockIdSchema,
  type Block,
  type Music,
  type StoryRecord,
} from '../../../../shared/story/records.ts'
import type { PaidService } from '../../../fakes/paidService.ts'
import type { KilledHost } from './killedHost.ts'

export interface KillPhase {
  /** How many of 300 kills it gets. */
  readonly kills: number
  /** The latest moment of a kill, in ms after the work began. */
  readonly withinMs: number
  /** Prepares what is needed once, with the host running. */
  begin(host: KilledHost, tools: KillTools): Promise<KillRun>
}

export interface KillTools {
  readonly service: PaidService
}

export interface KillRun {
  /** Runs between the end of the host and its next start. */
  beforeStart?(): Promise<void>
  /** Works until the host ends; every step that was answered counts as acknowledged. */
  work(): Promise<void>
  /** After the next start: everything that was acknowledged and is missing or wrong. */
  faults(): Promise<string[]>
}

/** An open story as its only page knows it. */
export class OpenStory {
  readonly #host: KilledHost
  view: ProjectView
  #revision: number
  readonly records = new Map<string, StoryRecord>()

  constructor(host: KilledHost, view: ProjectView) {
    this.#host = host
    this.view = view
    this.#revision = view.revision
    for (const record of view.records) this.records.set(record.id, record)
  }

  static async create(host: KilledHost, title: string, texts: readonly string[] = []): Promise<OpenStory> {
    const story = new OpenStory(host, await host.call('project:create', { title }))
    if (texts.length > 0)
      await story.commit(
        texts.map((text, index): Block => ({
          ...BLANK_BLOCK,
          type: 'block',
          id: blockId(index),
          rank: `b${String(index).padStart(4, '0')}V`,
          text,
        })),
        story.blocks.map(({ id }) => id),
      )
    return story
  }

  static async reopen(host: KilledHost, recentId: RecentId): Promise<OpenStory> {
    return new OpenStory(host, await host.call('project:openRecent', { recentId }))
  }

  get projectId() {
    return this.view.projectId
  }

  get blocks(): Block[] {
    return [...this.records.values()].filter((record) => record.type === 'block')
  }

  get music(): Music[] {
    return [...this.records.values()].filter((record) => record.type === 'music')
  }

  async commit(
    put: readonly StoryRecord[],
    remove: readonly (Block['id'] | Music['id'])[] = [],
  ): Promise<void> {
    const answer = await this.#host.call('project:change', {
      projectId: this.projectId,
      revision: this.#revision,
      changeId: randomUUID(),
      change: { put, remove },
    })
    if (answer.kind !== 'committed') throw new Error('Nobody else changes the story')
    this.#revision = answer.revision
    for (const record of put) this.records.set(record.id, record)
    for (const id of remove) this.records.delete(id)
  }

  /** The takes of the story whose audio cannot be read. */
  async takesWithoutAudio(): Promise<string[]> {
    const { takes } = this.view
    const sizes = await Promise.all(
      takes.map(({ audioId }) => this.#host.audioBytes(this.projectId, audioId)),
    )
    return takes.filter((_, index) => sizes[index] === 0).map(({ id }) => `the audio of take ${id} is gone`)
  }
}

export const blockId = (index: number) => blockIdSchema.parse(`block-${index}`)
export const WORDS = ['One lamp burned.', 'Two gulls walked.', 'Three boats came in.', 'Nobody spoke.']
export const words = (turn: number) => `${WORDS[turn % WORDS.length] ?? ''} ${turn}.`
export const missing = <T>(wanted: Iterable<T>, there: ReadonlySet<T>, what: string) =>
  [...wanted].filter((each) => !there.has(each)).map((each) => `${what} ${String(each)} is gone`)

export async function place(host: KilledHost, purpose: FilePurpose, name: string): Promise<FileRef> {
  return (await host.call('files:place', { purpose, name })).ref
}
