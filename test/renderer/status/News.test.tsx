import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { News } from '../../../renderer/features/status/News.tsx'
import { DialogFrame } from '../../../renderer/ui/Dialog.tsx'
import type { Session } from '../../../renderer/stores/app.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { documentAt, jobAt } from '../support/jobs.ts'
import { PROJECT, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const open = () => renderInWorld(<News />, { records: sketchRecords([{ text: 'Once' }]) })
/** Lets time pass, in ms. */
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const lines = () => screen.getByRole('region', { name: 'Messages' }).textContent

describe('a playback that may have been charged without an answer', () => {
  const lost = jobAt(1, { endpoint: 'speech', state: 'unknown', activity: null })
  const error = new UserFacingError('conversion-interrupted')
  const alerts = () => screen.queryAllByRole('alert').length

  it.each([
    ['the answer to the play', (world: Session) => world.report(error)],
    ['the news of its job', (_world: Session, tell: () => void) => tell()],
  ])('is shown once, with a way to resolve it, if %s comes first', async (_, first) => {
    const { world, emit, user } = open()
    const tell = () => emit('jobs:changed', { jobs: [lost], gone: [] })
    act(() => {
      first(world, tell)
      world.report(error)
      tell()
    })
    expect(alerts()).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Settle it in Conversions…' }))
    expect(world.view.getState().dialog).toEqual({ kind: 'conversions' })
    act(() => emit('jobs:changed', { jobs: [{ ...lost, revision: 2, state: 'dismissed' }], gone: [] }))
    expect(alerts()).toBe(0)
  })
})

describe('a service that does not answer', () => {
  const block = { endpoint: 'speech', connectionName: 'Reading Room' } as const
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is one line that counts down to the next attempt, which the writer can start at once', () => {
    vi.useFakeTimers({ now: 0 })
    const made = open()
    const { activity } = jobAt(1)
    const waiting = { ...block, nextTryMs: 8000 }
    made.answer({ 'jobs:resume': () => ({}) })
    act(() => {
      const jobs = ['one', 'two'].map((id) => jobAt(1, { ...waiting, id, activity }))
      made.emit('jobs:changed', { jobs, gone: [] })
    })
    const line = screen.getByRole('alert')
    expect(line.textContent).toContain(
      'Reading Room is not responding. 2 conversions are waiting; nothing is lost.',
    )
    const timer = within(line).getByRole('timer')
    expect(timer.textContent).toContain('Next try in 8 s')
    pass(3000)
    expect(timer.textContent).toContain('Next try in 5 s')
    pass(5000)
    expect(timer.textContent).toContain('Trying…')
    expect(within(line).queryByRole('button', { name: 'Dismiss' })).toBeNull()
    fireEvent.click(within(line).getByRole('button', { name: 'Try now' }))
    expect(made.callsOf('jobs:resume')).toEqual(expect.arrayContaining([{ id: 'one' }, { id: 'two' }]))
    act(() => {
      const jobs = ['one', 'two'].map((id) => jobAt(2, { ...block, id }))
      made.emit('jobs:changed', { jobs, gone: [] })
    })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('replaces the message of the failed render, shows minutes, and can be dismissed until the next attempt', () => {
    vi.useFakeTimers({ now: 0 })
    const made = open()
    const error = { code: 'service-unreachable', params: { host: 'there' } } as const
    const lost = jobAt(1, {
      ...{ activity: null, error, nextTryMs: 630_000 },
      connectionName: 'Reading Room',
    })
    act(() => made.emit('jobs:changed', { jobs: [lost], gone: [] }))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('timer').textContent).toBe('Next try in 10:30')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(lines()).toBe('')
    act(() => made.emit('jobs:changed', { jobs: [{ ...lost, revision: 2, nextTryMs: 1_530_000 }], gone: [] }))
    expect(lines()).toContain('Reading Room is not responding. 1 conversion is waiting')
    const refused = { ...lost, revision: 3, error: { code: 'service-key-refused', params: {} } as const }
    act(() => made.emit('jobs:changed', { jobs: [refused], gone: [] }))
    expect(lines()).toContain('The render failed.')
  })

  it('offers the local voice instead, if it can speak the open story', () => {
    const made = renderInWorld(<News />, { records: sketchRecords([{ text: 'Once' }], 'hosted') })
    act(() => made.emit('jobs:changed', { jobs: [jobAt(1, { nextTryMs: 8000 })], gone: [] }))
    fireEvent.click(screen.getByRole('button', { name: 'Use the local voice' }))
    expect(made.story().info.connectionId).toBe('built-in')
  })
})

describe('a document that could not be spoken', () => {
  it('is sent again, unless it needs its password', async () => {
    const made = open()
    const failed = documentAt(1, { state: 'failed', activity: null })
    made.answer({ 'documents:sendAgain': () => ({ job: documentAt(1, { id: 'two' }) }) })
    act(() => made.emit('jobs:changed', { jobs: [failed], gone: [] }))
    await made.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(made.callsOf('documents:sendAgain')).toEqual([{ id: failed.id }])
    const document = failed.document && { ...failed.document, isProtected: true }
    act(() => made.emit('jobs:changed', { jobs: [{ ...failed, revision: 2, document }], gone: [] }))
    await made.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(made.callsOf('documents:sendAgain')).toHaveLength(1)
    expect(made.world.view.getState().dialog).toMatchObject({ kind: 'documents' })
  })
})

