import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { undoLast } from '../../../renderer/actions/history.ts'
import { flushDeletes, UNDO_MS } from '../../../renderer/stores/pendingDeletes.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { WISE } from './fakeLibrary.ts'
import { failing, names, open, own, showVibes, TALE } from './showVibes.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const WISE_REF = { id: WISE.id, name: WISE.name, prompt: WISE.prompt }
const undoButton = (name: string) => screen.queryByRole('button', { name })
const news = () => screen.getByRole('region', { name: 'Messages' })

describe('deleting a vibe', () => {
  it('waits for some seconds, during which it can be undone', async () => {
    const { user, callsOf } = showVibes()
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    expect(await screen.findByText('Deleted “Wise”.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(screen.queryByText('Deleted “Wise”.')).toBeNull()
    expect(names(await own())).toContain('Hasty')
    expect(callsOf('vibes:remove')).toEqual([])
  })

  it('is then sent once, and the vibe is removed from the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, callsOf, world } = showVibes()
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await screen.findByText('Deleted “Wise”.')
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
    await waitFor(async () => expect(names(await own())).toEqual(['Hasty']))
    await flushDeletes(world.vibes)
    expect(callsOf('vibes:remove')).toEqual([{ connectionId: 'built-in', id: 7 }])
  })

  it('can no longer be undone once it is sent, and is not sent again', async () => {
    const removal = Promise.withResolvers<unknown>()
    const { user, world, callsOf } = showVibes({ removal: removal.promise })
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await screen.findByText('Deleted “Wise”.')
    const removed = flushDeletes(world.vibes)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo deleting Wise' })).toBeNull())
    expect(screen.getByText('Deleted “Wise”.')).toBeTruthy()
    await flushDeletes(world.vibes)
    removal.resolve(undefined)
    await act(() => removed)
    expect(callsOf('vibes:remove')).toHaveLength(1)
    await waitFor(async () => expect(names(await own())).toEqual(['Hasty']))
  })

  it('restores the vibe if it fails, shows why, and removes the message about the deletion', async () => {
    const { user, library, world } = showVibes()
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await screen.findByText('Deleted the vibe “Wise”.')
    library.fault = failing
    await act(() => flushDeletes(world.vibes).catch(world.report))
    expect(names(await own())).toContain('Hasty')
    expect(screen.queryByText('Deleted “Wise”.')).toBeNull()
    expect(screen.queryByText('Deleted the vibe “Wise”.')).toBeNull()
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  })

  it('needs no confirmation if the vibe is unused, and moves the focus to the next row', async () => {
    const { user, world } = showVibes()
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await waitFor(() => expect(document.activeElement).toBe(undoButton('Undo deleting Wise')))
    await act(() => flushDeletes(world.vibes))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Hasty/, expanded: false })),
    )
  })

  it('moves the focus to the search field of the library after the last vibe', async () => {
    const { user, world } = showVibes({ custom: [WISE] })
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await waitFor(() => expect(document.activeElement).toBe(undoButton('Undo deleting Wise')))
    await act(() => flushDeletes(world.vibes))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
  })

  it('needs a confirmation that names the blocks and other stories if the vibe is in use', async () => {
    const inUse = sketchRecords([{ text: 'Once.' }, { text: 'Upon.' }, { text: 'The end.' }]).map((record) =>
      record.type === 'block' && record.text !== 'Upon.'
        ? { ...record, model: 'audio_stable' as const, vibe: WISE_REF }
        : record,
    )
    const { user, world, callsOf } = showVibes({ usedIn: ['The Harbour'] }, inUse)
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete the vibe' }))
    question.getByText(
      '2 blocks are spoken with “Wise”: 1 and 3. Another story uses “Wise”: The Harbour. Audio rendered with it stays. To render new audio, choose another vibe there.',
    )
    await user.click(question.getByRole('button', { name: 'Keep it' }))
    expect(world.vibes.getState().removing.size).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await user.click(await screen.findByRole('button', { name: 'Delete the vibe' }))
    await act(() => flushDeletes(world.vibes))
    expect(callsOf('vibes:remove')).toHaveLength(1)
  })

  it('can be undone afterwards by one request, and its blocks follow in one change', async () => {
    const inUse = TALE.map((record) =>
      record.type === 'block' ? { ...record, model: 'audio_stable' as const, vibe: WISE_REF } : record,
    )
    const { user, world, callsOf, settings } = showVibes({}, inUse)
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await user.click(await screen.findByRole('button', { name: 'Delete the vibe' }))
    await act(() => flushDeletes(world.vibes))
    await user.click(within(news()).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The vibe “Wise” is back in your library.')).toBeTruthy()
    expect(callsOf('vibes:create')).toEqual([
      { connectionId: 'built-in', vibe: { name: 'Wise', prompt: 'Slow and kind.' } },
    ])
    expect([settings('b1').vibe?.id, settings('b2').vibe?.id]).toEqual([100, 100])
    act(() => undoLast(world))
    expect([settings('b1').vibe?.id, settings('b2').vibe?.id]).toEqual([7, 7])
  })

  it('shows why undo failed, and offers it again', async () => {
    const { user, world, library, callsOf } = showVibes()
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await screen.findByText('Deleted the vibe “Wise”.')
    await act(() => flushDeletes(world.vibes))
    library.fault = failing
    await user.click(within(news()).getByRole('button', { name: 'Undo' }))
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
    expect(callsOf('vibes:create')).toHaveLength(1)
    library.fault = null
    await user.click(within(news()).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The vibe “Wise” is back in your library.')).toBeTruthy()
    expect(names(await own())).toEqual(['Hasty', 'Wise'])
  })

  it('is completed before an undo that is requested meanwhile', async () => {
    const removal = Promise.withResolvers<unknown>()
    const { user, world, callsOf } = showVibes({ removal: removal.promise })
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Delete Wise' }))
    await screen.findByText('Deleted the vibe “Wise”.')
    const removed = flushDeletes(world.vibes)
    await user.click(within(news()).getByRole('button', { name: 'Undo' }))
    expect(callsOf('vibes:create')).toEqual([])
    removal.resolve(undefined)
    await act(() => removed)
    await waitFor(async () => expect(names(await own())).toEqual(['Hasty', 'Wise']))
    expect(callsOf('vibes:create')).toHaveLength(1)
  })

  it('can be undone for each of two vibes', async () => {
    const { user, world } = showVibes()
    for (const name of ['Wise', 'Hasty']) {
      await open(user, new RegExp(`^${name}`))
      await user.click(screen.getByRole('button', { name: `Delete ${name}` }))
      await screen.findByText(`Deleted the vibe “${name}”.`)
    }
    await act(() => flushDeletes(world.vibes))
    expect(within(news()).getAllByRole('button', { name: 'Undo' })).toHaveLength(2)
  })
})
