import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { undoLast } from '../../../renderer/actions/history.ts'
import { handleKey } from '../../../renderer/actions/shortcuts.ts'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { jobAt } from '../support/jobs.ts'
import { id, sketchRecords, sketchStory, takeOf, type BlockSketch } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const ROW_PX = 42
const stops: (() => void)[] = []

giveBoxes({ width: 900, height: 900, rowHeight: ROW_PX })
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function withCast(story: Story): Story {
  return ['Fox', 'Owl'].reduce((before, name) => {
    const settings = { ...DEFAULT_SETTINGS }
    return apply(
      before,
      addCharacter(before, { id: characterIdSchema.parse(name.toLowerCase()), name, settings }),
    )
  }, story)
}

function show(blocks: readonly BlockSketch[], takes: Parameters<typeof renderInWorld>[1] = {}) {
  const records = [...withCast(storyFromRecords(sketchRecords(blocks))).records.values()]
  const shown = renderInWorld(<Script />, { records, app: { info: APP_INFO }, ...takes })
  const onKey = (event: KeyboardEvent) => handleKey(shown.world, event)
  window.addEventListener('keydown', onKey)
  stops.push(() => window.removeEventListener('keydown', onKey))
  return {
    ...shown,
    texts: () => blocksOf(shown.story()).map(({ text }) => text),
    selection: () => shown.world.editor.getState().selection,
    speaker: (name: string) => findCharacter(shown.story(), shown.block(name).characterId)?.name,
  }
}

