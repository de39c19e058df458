import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { chooseConnection } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { planCredits } from '../../../shared/story/renderPlan.ts'
import type { Story } from '../../../shared/story/story.ts'
import { unsoldVoicesOf } from '../../../shared/story/unsoldVoices.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'
import { findVoicesFolder } from '../../app/appFolder.ts'
import type { Report } from '../../lib/report.ts'
import { type InstalledPack, readInstalledPacks } from '../../lib/voices/installedPacks.ts'
import { openProject } from '../../project/openProject.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import { keepRender, type KeptRender } from './keptRenders.ts'
import { type InputOptions, openInput } from './openInput.ts'
import { createProgressLine } from './terminalText.ts'
import {
  describePlan,
  isMade,
  planChoice,
  planJson,
  type RenderOrder,
  withSampleFrom,
} from './renderChoice.ts'
import { describeSummary } from './renderSummary.ts'
import { renderToFile } from './renderToFile.ts'
import { openServers, readEngines, speaksWithEngine } from './servers.ts'
import { speakingConnection, type SpeechService, startSpeechService } from './speechService.ts'
import { createSpending } from './spending.ts'

const ownProject = () => ({
  projectId: projectIdSchema.parse(randomUUID()),
  isDraft: false,
  createId: randomUUID,
})

/** The environment of the command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly stderr: NodeJS.WriteStream
  /** Called with a sentence that the writer should know in addition to the outcome. */
  readonly warn: (sentence: string) => void
  readonly report: Report
  /** Called with each key that is in use, so that it can be masked. */
  readonly onKey: (key: string) => void
  readonly dataDir: string
  readonly signal: AbortSignal
}

/** The outcome of a command as JSON and as text. */
export interface Outcome {
  readonly json: object
  /** Whole lines. */
  readonly text: string
}

/** An outcome as it is printed: one line of JSON, or text. */
export function printed({ json, text }: Outcome, isJson: boolean): string {
  return isJson ? `${JSON.stringify(json)}\n` : text
}

/**
 * Renders a story, or plans a render, and returns the outcome. Throws the error that prevents it. `onCredits` is called in any case, with the credits
 * requested from services, or with the cost of the plan.
 */
export async function renderCommand(
  command: RenderOrder,
  input: InputOptions,
  { env, stderr, warn, report, onKey, dataDir, signal }: Terminal,
  onCredits: (credits: number) => void = () => undefined,
): Promise<Outcome> {
  const { mayPassCaps, isInPlace } = command
  const spending = createSpending({ dataDir, mayPassCaps, isInPlace, now: Date.now, warn, report })
  /** The project in which the render continues, once there is one. */
  let current: Project | undefined
  let isKept = false as boolean // set by `keep`
  const onJob = (record: JobRecord) => {
    if (current !== undefined) spending.changed(current, record)
  }
  const servers = openServers({ dataDir, onKey })
  const wishedFor = (ofStory: string) => ({ env, connection: command.connection, ofStory, servers })
  /** The engines whose keys cannot be read, and why. */
  const keyless = new Map<string, string>()
  let service: SpeechService | undefined
  const startServiceOf = (ofStory: string) =>
    (service ??= startSpeechService({
      ...wishedFor(ofStory),
      engines: () => readEngines(servers, (name, reason) => keyless.set(name, reason)),
      dataFolder: join(input.workFolder, 'service'),
      voicesFolder: findVoicesFolder(dataDir),
      report,
    }))
  async function openStory(): Promise<Project> {
    if (isInPlace) return openProject(command.input, { ...input, ...ownProject(), onJob })
    const isNew = fileTypeOf(command.input)?.story !== 'project'
    // A new story has no audio, so the service starts while the story is read.
    if (isNew && !command.isPlan) startServiceOf(BUILT_IN_CONNECTION)
    return openInput(command.input, { ...input, onJob })
  }
  const project = await openStory().catch(async (error: unknown) => {
    await service?.close()
    throw error
  })
  current = project
  async function keep(from: Project, connectionId: string): Promise<KeptRender> {
    if (isInPlace) {
      isKept = true
      const close = () => {
        from.close()
      }
      return { project: from, path: from.path, remove: close }
    }
    const { projectId } = from
    const projectOptions = { ...input, ...ownProject(), projectId, onJob }
    const kept = await keepRender(from, connectionId, { dataDir, projectOptions })
    isKept = true // the function that writes the file closes the kept project
    current = kept.project
    for (const job of current.jobs.list()) spending.changed(current, job)
    return { ...kept, project: addressedTo(kept.project, connectionId) }
  }
  const progress = createProgressLine(stderr)
  const ofStory = project.story().info.connectionId
  if (ofStory !== BUILT_IN_CONNECTION) {
    // A portable story can name another connection, for which nothing was started yet.
    await service?.close()
    service = undefined
  }
  const startService = () => {
    const started = startServiceOf(ofStory)
    for (const [name, reason] of keyless) if (speaksWithEngine(project.story(), name)) warn(reason)
    return started
  }
  try {
    const { workFolder } = input
    const { guard } = spending
    // A story that has all its audio needs no service, even if one is named.
    const settings = withSampleFrom(command.settings, project.story(), command.sampleFrom)
    const isWhole = isMade(project, command.choice, settings)
    const addressed = isWhole ? project : addressedTo(project, speakingConnection(wishedFor(ofStory)))
    if (command.isPlan) {
      const { plan } = planChoice(addressed, command.choice, isInPlace, settings)
      const story = addressed.story()
      onCredits(planCredits(plan))
      return { json: planJson(story, plan), text: describePlan(story, plan) }
    }
    if (command.outPath !== null) {
      const packs = readInstalledPacks(findVoicesFolder(dataDir))
      for (const warning of licenceWarnings(addressed.story(), packs)) warn(warning)
    }
    const options = { ...command, settings, project: addressed, keep, workFolder, startService, guard }
    const summary = await renderToFile({ ...options, progress, warn, report, signal })
    return { json: summary, text: describeSummary(summary) }
  } finally {
    progress.end()
    if (!command.isPlan) onCredits(spending.credits())
    await service?.close()
    if (!isKept) project.close()
    spending.close()
  }
}

/** A sentence for each kind of licence that a writer should know of. */
function licenceWarnings(story: Story, packs: readonly InstalledPack[]): string[] {
  const voices = packs.flatMap(({ manifest }) =>
    naturalVoicesOf(manifest).map(({ id, name }) => ({ id, name, licence: manifest.licence })),
  )
  const { forbidden, notStated } = unsoldVoicesOf(story, voices)
  return [
    ...(forbidden.length === 0
      ? []
      : [`Commercial use of these voices is not allowed: ${forbidden.join(', ')}.`]),
    ...(notStated.length === 0
      ? []
      : [`Commercial use of these voices is unclear: ${notStated.join(', ')}.`]),
  ]
}

/** A project whose story is spoken by a connection during this run. The choice is not stored. */
export function addressedTo(project: Project, connectionId: string): Project {
  const addressed = new WeakMap<Story, Story>()
  return {
    ...project,
    get path() {
      return project.path
    },
    story() {
      const story = project.story()
      if (story.info.connectionId === connectionId) return story
      const known = addressed.get(story) ?? apply(story, chooseConnection(story, connectionId))
      addressed.set(story, known)
      return known
    },
  }
}
