import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import type { Project } from '../../../electron/project/project.ts'
import type { Connection } from '../../../electron/speech/connections.ts'
import { createJobEngine, type JobEngine, type JobEngineOptions } from '../../../electron/jobs/engine.ts'
import type { Renders } from '../../../electron/jobs/renders.ts'
import { events, type EventName, type EventPayload } from '../../../shared/ipc/contract.ts'
import { jobsToDismiss, jobsToStop, jobToResume, type RenderState } from '../../../shared/jobs/renderState.ts'
import { blockIdSchema, type Block, type StoryRecord } from '../../../shared/story/records.ts'
import { planRender } from '../../../shared/story/renderPlan.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { answerRecord, recordBody, sendJson, sendMedia, type FaultScript } from '../../fakes/faultServer.ts'
import { chirp, RATE, pcm } from '../lib/audio/signals.ts'
import { blankStory, firstBlock, newProject, sequentialIds } from '../project/support.ts'
import { faultServer, hostedConnection, PATIENT, tempFolder, testClock } from '../speech/support.ts'

/** A story whose blocks are the given ones, on a hosted connection by default. */
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

export interface TestEngine extends Omit<JobEngine, 'renders'> {
  readonly renders: DrivenRenders
  readonly folder: string
  readonly project: Project
  /** The events that the host received, oldest first. */
  readonly told: readonly { readonly event: EventName; readonly payload: EventPayload<EventName> }[]
  /** The progress of the render after each change. */
  readonly states: () => RenderState[]
  readonly reports: readonly unknown[]
  /** Resumes accepted jobs. Returns the progress of the render. */
  resume(): RenderState
  /** Resolves when no work is under way, with the progress of the render. */
  settled(): Promise<RenderState>
  /** Ends all work, as before the project is closed. */
  release(): Promise<void>
}

export interface TestEngineOptions {
  readonly project?: Project
  readonly records?: readonly StoryRecord[]
  readonly folder?: string
  readonly connection: Connection
  readonly options?: Partial<JobEngineOptions>
}

/** An engine over a real project file, and the hosted service that its story uses. */
export async function engineAt(script: FaultScript, records: StoryRecord[], timeouts = PATIENT) {
  const server = await faultServer(script)
  return { server, ...testEngine({ connection: hosted(server), records, options: { timeouts } }) }
}

/** An engine over a real project file; every event is checked against the contract. */
export function testEngine({
  connection,
  records = storyOf([{ text: 'Hello' }]),
  ...rest
}: TestEngineOptions): TestEngine {
  const folder = rest.folder ?? tempFolder()
  const project = rest.project ?? newProject(join(folder, 'story.fabula'), records)
  const told: { event: EventName; payload: EventPayload<EventName> }[] = []
  const states: RenderState[] = []
  const reports: unknown[] = []
  const clock = testClock()
  const emit = (event: EventName, payload: EventPayload<EventName>) => {
    events[event].parse(payload)
    told.push({ event, payload })
  }
  const engine = createJobEngine({
    connections: { get: async () => connection },
    emit,
    downloadsDir: join(folder, 'downloads'),
    report: (_, error) => reports.push(error),
    clock,
    newId: sequentialIds(`made-${(engines += 1)}`),
    timeouts: PATIENT,
    ...rest.options,
  })
  engine.runner.watch(() => {
    const state = engine.renders.state(project)
    if (JSON.stringify(state) === JSON.stringify(states.at(-1) ?? { phase: 'idle' })) return
    states.push(state)
  })
  const release = () => project.work.close(clock)
  onTestFinished(release)
  return {
    ...engine,
    renders: drivenRenders(engine),
    folder,
    project,
    told,
    states: () => states,
    reports,
    resume() {
      engine.runner.resume(project)
      return engine.renders.state(project)
    },
    async settled() {
      await project.work.settled()
      return engine.renders.state(project)
    },
    release,
  }
}
let engines = 0

/** Renders with the actions of a page on the jobs of a render; each returns the progress of the render. */
export interface DrivenRenders extends Renders {
  stop(project: Project): RenderState
  cancel(project: Project): RenderState
  resume(project: Project): RenderState
  dismiss(project: Project): RenderState
}

/** Stops, resumes and dismisses renders as a page does. */
export function drivenRenders({ renders, runner }: Pick<JobEngine, 'renders' | 'runner'>): DrivenRenders {
  return {
    ...renders,
    /** Starts with a single request, since most tests of renders are about such a request. */
    start(project, request = {}) {
      const allTakes = project.takes()
      const audio = { takes: indexTakes(allTakes), allTakes, render: project.render() }
      const plan = planRender(project.story(), audio, { only: request.only, isKept: false })
      return renders.start(project, { ...(plan.way !== null && { way: plan.way }), ...request })
    },
    stop(project) {
      for (const { id } of jobsToStop(runner.jobs(project))) runner.stop(id)
      return renders.state(project)
    },
    cancel(project) {
      for (const { id } of jobsToStop(runner.jobs(project))) runner.cancel(project, id)
      return renders.state(project)
    },
    resume(project) {
      const job = project.jobs.find(jobToResume(runner.jobs(project))?.id ?? '')
      if (job !== undefined) runner.follow(project, job).catch(() => undefined)
      return renders.state(project)
    },
    dismiss(project) {
      for (const { id } of jobsToDismiss(runner.jobs(project))) runner.dismiss(project, id)
      return renders.state(project)
    },
  }
}

export function hosted(server: { readonly baseUrl: string }): Connection {
  return hostedConnection(server.baseUrl)
}

/** Real audio: a rising tone, different at every moment. */
export function toneMp3(durationMs: number): Promise<Uint8Array> {
  return encodeMp3(pcm(chirp(200, 2_000, Math.round((durationMs * RATE) / 1000))), { kbps: 64 })
}

/** A service that works: accepts, is finished at the first query, and has this audio. */
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

/** Everything about a project that a failure must leave unchanged. */
export function contentOf(project: Project): unknown {
  return { records: [...project.story().records.values()], takes: project.takes(), render: project.render() }
}
