import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { handleKey } from '../../../renderer/actions/shortcuts.ts'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const SKETCH = [{ text: 'The fox and the owl.' }, { text: 'A fox.' }, { text: 'No one. (Fox)' }]
const stops: (() => void)[] = []

giveBoxes({ width: 900, height: 900, rowHeight: 42 })
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function show() {
  const takes = [takeOf(sketchStory(SKETCH), id('b1'), 'one', 0, 1000)]
  const shown = renderInWorld(<Script />, { records: sketchRecords(SKETCH), takes, app: { info: APP_INFO } })
  const onKey = (event: KeyboardEvent) => handleKey(shown.world, event)
  window.addEventListener('keydown', onKey)
  stops.push(() => window.removeEventListener('keydown', onKey))
  return {
    ...shown,
    texts: () => blocksOf(shown.story()).map(({ text }) => text),
    selection: () => shown.world.editor.getState().selection,
    bar: () => screen.getByRole('search', { name: 'Find and replace' }),
  }
}

const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)

it('Ctrl+F finds words as they are typed, marks them, and Enter moves from hit to hit', async () => {
  const { user, bar, selection } = show()
  await user.keyboard('{Control>}f{/Control}')
  expect(document.activeElement).toBe(within(bar()).getByRole('textbox', { name: 'Find' }))
  await user.keyboard('fox')
  await waitFor(() => expect(within(bar()).getByRole('status').textContent).toBe('3 matches'))
  expect(marks()).toEqual(['fox', 'fox', 'Fox'])
  await user.keyboard('{Enter}{Enter}')
  expect(selection()).toEqual([id('b2')])
  expect(within(bar()).getByRole('status').textContent).toBe('2 of 3')
  await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
  expect(selection()).toEqual([id('b3')])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('search')).toBeNull()
  await waitFor(() => expect(document.activeElement?.getAttribute('data-block')).toBe('b3'))
})

it('if no hit was visited, closing the search returns the focus to the text of the selected block', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('textbox', { name: 'Text of block 2' }))
  await user.keyboard('{Control>}f{/Control}owls{Escape}')
  expect(screen.queryByRole('search')).toBeNull()
  expect(document.activeElement?.getAttribute('data-block')).toBe('b2')
})

it('Ctrl+H replaces one match at a time, or all as one edit after showing what changes', async () => {
  const { user, world, bar, texts, edits } = show()
  await user.keyboard('{Control>}h{/Control}')
  await user.type(within(bar()).getByRole('textbox', { name: 'Find' }), 'fox')
  await user.type(within(bar()).getByRole('textbox', { name: 'Replace with' }), 'red fox')
  expect(
    await within(bar()).findByText(/in 3 places · 1 rendered block will need rendering again/),
  ).not.toBeNull()
  const replace = within(bar()).getByRole('button', { name: 'Replace' })
  await user.click(replace)
  await user.click(replace)
  expect(texts()[0]).toBe('The red fox and the owl.')
  await waitFor(() => expect(within(bar()).getByRole('status').textContent).toBe('2 of 3'))
  await user.click(within(bar()).getByRole('button', { name: 'Replace all' }))
  expect(texts()).toEqual(['The red red fox and the owl.', 'A red fox.', 'No one. (red fox)'])
  expect(edits()).toEqual(['edits.replace', 'edits.replace'])
  expect(world.view.getState().notices.map(({ message }) => message)).toEqual(['script.find.replaced'])
})

it('in an open bar, Ctrl+H moves to the replacement field, and Ctrl+F back to the search field', async () => {
  const { user, bar } = show()
  const field = (name: string) => within(bar()).getByRole('textbox', { name })
  await user.keyboard('{Control>}h{/Control}')
  expect(document.activeElement).toBe(field('Find'))
  await user.keyboard('fox{Control>}h{/Control}')
  expect(document.activeElement).toBe(field('Replace with'))
  await user.keyboard('owl{Control>}f{/Control}')
  expect(document.activeElement).toBe(field('Find'))
  expect((field('Replace with') as HTMLInputElement).value).toBe('owl')
  await user.keyboard('{Escape}{Control>}f{/Control}')
  await user.click(within(bar()).getByRole('button', { name: 'Replace' }))
  expect(document.activeElement).toBe(field('Replace with'))
})