describe('a message', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('stays until it was shown for some seconds and the writer continues', () => {
    const { world } = open()
    act(() => world.note('app.rendered'))
    fireEvent.keyDown(document.body, { key: 'a' })
    pass(60_000)
    expect(lines()).toBe('The story is rendered.')
    fireEvent.keyDown(document.body, { key: 'a' })
    expect(lines()).toBe('')
  })

  it('with an action stays while the action is pressed, and runs it', () => {
    const { world } = open()
    const run = vi.fn(() => Promise.resolve())
    act(() => world.note('app.rendered', {}, { label: 'app.undoDelete', run }))
    pass(60_000)
    const undo = screen.getByRole('button', { name: 'Undo' })
    fireEvent.pointerDown(undo)
    fireEvent.click(undo)
    expect(run).toHaveBeenCalledOnce()
    expect(lines()).toBe('')
  })

  it.each([
    ['an error', (world: Session) => world.report(new UserFacingError('project-not-open'))],
    ['a warning', (world: Session) => world.warn('app.mergedBlock', { number: 1 })],
  ])('that is %s stays until it is dismissed', (_, tell) => {
    const { world } = open()
    act(() => tell(world))
    pass(60_000)
    fireEvent.keyDown(document.body, { key: 'a' })
    expect(lines()).not.toBe('')
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }))
    expect(lines()).toBe('')
  })
})

describe('a message beside a dialog', () => {
  const dialog = (
    <DialogFrame label="A question" look="plain" onClose={vi.fn()}>
      <p>Sure?</p>
    </DialogFrame>
  )

  it('is highlighted only if it arrives while the dialog is open, and until the dialog is closed', async () => {
    const { world } = open()
    act(() => world.note('app.rendered'))
    const shown = render(dialog)
    act(() => world.note('exports.copied'))
    const lineOf = (text: string) => screen.getByText(text).closest('[role=status]')
    expect(lineOf('The story is rendered.')?.hasAttribute('data-new')).toBe(false)
    expect(lineOf('Copied the report.')?.hasAttribute('data-new')).toBe(true)
    shown.unmount()
    await waitFor(() => expect(lineOf('Copied the report.')?.hasAttribute('data-new')).toBe(false))
  })
})

describe('work in progress', () => {
  it('is shown in one place: the export, the render and a document, each with its stop button', () => {
    const made = open()
    const { world } = made
    act(() => {
      world.state.setState({
        exporting: {
          ...{ exportId: 'e', projectId: PROJECT.projectId, fraction: 0.5, remainingMs: 4000 },
          outcome: { kind: 'running' },
        },
      })
      made.emit('jobs:changed', { jobs: [jobAt(1), documentAt(1, { id: 'two' })], gone: [] })
    })
    const bars = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'))
    expect(bars).toEqual([
      'Exporting the story',
      'Rendering the story',
      expect.stringMatching(/^Progress of /),
    ])
    expect(lines()).toContain('50 % · about 4 s left')
    screen.getByRole('button', { name: 'Cancel' }).click()
    expect(made.callsOf('export:cancel')).toEqual([{ exportId: 'e' }])
  })

  it.each([
    ['system', 1],
    ['own', 0],
  ] as const)('exported files can be dragged out of a desktop window: %s', (filePicker, drags) => {
    const made = open()
    act(() => {
      made.world.state.setState({
        info: { ...APP_INFO, filePicker },
        exporting: {
          ...{ exportId: 'e', projectId: PROJECT.projectId, fraction: 1, remainingMs: 0 },
          outcome: {
            ...{ kind: 'done', fileName: 'Fox.mp3', fileCount: 1, location: '~/Fox.mp3' },
            ...{ download: null, beside: [], durationMs: 1000 },
          },
        },
      })
    })
    const words = screen.getByTitle(/Fox.mp3/)
    expect(words.getAttribute('draggable')).toBe(String(drags === 1))
    if (drags > 0) fireEvent.dragStart(words)
    expect(made.callsOf('export:drag')).toHaveLength(drags)
  })

  it('shows why an export failed, and offers to try again', async () => {
    const { world, user } = open()
    act(() => {
      world.state.setState({
        exporting: {
          ...{ exportId: 'e', projectId: PROJECT.projectId, fraction: 0, remainingMs: null },
          outcome: { kind: 'failed', error: { code: 'service-unreachable', params: { host: 'a.example' } } },
        },
      })
    })
    expect(screen.getByRole('alert').textContent).toMatch(/^The export failed. a.example cannot be reached/)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(world.view.getState().dialog).toEqual({ kind: 'export', format: null })
    expect(lines()).toBe('')
  })
})
