import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refreshVibes, showVibesOf } from '../../../renderer/actions/vibes.ts'
import type { Session } from '../../../renderer/stores/app.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { formatVibeFile } from '../../../shared/story/vibes.ts'
import { HASTY, WISE } from './fakeLibrary.ts'
import { failing, names, open, own, showVibes } from './showVibes.tsx'

/** Chooses a place in the open save dialog, whose suggested name is given. */
async function saved(world: Session, suggestedName: string): Promise<void> {
  const { savePlace } = world.view.getState()
  expect(savePlace).toMatchObject({ purpose: 'export-vibes', suggestedName })
  await act(async () => savePlace?.write(fileRefSchema.parse('place')))
}

describe('the library', () => {
  it('shows the writer’s vibes and the service’s, which cannot be changed', async () => {
    const { user } = showVibes()
    expect(names(await own())).toEqual(['Wise', 'Hasty'])
    expect(names(screen.getByRole('list', { name: 'Ready-made vibes' }))).toEqual(['Bedtime story'])
    await open(user, /^Bedtime story/)
    expect(screen.queryByRole('textbox', { name: 'Name of the vibe' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
    await open(user, /^Wise/)
    expect(screen.getByRole('button', { name: 'Delete Wise' })).toBeTruthy()
  })

  it('explains vibes if there are none', async () => {
    showVibes({ custom: [], master: null })
    expect(await screen.findByText(/^None yet\. A vibe is/)).toBeTruthy()
    expect(screen.getByText('This service offers no ready-made vibes.')).toBeTruthy()
  })

  it('offers no new vibes if the service stores none', async () => {
    showVibes({ custom: null })
    expect(await screen.findByText('This service keeps no vibes of your own.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New vibe' })).toBeNull()
  })

  it('shows the reason in place if it cannot be loaded, and tries again on request', async () => {
    const { library, user, world } = showVibes({ fault: failing })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('speech.example cannot be reached')
    expect(world.view.getState().notices).toEqual([])
    library.fault = null
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(names(await own())).toEqual(['Wise', 'Hasty'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps its content if it cannot be loaded again', async () => {
    const { library, world } = showVibes()
    await own()
    library.fault = failing
    await act(() => refreshVibes(world))
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(names(await own())).toEqual(['Wise', 'Hasty'])
  })

  it('is searched by the service, and master vibes are searched locally', async () => {
    const { user, callsOf } = showVibes()
    await own()
    await user.type(screen.getByRole('searchbox', { name: 'Search vibes' }), 'Quick')
    await waitFor(async () => expect(names(await own())).toEqual(['Hasty']))
    expect(callsOf('vibes:search')).toEqual([{ connectionId: 'built-in', text: 'Quick' }])
    expect(screen.getByText('No ready-made vibe contains “Quick”.')).toBeTruthy()
    await user.clear(screen.getByRole('searchbox', { name: 'Search vibes' }))
    await waitFor(async () => expect(names(await own())).toEqual(['Wise', 'Hasty']))
    await user.type(screen.getByRole('searchbox', { name: 'Search vibes' }), 'zebra')
    expect(await screen.findByText('None of your vibes contains “zebra”.')).toBeTruthy()
  })

  it('keeps the search text and shows everything if the search fails, and searches again on request', async () => {
    const { user, library, world } = showVibes()
    await own()
    library.fault = failing
    const field = screen.getByRole('searchbox', { name: 'Search vibes' })
    await user.type(field, 'Quick')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('speech.example cannot be reached')
    expect(field).toHaveProperty('value', 'Quick')
    expect(names(await own())).toEqual(['Wise', 'Hasty'])
    expect(world.view.getState().notices).toEqual([])
    library.fault = null
    await user.click(within(alert).getByRole('button', { name: 'Search again' }))
    await waitFor(async () => expect(names(await own())).toEqual(['Hasty']))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('changing the library', () => {
  it('a new vibe can be created once it has a name and words', async () => {
    const { user, callsOf } = showVibes({ custom: [] })
    await user.click(await screen.findByRole('button', { name: 'New vibe' }))
    const create = screen.getByRole('button', { name: 'Create' })
    await user.type(screen.getByRole('textbox', { name: 'Name of the vibe' }), 'Sleepy')
    expect(create).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'How it sounds' }), 'Yawning.')
    await user.click(create)
    await waitFor(async () => expect(names(await own())).toEqual(['Sleepy']))
    expect(callsOf('vibes:create')).toEqual([
      { connectionId: 'built-in', vibe: { name: 'Sleepy', prompt: 'Yawning.' } },
    ])
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
  })

  it('words that could not be saved stay in the fields', async () => {
    const { user, library } = showVibes()
    await user.click(await screen.findByRole('button', { name: 'New vibe' }))
    await user.type(screen.getByRole('textbox', { name: 'Name of the vibe' }), 'Sleepy')
    await user.type(screen.getByRole('textbox', { name: 'How it sounds' }), 'Yawning.')
    library.fault = failing
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
    expect(screen.getByRole('textbox', { name: 'How it sounds' })).toHaveProperty('value', 'Yawning.')
    expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', false)
  })

  it('new words of a vibe are applied to the story that uses it, as an edit that can be undone', async () => {
    const { user, world, settings } = showVibes()
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Use for the selected block' }))
    expect(settings('b1')).toMatchObject({ model: 'audio_stable', vibe: { id: 7, prompt: 'Slow and kind.' } })
    expect(settings('b2')).toMatchObject({ model: 'tts-1', vibe: null })
    expect(await screen.findByText(/^1 block has it\./)).toBeTruthy()
    const words = screen.getByRole('textbox', { name: 'How it sounds' })
    await user.clear(words)
    await user.type(words, 'Gentle.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(settings('b1').vibe).toEqual({ id: 7, name: 'Wise', prompt: 'Gentle.' }))
    expect(world.story.getState().history.past.at(-1)?.label).toBe('edits.vibe')
  })

  it('new words that could not be saved stay in the fields, and are saved on the next attempt', async () => {
    const { user, library, callsOf } = showVibes()
    await open(user, /^Wise/)
    await user.type(screen.getByRole('textbox', { name: 'How it sounds' }), ' Mild.')
    library.fault = failing
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
    library.fault = null
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(callsOf('vibes:update')).toHaveLength(2)
  })

  it('new words of a vibe that was deleted elsewhere stay, and can be saved as a new vibe', async () => {
    const { user, library } = showVibes()
    await open(user, /^Wise/)
    await user.type(screen.getByRole('textbox', { name: 'How it sounds' }), ' Mild.')
    library.custom = [HASTY]
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Save it as a new vibe.')
    await waitFor(async () => expect(names(await own())).toEqual(['Hasty']))
    expect(screen.getByRole('textbox', { name: 'How it sounds' })).toHaveProperty(
      'value',
      'Slow and kind. Mild.',
    )
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(async () => expect(names(await own())).toEqual(['Hasty', 'Wise']))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a file of vibes', () => {
  const FILE = formatVibeFile([
    { name: WISE.name, prompt: WISE.prompt },
    { name: 'Sleepy', prompt: 'Yawning.' },
    { name: HASTY.name, prompt: 'Hurried.' },
  ])
  const read = (world: ReturnType<typeof showVibes>['world']) =>
    act(() => showVibesOf(world, new File([FILE], 'friends.vibes')))
  const entry = (name: RegExp) => screen.getByRole('checkbox', { name })

  it('lists which vibes are new, which exist and which share a name, and adds the chosen ones', async () => {
    const { world, user, callsOf } = showVibes()
    await own()
    await read(world)
    expect(screen.getByText('2 vibes are new; 1 of the file are already in your library.')).toBeTruthy()
    expect(entry(/^Wise/)).toMatchObject({ disabled: true, checked: false })
    expect(entry(/^Hasty/).closest('li')?.textContent).toContain('this one is added as well')
    expect(callsOf('vibes:create')).toEqual([])
    await user.click(entry(/^Hasty/))
    await user.click(screen.getByRole('button', { name: 'Add 1 vibe' }))
    expect(await screen.findByText('Added 1 vibe to your library.')).toBeTruthy()
    expect(callsOf('vibes:create')).toEqual([
      { connectionId: 'built-in', vibe: { name: 'Sleepy', prompt: 'Yawning.' } },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('continues with the missing vibes after a failure', async () => {
    const { world, user, library, callsOf } = showVibes()
    await own()
    await read(world)
    library.faultAfterCreates = 1
    await user.click(screen.getByRole('button', { name: 'Add 2 vibes' }))
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
    expect(entry(/^Sleepy/)).toMatchObject({ disabled: true })
    library.faultAfterCreates = null
    await user.click(screen.getByRole('button', { name: 'Add 1 vibe' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const made = callsOf('vibes:create').map((input) => JSON.stringify(input))
    expect(made.filter((input) => input.includes('Sleepy'))).toHaveLength(1)
    expect(world.vibes.getState().custom?.map(({ prompt }) => prompt)).toEqual([
      WISE.prompt,
      HASTY.prompt,
      'Yawning.',
      'Hurried.',
    ])
  })

  it('without new vibes shows this, and offers nothing to add', async () => {
    const { world } = showVibes()
    await own()
    const content = formatVibeFile([{ name: WISE.name, prompt: WISE.prompt }])
    await act(() => showVibesOf(world, new File([content], 'mine.vibes')))
    expect(screen.getByText(/^The vibe in this file is already in your library\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  })

  it('of another kind is refused by name, and nothing is sent', async () => {
    const { world, callsOf } = showVibes()
    await own()
    await expect(showVibesOf(world, new File(['{"a":1}'], 'x.json'))).rejects.toMatchObject({
      code: 'vibe-file-invalid',
      params: { name: 'x.json' },
    })
    expect(callsOf('vibes:create')).toEqual([])
  })

  it('is made from the chosen vibes', async () => {
    const { world, user, callsOf } = showVibes()
    await own()
    await user.click(screen.getByRole('button', { name: 'More about vibes' }))
    await user.click(screen.getByRole('menuitem', { name: 'Share as a file…' }))
    await user.click(entry(/^Wise/))
    await user.click(screen.getByRole('button', { name: 'Share 1 vibe…' }))
    await saved(world, 'Hasty')
    expect(callsOf('vibes:writeFile')).toEqual([
      { ref: 'place', vibes: [{ name: HASTY.name, prompt: HASTY.prompt }] },
    ])
  })

  it('is made from a single open vibe', async () => {
    const { world, user, callsOf } = showVibes()
    await open(user, /^Wise/)
    await user.click(screen.getByRole('button', { name: 'Share Wise as a file' }))
    await saved(world, 'Wise')
    expect(callsOf('vibes:writeFile')).toMatchObject([{ vibes: [{ name: WISE.name }] }])
  })
})
