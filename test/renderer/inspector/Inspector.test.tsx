import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { redoLast, undoLast } from '../../../renderer/actions/history.ts'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { VoicePicker } from '../../../renderer/features/voices/VoicePicker.tsx'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import { EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { characterIdSchema, type Block } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import {
  ABSENT_ENGINE,
  ABSENT_VOICE,
  chooseVoice,
  slider,
  typeWord,
  valueOf,
  voiceIn,
  VOICES,
} from '../fields/support.ts'
import { assignCharacter, editText, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { jobAt } from '../support/jobs.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { indexTakes } from '../../../shared/story/takes.ts'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

/** The inspector of a story of two blocks, of which the first is selected. */
function showInspector(app: Partial<AppState> = VOICES, first: Partial<Block> = {}, connectionId?: string) {
  const records = sketchRecords([{}, {}], connectionId).map((record) =>
    record.type === 'block' && record.id === 'b1' ? { ...record, ...first } : record,
  )
  const shown = renderInWorld(
    <>
      <Inspector />
      <VoicePicker />
    </>,
    { records, app },
  )
  const { world, story, block } = shown
  /** Expects that the first block has changed, and that undo and redo take it back and forth. */
  const expectUndoable = (change: Partial<Block>) => {
    const [changed, second] = [block('b1'), block('b2')]
    expect(changed).toMatchObject(change)
    act(() => {
      undoLast(world)
    })
    for (const name of Object.keys(change))
      expect(block('b1')).not.toMatchObject({ [name]: changed[name as 'id'] })
    act(() => {
      redoLast(world)
    })
    expect([block('b1'), block('b2')]).toEqual([changed, second])
  }
  const settings = (name: string) => settingsOf(story(), block(name))
  return { ...shown, expectUndoable, settings }
}

const radio = (name: string) => screen.getByRole('radio', { name })

describe('the inspector', () => {
  it('sets the voice of the selected block only', async () => {
    const { user, settings, expectUndoable } = showInspector()
    await chooseVoice(user, 'Onyx', 'Only for block 1')
    expect(voiceIn()).toBe('Onyx')
    expect(settings('b2').voiceId).toBe('OA001')
    expectUndoable({ voiceId: 'OA004' })
    expect(voiceIn()).toBe('Onyx')
  })

  it('chooses the model with the arrow keys', async () => {
    const { user, expectUndoable } = showInspector()
    await user.click(radio('Standard'))
    await user.keyboard('{ArrowRight}')
    expect(radio('High quality')).toHaveProperty('checked', true)
    expectUndoable({ model: 'tts-1-hd' })
  })

  it('sets the speed between 1 and 4, and undoes the steps of one slide at once', () => {
    const { edits, expectUndoable } = showInspector()
    for (const value of ['1.05', '1.1', '1.25']) fireEvent.change(slider('Speed'), { target: { value } })
    expect(valueOf('spinbutton', 'Speed')).toBe('1.25')
    expect(edits()).toEqual(['edits.speed'])
    expectUndoable({ speed: 1.25 })
    expect([slider('Speed').getAttribute('min'), slider('Speed').getAttribute('max')]).toEqual(['1', '4'])
  })

  it('takes silence and duration in seconds with decimals', async () => {
    const { user, block, expectUndoable } = showInspector()
    const silence = screen.getByRole('spinbutton', { name: 'Silence before' })
    await user.clear(silence)
    await user.type(silence, '1.5')
    expect(valueOf('spinbutton', 'Silence before')).toBe('1.5')
    expectUndoable({ silenceBeforeMs: 1500 })
    const duration = screen.getByRole('spinbutton', { name: 'Duration' })
    await user.type(duration, '12.25')
    expect(valueOf('spinbutton', 'Duration')).toBe('12.25')
    expectUndoable({ durationMs: 12_250 })
    await user.clear(duration)
    expect(block('b1').durationMs).toBeNull()
  })

  it('keeps the text typed in a picker after another focus event, and a click selects the name that it shows', async () => {
    const { user, world } = showInspector()
    act(() => {
      world.editor.setState({ selection: [id('b2'), id('b1')] })
    })
    const character = screen.getByRole<HTMLInputElement>('combobox', { name: 'Character' })
    await user.click(character)
    await user.keyboard('n')
    fireEvent.focus(character) // React Aria sends it when the list is narrowed
    await user.keyboard('o')
    expect(character.value).toBe('no')
    await user.keyboard('{Escape}{Escape}')
    await user.click(character)
    await user.keyboard('c')
    expect(character.value).toBe('c')
  })

  it('accepts a comma as a decimal point in every language, and no words', async () => {
    const { user, block } = showInspector()
    const silence = screen.getByRole('spinbutton', { name: 'Silence before' })
    await user.clear(silence)
    await user.type(silence, '1,5')
    expect(block('b1').silenceBeforeMs).toBe(1500)
    await user.type(silence, 'x')
    expect([block('b1').silenceBeforeMs, silence.getAttribute('aria-invalid')]).toEqual([1500, 'true'])
    await user.tab()
    expect([valueOf('spinbutton', 'Silence before'), silence.getAttribute('aria-invalid')]).toEqual([
      '1.5',
      null,
    ])
  })

  it('steps silence and duration by a tenth with the arrow keys, within their limits', async () => {
    const { user, block } = showInspector()
    screen.getByRole('spinbutton', { name: 'Silence before' }).focus()
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}')
    expect(block('b1').silenceBeforeMs).toBe(200)
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(block('b1').silenceBeforeMs).toBe(0)
  })

  it('shows “Mixed” if the selected blocks differ, and a new value applies to all of them', async () => {
    const wolf = { ...DEFAULT_SETTINGS, voiceId: 'OA002', model: 'tts-1-hd' as const, speed: 2 }
    const { user, world, block, settings } = showInspector(VOICES, {
      ...{ voiceId: wolf.voiceId, model: wolf.model, speed: wolf.speed },
      ...{ silenceBeforeMs: 700, durationMs: 3000 },
    })
    act(() => {
      world.editor.setState({ selection: [id('b2'), id('b1')] })
    })
    const fields = ['Silence before', 'Duration'].map((name) =>
      screen.getByRole<HTMLInputElement>('spinbutton', { name }),
    )
    expect(voiceIn()).toBe('Mixed · 2 voices')
    expect(fields.map(({ value, placeholder }) => [value, placeholder])).toEqual(
      fields.map(() => ['', 'Mixed']),
    )
    expect(screen.getAllByRole('radio').map((each) => (each as HTMLInputElement).checked)).toEqual([
      false,
      false,
      false,
    ])
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Speed' }).placeholder).toBe('Mixed')
    screen.getByText('Alloy 1 · Echo 1')
    screen.getByText('1.0× to 2.0×')
    expect(screen.getByRole('radiogroup', { name: 'Model' }).textContent).toContain(
      'Standard 1High quality 1Expressive',
    )
    within(screen.getByRole('region', { name: 'If you change this' })).getByText('2 are not rendered yet')
    expect(valueOf('combobox', 'Character')).toBe('No character') // the same for both
    expect([settings('b1').voiceId, settings('b2').voiceId]).toEqual(['OA002', 'OA001'])
    await user.type(screen.getByRole('spinbutton', { name: 'Silence before' }), '2')
    await user.click(radio('Standard'))
    await chooseVoice(user, 'Onyx', 'Only for the 2')
    for (const name of ['b1', 'b2']) {
      expect(block(name).silenceBeforeMs).toBe(2000)
      expect(settings(name)).toMatchObject({ voiceId: 'OA004', model: 'tts-1' })
    }
  })

  it('accepts any word as an emotion, and shows which model supports it', async () => {
    const { user, expectUndoable } = showInspector()
    expect(screen.getByText('Expressive only')).toBeTruthy()
    await user.click(radio('Expressive'))
    expect(screen.queryByText('Expressive only')).toBeNull()
    await typeWord(user, 'Emotion', 'mischievous')
    expectUndoable({ emotion: 'mischievous' })
  })

  it('warns that a natural voice does not act an emotion, before anything is rendered', async () => {
    const note = /^Natural voices do not act/
    const { user } = showInspector(VOICES, { model: EMOTION_MODEL, voiceId: 'NV-tone-main' })
    expect(screen.queryByText(note)).toBeNull()
    await typeWord(user, 'Emotion', 'mischievous')
    expect(screen.getByText(note)).toBeTruthy()
    await user.click(radio('Standard'))
    expect(screen.queryByText(note)).toBeNull()
  })

  it('offers no model and no emotion for a natural voice, which has neither', () => {
    showInspector(VOICES, { voiceId: 'NV-tone-main' })
    expect(screen.queryByRole('radio', { name: 'Standard' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Emotion' })).toBeNull()
  })

  it.each([
    ['natural', 'NV-tone-main', 0],
    ['built-in', 'OA002', 1],
  ])('summarizes the model of a folded block only if its voice has several: %s', (_, voiceId, count) => {
    const { world, story } = showInspector(VOICES, { voiceId })
    act(() => {
      const take = takeOf(story(), id('b1'), 'take', 0, 1000)
      world.audio.setState({ takes: indexTakes([take]), allTakes: [take] })
      world.editor.setState({ areSettingsOpen: false })
    })
    expect(screen.getAllByText('1.0×')).toHaveLength(1)
    expect(screen.queryAllByText('Standard')).toHaveLength(count)
  })

  it.each([
    ['selected first', ['b1', 'b2']],
    ['selected last', ['b2', 'b1']],
  ])('offers them for several blocks if one has another voice than the natural one, %s', (_, selection) => {
    const { world } = showInspector(VOICES, { voiceId: 'NV-tone-main' })
    act(() => {
      world.editor.setState({ selection: selection.map(id) })
    })
    expect(voiceIn()).toBe('Mixed · 2 voices')
    expect(screen.getByRole('radio', { name: /^Standard/ })).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Emotion' })).toBeTruthy()
  })

  it('does not warn of this for the built-in voice or for a service', () => {
    const emotional = { model: EMOTION_MODEL, emotion: 'sad' } as const
    showInspector(VOICES, emotional).unmount()
    showInspector(VOICES, { ...emotional, voiceId: 'NV-tone-main' }, 'other')
    expect(screen.queryByText(/^Natural voices do not act/)).toBeNull()
  })

  it('shows the inherited and the block’s own settings, and resets the block to those of its character', async () => {
    const { user, world, story, settings, block, expectUndoable } = showInspector()
    const wolf = { id: characterIdSchema.parse('wolf'), name: 'Wolf' }
    act(() => {
      const added = addCharacter(story(), { ...wolf, settings: { ...DEFAULT_SETTINGS, voiceId: 'OA002' } })
      world.edit('edits.addCharacter', added)
    })
    act(() => {
      world.edit('edits.character', assignCharacter(story(), [id('b1')], wolf.id))
    })
    expectUndoable({ characterId: wolf.id })
    screen.getByRole('button', { name: 'Character: Wolf' })
    expect(voiceIn()).toBe('Echo')
    expect(screen.getAllByText('from Wolf').length).toBeGreaterThan(0)
    await chooseVoice(user, 'Onyx', 'Only')
    expect([block('b1').voiceId, screen.getAllByText('changed here').length]).toEqual(['OA004', 1])
    await user.click(screen.getByRole('button', { name: 'Voice changed here: reset to Wolf' }))
    expect([block('b1').voiceId, screen.queryByText('changed here')]).toEqual([null, null])
    await chooseVoice(user, 'Onyx', 'Only')
    await user.click(screen.getByRole('button', { name: 'Reset to Wolf’s settings' }))
    expect([block('b1').voiceId, settings('b1').voiceId]).toEqual([null, 'OA002'])
    expect(screen.queryByRole('button', { name: 'Reset to Wolf’s settings' })).toBeNull()
  })

  it('names no single character if the selected blocks have several, and resets all of them', async () => {
    const { user, world, story, block } = showInspector()
    const give = (name: string, block: string) => {
      const characterId = characterIdSchema.parse(name.toLowerCase())
      act(() => world.edit('edits.addCharacter', addCharacter(story(), { id: characterId, name })))
      act(() => world.edit('edits.character', assignCharacter(story(), [id(block)], characterId)))
    }
    give('Wolf', 'b1')
    give('Fox', 'b2')
    act(() => world.edit('edits.model', patchBlocks(story(), [id('b1')], { model: 'tts-1-hd' })))
    act(() => world.editor.setState({ selection: [id('b1'), id('b2')] }))
    // Voice, speed and emotion are alike; the models differ.
    expect(screen.getAllByText('from their characters').length).toBeGreaterThan(1)
    expect(screen.getByRole('radiogroup', { name: 'Model' }).textContent).toContain('High quality 1')
    expect(document.body.textContent).not.toMatch(/Wolf|Fox/)
    await chooseVoice(user, 'Onyx', 'Only')
    await user.click(screen.getByRole('button', { name: 'Voice changed here: reset to their characters' }))
    expect([block('b1').voiceId, block('b2').voiceId]).toEqual([null, null])
    await user.click(screen.getByRole('button', { name: 'Reset to the characters’ settings' }))
    expect(block('b1').model).toBeNull()
    expect(screen.queryByRole('button', { name: /^Reset to/ })).toBeNull()
  })

  it('shows “changed here” if any of the selected blocks has its own value, and names the character that they share', async () => {
    const { user, world, story, block } = showInspector()
    const characterId = characterIdSchema.parse('wolf')
    act(() => world.edit('edits.addCharacter', addCharacter(story(), { id: characterId, name: 'Wolf' })))
    act(() => world.edit('edits.character', assignCharacter(story(), [id('b1'), id('b2')], characterId)))
    // The value that the others inherit.
    act(() => world.edit('edits.voiceId', patchBlocks(story(), [id('b1')], { voiceId: 'OA001' })))
    act(() => world.editor.setState({ selection: [id('b1'), id('b2')] }))
    expect(screen.getAllByText('from Wolf').length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Voice changed here: reset to Wolf' }))
    expect(block('b1').voiceId).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reset to Wolf’s settings' })).toBeNull()
  })

  it('changes all selected blocks in one edit', async () => {
    const { user, world, settings, edits } = showInspector()
    act(() => {
      world.editor.setState({ selection: [id('b2'), id('b1')] })
    })
    expect(screen.getByText('2 blocks selected')).toBeTruthy()
    await chooseVoice(user, 'Echo', 'Only')
    expect([settings('b1').voiceId, settings('b2').voiceId, edits()]).toEqual([
      'OA002',
      'OA002',
      ['edits.voiceId'],
    ])
    act(() => {
      undoLast(world)
    })
    expect([settings('b1').voiceId, settings('b2').voiceId]).toEqual(['OA001', 'OA001'])
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  })

  it("shows why the block was not rendered and what to do, with the service's own words folded away", async () => {
    const { world, user, callsOf, answer } = showInspector()
    answer({ 'takes:make': () => new Promise(() => undefined) })
    const error = { code: 'service-silent', params: { host: 'reading.room' } } as const
    const failed = jobAt(1, { blockId: 'b1', endpoint: 'speech', activity: null, state: 'failed', error })
    act(() => world.jobs.setState({ jobs: new Map([['one', failed]]) }))
    const box = screen.getByRole('note')
    expect(box.textContent).toContain('Rendering failed')
    expect(box.textContent).toContain('reading.room is not responding. Your story is safe.')
    expect(within(box).getByText('What the service said').closest('details')?.open).toBe(false)
    await user.click(within(box).getByRole('button', { name: /^Connections/ }))
    expect(world.view.getState().dialog).toMatchObject({ kind: 'servers' })
    await user.click(within(box).getByRole('button', { name: 'Try again' }))
    expect(callsOf('takes:make')).toMatchObject([{ blockId: 'b1' }])
  })

  it('says that another take of the same words by the built-in voice sounds the same', () => {
    showInspector(VOICES)
    expect(screen.getByText(/reads the same text the same way every time/)).toBeTruthy()
    cleanup()
    showInspector(VOICES, { voiceId: 'NV-kitten-1' })
    expect(screen.queryByText(/the same way every time/)).toBeNull()
    expect(screen.getByText('Reads the same text once more. The others are kept.')).toBeTruthy()
  })

  it('splits a block that is too long for a voice at the end of a sentence', async () => {
    const { user, story } = showInspector(VOICES, { text: 'Some words of it. '.repeat(600).trim() })
    const box = screen.getByRole('note')
    expect(box.textContent).toContain('a voice accepts 10,000 at a time')
    await user.click(within(box).getByRole('button', { name: 'Split in two' }))
    const texts = blocksOf(story()).map(({ text }) => text)
    expect(texts.slice(0, 2).every((text) => text.length < 6000 && text.endsWith('.'))).toBe(true)
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('warns that the engine of a voice does not answer', () => {
    showInspector(ABSENT_ENGINE, { voiceId: ABSENT_VOICE })
    expect(screen.getByRole('note').textContent).toContain('The attic is dark.')
  })

  it('accepts any voice id for another service', async () => {
    const { user, block } = showInspector(VOICES, {}, 'hosted')
    await chooseVoice(user, 'HB042', 'Only')
    expect(block('b1').voiceId).toBe('HB042')
    expect(voiceIn()).toBe('HB042')
  })
})

it('the speed is typed beside its slider, within its limits', async () => {
  const { user, settings } = showInspector()
  const speed = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Speed' })
  await user.clear(speed)
  await user.type(speed, '1,25')
  expect(settings('b1').speed).toBe(1.25)
  await user.keyboard('{ArrowUp}')
  expect(settings('b1').speed).toBe(1.3)
  await user.clear(speed)
  await user.type(speed, '9')
  expect(settings('b1').speed).toBe(4)
})

it('a block that has changed since its take is marked, and playing it renders its words', async () => {
  const records = sketchRecords([{ text: 'Once' }])
  const takes = [takeOf(sketchStory([{ text: 'Once' }]), id('b1'), 'audio', 0, 900)]
  const { user, world, story } = renderInWorld(<Inspector />, { records, takes, app: VOICES })
  expect(screen.queryByText('Changed since this take')).toBeNull()
  act(() => world.edit('edits.typing', editText(story(), id('b1'), 'Twice')))
  screen.getByText('Changed since this take')
  const play = vi.spyOn(world.player, 'playBlock').mockReturnValue()
  await user.click(screen.getByRole('button', { name: 'Play the selected block' }))
  await waitFor(() => expect(play).toHaveBeenCalledWith(id('b1')))
})

describe('a length or a speed that will sound rushed or dragged', () => {
  const text = 'Words that take about five seconds, where they are spoken as most voices speak them.'
  const warning = () => screen.queryAllByRole('note').at(-1)?.textContent ?? ''

  it('is predicted before it is rendered, by an estimate while the voice has no takes', async () => {
    const { user } = showInspector(VOICES, { text })
    expect(warning()).toBe('')
    const duration = screen.getByRole('spinbutton', { name: 'Duration' })
    await user.clear(duration)
    await user.type(duration, '1.5')
    fireEvent.blur(duration)
    expect(warning()).toBe(
      'About 5.2 s of words in 1.5 s: will sound rushed (about 3.5 times as fast as usual).',
    )
    await user.clear(duration)
    await user.type(duration, '20')
    fireEvent.blur(duration)
    expect(warning()).toContain('20.0 s: will sound dragged (about 0.3 times as fast as usual)')
    await user.clear(duration)
    await user.type(duration, '5')
    fireEvent.blur(duration)
    expect(warning()).toBe('')
  })

  it('is predicted from the takes of the voice, and no longer once it is rendered', () => {
    const { world, story } = showInspector(VOICES, { text })
    const plain = takeOf(story(), id('b1'), 'plain', 0, 4200)
    act(() => {
      world.audio.setState({ takes: indexTakes([plain]), allTakes: [plain] })
      world.edit('edits.duration', patchBlocks(story(), [id('b1')], { durationMs: 1500 }))
    })
    expect(warning()).toContain(
      '4.2 s of words in 1.5 s: will sound rushed (2.8 times as fast as Alloy usually speaks).',
    )
    const fitted = takeOf(story(), id('b1'), 'fitted', 0, 1500)
    act(() => {
      const takes = [plain, fitted]
      world.audio.setState({ takes: indexTakes(takes), allTakes: takes })
    })
    expect(screen.queryByText(/will sound rushed/)).toBeNull()
  })

  it('is counted if several blocks are selected', () => {
    const { world, story } = showInspector(VOICES, { text })
    act(() => {
      world.edit('edits.speed', patchBlocks(story(), [id('b1'), id('b2')], { speed: 3 }))
      world.editor.setState({ selection: [id('b1'), id('b2')] })
    })
    expect(warning()).toBe('2 of these blocks will sound rushed or dragged.')
  })
})
