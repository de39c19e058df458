import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

it('the last of several successive dialogs returns the focus to the control that opened the first', async () => {
  const { user, world } = renderInWorld(
    <>
      <button
        onClick={() => {
          world.view.setState({ dialog: { kind: 'save-version' } })
        }}
      >
        Open
      </button>
      <Dialogs />
    </>,
    { records: sketchRecords([{}]) },
  )
  const opener = screen.getByRole('button', { name: 'Open' })
  await user.click(opener)
  await screen.findByRole('dialog', { name: 'Save a version' })
  world.view.setState({ dialog: { kind: 'history' } })
  await screen.findByRole('dialog', { name: 'History' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