const text = (number: number) =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Text of block ${number}` })
const row = (number: number) => screen.findByRole('group', { name: new RegExp(`^Block ${number},`) })
const hasFocus = (find: () => Promise<HTMLElement>) =>
  waitFor(async () => expect(document.activeElement).toBe(await find()))

describe('in the text of a block', () => {
  it('Enter adds a block and moves the cursor into it, and Shift+Enter inserts a line break', async () => {
    const { user, texts } = show([{}, {}])
    await user.click(await text(1))
    await user.keyboard('{Enter}')
    await hasFocus(() => text(2))
    await user.keyboard('New{Shift>}{Enter}{/Shift}line')
    expect(texts()).toEqual(['Block 1', 'New\nline', 'Block 2'])
  })

  it('Alt+Enter splits at the cursor, and Backspace at the start joins, with the cursor between the parts', async () => {
    const { user, texts } = show([{ text: 'Before, and after.' }])
    const field = await text(1)
    await user.click(field)
    field.setSelectionRange(7, 7)
    await user.keyboard('{Alt>}{Enter}{/Alt}')
    await hasFocus(() => text(2))
    expect(texts()).toEqual(['Before,', 'and after.'])
    expect((await text(2)).selectionStart).toBe(0)
    await user.keyboard('{Backspace}')
    await hasFocus(() => text(1))
    expect(texts()).toEqual(['Before, and after.'])
    expect((await text(1)).selectionStart).toBe(7)
  })

  it('Alt with a digit assigns the block to a character, Alt with plus and minus changes its speed', async () => {
    const { user, block, speaker } = show([{}])
    await user.click(await text(1))
    await user.keyboard('{Alt>}2{/Alt}')
    await waitFor(() => expect(speaker('b1')).toBe('Owl'))
    await user.keyboard('{Alt>}++-{/Alt}')
    await waitFor(() => expect(block('b1').speed).toBe(1.05))
    expect(await screen.findByText('1.05×')).toBeTruthy()
  })
})

describe('on the row of a block', () => {
  it('arrows move to other rows, Shift extends and reduces the selection, and Enter moves into the text', async () => {
    const { user, selection } = show([{}, {}, {}, {}])
    await user.click(await text(2))
    await user.keyboard('{Escape}')
    await hasFocus(() => row(2))
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await waitFor(() => expect(selection()).toEqual(['b2', 'b3', 'b4']))
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    await waitFor(() => expect(selection()).toEqual(['b2', 'b3']))
    await user.keyboard('{ArrowUp}')
    await hasFocus(() => row(2))
    expect(selection()).toEqual(['b2'])
    await user.keyboard('{Home}')
    await hasFocus(() => row(1))
    await user.keyboard('{Enter}')
    await hasFocus(() => text(1))
  })

  it('only one row is in the tab order, and not its controls', async () => {
    show([{}, {}, {}])
    const stopsOf = (element: HTMLElement) =>
      [element, ...element.querySelectorAll<HTMLElement>('button, textarea')].filter(
        ({ tabIndex }) => tabIndex === 0,
      )
    await waitFor(async () => expect(stopsOf(await row(1)).length).toBeGreaterThan(2))
    expect(stopsOf(await row(2))).toEqual([])
    expect(stopsOf(await row(3))).toEqual([])
  })

  it('Shift+F10 opens its menu, with the keys of the commands', async () => {
    const { user, texts } = show([{}, {}])
    await user.click(await text(2))
    await user.keyboard('{Shift>}{F10}{/Shift}')
    const menu = await screen.findByRole('menu', { name: 'Actions for the selected blocks' })
    for (const keys of ['Ctrl+X', 'Ctrl+C', 'Ctrl+V', 'Ctrl+D'])
      expect(within(menu).getByText(keys)).toBeTruthy()
    await user.click(within(menu).getByRole('menuitem', { name: /^Delete/ }))
    await waitFor(() => expect(texts()).toEqual(['Block 1']))
  })
})

it('the menu key opens the menu of a row, and in a text is left to the menu of the words', async () => {
  show([{}, {}])
  const press = (element: HTMLElement) => fireEvent.keyDown(element, { key: 'ContextMenu' })
  expect(press(await text(1))).toBe(true)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(press(await row(1))).toBe(false)
  expect(await screen.findByRole('menu', { name: 'Actions for the selected blocks' })).toBeTruthy()
})

describe('several selected blocks', () => {
  it('show checkboxes in place of numbers, and a bar that changes them all', async () => {
    const { user, selection, block } = show([{}, {}, {}])
    await user.click(await text(1))
    await user.keyboard('{Escape}{Shift>}{ArrowDown}{/Shift}')
    const bar = await screen.findByRole('toolbar', { name: 'Selected blocks' })
    expect(within(bar).getByText('2 selected')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select block 3' }))
    expect(selection()).toEqual(['b1', 'b2', 'b3'])
    await user.click(within(bar).getByRole('button', { name: 'Model' }))
    await user.click(await screen.findByRole('menuitem', { name: 'High quality' }))
    await waitFor(() =>
      expect(['b1', 'b2', 'b3'].map((name) => block(name).model)).toEqual(Array(3).fill('tts-1-hd')),
    )
    await user.click(screen.getByRole('button', { name: 'Clear the selection' }))
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected blocks' })).toBeNull())
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('Ctrl+A selects the chapter, then the story, and Escape none', async () => {
    const { user, selection } = show([{}, { heading: 'Two' }, {}])
    await user.click(await text(2))
    await user.keyboard('{Escape}{Control>}a{/Control}')
    await waitFor(() => expect(selection()).toEqual(['b3', 'b2']))
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(selection()).toEqual(['b1', 'b3', 'b2']))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(selection()).toEqual([]))
  })
})

describe('the menu of characters', () => {
  it('is narrowed by typing, and assigns the block to the chosen character', async () => {
    const { user, speaker } = show([{}])
    await user.click(await screen.findByRole('button', { name: 'No character, character of block 1' }))
    await user.type(await screen.findByRole('searchbox', { name: 'Find a character' }), 'ow')
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: /^Fox/ })).toBeNull())
    await user.click(screen.getByRole('menuitem', { name: /^Owl/ }))
    await waitFor(() => expect(speaker('b1')).toBe('Owl'))
  })

  it('makes a new character with the typed name', async () => {
    const { user, speaker } = show([{}])
    await user.click(await screen.findByRole('button', { name: 'No character, character of block 1' }))
    await user.type(await screen.findByRole('searchbox', { name: 'Find a character' }), 'Tamsin')
    await user.click(screen.getByRole('menuitem', { name: 'New…' }))
    await waitFor(() => expect(speaker('b1')).toBe('Tamsin'))
  })
})

it('dropping a character of the cast on a row assigns it to that block, and to all blocks selected with it', async () => {
  const { speaker, world } = show([{}, {}, {}])
  const drop = async (number: number) => {
    const types = ['application/x-fabula-character']
    const dataTransfer = { types, getData: () => 'owl', dropEffect: 'none' }
    const field = await text(number)
    fireEvent.dragOver(field, { dataTransfer })
    expect((await row(number)).hasAttribute('data-drop')).toBe(true)
    fireEvent.drop(field, { dataTransfer })
    expect((await row(number)).hasAttribute('data-drop')).toBe(false)
  }
  act(() => world.editor.setState({ selection: [id('b1'), id('b2')] }))
  await drop(3)
  expect(['b1', 'b2', 'b3'].map(speaker)).toEqual([undefined, undefined, 'Owl'])
  await drop(2)
  expect(['b1', 'b2', 'b3'].map(speaker)).toEqual(['Owl', 'Owl', 'Owl'])
})

describe('the silence before a block', () => {
  it('is shown with one decimal, can be up to ten minutes, and is changed by dragging sideways, in one edit', async () => {
    const { block, world } = show([{}, { silenceMs: 1000 }])
    const field = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Silence before block 2' })
    expect([field.value, field.getAttribute('aria-valuemax')]).toEqual(['1.0', '600'])
    fireEvent.pointerDown(field, { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 112 })
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 120 })
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 120 })
    expect(block('b2').silenceBeforeMs).toBe(1500)
    expect(document.activeElement).not.toBe(field)
    expect(world.story.getState().history.past).toHaveLength(1)
    fireEvent.pointerDown(field, { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 100 })
    expect(document.activeElement).toBe(field)
  })

  it('is changed by arrow keys in tenths of a second, and its line stays until the field loses the focus', async () => {
    const { user, block } = show([{}, { silenceMs: 100 }])
    const field = await screen.findByRole('spinbutton', { name: 'Silence before block 2' })
    await user.click(field)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(block('b2').silenceBeforeMs).toBe(300)
    await user.clear(field)
    expect(block('b2').silenceBeforeMs).toBeNull()
    await user.type(field, '1,5')
    expect(block('b2').silenceBeforeMs).toBe(1500)
    await user.clear(field)
    await user.click(await text(1))
    await waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull())
  })
})

describe('between two rows', () => {
  it('a button shows the silence by the rules, and pins a typed silence', async () => {
    const { user, block } = show([{}, {}])
    const rowAt = async (number: number) => (await text(number)).closest<HTMLElement>('[data-row]')
    await user.hover((await rowAt(1)) ?? document.body)
    expect(screen.queryByRole('button', { name: /^Set the silence before/ })).toBeNull()
    await user.hover((await rowAt(2)) ?? document.body)
    fireEvent.click(screen.getByRole('button', { name: 'Set the silence before block 2' }))
    const field = screen.getByRole('spinbutton', { name: 'Silence before block 2' })
    expect(document.activeElement).toBe(field)
    await user.click(await text(1))
    await waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull())
    expect(block('b2').silenceBeforeMs).toBeNull()

    await user.hover((await rowAt(2)) ?? document.body)
    fireEvent.click(screen.getByRole('button', { name: 'Set the silence before block 2' }))
    await user.keyboard('1.2')
    expect(block('b2').silenceBeforeMs).toBe(1200)
    expect(screen.queryByRole('button', { name: /^Set the silence before/ })).toBeNull()
  })

  it('a scene break is set and removed for all selected blocks by one command each', async () => {
    const { block, world } = show([{}, {}, {}])
    const breaks = () => ['b1', 'b2', 'b3'].map((name) => block(name).breakBefore)
    act(() => world.editor.setState({ selection: [id('b2'), id('b3')] }))
    await act(async () => runCommand(world, 'sceneBreak'))
    expect(breaks()).toEqual(['paragraph', 'scene', 'scene'])
    await waitFor(() => expect(screen.getAllByText('* * *')).toHaveLength(2))
    await act(async () => runCommand(world, 'sceneBreak'))
    expect(breaks()).toEqual(['paragraph', 'paragraph', 'paragraph'])
    await waitFor(() => expect(screen.queryByText('* * *')).toBeNull())
    act(() => undoLast(world))
    expect(breaks()).toEqual(['paragraph', 'scene', 'scene'])
  })
})

describe('pauses', () => {
  it('are pinned and released with P on a row, and inserted at the cursor of a text', async () => {
    const { user, block, world } = show([{ text: 'One.' }, { text: 'Wait. Go.' }])
    const second = await text(2)
    second.closest<HTMLElement>('[data-row]')?.focus()
    act(() => world.editor.setState({ selection: [id('b2')] }))
    act(() => runCommand(world, 'togglePin'))
    await waitFor(() => expect(block('b2').silenceBeforeMs).toBe(0))
    await screen.findByText('· pinned')
    act(() => runCommand(world, 'togglePin'))
    await waitFor(() => expect(screen.queryByText('· pinned')).toBeNull())

    await user.click(second)
    second.setSelectionRange(5, 5)
    act(() => runCommand(world, 'insertPause'))
    await waitFor(() => expect(block('b2').text).toBe('Wait. [pause 0.8 s] Go.'))
  })

  it('are marked in the text, and unreadable ones are marked as errors', async () => {
    show([{ text: 'Wait. [pause 0.8 s] Go [pause soon].' }, { text: 'A [aside].' }])
    const field = await text(1)
    const marks = [...document.querySelectorAll('mark')]
    expect(marks.map(({ textContent, dataset }) => [textContent, dataset['look']])).toEqual([
      ['[pause 0.8 s]', 'pause'],
      ['[pause soon]', 'badPause'],
    ])
    expect(marks[0]?.closest('[aria-hidden]')?.textContent).toBe(field.value)
  })
})

describe('the filter', () => {
  it('shows the blocks in a state; a block that is being edited stays until its text loses the focus', async () => {
    const story = sketchStory([{}, {}, {}])
    const takes = ['b1', 'b2'].map((name) => takeOf(story, id(name), name, 0, 1000))
    const { user } = show([{}, {}, {}], { takes })
    await user.type(await text(1), '!')
    await user.click(await screen.findByRole('button', { name: '1 changed' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    await user.type(await text(1), '{Backspace}')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Show all blocks' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  })

  it('counts the blocks of each kind, and shows those of a character', async () => {
    const { user, world } = show([{}, {}])
    await user.click(await text(2))
    await user.keyboard('{Alt>}1{/Alt}')
    await user.click(screen.getByRole('button', { name: /^All blocks/ }))
    const item = await screen.findByRole('menuitemcheckbox', { name: /^Fox/ })
    expect(item.textContent).toContain('1')
    await user.click(item)
    await user.keyboard('{Escape}')
    act(() => world.editor.setState({ selection: [], reveal: null }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect((await text(2)).value).toBe('Block 2')
  })
})

describe('the filter of unclear lines', () => {
  it('marks quotations that the narrator reads, until a character is assigned to them', async () => {
    const { user, world } = show([
      { text: 'It rained.' },
      { text: '“Who is there?”' },
      { text: 'So he said: “Me.”' },
    ])
    await user.click(screen.getByRole('button', { name: /^All blocks/ }))
    const item = await screen.findByRole('menuitemcheckbox', { name: /^Speech read by the narrator/ })
    expect(item.textContent).toContain('2')
    await user.click(item)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    await user.click(await text(2))
    await user.keyboard('{Alt>}1{/Alt}')
    act(() => world.editor.setState({ selection: [], reveal: null }))
    act(() => (document.activeElement as HTMLElement).blur())
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect((await text(3)).value).toBe('So he said: “Me.”')
  })
})

describe('splitting at line ends', () => {
  it('makes each line of the selected blocks a block, as one step of undo', async () => {
    const { texts, world, selection } = show([{ text: 'Tiger,\nburning' }, { text: 'bright' }])
    await text(1)
    act(() => world.editor.setState({ selection: [id('b1'), id('b2')] }))
    act(() => runCommand(world, 'splitAtLineEnds'))
    await waitFor(() => expect(texts()).toEqual(['Tiger,', 'burning', 'bright']))
    expect(selection()).toHaveLength(3)
    act(() => undoLast(world))
    expect(texts()).toEqual(['Tiger,\nburning', 'bright'])
  })
})

describe('a block with a problem', () => {
  it('is split in two at the end of a sentence if it is too long', async () => {
    const long = 'A sentence of some words. '.repeat(400).trim()
    const { user, texts } = show([{ text: long }])
    expect(await screen.findByText(/^10,399 characters; a voice accepts 10,000 at a time/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Split in two' }))
    await waitFor(() => expect(texts()).toHaveLength(2))
    expect(texts().every((part) => part.length < 6000 && part.endsWith('.'))).toBe(true)
  })

  it('shows the reason if it failed, and the service’s own words on request', async () => {
    const { world } = show([{}])
    const error = { code: 'conversion-failed', params: { reason: 'voice_not_allowed' } } as const
    const job = jobAt(1, { blockId: 'b1', endpoint: 'speech', activity: null, state: 'failed', error })
    act(() => world.jobs.setState({ jobs: new Map([['one', job]]) }))
    expect(await screen.findByRole('img', { name: 'Failed' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByText('What the service said').closest('details')?.open).toBe(false)
  })

  it('does not repeat the reason of the failed block above it', async () => {
    const { world } = show([{}, {}, {}, {}])
    const errors = [
      { code: 'conversion-failed', params: { reason: 'voice_not_allowed' } },
      { code: 'conversion-failed', params: { reason: 'voice_not_allowed' } },
      { code: 'service-silent', params: { host: 'speech.example' } },
    ] as const
    const jobs = errors.map((error, index) => {
      const about = { blockId: `b${index + 1}`, endpoint: 'speech', activity: null, state: 'failed' } as const
      return [`job ${index}`, jobAt(1, { ...about, error })] as const
    })
    act(() => world.jobs.setState({ jobs: new Map(jobs) }))
    expect(await screen.findAllByRole('img', { name: 'Failed' })).toHaveLength(3)
    expect(screen.getAllByText('What the service said')).toHaveLength(2)
    expect(screen.getAllByText('Failed for the same reason as the block above.')).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3)
  })
})
