import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DocumentLibrary, DocumentOrder, Documents } from '../../../../electron/jobs/documents.ts'
import { createJobs } from '../../../../electron/jobs/jobs.ts'
import type { FetchStart } from '../../../../electron/jobs/fetchJob.ts'
import { createRedact } from '../../../../electron/lib/http/redact.ts'
import { createOpenProjects } from '../../../../electron/project/openProjects.ts'
import { createProjects } from '../../../../electron/project/projects.ts'
import type { ProjectAudioStore } from '../../../../electron/project/project.ts'
import { type Emit, events } from '../../../../shared/ipc/contract.ts'
import type { JobView } from '../../../../shared/jobs/jobView.ts'
import { DEFAULT_APP_SETTINGS, type ProjectId } from '../../../../shared/ipc/views.ts'
import { sequentialIds } from '../../project/support.ts'
import { CANARY_KEY, hostedConnection, PATIENT, tempFolder, testClock } from '../../speech/support.ts'

/** Searched for wherever it must not appear. */
export const CANARY_PASSWORD = 'canary-password/9e1'

export interface TestDesk {
  readonly folder: string
  readonly documents: Documents
  readonly library: DocumentLibrary
  /** The events about documents that the host received, oldest first. */
  readonly told: readonly JobView[]
  readonly reports: readonly unknown[]
  stop(documentId: string): void
  dismiss(documentId: string): Promise<void>
  /** Queries the service again. */
  resumeJob(documentId: string): Promise<void>
  /** Fetches the audio of an accepted job, or stores audio that the writer provides. */
  fetch(documentId: string, start: FetchStart): Promise<void>
  /** Resumes the jobs of an earlier run. */
  resume(): void
  findAudio(projectId: ProjectId): ProjectAudioStore | undefined
  close(): Promise<void>
  order(fields?: Partial<DocumentOrder>): DocumentOrder
  /** Resolves with the document as soon as it is reported in one of these states. */
  until(documentId: string, ...states: JobView['state'][]): Promise<JobView>
}

let desks = 0

/** Documents over a real library file; every event is checked against the contract. */
export function testDesk(baseUrl: string, folder = tempFolder(), timeouts = PATIENT): TestDesk {
  const told: JobView[] = []
  const reports: unknown[] = []
  const waiting = new Set<() => void>()
  const clock = testClock()
  const newId = sequentialIds(`desk-${(desks += 1)}`)
  const emit: Emit = (event, payload) => {
    const parsed = events[event].parse(payload)
    if (!('jobs' in parsed)) return
    told.push(...parsed.jobs.filter(({ document }) => document !== null))
    for (const look of waiting) look()
  }
  const openProjects = createOpenProjects(clock)
  const jobs = createJobs({
    dataDir: folder,
    connections: { get: async () => hostedConnection(baseUrl) },
    openProjects,
    projects: createProjects({ dataDir: folder, now: clock.now, createId: newId, openProjects }),
    settings: () => DEFAULT_APP_SETTINGS,
    caps: () => DEFAULT_APP_SETTINGS,
    ownConnections: () => [],
    redactKey: () => createRedact(CANARY_KEY),
    emit,
    report: (_, error) => void reports.push(error),
    clock,
    newId,
    timeouts,
  })
  const { documents, documentLibrary: library, runner } = jobs
  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= (async () => {
      await openProjects.closeAll()
      await jobs.close()
    })())
  onTestFinished(close)
  return {
    folder,
    documents,
    library,
    told,
    reports,
    stop: runner.stop,
    dismiss: jobs.actions.dismiss,
    resumeJob: jobs.actions.resume,
    async fetch(documentId, start) {
      const project = library.open()
      const job = project.jobs.find(documentId)
      if (job !== undefined) await runner.fetch(project, job, start)
    },
    resume: jobs.start,
    findAudio: (projectId) => openProjects.find(projectId)?.audio,
    close,
    order: (fields = {}) => ({
      path: documentFile(folder),
      connectionId: 'hosted',
      voiceId: 'OA001',
      model: 'tts-1',
      speed: 1,
      password: null,
      ...fields,
    }),
    until: (documentId, ...states) =>
      new Promise((resolve) => {
        const look = () => {
          const document = documents.list().find(({ id }) => id === documentId)
          if (document === undefined || !states.includes(document.state)) return
          waiting.delete(look)
          resolve(document)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** A document that is large enough for a server to have read the head of its request and not its body. */
export function documentFile(
  folder: string,
  name = 'Tides “of” May.docx',
  bytes = randomBytes(600_000),
): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
