import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { editText } from '../../../shared/story/blockCommands.ts'
import { StatusBar } from '../../../renderer/features/status/StatusBar.tsx'
import { projectIdSchema, type ProjectId } from '../../../shared/ipc/views.ts'
import { id, PROJECT, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const BLOCKS = [{ text: 'The light went out.' }, { text: 'It was nine.' }]

it('the status bar shows a story’s length, and its blocks by their audio: rendered, changed and not rendered', () => {
  const story = sketchStory(BLOCKS)
  const takes = [takeOf(story, id('b1'), 'one', 0, 1000)]
  const { world, story: now } = renderInWorld(<StatusBar />, { records: sketchRecords(BLOCKS), takes })
  const bar = screen.getByRole('contentinfo')
  expect(bar.textContent).toMatch(/^2 blocks · 0:0\d · ≈\u00a07 words1 rendered1 not rendered/)
  act(() => {
    world.edit('edits.typing', editText(now(), id('b1'), 'The light had gone.'))
  })
  expect(bar.textContent).toMatch(/words1 changed1 not rendered/)
})

it('the status bar shows no word count for a story without words', () => {
  renderInWorld(<StatusBar />, { records: sketchRecords([{ text: '' }]) })
  expect(screen.getByRole('contentinfo').textContent).toMatch(/^1 block · 0:00Conv/)
})

it('clicking a count filters the script by its blocks, and clicking it again shows all blocks', () => {
  const { world } = renderInWorld(<StatusBar />, { records: sketchRecords(BLOCKS) })
  const count = screen.getByRole('button', { name: /2 not rendered/ })
  fireEvent.click(count)
  expect(world.editor.getState().filter).toEqual([{ kind: 'state', state: 'notMade' }])
  expect(count.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(count)
  expect(world.editor.getState().filter).toEqual([])
})

it('an export of several files names their folder, and has its files in a menu', async () => {
  const file = (n: number) => ({ fileName: `0${n}.mp3`, download: `./download/Fox/0${n}.mp3` })
  const { user, world } = renderInWorld(<StatusBar />, { records: sketchRecords(BLOCKS) })
  act(() => {
    world.state.setState({
      exporting: {
        ...{ exportId: 'e', projectId: PROJECT.projectId, fraction: 1, remainingMs: null },
        outcome: {
          ...{ kind: 'done', fileCount: 7, location: '~/Fabula/Fox', ...file(1) },
          beside: [2, 3, 4, 5, 6, 7].map(file),
        },
      },
    })
  })
  expect(screen.getByText('Exported 7 files into ~/Fabula/Fox.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => `0${n}.mp3`),
  )
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.getAttribute('href') ?? ''} as ${this.download}`)
  })
  await user.click(screen.getByRole('menuitem', { name: '02.mp3' }))
  click.mockRestore()
  expect(saved).toEqual(['./download/Fox/02.mp3 as 02.mp3'])
})

it('an export of one story is not shown in another', () => {
  const exported = (projectId: ProjectId | null) => ({
    ...{ exportId: 'e', projectId, fraction: 1, remainingMs: null },
    outcome: {
      kind: 'done',
      fileName: 'fox.mp3',
      fileCount: 1,
      location: '~/fox.mp3',
      download: null,
      beside: [],
    } as const,
  })
  const { world } = renderInWorld(<StatusBar />, { records: sketchRecords(BLOCKS) })
  const show = (projectId: ProjectId | null) => {
    act(() => {
      world.state.setState({ exporting: exported(projectId) })
    })
    return screen.queryByText(/^Exported fox.mp3/) !== null
  }
  expect(show(PROJECT.projectId)).toBe(true)
  expect(show(projectIdSchema.parse('another'))).toBe(false)
  expect(show(null)).toBe(true)
})
