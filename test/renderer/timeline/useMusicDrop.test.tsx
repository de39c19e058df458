import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useMusicDrop } from '../../../renderer/features/timeline/Timeline.tsx'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

function Place() {
  const content = useRef<HTMLDivElement>(null)
  return <div ref={content} data-testid="place" {...useMusicDrop(content, 100)} />
}

test.each(extensionsFor('music'))('a dropped %s file becomes music at that place', async (extension) => {
  const { bridge, callsOf, story } = renderInWorld(<Place />, {
    records: sketchRecords([{ text: 'Wait.' }]),
    answers: { 'music:store': () => ({ audioId: 'audio', audioMs: 1000 }) },
  })
  vi.mocked(bridge.takeFile).mockResolvedValue(fileRefSchema.parse('bell'))
  fireEvent.drop(screen.getByTestId('place'), {
    dataTransfer: { files: [new File(['x'], `Bell${extension}`)] },
  })
  await waitFor(() => expect(story().music).toMatchObject([{ name: 'Bell' }]))
  expect(callsOf('music:store')).toMatchObject([{ ref: 'bell' }])
})
