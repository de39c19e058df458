import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { Cast } from '../../../renderer/features/cast/Cast.tsx'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { VibeChip } from '../../../renderer/features/script/BlockRow.tsx'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { characterIdSchema, type StoryRecord } from '../../../shared/story/records.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { blockKeys, indexTakes, type Take } from '../../../shared/story/takes.ts'
import { auditionStory } from '../../../shared/story/audition.ts'
import { vibeRefOf } from '../../../shared/story/vibes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderIn } from '../support/testWorld.tsx'
import { voiceIn, VOICES } from '../fields/support.ts'
import { HASTY, libraryWorld, WISE, type FakeLibrary } from './fakeLibrary.ts'
import { DEFAULT_SETTINGS, type VibeRef } from '../../../shared/story/speechSettings.ts'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

const OVER = { spent: 5, cap: 10, estimate: 14, request: 'hash', kind: 'emotion', blockId: 'b1' }
const LOST: VibeRef = { id: 99, name: 'Owlish', prompt: 'Hooting.' }

function spokenWith(vibe: VibeRef | null, connectionId?: string): StoryRecord[] {
  return sketchRecords([{ text: 'It is waiting.' }, { text: 'For a story.' }], connectionId).map((record) =>
    record.type === 'block'
      ? { ...record, model: 'audio_stable' as const, vibe: vibe && vibeRefOf(vibe) }
      : record,
  )
}

function show(records: readonly StoryRecord[], library: Partial<FakeLibrary> = {}, chip?: VibeRef) {
  const setUp = libraryWorld(records, library)
  const view = renderIn(
    setUp.world,
    <>
      {chip === undefined ? <Inspector /> : <VibeChip vibe={chip} />}
      <Dialogs />
    </>,
  )
  const vibeOf = (name: string) => settingsOf(setUp.story(), setUp.block(name)).vibe
  return { ...setUp, ...view, vibeOf }
}

describe('the vibe of a block', () => {
  it('is chosen from both lists, and removed again', async () => {
    const { user, vibeOf } = show(spokenWith(null))
    await user.click(await screen.findByRole('combobox', { name: 'Vibe' }))
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        'No vibe',
        'Wiseyours',
        'Hastyyours',
        'Bedtime storyready-made',
      ]),
    )
    await user.click(screen.getByRole('option', { name: /^Wise/ }))
    expect(vibeOf('b1')).toEqual({ id: 7, name: 'Wise', prompt: 'Slow and kind.' })
    expect(vibeOf('b2')).toBeNull()
  })

  it('has a prompt beside it, and the inspector states what a render of the story does with both', async () => {
    const { user, block } = show(spokenWith(null))
    await user.type(await screen.findByRole('textbox', { name: 'Custom prompt' }), 'Low.')
    expect(block('b1').customPrompt).toBe('Low.')
    expect(screen.getByText(/is rendered on its own, even when the whole story is rendered/)).toBeTruthy()
  })

  it('is not offered for models without vibes', () => {
    show(sketchRecords([{}]))
    expect(screen.queryByRole('combobox', { name: 'Vibe' })).toBeNull()
  })

  it('is marked on the block if it is deleted, with advice', async () => {
    show(spokenWith(LOST), {}, LOST)
    const chip = await screen.findByText('vibe · Owlish (gone)')
    expect(chip.textContent).toContain('Choose another one in the inspector, or put it back.')
  })

  it('is not marked if it exists, or is not known to be deleted', async () => {
    const { world } = show(spokenWith(WISE), {}, WISE)
    expect(screen.getByText('vibe · Wise')).toBeTruthy()
    await waitFor(() => expect(world.vibes.getState().phase).toBe('ready'))
    expect(screen.getByText('vibe · Wise')).toBeTruthy()
  })

  it('is restored everywhere at once if it was deleted, with a new id, and its takes still fit', async () => {
    const { user, vibeOf, story, block, callsOf } = show(spokenWith(LOST))
    const first = () => blockKeys(story(), block('b1')).own
    const before = first()
    await user.click(await screen.findByRole('button', { name: 'Put “Owlish” back' }))
    await waitFor(() => expect(vibeOf('b1')).toEqual({ ...LOST, id: 100 }))
    expect(vibeOf('b2')).toEqual({ ...LOST, id: 100 })
    expect(first()).toBe(before)
    expect(callsOf('vibes:create')).toHaveLength(1)
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('is not created again if the library already has the same words', async () => {
    const { user, vibeOf, callsOf } = show(spokenWith({ ...LOST, name: WISE.name, prompt: WISE.prompt }))
    await user.click(await screen.findByRole('button', { name: 'Put “Wise” back' }))
    await waitFor(() => expect(vibeOf('b1')?.id).toBe(WISE.id))
    expect(callsOf('vibes:create')).toEqual([])
  })

  it('shows that its words were changed elsewhere, and adopts the new ones on request', async () => {
    const { user, vibeOf } = show(spokenWith({ id: WISE.id, name: WISE.name, prompt: 'Slow.' }))
    await user.click(await screen.findByRole('button', { name: 'Use its new prompt' }))
    expect(vibeOf('b1')).toEqual({ id: WISE.id, name: WISE.name, prompt: WISE.prompt })
  })

  it('is another vibe if the same id belongs to another service', async () => {
    show(spokenWith({ id: WISE.id, name: 'Sage', prompt: 'From elsewhere.' }))
    expect(await screen.findByRole('button', { name: 'Put “Sage” back' })).toBeTruthy()
  })
})

