import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { undoLast } from '../../../renderer/actions/history.ts'
import { openVoicePicker } from '../../../renderer/actions/voicePicking.ts'
import { VoicePicker } from '../../../renderer/features/voices/VoicePicker.tsx'
import type { VoiceTarget } from '../../../renderer/stores/viewStore.ts'
import { assignCharacter, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { VOICES } from '../fields/support.ts'
import type { Answers } from '../support/fakeBridge.ts'
import { id, sketchRecords, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { indexTakes } from '../../../shared/story/takes.ts'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

const FOX = characterIdSchema.parse('fox')
const TEXTS = [{ text: 'You again.' }, { text: 'What are you afraid of?' }, { text: 'Nobody came.' }]

/** The picker over a story in which Fox, with the voice Alloy, speaks the first two blocks. */
function showPicker(target?: VoiceTarget, connectionId?: string) {
  const audition = vi.fn<NonNullable<Answers['vibes:audition']>>()
  const shown = renderInWorld(<VoicePicker />, {
    records: sketchRecords(TEXTS, connectionId),
    app: VOICES,
    answers: { 'vibes:audition': (input) => audition(input) },
  })
  const { world, story, block } = shown
  const play = vi.spyOn(world.player, 'playAudio').mockReturnValue()
  world.edit(
    'edits.addCharacter',
    addCharacter(story(), { id: FOX, name: 'Fox', settings: DEFAULT_SETTINGS }),
  )
  world.edit('edits.character', assignCharacter(story(), [id('b1'), id('b2')], FOX))
  act(() => {
    openVoicePicker(world, target)
  })
  const voices = () => ['b1', 'b2', 'b3'].map((name) => settingsOf(story(), block(name)).voiceId)
  return { ...shown, voices, audition, play }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const row = (name: string) => screen.getByRole('row', { name })
const rows = () => screen.getAllByRole('row').flatMap((each) => each.querySelector('b')?.textContent ?? [])
const current = () => screen.getByRole('row', { selected: true }).querySelector('b')?.textContent

describe('the voice picker', () => {
  it('has a link to the natural voices at the end of its list', async () => {
    const { user, world } = showPicker()
    await user.click(button('Get natural voices'))
    expect(world.view.getState().dialog).toEqual({ kind: 'settings', start: 'voices' })
  })

  it('opens on the current voice with the focus in the search, and is closed by Escape', async () => {
    const { user, world } = showPicker()
    expect(screen.getByRole('dialog', { name: 'A voice for Fox' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search voices' }))
    expect(current()).toBe('Alloy')
    await user.keyboard('{Escape}')
    expect(world.view.getState().voicePicker).toBeNull()
  })

  it('changes the character of the block, and the block follows it even if it had its own voice', async () => {
    const { user, world, story, voices, edits } = showPicker()
    act(() => {
      world.edit('edits.voiceId', patchBlocks(story(), [id('b1')], { voiceId: 'OA002' }))
    })
    await user.click(row('Onyx'))
    await user.click(button('Use Onyx for Fox'))
    expect(voices()).toEqual(['OA004', 'OA004', 'OA001'])
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => {
      undoLast(world)
    })
    expect(voices()).toEqual(['OA002', 'OA001', 'OA001'])
    expect(edits().at(-1)).toBe('edits.voiceId')
  })

  it('changes the selected block alone, and follows the selection while it is open', async () => {
    const { user, world, voices } = showPicker()
    act(() => {
      world.editor.setState({ selection: [id('b2')] })
    })
    await user.click(row('Echo'))
    await user.click(button('Only for block 2'))
    expect(voices()).toEqual(['OA001', 'OA002', 'OA001'])
  })

  it('changes only the selected blocks, even of several characters', async () => {
    const { user, world, voices } = showPicker()
    act(() => {
      world.editor.setState({ selection: [id('b2'), id('b3')] })
    })
    expect(screen.getByRole('dialog', { name: 'A voice for 2 blocks' })).toBeTruthy()
    await user.click(row('Echo'))
    expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
    await user.click(button('Only for the 2 selected blocks'))
    expect(voices()).toEqual(['OA001', 'OA002', 'OA002'])
  })

  it('moves by arrows from the search into the list, and Enter uses the voice', async () => {
    const { user, voices } = showPicker()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(current()).toBe('Echo')
    await user.keyboard('{Enter}')
    expect(voices()).toEqual(['OA002', 'OA002', 'OA001'])
  })

  it('types a letter pressed in the list into the search, where Enter uses the first voice found', async () => {
    const { user, voices } = showPicker()
    await user.keyboard('{ArrowDown}')
    await user.keyboard('ony')
    await waitFor(() => expect(rows()).toEqual(['Onyx']))
    await user.keyboard('{Enter}')
    expect(voices()).toEqual(['OA004', 'OA004', 'OA001'])
  })

  it('plays the words of the block by Space, free with the local voice, and keeps the audio', async () => {
    const { user, story, world, audition, play } = showPicker()
    const take = { ...takeOf(story(), id('b1'), 'audio', 0, 900), voiceId: 'OA002' }
    audition.mockResolvedValue(take)
    await user.keyboard('{ArrowDown}{ArrowDown} ')
    await waitFor(() => expect(play).toHaveBeenCalledWith('audio', 0, 900))
    expect(audition).toHaveBeenCalledWith(
      expect.objectContaining({
        text: 'You again.',
        settings: expect.objectContaining({ voiceId: 'OA002' }) as unknown,
      }),
    )
    act(() => {
      const made = takeOf({ ...story() }, id('b1'), 'kept', 0, 500)
      world.audio.setState({ takes: indexTakes([made]), allTakes: [made] })
    })
    await user.keyboard('{ArrowUp} ')
    await waitFor(() => expect(play).toHaveBeenCalledWith('kept', 0, 500))
    expect(audition).toHaveBeenCalledTimes(1)
  })

  it('plays other lines of the character by the arrow keys, without changing the story', async () => {
    const { user, story, audition, play, edits } = showPicker({ kind: 'character', id: FOX })
    audition.mockImplementation(({ blockId }) =>
      Promise.resolve(takeOf(story(), blockId, `line of ${blockId}`, 0, 900)),
    )
    const before = story()
    const said = () => audition.mock.calls.map(([{ text, settings }]) => [text, settings.voiceId])
    expect(screen.getByText('Line 1 of 2')).toBeTruthy()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
    expect(screen.getByText('Line 2 of 2')).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2))
    expect(said()).toEqual([
      ['What are you afraid of?', 'OA002'],
      ['You again.', 'OA002'],
    ])
    await user.click(button('Previous line'))
    expect(screen.getByText('Line 2 of 2')).toBeTruthy()
    expect(story()).toBe(before)
    expect(edits().at(-1)).toBe('edits.character')
  })

  it('never buys a line by an arrow key', async () => {
    const { user, audition } = showPicker({ kind: 'character', id: FOX }, 'hosted')
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(screen.getByText('Line 2 of 2')).toBeTruthy()
    expect(button('Hear Alloy for 23 credits')).toBeTruthy()
    expect(audition).not.toHaveBeenCalled()
  })

  it('compares voices side by side with the current voice, whatever the search, and one of them can be used', async () => {
    const { user, voices } = showPicker({ kind: 'character', id: FOX })
    await user.click(row('Onyx'))
    await user.click(button('Compare with Alloy'))
    await user.click(row('Echo'))
    await user.click(button('Compare'))
    expect(rows()).toEqual(['Alloy', 'Echo', 'Onyx'])
    await user.type(screen.getByRole('searchbox'), 'nobody')
    await waitFor(() => expect(screen.getByText('0 of 3 voices')).toBeTruthy())
    expect(rows()).toEqual(['Alloy', 'Echo', 'Onyx'])
    await user.click(button('Stop comparing'))
    expect(rows()).toEqual(['Alloy', 'Onyx'])
    await user.click(row('Onyx'))
    await user.click(button('Use Onyx for Fox'))
    expect(voices()).toEqual(['OA004', 'OA004', 'OA001'])
  })

  it('requests a line once, however often it is played before it arrives', async () => {
    const { user, story, audition, play } = showPicker(undefined, 'hosted')
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof takeOf>>()
    audition.mockReturnValue(promise)
    await user.click(button('Hear Onyx for 10 credits'))
    await user.click(await screen.findByRole('button', { name: 'Generating the audio of Onyx' }))
    resolve(takeOf(story(), id('b1'), 'audio', 0, 900))
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
    expect(audition).toHaveBeenCalledTimes(1)
  })

  it('shows the price of the first playback on the button, and Space alone buys nothing', async () => {
    const { user, story, audition } = showPicker(undefined, 'hosted')
    audition.mockResolvedValue(takeOf(story(), id('b1'), 'audio', 0, 900))
    await user.keyboard('{ArrowDown} ')
    const hear = button('Hear Alloy for 10 credits')
    expect(hear.textContent).toBe('10')
    expect(audition).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(hear)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(audition).toHaveBeenCalledTimes(1))
  })

  it('shows before a choice how many blocks change, and the cost', async () => {
    const { user, story, world } = showPicker(undefined, 'hosted')
    const takes = ['b1', 'b2'].map((name) => takeOf(story(), id(name), name, 0, 900))
    act(() => {
      world.audio.setState({ takes: indexTakes(takes), allTakes: takes })
    })
    await user.click(row('Onyx'))
    const describedBy = (name: string) =>
      document.getElementById(button(name).getAttribute('aria-describedby') ?? '')?.textContent
    expect(describedBy('Use Onyx for Fox')).toMatch(
      /^2 blocks will need rendering again \(≈\u00a033 credits\)/,
    )
    expect(describedBy('Only for block 1')).toMatch(
      /^One block will need rendering again \(≈\u00a010 credits\)/,
    )
  })

  it('saves favourites and filters in the settings, and offers to clear filters that leave nothing', async () => {
    const { user, world, callsOf } = showPicker()
    await user.click(button('Add Onyx to the favorites'))
    expect(callsOf('settings:update')).toEqual([{ favouriteVoices: ['OA004'] }])
    expect(rows()).toEqual(['Alloy', 'Onyx', 'Echo'])
    await user.click(button('Remove Onyx from the favorites'))
    expect(world.state.getState().settings.favouriteVoices).toEqual([])
    await user.type(screen.getByRole('searchbox'), 'nobody')
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }))
    expect(rows()).toEqual(['Alloy', 'Echo', 'Onyx'])
  })

  it('marks voices that cannot read the words, and offers voices that can', async () => {
    const { world, story } = showPicker()
    act(() => {
      world.edit('edits.typing', { put: [{ ...blockOf(story()), text: 'היה היה פעם' }], remove: [] })
    })
    expect(within(row('Echo')).getByRole('img', { name: /^Cannot read/ })).toBeTruthy()
    expect(screen.getByRole('note').textContent).toContain('Alloy cannot read Hebrew letters')
  })

  it('closes when a dialog opens, when nothing is selected, and when its character is removed', () => {
    const { world } = showPicker()
    act(() => {
      world.view.setState({ dialog: { kind: 'settings' } })
    })
    expect(world.view.getState().voicePicker).toBeNull()
    act(() => {
      openVoicePicker(world)
      world.editor.setState({ selection: [] })
    })
    expect(world.view.getState().voicePicker).toBeNull()
    act(() => {
      openVoicePicker(world, { kind: 'character', id: FOX })
      world.edit('edits.removeCharacter', { put: [], remove: [FOX] })
    })
    expect(world.view.getState().voicePicker).toBeNull()
  })

  function blockOf(story: Parameters<typeof settingsOf>[0]) {
    const found = story.records.get(id('b1'))
    if (found?.type !== 'block') throw new Error('The story has a block b1')
    return found
  }
})
