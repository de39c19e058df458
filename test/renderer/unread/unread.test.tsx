import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { togglePlaying } from '../../../renderer/actions/playing.ts'
import { renderStory, startRender } from '../../../renderer/actions/rendering.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { Cast } from '../../../renderer/features/cast/Cast.tsx'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { AuditionDialog } from '../../../renderer/features/vibes/AuditionDialog.tsx'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { VOICES, voiceIn } from '../fields/support.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { indexTakes } from '../../../shared/story/takes.ts'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

const HEBREW = 'היה היה פעם'
const RUSSIAN = 'Жил-был старик у самого моря.'
const KANJI = '昔々、お爺さんが山へ芝刈りに行きました。'
const MIXED = [{ text: 'Once.' }, { text: HEBREW }, { text: RUSSIAN }]

const voices = (story: Story) => blocksOf(story).map((block) => settingsOf(story, block).voiceId)
const notes = () => screen.queryAllByRole('note').map((note) => note.querySelector('p')?.textContent)
const button = (name: string) => screen.getByRole('button', { name })

describe('a voice that cannot read the letters', () => {
  it('is reported in the inspector for a selected block, and one click gives the block a voice that can', async () => {
    const { user, world, story, edits } = renderInWorld(<Inspector />, {
      records: sketchRecords(MIXED),
      app: VOICES,
    })
    expect(notes()).toEqual([])
    world.editor.setState({ selection: [id('b2')] })
    await waitFor(() =>
      expect(notes()).toEqual([
        'Alloy cannot read Hebrew letters: it would spell the text out letter by letter.',
      ]),
    )
    button('Use Hebrew').focus()
    await user.keyboard('{Enter}')
    expect(voices(story())).toEqual(['OA001', 'ES-he', 'OA001'])
    expect(edits()).toEqual(['edits.voiceId'])
    await waitFor(() => expect(notes()).toEqual([]))
  })

  it('is changed only for those of the selected blocks that it cannot read', async () => {
    const { user, world, story } = renderInWorld(<Inspector />, {
      records: sketchRecords(MIXED),
      app: VOICES,
    })
    world.editor.setState({ selection: [id('b1'), id('b2'), id('b3')] })
    await user.click(await screen.findByRole('button', { name: 'Use Russian' }))
    expect(voices(story())).toEqual(['OA001', 'OA001', 'ES-ru'])
    await waitFor(() => expect(notes()).toEqual([expect.stringMatching(/^Block 2: .*Hebrew/)]))
  })

  it('is reported with the language in the inspector and before a render, if the text is in another language in Latin letters', async () => {
    const text = 'La lámpara había ardido once inviernos antes de que nadie preguntara quién la encendía.'
    const { user, world, story } = renderInWorld(
      <>
        <Inspector />
        <Dialogs />
      </>,
      { records: sketchRecords([{ text: 'It was not the fox.' }, { text }]), app: VOICES },
    )
    const sentence = 'Alloy speaks another language: it would read this Spanish text with the wrong sounds.'
    void renderStory(world)
    const question = await screen.findByRole('dialog', { name: 'Voices that cannot read their blocks' })
    expect(question.textContent).toContain(`Block 2: ${sentence}`)
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    world.editor.setState({ selection: [id('b2')] })
    await waitFor(() => expect(notes()).toEqual([sentence]))
    await user.click(screen.getAllByRole('button', { name: /^Use Spanish/ })[0] ?? document.body)
    expect(voices(story())[1]).toMatch(/^ES-es/)
    await waitFor(() => expect(notes()).toEqual([]))
  })

  it('is not reported for a service, whose voices are unknown', () => {
    const { world } = renderInWorld(<Inspector />, { records: sketchRecords(MIXED, 'hosted'), app: VOICES })
    world.editor.setState({ selection: [id('b2')] })
    expect(notes()).toEqual([])
  })

  it('is reported for kanji, which no voice can read', async () => {
    const { user, world } = renderInWorld(<Inspector />, {
      records: sketchRecords([{ text: KANJI }]),
      app: VOICES,
    })
    world.editor.setState({ selection: [id('b1')] })
    await user.click(await screen.findByRole('button', { name: 'Use Japanese' }))
    await waitFor(() =>
      expect(notes()).toEqual([
        'Japanese reads kana only, and would mispronounce kanji. Write them in kana.',
      ]),
    )
    expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
  })

  it('is reported in the cast, with the number of its blocks', async () => {
    const records = sketchRecords([...Array.from({ length: 8 }, () => ({ text: HEBREW })), { text: '' }])
    const { user, story } = renderInWorld(<Cast />, { records, app: VOICES })
    await user.click(screen.getByRole('button', { name: /^No character/ }))
    expect(notes()[0]).toMatch(/^Blocks 1, 2, 3, 4, 5, 6 and 2 more: Alloy cannot read Hebrew letters/)
    await user.click(button('Use Hebrew'))
    expect(story().info.defaults.voiceId).toBe('ES-he')
    await waitFor(() => expect(notes()).toEqual([]))
  })

  it('is reported in the comparison of voices', async () => {
    const { user } = renderInWorld(<AuditionDialog vibes={[]} />, {
      records: sketchRecords([{ text: RUSSIAN }]),
      app: { ...VOICES, voices: [...(VOICES.voices ?? []), { ...RUSSIAN_VOICE }] },
    })
    await user.click(button('Use Russian'))
    expect(voiceIn('Voice of version 1')).toBe('Russian')
    expect(notes()).toEqual([])
  })
})

