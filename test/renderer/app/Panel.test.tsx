import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { fitWindow } from '../../../renderer/actions/panels.ts'
import { Panel } from '../../../renderer/app/Editor.tsx'
import type { CommandId } from '../../../shared/commands/commands.ts'
import type { Session } from '../../../renderer/stores/app.ts'
import type { WindowSize } from '../../../renderer/stores/panels.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

/** The script with a panel at each side of it. */
function open(windowSize: WindowSize = 'large') {
  const made = renderInWorld(
    <>
      <Panel name="left">
        <section data-region="outline" tabIndex={-1}>
          <button>Chapter</button>
        </section>
      </Panel>
      <section data-region="script" tabIndex={-1}>
        <textarea aria-label="Words" />
      </section>
      <Panel name="inspector">
        <section data-region="inspector" tabIndex={-1}>
          <button>First</button>
          <button data-entry>Voice</button>
        </section>
      </Panel>
    </>,
    { records: sketchRecords([{}]) },
  )
  act(() => made.world.view.setState({ windowSize }))
  return { ...made, sent: () => made.callsOf('settings:update').map(({ panels }) => panels) }
}

const run = (world: Session, id: CommandId) => act(async () => runCommand(world, id))
const separator = (name: string) => screen.getByRole('separator', { name })
const size = (name: string) => Number(separator(name).getAttribute('aria-valuenow'))

describe('the edge of a panel', () => {
  it('moves by the arrow keys in steps of 8, to its limits by Home and End, and no further', async () => {
    const { user, sent } = open()
    separator('Width of the outline').focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(size('Width of the outline')).toBe(240)
    await user.keyboard('{End}{ArrowRight}')
    expect(size('Width of the outline')).toBe(360)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(size('Width of the outline')).toBe(180)
    expect(sent().at(-1)).toMatchObject({
      left: { sizePx: 180, isFolded: false },
      inspector: { sizePx: null },
    })
  })

  it('makes the panel larger towards the script, at either side', async () => {
    const { user } = open()
    separator('Width of the inspector').focus()
    await user.keyboard('{ArrowLeft}')
    expect(size('Width of the inspector')).toBe(312)
  })

  it('leaves keys with modifiers to the commands', () => {
    open()
    const event = new KeyboardEvent('keydown', {
      key: 'ArrowRight',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    })
    fireEvent(separator('Width of the outline'), event)
    expect(size('Width of the outline')).toBe(232)
    expect(event.defaultPrevented).toBe(false)
  })

  it('is dragged, is saved on release, and returns to the default size on a double click', () => {
    const { sent, world } = open()
    const edge = separator('Width of the outline')
    const panel = edge.parentElement
    const drag = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientX: number) =>
      fireEvent[type](edge, { pointerId: 1, button: 0, clientX })
    drag('pointerDown', 232)
    drag('pointerMove', 282)
    expect(panel?.style.getPropertyValue('--size')).toBe('282px')
    expect(sent()).toEqual([])
    drag('pointerMove', 9000)
    drag('pointerUp', 9000)
    expect(sent()).toHaveLength(1)
    expect(world.state.getState().settings.panels.left.sizePx).toBe(360)
    fireEvent.doubleClick(edge)
    expect(world.state.getState().settings.panels.left.sizePx).toBeNull()
    expect(size('Width of the outline')).toBe(232)
  })
})

describe('showing and hiding a panel', () => {
  it('folds a panel beside the script, moves its focus to the script, and is saved', async () => {
    const { world, sent } = open()
    screen.getByRole('button', { name: 'Chapter' }).focus()
    await run(world, 'toggleOutline')
    expect(screen.queryByRole('button', { name: 'Chapter' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Words'))
    expect(sent().at(-1)?.left.isFolded).toBe(true)
    await run(world, 'toggleOutline')
    screen.getByRole('button', { name: 'Chapter' })
    expect(document.activeElement).toBe(screen.getByLabelText('Words'))
  })

  it('opens a drawer with the focus in it, and Escape closes it and returns the focus', async () => {
    const { user, world, sent } = open('medium')
    expect(screen.queryByRole('button', { name: 'Voice' })).toBeNull()
    expect(screen.getAllByRole('separator')).toHaveLength(1) // of the outline, which has room
    screen.getByRole('button', { name: 'Chapter' }).focus()
    await run(world, 'toggleInspector')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Voice' })))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Voice' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Chapter' }))
    expect(sent()).toEqual([])
  })

  it('allows only one open drawer at a time', async () => {
    const { world } = open('small')
    await run(world, 'toggleOutline')
    screen.getByRole('button', { name: 'Chapter' })
    await run(world, 'toggleInspector')
    screen.getByRole('button', { name: 'Voice' })
    expect(screen.queryByRole('button', { name: 'Chapter' })).toBeNull()
  })
})

describe('resizing the window', () => {
  it('keeps the focused panel open and focused, over the script if there is no room beside it', async () => {
    const { user, world } = open()
    const voice = screen.getByRole('button', { name: 'Voice' })
    voice.focus()
    act(() => fitWindow(world, 'medium'))
    expect(document.activeElement).toBe(voice)
    act(() => fitWindow(world, 'small'))
    expect(document.activeElement).toBe(voice)
    expect(screen.queryByRole('button', { name: 'Chapter' })).toBeNull()
    act(() => fitWindow(world, 'large'))
    expect(document.activeElement).toBe(voice)
    screen.getByRole('button', { name: 'Chapter' })
    act(() => fitWindow(world, 'medium'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Voice' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Words'))
  })

  it('closes a panel over the script if it is folded beside the script, and moves its focus to the script', async () => {
    const { world } = open()
    await run(world, 'toggleInspector')
    act(() => fitWindow(world, 'medium'))
    await run(world, 'toggleInspector')
    screen.getByRole('button', { name: 'Voice' }).focus()
    act(() => fitWindow(world, 'large'))
    expect(screen.queryByRole('button', { name: 'Voice' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Words'))
  })

  it('closes a panel over the script that does not have the focus', async () => {
    const { world } = open('small')
    await run(world, 'toggleInspector')
    screen.getByLabelText('Words').focus()
    act(() => fitWindow(world, 'medium'))
    expect(screen.queryByRole('button', { name: 'Voice' })).toBeNull()
  })
})
