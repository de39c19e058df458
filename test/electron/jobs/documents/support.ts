import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createDocumentsRoom } from '../../../../electron/jobs/documents/documentsRoom.ts'
import type { DocumentOrder, Documents } from '../../../../electron/jobs/documents/documents.ts'
import { createTakesRoom } from '../../../../electron/jobs/takes/takesRoom.ts'
import { events } from '../../../../shared/ipc/contract.ts'
import type { DocumentView } from '../../../../shared/ipc/documentsContract.ts'
import { sequentialIds } from '../../project/support.ts'
import { hostedConnection, QUICK, tempFolder, testClock } from '../../speech/support.ts'

/** Looked for wherever it must not be. */
export const CANARY_PASSWORD = 'canary-password/9e1'

export interface TestDesk {
  readonly folder: string
  readonly documents: Documents
  /** What the host was told of a document, oldest first. */
  readonly told: readonly DocumentView[]
  readonly reports: readonly unknown[]
  order(fields?: Partial<DocumentOrder>): DocumentOrder
  /** Resolves with the document as soon as it is told to be in one of these phases. */
  until(documentId: string, ...phases: DocumentView['state']['phase'][]): Promise<DocumentView>
}

let desks = 0

/** Documents over a real library file; every event is checked against the contract. */
export function testDesk(baseUrl: string, folder = tempFolder()): TestDesk {
  const told: DocumentView[] = []
  const reports: unknown[] = []
  const waiting = new Set<() => void>()
  const clock = testClock()
  const newId = sequentialIds(`desk-${(desks += 1)}`)
  const shared = {
    emit: ((event: keyof typeof events, payload: unknown) => {
      if (event !== 'documents:changed') return
      told.push(events[event].parse(payload).document)
      for (const look of waiting) look()
    }) as Parameters<typeof createTakesRoom>[0]['emit'], // the events of one name only
    clock,
    newId,
    report: (_: string, error: unknown) => void reports.push(error),
  }
  const takesRoom = createTakesRoom({
    ...shared,
    connections: { get: async () => hostedConnection(baseUrl) },
    downloadsDir: join(folder, 'downloads'),
    peaksDir: join(folder, 'peaks'),
    timeouts: QUICK,
  })
  const documents = createDocumentsRoom({ ...shared, dataDir: folder, takesRoom })
  onTestFinished(() => documents.close())
  return {
    folder,
    documents,
    told,
    reports,
    order: (fields = {}) => ({
      path: documentFile(folder),
      connectionId: 'hosted',
      voiceId: 'OA001',
      model: 'tts-1',
      speed: 1,
      password: null,
      ...fields,
    }),
    until: (documentId, ...phases) =>
      new Promise((resolve) => {
        const look = () => {
          const document = documents.list().find(({ id }) => id === documentId)
          if (document === undefined || !phases.includes(document.state.phase)) return
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