it('an incomplete regular expression is reported, and replaces nothing', async () => {
  const { user, bar, texts } = show()
  await user.keyboard('{Control>}h{/Control}')
  await user.click(within(bar()).getByRole('button', { name: /^Regular expression/ }))
  const find = within(bar()).getByRole('textbox', { name: 'Find' })
  await user.type(find, '(fox')
  expect(find.getAttribute('aria-invalid')).toBe('true')
  expect(within(bar()).getByRole('button', { name: 'Replace all' }).hasAttribute('disabled')).toBe(true)
  await user.type(find, ')$')
  expect(within(bar()).getByRole('status').textContent).toBe('0 matches')
  await user.clear(find)
  await user.type(find, '(fox) and the (owl)')
  await user.type(within(bar()).getByRole('textbox', { name: 'Replace with' }), '$2 and the $1')
  await user.click(await within(bar()).findByRole('button', { name: 'Replace all' }))
  await waitFor(() => expect(texts()[0]).toBe('The owl and the fox.'))
})

it('a regular expression that would take too long is reported, and replaces nothing', async () => {
  const { user, bar, texts } = show()
  await user.keyboard('{Control>}h{/Control}')
  await user.click(within(bar()).getByRole('button', { name: /^Regular expression/ }))
  const find = within(bar()).getByRole('textbox', { name: 'Find' })
  const before = texts()
  await user.click(find)
  await user.paste('(.{500}){9}')
  expect(within(bar()).getByRole('status').textContent).toMatch(/too complex.*Nothing was changed/)
  expect(within(bar()).getByRole('button', { name: 'Replace all' }).hasAttribute('disabled')).toBe(true)
  expect(texts()).toEqual(before)
})

it('blocks are found by a speech setting, and are all given another value', async () => {
  const { user, bar, block, edits } = show()
  await user.keyboard('{Control>}f{/Control}')
  await user.selectOptions(within(bar()).getByRole('combobox', { name: 'Where to find' }), 'spoken')
  await user.selectOptions(within(bar()).getByRole('combobox', { name: 'Speaker or setting' }), 'speed')
  await user.selectOptions(within(bar()).getByRole('combobox', { name: 'becomes' }), '1.25×')
  expect(await within(bar()).findByText(/in 3 places/)).not.toBeNull()
  await user.click(within(bar()).getByRole('button', { name: 'Set all' }))
  expect(['b1', 'b2', 'b3'].map((name) => block(name).speed)).toEqual([1.25, 1.25, 1.25])
  expect(edits()).toEqual(['edits.replace'])
})

it('the next replacement is previewed, and only the selected blocks are changed', async () => {
  const { user, world, bar, texts } = show()
  await screen.findByRole('textbox', { name: 'Text of block 1' })
  act(() => world.editor.setState({ selection: [id('b2'), id('b3')] }))
  await user.keyboard('{Control>}h{/Control}')
  await user.type(within(bar()).getByRole('textbox', { name: 'Find' }), 'fox')
  await user.type(within(bar()).getByRole('textbox', { name: 'Replace with' }), 'owl')
  const preview = await within(bar()).findByText('Next replacement:')
  await waitFor(() =>
    expect(preview.parentElement?.textContent).toBe('Next replacement: The foxowl and the owl.'),
  )
  await user.click(within(bar()).getByRole('button', { name: 'Only in the 2 selected blocks' }))
  await waitFor(() => expect(preview.parentElement?.textContent).toBe('Next replacement: A foxowl.'))
  expect(within(bar()).getByRole('status').textContent).toBe('2 matches')
  await user.click(within(bar()).getByRole('button', { name: 'Replace all' }))
  expect(texts()).toEqual(['The fox and the owl.', 'A owl.', 'No one. (owl)'])
})
