import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DocumentItem } from '../../../renderer/features/documents/DocumentItem.tsx'
import type { DocumentView } from '../../../shared/ipc/documentsContract.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const converting = (connectionId: string): DocumentView => ({
  ...{
    id: 'd',
    name: 'tides.pdf',
    sizeBytes: 1234,
    voiceId: 'OA001',
    model: 'tts-1',
    speed: 1,
    connectionId,
  },
  ...{ isProtected: false, estimatedCredits: null, usedCredits: null, createdAtMs: 1, revision: 1 },
  state: {
    phase: 'converting',
    ...{ status: 1, percentage: 10, remainingMs: null, isFollowed: true, error: null },
  },
})

it('a document is cancelled at the local voice, and only not waited for at a service elsewhere', async () => {
  const answers = { 'documents:cancel': () => ({}), 'documents:stop': () => ({}) }
  const local = renderInWorld(<DocumentItem document={converting('built-in')} />, { answers })
  await local.user.click(screen.getByRole('button', { name: 'Cancel the conversion' }))
  await waitFor(() => expect(local.callsOf('documents:cancel')).toEqual([{ documentId: 'd' }]))
  local.unmount()
  const hosted = renderInWorld(<DocumentItem document={converting('hosted')} />, { answers })
  await hosted.user.click(screen.getByRole('button', { name: 'Stop waiting (the service goes on)' }))
  await waitFor(() => expect(hosted.callsOf('documents:stop')).toEqual([{ documentId: 'd' }]))
})
