/** Jobs of the story of `smallStory.ts`, and documents, as the host reports them. */
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { PROJECT } from './smallStory.ts'

/** A story's job that the service is working on. */
export function jobAt(revision: number, fields: Partial<JobView> = {}): JobView {
  return {
    ...{ id: 'one', revision, order: 1, endpoint: 'story', connectionId: 'hosted', state: 'accepted' },
    ...{ uuid: 'uuid', status: 1, percentage: 0, estimatedCredits: 5, usedCredits: null, error: null },
    ...{ source: null, audioId: null, createdAtMs: 1, updatedAtMs: 1, isErrorSeen: false, isListed: true },
    activity: {
      status: 1,
      percentage: 0,
      remainingMs: null,
      isFollowed: true,
      sentBytes: null,
      blocks: null,
    },
    ...{ connectionName: 'Hosted', input: 'A story', storyTitle: 'A story', isStoryThere: true },
    ...{ projectId: PROJECT.projectId, durationMs: null, blockId: null, offeredHost: null, document: null },
    nextTryMs: null,
    voiceId: null,
    ...fields,
  }
}

/** A document's job that the service is working on. */
export function documentAt(revision: number, fields: Partial<JobView> = {}): JobView {
  const document = { name: 'tide.txt', sizeBytes: 10, voiceId: 'OA001', speed: 1, isProtected: false }
  return jobAt(revision, {
    ...{ endpoint: 'document', input: 'tide.txt', document: { ...document, model: 'tts-1' } },
    ...fields,
  })
}
