import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Cast } from '../../../renderer/features/cast/Cast.tsx'
import { VoicePicker } from '../../../renderer/features/voices/VoicePicker.tsx'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import { ABSENT_ENGINE, ABSENT_VOICE, chooseVoice, slider, typeWord, VOICES } from '../fields/support.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

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
  it('adds a character, which is named and given a voice, and whose line says both', async () => {
    const { user, story, settings } = showCast()
    await user.click(screen.getByRole('button', addCharacter))
    const name = screen.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Wolf')
    await chooseVoice(user, 'Echo')
    expect([story().cast[0]?.name, settings()?.voiceId]).toEqual(['Wolf', 'OA002'])
    expect(screen.getByRole('button', { name: /^Wolf/ }).textContent).toContain('Echo · Standard')
  })

  it('undoes choices one by one, and the steps of a slide together', async () => {
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

  it('sets what blocks without a character inherit', async () => {
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

it('a new character has its name selected to be written over, and a voice and a colour of its own', async () => {
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

it('a character’s line tells how many blocks it has, and selects them', async () => {
  const records = sketchRecords([{}, {}, {}])
  const { user, world } = renderInWorld(<Cast />, { records, app: VOICES })
  const line = screen.getByRole('button', defaults).closest('li')
  expect(line?.textContent).toContain('3')
  await user.click(screen.getByRole('button', { name: 'More about No character' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Select its blocks' }))
  expect(world.view.getState().selection).toEqual([id('b2'), id('b3'), id('b1')])
})
