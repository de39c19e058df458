import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { choosePlace } from '../../../renderer/actions/exporting.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { renderInWorld, testWorld } from '../support/testWorld.tsx'

const PLACE = fileRefSchema.parse('place')

describe('a place for a file', () => {
  it('is chosen in the system’s dialog if the host has one', async () => {
    const write = vi.fn(async () => {})
    const { world, callsOf, answer } = testWorld({
      app: { info: { ...APP_INFO, filePicker: 'system' } },
      answers: { 'files:pick': () => ({ ref: PLACE }) },
    })
    await choosePlace(world, 'export-mp3', 'The fox', write)
    expect(callsOf('files:pick')).toEqual([{ purpose: 'export-mp3', suggestedName: 'The fox' }])
    expect(write).toHaveBeenCalledExactlyOnceWith(PLACE)
    expect(world.view.getState().savePlace).toBeNull()
    answer({ 'files:pick': () => ({ ref: null }) })
    await choosePlace(world, 'export-mp3', 'The fox', write)
    expect(write).toHaveBeenCalledOnce()
  })

  it('is named in Fabula’s own dialog otherwise, which asks before it replaces a file', async () => {
    const write = vi.fn(async () => {})
    let exists = true
    const { world, user, callsOf } = renderInWorld(<Dialogs />, {
      app: { info: APP_INFO },
      answers: { 'files:place': ({ name }) => ({ ref: PLACE, name, exists }) },
    })
    await choosePlace(world, 'save-as', 'The fox', write)
    const field = await screen.findByRole('textbox', { name: 'File name' })
    expect(screen.getByText('In /stories, as a .fabula file')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/already exists/)
    expect(write).not.toHaveBeenCalled()
    exists = false
    await user.type(field, ' 2')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(write).toHaveBeenCalledExactlyOnceWith(PLACE))
    expect(callsOf('files:place').at(-1)).toEqual({ purpose: 'save-as', name: 'The fox 2' })
    expect(world.view.getState().savePlace).toBeNull()
  })
})