const RUSSIAN_VOICE = {
  id: 'ES-ru',
  name: 'Russian',
  language: 'ru',
  description: '',
  gender: null,
  engine: null,
  pack: null,
}

describe('before blocks are spoken by voices that cannot read them', () => {
  const render = (texts: readonly { text: string }[] = MIXED, connectionId?: string) => {
    const records = sketchRecords(texts, connectionId)
    const made = renderInWorld(<Dialogs />, {
      records,
      app: VOICES,
      answers: { 'jobs:start': () => ({ job: null, isNew: false }) },
    })
    return { ...made, asked: () => made.callsOf('jobs:start').length }
  }
  const question = () => screen.findByRole('dialog', { name: 'Voices that cannot read their blocks' })

  it('a render asks, names the blocks, and speaks them with voices that can', async () => {
    const { user, world, story, asked, edits } = render()
    const rendering = renderStory(world)
    const dialog = await question()
    expect(dialog.textContent).toContain(
      'Block 2: Alloy cannot read Hebrew letters: it would spell the text out letter by letter.',
    )
    expect(dialog.textContent).toContain('Block 3: Alloy cannot read Cyrillic letters')
    expect(asked()).toBe(0)
    await user.click(button('Change and continue'))
    await rendering
    expect(voices(story())).toEqual(['OA001', 'ES-he', 'ES-ru'])
    expect(edits()).toEqual(['edits.voiceId'])
    expect(asked()).toBe(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a render continues unchanged if the voices are kept, and does not ask again', async () => {
    const { user, world, story, asked } = render()
    const rendering = renderStory(world)
    await question()
    await user.click(button('Keep the voices'))
    await rendering
    expect(voices(story())).toEqual(['OA001', 'OA001', 'OA001'])
    await renderStory(world)
    expect(asked()).toBe(2)
  })

  it('a render that is cancelled sends nothing', async () => {
    const { user, world, asked } = render()
    const rendering = renderStory(world)
    await question()
    await user.click(button('Cancel'))
    await rendering
    expect(asked()).toBe(0)
    expect(world.view.getState().notices).toEqual([])
  })

  it('some of the voices can be kept', async () => {
    const { user, world, story } = render()
    const rendering = renderStory(world)
    const dialog = await question()
    const field = within(dialog).getByRole('combobox', { name: 'Voice for Hebrew letters' })
    await user.clear(field)
    await user.type(field, 'Kee')
    await user.click(await screen.findByRole('option', { name: 'Keep Alloy' }))
    await user.click(button('Change and continue'))
    await rendering
    expect(voices(story())).toEqual(['OA001', 'OA001', 'ES-ru'])
  })

  it('the question says what the suggested voice would misread', async () => {
    const { world } = render([{ text: KANJI }])
    void renderStory(world)
    const dialog = await question()
    expect(within(dialog).getByRole('status').textContent).toBe(
      'Japanese reads kana only, and would mispronounce kanji. Write them in kana.',
    )
  })

  it('playback also asks, but not for blocks that have audio', async () => {
    const { user, world } = render([{ text: HEBREW }, { text: RUSSIAN }])
    const play = vi.spyOn(world.player, 'playBlock').mockReturnValue()
    const toggle = vi.spyOn(world.player, 'toggle').mockReturnValue()
    const story = sketchStory([{ text: HEBREW }, { text: RUSSIAN }])
    const take = takeOf(story, id('b1'), 'audio', 0, 1000)
    world.audio.setState({ takes: indexTakes([take]) })
    world.editor.setState({ selection: [id('b1')] })
    runCommand(world, 'playBlock')
    await waitFor(() => expect(play).toHaveBeenCalledWith('b1'))
    world.editor.setState({ selection: [id('b2')] })
    runCommand(world, 'playBlock')
    await question()
    expect(play).toHaveBeenCalledTimes(1)
    await user.click(button('Cancel'))
    const playing = togglePlaying(world)
    await question()
    expect(toggle).not.toHaveBeenCalled()
    await user.click(button('Keep the voices'))
    await playing
    expect(toggle).toHaveBeenCalledTimes(1)
  })

  it('no question is asked for a service', async () => {
    const { world, asked } = render(MIXED, 'hosted')
    await startRender(world, { only: null })
    expect(asked()).toBe(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
