import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { encodeMp3 } from '../../../../electron/lib/audio/mp3.ts'
import type { Project } from '../../../../electron/project/project.ts'
import type { Connection } from '../../../../electron/speech/connections.ts'
import { createTakesRoom } from '../../../../electron/jobs/takes/takesRoom.ts'
import type { TakesRoom, TakesRoomOptions } from '../../../../electron/jobs/takes/takesRoom.ts'
import type { EventName, EventPayload } from '../../../../shared/ipc/contract.ts'
import { events } from '../../../../shared/ipc/contract.ts'
import type { RenderState } from '../../../../shared/ipc/views.ts'
import { blockIdSchema } from '../../../../shared/story/records.ts'
import type { Block, StoryRecord } from '../../../../shared/story/records.ts'
import { blocksOf } from '../../../../shared/story/selectors.ts'
import { answerRecord, recordBody, sendJson, sendMedia } from '../../../fakes/faultServer.ts'
import type { FaultScript } from '../../../fakes/faultServer.ts'
import { chirp, RATE, pcm } from '../../lib/audio/signals.ts'
import { blankStory, firstBlock, newProject, sequentialIds } from '../../project/support.ts'
import { hostedConnection, QUICK, tempFolder, testClock } from '../../speech/support.ts'

/** A story whose blocks are the given ones, on a hosted connection unless told. */
export function storyOf(blocks: readonly Partial<Block>[], connectionId = 'hosted'): StoryRecord[] {
  const [info, first] = blankStory('The Lighthouse')
  if (info?.type !== 'story' || first?.type !== 'block') throw new Error('A new story has a block')
  return [
    { ...info, connectionId },
    ...blocks.map((block, index) => ({
      ...first,
      id: blockIdSchema.parse(`block-${index}`),
      rank: `a${index}`,
      ...block,
    })),
  ]
}

export interface TestRoom {
  readonly room: TakesRoom
  readonly folder: string
  readonly project: Project
  /** What the host was told, oldest first. */
  readonly told: readonly { readonly event: EventName; readonly payload: EventPayload<EventName> }[]
  readonly states: () => RenderState[]
  readonly reports: readonly unknown[]
}

export interface TestRoomOptions {
  readonly project?: Project
  readonly records?: readonly StoryRecord[]
  readonly folder?: string
  readonly connection: Connection
  readonly options?: Partial<TakesRoomOptions>
}

/** A room over a real project file; every event is checked against the contract. */
export function testRoom({
  connection,
  records = storyOf([{ text: 'Hello' }]),
  ...rest
}: TestRoomOptions): TestRoom {
  const folder = rest.folder ?? tempFolder()
  const project = rest.project ?? newProject(join(folder, 'story.fabula'), records)
  const told: { event: EventName; payload: EventPayload<EventName> }[] = []
  const reports: unknown[] = []
  const room = createTakesRoom({
    connections: { get: async () => connection },
    emit: (event, payload) => {
      events[event].parse(payload)
      told.push({ event, payload })
    },
    downloadsDir: join(folder, 'downloads'),
    peaksDir: join(folder, 'peaks'),
    report: (_, error) => reports.push(error),
    clock: testClock(),
    newId: sequentialIds(`made-${(rooms += 1)}`),
    timeouts: QUICK,
    ...rest.options,
  })
  onTestFinished(() => room.release(project))
  const states = () =>
    told.flatMap(({ payload }) =>
      'state' in payload && typeof payload.state === 'object' ? [payload.state] : [],
    )
  return { room, folder, project, told, states, reports }
}
let rooms = 0

export function hosted(server: { readonly baseUrl: string }): Connection {
  return hostedConnection(server.baseUrl)
}

/** Real audio: a rising tone, different at every moment. */
export function toneMp3(durationMs: number): Promise<Uint8Array> {
  return encodeMp3(pcm(chirp(200, 2_000, Math.round((durationMs * RATE) / 1000))), { kbps: 64 })
}

/** A service that works: accepts, is finished at the first question, and has this audio. */
export function workingService(
  bytes: Uint8Array,
  fields: Record<string, unknown> = {},
): Required<Pick<FaultScript, 'submit' | 'history' | 'media'>> {
  return {
    submit: answerRecord(),
    history: (response, _, uuid) =>
      sendJson(
        response,
        200,
        recordBody({
          uuid,
          status: 2,
          status_percentage: 100,
          used_credit: 5,
          media_url: '/audio.mp3',
          ...fields,
        }),
      ),
    media: (response, _, request) => sendMedia(response, request, bytes),
  }
}

export function blockAt(project: Project, index: number): Block {
  const block = blocksOf(project.story())[index]
  if (block === undefined) throw new Error(`The story has no block ${index}`)
  return block
}

export function edit(project: Project, change: Partial<Block>): void {
  project.commit({ put: [{ ...firstBlock(project), ...change }], remove: [] })
}

/** Everything about a project that a failure must leave as it was. */
export function contentOf(project: Project): unknown {
  return { records: [...project.story().records.values()], takes: project.takes(), render: project.render() }
}