it('a character’s row in the cast names its vibe', () => {
  const { world, story } = libraryWorld(sketchRecords([{}]))
  const settings = { ...DEFAULT_SETTINGS, model: 'audio_stable' as const, vibe: LOST }
  world.edit(
    'edits.addCharacter',
    addCharacter(story(), { id: characterIdSchema.parse('owl'), name: 'Owl', settings }),
  )
  renderIn(world, <Cast />)
  expect(screen.getByText('OA001 · Owlish')).toBeTruthy()
})

describe('an audition', () => {
  const variants = () => screen.getAllByRole('listitem', { name: /^Version/ })
  const openWith = (world: ReturnType<typeof show>['world'], vibes: readonly VibeRef[]) => {
    act(() => {
      world.view.setState({ dialog: { kind: 'audition', vibes: vibes.map(vibeRefOf) } })
    })
  }

  it('shows no credits with the local voice, which costs nothing', async () => {
    const { world, user } = show(spokenWith(WISE))
    openWith(world, [HASTY])
    const dialog = screen.getByRole('dialog', { name: 'Compare voices' })
    expect(dialog.textContent).not.toContain('credit')
    expect(screen.getByText('2 versions to generate.')).toBeTruthy()
    expect(variants().map((each) => within(each).getByRole('status').textContent)).toEqual([
      'not generated',
      'not generated',
    ])
    await user.click(screen.getByRole('button', { name: 'Generate' }))
  })

  it('shows its cost first, sends only what does not exist yet, and leaves the story unchanged', async () => {
    const { world, user, callsOf, story } = show(spokenWith(WISE, 'hosted'))
    const before = story()
    openWith(world, [HASTY])
    const settings = { ...DEFAULT_SETTINGS, model: 'audio_stable' as const, vibe: WISE }
    const trial = auditionStory(before, id('b1'), { text: 'It is waiting.', settings })
    const take: Take = {
      id: 'take',
      key: trial ? blockKeys(trial.story, trial.block).own : '',
      kind: 'speech',
      name: '',
      audioId: 'one',
      startMs: 0,
      endMs: 900,
      blockId: id('b1'),
      voiceId: 'OA001',
      model: 'audio_stable',
      speed: 1,
      createdAtMs: 1,
    }
    expect(screen.getByText('2 versions to generate: ≈ 28 credits.')).toBeTruthy()
    act(() => {
      world.audio.setState({ allTakes: [take], takes: indexTakes([take]) })
    })
    expect(screen.getByText('1 version to generate: ≈ 14 credits.')).toBeTruthy()
    expect(within(variants()[0] ?? document.body).getByText('ready')).toBeTruthy()
    expect(callsOf('vibes:audition')).toEqual([])
    await user.click(screen.getByRole('button', { name: /Generate for ≈\s14 credits/ }))
    await waitFor(() => expect(callsOf('vibes:audition')).toHaveLength(1))
    expect(callsOf('vibes:audition')).toMatchObject([
      { blockId: 'b1', text: 'It is waiting.', settings: { vibe: { id: HASTY.id } } },
    ])
    expect(story()).toBe(before)
  })

  it('counts equal settings once, and a line that is too long not at all', async () => {
    const { world, user } = show(spokenWith(WISE, 'hosted'))
    openWith(world, [])
    await user.click(screen.getByRole('button', { name: 'Add a version' }))
    expect(variants()).toHaveLength(2)
    expect(screen.getByText('1 version to generate: ≈ 14 credits.')).toBeTruthy()
    const line = screen.getByRole('textbox', { name: 'Line' })
    await user.clear(line)
    await user.paste('x'.repeat(10_001))
    expect(screen.getByRole('alert').textContent).toBe(
      'The line has 10,001 characters; a service accepts 10,000.',
    )
    expect(screen.getByRole('button', { name: /^Generate for/ })).toHaveProperty('disabled', true)
  })

  it('adds versions with the next unused voice', async () => {
    const { world, user } = show(spokenWith(WISE))
    act(() => {
      world.state.setState(VOICES)
    })
    openWith(world, [])
    await user.click(screen.getByRole('button', { name: 'Add a version' }))
    await user.click(screen.getByRole('button', { name: 'Add a version' }))
    const voices = [1, 2, 3].map((number) => `Voice of version ${String(number)}`)
    expect(voices.map((name) => voiceIn(name))).toEqual(['Alloy', 'Echo', 'Onyx'])
  })

  it('applies the preferred version to the block', async () => {
    const { world, user, vibeOf } = show(spokenWith(WISE, 'hosted'))
    openWith(world, [HASTY])
    await user.click(screen.getByRole('button', { name: 'Use version 2 for the block' }))
    expect(vibeOf('b1')?.name).toBe('Hasty')
    expect(vibeOf('b2')?.name).toBe('Wise')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('continues after a version that fails, whose row shows why, and retries only that one', async () => {
    const audition = vi.fn(async (input: Record<string, unknown>) => {
      if (audition.mock.calls.length === 1)
        throw new UserFacingError('service-unreachable', { host: 'speech.example' })
      return input
    })
    const { world, user } = show(spokenWith(WISE, 'hosted'), { audition })
    openWith(world, [HASTY])
    await user.click(screen.getByRole('button', { name: /Generate for ≈\s28 credits/ }))
    const [first, second] = variants()
    await waitFor(() => expect(audition).toHaveBeenCalledTimes(2))
    expect(within(first ?? document.body).getByRole('alert').textContent).toContain(
      'speech.example cannot be reached',
    )
    expect(within(second ?? document.body).queryByRole('alert')).toBeNull()
    expect(world.view.getState().notices).toEqual([])
  })

  it('sends nothing more when it is stopped, and accepts versions that were already sent', async () => {
    const first = Promise.withResolvers<unknown>()
    const audition = vi.fn(() => first.promise)
    const { world, user } = show(spokenWith(WISE, 'hosted'), { audition })
    openWith(world, [HASTY])
    await user.click(screen.getByRole('button', { name: /Generate for ≈\s28 credits/ }))
    await screen.findByText('generating…')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/^Versions that were already sent still arrive/)).toBeTruthy()
    await act(async () => {
      first.resolve({})
      await first.promise
    })
    expect(audition).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: /^Generate for/ })).toHaveProperty('disabled', false)
  })

  it('sends nothing more when it is closed', async () => {
    const first = Promise.withResolvers<unknown>()
    const audition = vi.fn(() => first.promise)
    const { world, user } = show(spokenWith(WISE, 'hosted'), { audition })
    openWith(world, [HASTY])
    await user.click(screen.getByRole('button', { name: /Generate for ≈\s28 credits/ }))
    await screen.findByText('generating…')
    act(() => {
      world.view.setState({ dialog: null })
    })
    await act(async () => {
      first.resolve({})
      await first.promise
    })
    expect(audition).toHaveBeenCalledTimes(1)
  })

  it('asks first if it exceeds a cap, and continues with the same version after confirmation', async () => {
    let isAllowed = false
    const audition = vi.fn(async (input: Record<string, unknown>) => {
      if (!isAllowed) throw new UserFacingError('credit-cap-story', OVER)
      return input
    })
    const { world, user, callsOf } = show(spokenWith(WISE, 'hosted'), { audition })
    openWith(world, [HASTY])
    await user.click(screen.getByRole('button', { name: /Generate for ≈\s28 credits/ }))
    const question = await screen.findByRole('dialog', { name: 'Over your credit limit' })
    expect(question.textContent).toContain('5 of 10 credits')
    expect(audition).toHaveBeenCalledTimes(1)
    isAllowed = true
    await user.click(within(question).getByRole('button', { name: 'Send anyway' }))
    await waitFor(() => expect(audition).toHaveBeenCalledTimes(3))
    expect(callsOf('ledger:allow')).toEqual([{ request: 'hash' }])
    expect(audition.mock.calls[0]).toEqual(audition.mock.calls[1])
    expect(screen.queryByRole('dialog', { name: 'Over your credit limit' })).toBeNull()
  })
})
