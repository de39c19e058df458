/** Taking a finished document's audio off the disk, once nobody reads it any more. What it cost stays in the books. */
import { setImmediate } from 'node:timers/promises'
import type { Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ProjectWork } from '../takes/projectWork.ts'

export interface DocumentRemoval {
  /** Keeps the audio of all documents until something that reads it is over. */
  hold<T>(reading: Promise<T>): Promise<T>
  /** Resolves when the audio is gone and the file smaller. Passes over a document that is not finished. */
  remove(project: Project, documentId: string): Promise<void>
}

export function createDocumentRemoval(work: ProjectWork, clock: Clock): DocumentRemoval {
  const reading = new Set<Promise<unknown>>()
  const closing = new Promise<void>((resolve) => {
    work.closing.addEventListener('abort', () => resolve(), { once: true })
  })

  const isClosing = () => work.closing.aborted

  async function removeUnread(project: Project, documentId: string): Promise<void> {
    while (reading.size > 0 && !isClosing()) await Promise.race([Promise.allSettled(reading), closing])
    if (isClosing()) return
    const record = project.jobs.find(documentId)
    if (record?.state !== 'completed') return
    const { audioId } = record
    project.transaction(() => {
      project.jobs.update(documentId, {
        state: 'dismissed',
        audioId: null,
        updatedAtMs: clock.now(),
      })
      if (audioId !== null) project.audio.remove(audioId)
    })
    // Others get their turn in between. What is not given back when the app closes is used again.
    while (!isClosing() && project.audio.shrink()) await setImmediate()
  }

  return {
    hold(promise) {
      const forget = () => reading.delete(promise)
      reading.add(promise)
      promise.then(forget, forget)
      return promise
    },
    remove: (project, documentId) => work.run(() => removeUnread(project, documentId)),
  }
}
