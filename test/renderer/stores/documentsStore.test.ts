import { expect, test } from 'vitest'
import type { DocumentState, DocumentView } from '../../../shared/ipc/documentsContract.ts'
import { withDocument, withTold } from '../../../renderer/stores/documentsStore.ts'

const failed: DocumentState = { phase: 'failed', error: { code: 'document-empty', params: {} } }
const uploading: DocumentState = { phase: 'uploading', sentBytes: 0 }

function documentAt(revision: number, state: DocumentState, id = 'one'): DocumentView {
  return {
    ...{ id, revision, state, name: 'tide.txt', sizeBytes: 1, voiceId: 'OA001', model: 'tts-1', speed: 1 },
    ...{
      connectionId: 'hosted',
      isProtected: false,
      estimatedCredits: null,
      usedCredits: null,
      createdAtMs: 0,
    },
  }
}

test('an answer that was overtaken by an event does not undo it', () => {
  const now = [documentAt(5, failed)]
  expect(withDocument(now, documentAt(4, uploading))).toBe(now)
  expect(withTold([documentAt(4, uploading)], now)).toEqual(now)
})

test('a newer telling takes its place, a new document stands in front, and one put aside is gone', () => {
  const [one, two] = [documentAt(1, uploading), documentAt(2, uploading, 'two')]
  const both = withDocument([one], two)
  expect(both).toEqual([two, one])
  const ended = documentAt(3, failed)
  expect(withDocument(both, ended)).toEqual([two, ended])
  expect(withDocument(both, documentAt(4, { phase: 'dismissed' }))).toEqual([two])
})
