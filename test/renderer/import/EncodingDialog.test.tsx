import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openFile } from '../../../renderer/actions/projects.ts'
import { EncodingDialog } from '../../../renderer/features/import/EncodingDialog.tsx'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { chooseOption } from '../fields/support.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const ref = fileRefSchema.parse('a-reference')
const SAMPLES = [
  { encoding: 'windows-1250', sample: 'kůň' },
  { encoding: 'windows-1252', sample: 'kùò' },
] as const

function show() {
  const asked: unknown[] = []
  const rendered = renderInWorld(<EncodingDialog opened={ref} samples={SAMPLES} />, {
    records: sketchRecords([{}]),
    answers: {
      'project:encodings': () => [...SAMPLES],
      'project:open': (input: unknown) => {
        asked.push(input)
        return new Promise(() => undefined)
      },
    },
  })
  return { ...rendered, asked }
}

it('shows what each encoding makes of the text, the most likely one first, and opens it in the chosen one', async () => {
  const { asked, user } = show()
  const sample = () => screen.getByLabelText('How the text reads').textContent
  expect(sample()).toBe('kůň')
  await chooseOption(user, 'Written in', 'Western European (Windows-1252)')
  expect(sample()).toBe('kùò')
  fireEvent.click(screen.getByRole('button', { name: 'Open it like this' }))
  await waitFor(() => expect(asked).toEqual([{ ref, encoding: 'windows-1252', narrator: 'Narrator' }]))
})

it('comes before a text is opened whose encoding is not certain', async () => {
  const { world, asked } = show()
  await openFile(world, ref)
  expect(world.view.getState().dialog).toEqual({ kind: 'encoding', ref, samples: SAMPLES })
  expect(asked).toEqual([])
})
