import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Cast } from '../../../renderer/features/cast/Cast.tsx'
import { VoicePicker } from '../../../renderer/features/voices/VoicePicker.tsx'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import { ABSENT_ENGINE, ABSENT_VOICE, chooseVoice, slider, typeWord, VOICES } from '../fields/support.ts'
import type { Answers } from '../support/fakeBridge.ts'
import { id, sketchRecords, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { indexTakes } from '../../../shared/story/takes.ts'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

function showCast(app: Partial<AppState> = VOICES, voiceId = 'OA001') {
  const records = sketchRecords([{}]).map((record) =>
    record.type === 'story' ? { ...record, defaults: { ...record.defaults, voiceId } } : record,
  )
  const shown = renderInWorld(
    <>
      <Cast />
      <VoicePicker />
    </>,
    { records, app },
  )
  const settings = () => shown.story().cast[0]?.settings
  return { ...shown, settings }
}

const addCharacter = { name: 'Add character' }
const defaults = { name: /^No character/ }

describe('the cast', () => {
  it('adds a character, whose row shows its name and its voice', async () => {
    const { user, story, settings } = showCast()
    await user.click(screen.getByRole('button', addCharacter))
    const name = screen.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Wolf')
    await chooseVoice(user, 'Echo')
    expect([story().cast[0]?.name, settings()?.voiceId]).toEqual(['Wolf', 'OA002'])
    expect(screen.getByRole('button', { name: /^Wolf/ }).textContent).toContain('Echo · Standard')
  })

  it('saves notes and the colour of a character, and shows how many blocks it has', async () => {
    const { user, story, edits } = showCast()
    await user.click(screen.getByRole('button', addCharacter))
    expect(screen.getByText('no blocks')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'Limps.')
    await user.click(screen.getByRole('radio', { name: 'Color 5' }))
    expect(story().cast[0]).toMatchObject({ notes: 'Limps.', color: 5 })
    expect(edits()).toEqual(['edits.addCharacter', 'edits.notes', 'edits.color'])
  })

  it('undoes choices one by one, and the steps of one slide together', async () => {
    const { user, settings, edits } = showCast()
    await user.click(screen.getByRole('button', addCharacter))
    await chooseVoice(user, 'Alloy')
    await chooseVoice(user, 'Onyx')
    for (const value of ['1.5', '2']) fireEvent.change(slider('Speed'), { target: { value } })
    expect(settings()).toMatchObject({ voiceId: 'OA004', speed: 2 })
    expect(edits()).toEqual(['edits.addCharacter', 'edits.voiceId', 'edits.voiceId', 'edits.speed'])
  })

  it('shows the emotion for every model, and vibe and prompt for the emotion model', async () => {
    const { user, settings } = showCast()
    await user.click(screen.getByRole('button', addCharacter))
    expect(screen.getByText('Expressive only')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Vibe' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Expressive' }))
    expect(await screen.findByRole('combobox', { name: 'Vibe' })).toBeTruthy()
    await typeWord(user, 'Emotion', 'mischievous')
    await user.type(screen.getByRole('textbox', { name: 'Custom prompt' }), 'Low.')
    expect(settings()).toMatchObject({ model: 'audio_stable', emotion: 'mischievous', customPrompt: 'Low.' })
  })

  it('sets the settings that blocks without a character inherit', async () => {
    const { user, story } = showCast()
    await user.click(screen.getByRole('button', defaults))
    await chooseVoice(user, 'Onyx')
    expect(story().info.defaults.voiceId).toBe('OA004')
  })

  it('warns that the engine of a voice does not answer', async () => {
    const { user } = showCast(ABSENT_ENGINE, ABSENT_VOICE)
    await user.click(screen.getByRole('button', defaults))
    expect(screen.getByRole('note').textContent).toContain('The attic is dark.')
  })

  it('removes a character', async () => {
    const { user, story } = showCast()
    await user.click(screen.getByRole('button', addCharacter))
    await user.click(screen.getByRole('button', { name: 'More about New character' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from the cast' }))
    expect(story().cast).toEqual([])
  })
})

it('a new character has its name selected to be replaced, and its own voice and colour', async () => {
  const { user, story } = renderInWorld(<Cast />, { records: sketchRecords([{}]), app: VOICES })
  for (const name of ['Fox', 'Owl', 'Hare']) {
    await user.click(screen.getByRole('button', { name: 'Add character' }))
    await user.keyboard(name)
  }
  expect(story().cast.map(({ name, settings }) => [name, settings.voiceId])).toEqual([
    ['Fox', 'OA002'],
    ['Owl', 'OA004'],
    ['Hare', 'OA001'], // all voices are used
  ])
  expect(new Set(story().cast.map(({ color }) => color)).size).toBe(3)
})

it('a character’s row shows how many blocks it has, and selects them', async () => {
  const records = sketchRecords([{}, {}, {}])
  const { user, world } = renderInWorld(<Cast />, { records, app: VOICES })
  const line = screen.getByRole('button', defaults).closest('li')
  expect(line?.textContent).toContain('3')
  await user.click(screen.getByRole('button', { name: 'More about No character' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Select its blocks' }))
  expect(world.editor.getState().selection).toEqual([id('b2'), id('b3'), id('b1')])
})

it('a character’s speed that will sound rushed is reported while blocks are still to be rendered', async () => {
  const { user, world, story } = showCast()
  await user.click(screen.getByRole('button', addCharacter))
  fireEvent.change(slider('Speed'), { target: { value: '2' } })
  expect(screen.queryByRole('note')).toBeNull()
  act(() => world.edit('edits.character', assignCharacter(story(), [id('b1')], story().cast[0]?.id ?? null)))
  await screen.findByText(/^About .* of words in .*: will sound rushed \(about 2 times as fast as usual\)\.$/)
  fireEvent.change(slider('Speed'), { target: { value: '1.2' } })
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})

it('the button that plays a character shows its price, until its first line with words is rendered', () => {
  const records = sketchRecords([{ text: ' ' }, { text: 'Ten signs.' }], 'hosted')
  const { world, story } = renderInWorld(<Cast />, { records, app: VOICES })
  expect(screen.getByRole('button', { name: 'Hear No character for 10 credits' })).toBeTruthy()
  const take = takeOf(story(), id('b2'), 'audio', 0, 900)
  act(() => {
    world.audio.setState({ takes: indexTakes([take]), allTakes: [take] })
  })
  expect(screen.getByRole('button', { name: 'Hear No character' })).toBeTruthy()
})

it('playing a character’s voice reads one of its lines', async () => {
  const audition = vi.fn<NonNullable<Answers['vibes:audition']>>()
  const { user, world, story } = renderInWorld(<Cast />, {
    records: sketchRecords([{}, { text: 'A line of the wolf.' }]),
    app: VOICES,
    answers: { 'vibes:audition': (input) => audition(input) },
  })
  const play = vi.spyOn(world.player, 'playAudio').mockReturnValue()
  await user.click(screen.getByRole('button', { name: 'Add character' }))
  act(() => {
    world.edit('edits.character', assignCharacter(story(), [id('b2')], story().cast[0]?.id ?? null))
  })
  audition.mockResolvedValue(takeOf(story(), id('b2'), 'wolf', 0, 900))
  await user.click(screen.getByRole('button', { name: 'Hear Echo' }))
  await waitFor(() => expect(play).toHaveBeenCalledWith('wolf', 0, 900))
  expect(audition).toHaveBeenCalledWith(expect.objectContaining({ text: 'A line of the wolf.' }))
})
