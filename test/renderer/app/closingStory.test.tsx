/** Tests what happens to open dialogs and work when a story closes or another one is shown, by the commands of a native menu, which no dialog disables. */
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sendOverCap } from '../../../renderer/actions/conversions.ts'
import { exportText, openRecent } from '../../../renderer/actions/projects.ts'
import { renderStory, startRender } from '../../../renderer/actions/rendering.ts'
import { readAgain } from '../../../renderer/actions/takes.ts'
import { restoreVersion } from '../../../renderer/actions/history.ts'
import { openVoicePicker } from '../../../renderer/actions/voicePicking.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { ErrorBoundary } from '../../../renderer/app/PlainPages.tsx'
import { currentSession } from '../../../renderer/stores/app.ts'
import { needsStory, type OpenDialog, type StoryDialog } from '../../../renderer/stores/viewStore.ts'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import type { Channel } from '../../../shared/ipc/contract.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { fileRefSchema, type ProjectId, type RecentId, type Version } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { removeEntries } from '../../../shared/story/blockCommands.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { long } from '../../support/tags.ts'
import { VOICES } from '../fields/support.ts'
import { reviewHost } from '../import/renderReview.tsx'
import { APP_INFO } from '../support/appInfo.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, NOTHING_MADE, PROJECT, sketchRecords, takeOf } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'
import { openStoryDialog } from '../../../renderer/actions/dialogs.ts'
import { chooseFile } from '../../../renderer/actions/imports.ts'

giveBoxes({ width: 600, height: 2000 })

const HEBREW = 'היה היה פעם'
const REF = fileRefSchema.parse('a-reference')
const VERSION: Version = {
  ...{ id: 'v1', reason: 'saved', name: 'First draft', createdAtMs: 1, blocks: 2, bytes: 1 },
}

/** Story A as it is opened, and story B: a copy of it, whose records have the same ids. */
const RECORDS = sketchRecords([{ text: 'Once upon a time' }, { text: HEBREW }], 'hosted')
const FREE = sketchRecords([{ text: 'Once upon a time' }, { text: HEBREW }])
const B = {
  ...PROJECT,
  ...NOTHING_MADE,
  projectId: 'project-b' as ProjectId,
  recentId: 'recent-b' as RecentId,
  records: sketchRecords([{ text: 'Once upon a time' }, { text: 'The other story' }], 'hosted'),
}

/** Calls that ask a service for audio. */
const PURCHASES: readonly Channel[] = ['jobs:start', 'takes:make', 'takes:readAgain', 'vibes:audition']

/** The app on the desktop, with story A open. */
function openApp(records = RECORDS) {
  const made = testWorld({
    records,
    app: { ...VOICES, info: { ...APP_INFO, host: 'desktop', filePicker: 'system' } },
    answers: {
      'project:create': () => B,
      'project:open': () => B,
      'project:openRecent': () => B,
      'project:readVersion': () => B.records,
      'project:versions': () => [VERSION],
      'files:pick': () => ({ ref: REF }),
      'import:readFile': () => null,
      'ledger:get': () => ({ stories: [], connections: [], days: [], storiesByDay: [], total: NO_SUMS }),
      'jobs:paces': () => ({ all: null, byVoice: {} }),
      'jobs:list': () => ({ jobs: [], hasMore: false }),
      'jobs:count': () => ({}) as never, // shown only
      'takes:held': () => ({ takes: [], fileBytes: 0 }),
      'music:held': () => [],
      'jobs:start': () => ({ job: null, isNew: false }),
      'takes:readAgain': () => {
        throw OVER_CAP
      },
    },
  })
  const { user } = renderIn(
    made.world,
    <ErrorBoundary>
      <Dialogs />
    </ErrorBoundary>,
  )
  return {
    ...made,
    user,
    purchases: () => made.calls.filter(({ channel }) => PURCHASES.includes(channel)).length,
  }
}
const OVER_CAP = new UserFacingError('credit-cap-story', {
  request: 'r1',
  blockId: 'b1',
  cap: 1,
  estimate: 2,
  spent: 0,
})
const NO_SUMS = { conversions: 0, estimated: 0, charged: 0, counted: 0 }
type TestApp = ReturnType<typeof openApp>

const READING = {
  name: 'Tides',
  sizeBytes: 9,
  source: sourceOf('Tides', [{ title: null, kind: 'body', paragraphs: [plainParagraph('The tide.')] }]),
  table: null,
  encoding: null,
  readAs: null,
} as ImportReading

/** Each dialog, about the open story if possible. */
const DIALOGS: { readonly [K in OpenDialog['kind']]: Extract<OpenDialog, { kind: K }> } = {
  'file-open': { kind: 'file-open', entries: [], isAdded: true },
  'dropped-story': { kind: 'dropped-story', ref: REF, name: 'tides.fabula' },
  'delete-take': {
    kind: 'delete-take',
    take: takeOf(storyFromRecords(RECORDS), id('b1'), 'audio', 0, 900),
    name: 'Take 1',
    credits: 12,
  },
  'cut-take': {
    kind: 'cut-take',
    blockId: id('b1'),
    take: takeOf(storyFromRecords(RECORDS), id('b1'), 'audio', 0, 900),
    name: 'Take 1',
  },
  'delete-vibe': {
    kind: 'delete-vibe',
    vibe: { id: 1, name: 'Hush', prompt: 'Quietly', isMaster: false },
    inUse: { blocks: [1], characters: [], stories: [] },
  },
  'share-vibes': { kind: 'share-vibes' },
  'import-vibes': { kind: 'import-vibes', fileName: 'v.json', vibes: [] },
  documents: { kind: 'documents', chosen: null },
  import: { kind: 'import', reading: reviewHost().open(READING), from: { ref: REF }, isAdded: true },
  update: {
    kind: 'update',
    reading: reviewHost().open(READING),
    from: { ref: REF },
    update: { differences: [], order: [], found: 0, repeated: [], cast: [], lexicon: [] },
    choices: { mapping: { sheet: null }, options: reviewHost().open(READING).source.usual },
    isKnown: true,
  },
  'import-reading': { kind: 'import-reading', ref: REF, name: 'tides.txt', isAdded: true },
  'import-password': { kind: 'import-password', ref: REF, error: null, isAdded: true },
  'read-again': { kind: 'read-again', blockId: id('b1') },
  'held-takes': { kind: 'held-takes' },
  'render-queue': { kind: 'render-queue' },
  'save-version': { kind: 'save-version' },
  versions: { kind: 'versions' },
  history: { kind: 'history' },
  casting: { kind: 'casting' },
  export: { kind: 'export', format: null },
  shortcuts: { kind: 'shortcuts' },
  audition: { kind: 'audition', vibes: [] },
  cast: { kind: 'cast', chosen: null, merges: true },
  palette: { kind: 'palette' },
  settings: { kind: 'settings' },
  conversions: { kind: 'conversions' },
  servers: { kind: 'servers', of: 'connection' },
  voices: { kind: 'voices' },
}

/** Ways to leave story A, each with the story that is shown next. */
const WAYS: Readonly<Record<string, (app: TestApp) => unknown>> = {
  'Close story': ({ emit }) => emit('menu:command', { command: 'closeStory' }),
  'New story': ({ emit }) => emit('menu:command', { command: 'newStory' }),
  'Open…': ({ emit }) => emit('menu:command', { command: 'openStory' }),
  'a file that the system opens': ({ emit }) => emit('app:openFile', { ref: REF }),
  'a recent story': ({ world }) => openRecent(world, B.recentId),
}

async function leave(app: TestApp, way: string): Promise<void> {
  await act(async () => {
    await WAYS[way]?.(app)
  })
  const after = way === 'Close story' ? undefined : B.projectId
  await waitFor(() => expect(openProject(app)).toBe(after))
  await act(() => Promise.resolve())
}

/** Whether a dialog always concerns the open story. */
function isOfStory(dialog: OpenDialog): dialog is StoryDialog {
  return needsStory(dialog) && !('isAdded' in dialog)
}

function openProject({ world }: TestApp): ProjectId | undefined {
  return currentSession(world)?.story.getState().project.projectId
}

function expectNoErrorPage(): void {
  expect(screen.queryByRole('heading', { name: /^Something went wrong/ })).toBeNull()
}

describe.each(Object.keys(WAYS))('%s', (way) => {
  const tags = way === 'Close story' ? {} : long

  test.each(Object.values(DIALOGS))('closes the dialog $kind', tags, async (dialog) => {
    const app = openApp()
    act(() => app.world.view.setState({ dialog }))
    await leave(app, way)
    expect(app.world.view.getState().dialog).toBeNull()
    expectNoErrorPage()
    expect(app.purchases()).toBe(0)
  })

  test('answers an open render plan, which then renders nothing', async () => {
    const app = openApp()
    const started = renderStory(app.world, new Set([id('b1')]))
    const start = await screen.findByRole('button', { name: /^Start/ })
    await leave(app, way)
    expect(await started).toBe(false)
    expect(start.isConnected).toBe(false)
    expect(currentSession(app.world)?.editor.getState().lastPart ?? null).toBeNull()
    expectNoErrorPage()
    expect(app.purchases()).toBe(0)
  })

  test('answers the question about voices that cannot read their blocks', async () => {
    const app = openApp(FREE)
    const started = startRender(app.world, { only: null })
    await screen.findByRole('button', { name: 'Change and continue' })
    await leave(app, way)
    expect(await started).toBe(false)
    expect(screen.queryByRole('dialog')).toBeNull()
    expectNoErrorPage()
    expect(app.purchases()).toBe(0)
  })

  test('closes the question whether to exceed a cap', async () => {
    const app = openApp()
    await readAgain(app.world, id('b1'), 1)
    await screen.findByRole('dialog')
    await leave(app, way)
    expect(app.world.view.getState().overCap).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(app.callsOf('ledger:allow')).toEqual([])
    expect(app.purchases()).toBe(1)
  })

  test('shows no question if a cap stops a submission afterwards', async () => {
    const app = openApp()
    const refusal = Promise.withResolvers<never>()
    app.answer({ 'takes:readAgain': () => refusal.promise })
    const reading = readAgain(app.world, id('b1'), 1)
    await leave(app, way)
    refusal.reject(OVER_CAP)
    await act(() => reading)
    expect(app.world.view.getState().overCap).toBeNull()
    expect(app.purchases()).toBe(1)
  })

  test('spends nothing if a confirmation was in progress', async () => {
    const app = openApp()
    await readAgain(app.world, id('b1'), 1)
    const allowed = Promise.withResolvers<Record<string, never>>()
    app.answer({ 'ledger:allow': () => allowed.promise })
    const { overCap } = app.world.view.getState()
    const sending = overCap === null ? undefined : sendOverCap(app.world, overCap)
    await leave(app, way)
    allowed.resolve({})
    await act(async () => sending)
    expect(app.purchases()).toBe(1)
  })

  test('writes and changes nothing if an answer arrives afterwards', async () => {
    const app = openApp()
    const place = Promise.withResolvers<{ ref: typeof REF }>()
    const version = Promise.withResolvers<typeof FREE>()
    app.answer({
      'files:pick': ({ purpose }) => (purpose === 'export-md' ? place.promise : { ref: REF }),
      'project:readVersion': () => version.promise,
    })
    const exporting = exportText(app.world, 'md', () => {})
    const restoring = restoreVersion(app.world, VERSION)
    await leave(app, way)
    place.resolve({ ref: REF })
    version.resolve(FREE)
    await act(() => Promise.all([exporting, restoring]))
    expect(app.callsOf('project:exportText')).toEqual([])
    expect(app.callsOf('project:keepVersion')).toEqual([])
    expect(currentSession(app.world)?.story.getState().history.past ?? []).toEqual([])
  })

  test('leads to a fresh view', async () => {
    const app = openApp()
    const { world } = app
    const viewFirst = world.view.getState()
    const editorFirst = { ...world.editor.getState(), selection: [] }
    const playbackFirst = world.playback.getState()
    await act(async () => {
      openVoicePicker(world)
      world.player.setLooping(true)
      world.player.setMuted('music', true)
      world.view.setState({
        drawer: 'inspector',
        savePlace: { purpose: 'export-md', suggestedName: 'A', write: () => Promise.resolve() },
      })
      world.editor.setState({
        inspected: { kind: 'blocks', recording: id('b2'), compared: ['t1', 't2'], named: 't1' },
        namingId: null,
        filter: [{ kind: 'blocks', name: 'x', ids: new Set([id('b2')]) }],
        blockMenu: { kind: 'actions', anchor: { x: 0, y: 0, width: 0, height: 0 } },
        selection: [id('b2')],
        keptVoices: new Set(['x']),
        zoom: { to: 'in', count: 1 },
      })
      world.note('app.rendered')
    })
    await leave(app, way)
    expect(world.view.getState()).toEqual(viewFirst)
    const session = currentSession(world)
    expect(session).not.toBe(world)
    if (session === null) return
    expect({ ...session.editor.getState(), reveal: null, selection: [] }).toEqual(editorFirst)
    expect(session.playback.getState()).toEqual(playbackFirst)
  })
})

describe('without a story', () => {
  test.each(Object.values(DIALOGS).filter(isOfStory))('the dialog $kind does not open', async (dialog) => {
    const app = openApp()
    await leave(app, 'Close story')
    act(() => openStoryDialog(app.world, dialog))
    expect(app.world.view.getState().dialog).toBeNull()
    expectNoErrorPage()
  })

  test('no list of files opens if it arrives after the story was closed', async () => {
    const app = openApp()
    app.world.state.setState({ info: { ...APP_INFO, filePicker: 'own' } })
    const files = Promise.withResolvers<never[]>()
    app.answer({ 'files:list': () => files.promise })
    const choosing = chooseFile(app.world, true)
    await leave(app, 'Close story')
    files.resolve([])
    await act(() => choosing)
    expect(app.world.view.getState().dialog).toBeNull()
  })

  test.each(Object.values(DIALOGS).filter((dialog) => !needsStory(dialog)))(
    'the dialog $kind opens',
    async (dialog) => {
      const app = openApp()
      await leave(app, 'Close story')
      await act(async () => app.world.view.setState({ dialog }))
      expect(app.world.view.getState().dialog).toEqual(dialog)
      expectNoErrorPage()
    },
  )

  test('no render is planned or started', async () => {
    const app = openApp()
    await leave(app, 'Close story')
    expect(await renderStory(app.world)).toBe(false)
    expect(await startRender(app.world, { only: null })).toBe(false)
    expect(app.purchases()).toBe(0)
  })
})

test.each(Object.values(DIALOGS))('the dialog $kind survives a change by another window', async (dialog) => {
  const app = openApp()
  await act(async () => app.world.view.setState({ dialog }))
  const blocks = blocksOf(app.story()).map((block) => block.id)
  const change = removeEntries(app.story(), blocks)
  const changes = [{ revision: 1, changeId: 'theirs', change }]
  app.answer({ 'project:changesSince': () => ({ kind: 'changes', changes }) })
  await act(async () => {
    app.emit('project:changed', { projectId: PROJECT.projectId, revision: 1 })
  })
  expect(blocksOf(app.story())).toEqual([])
  expectNoErrorPage()
  expect(app.purchases()).toBe(0)
})

test('a plan that is replaced by another plan is answered', async () => {
  const { world } = openApp()
  const first = renderStory(world, new Set([id('b1')]))
  const second = renderStory(world)
  expect(await first).toBe(false)
  expect(world.editor.getState().renderPlan?.only).toBeNull()
  world.editor.getState().renderPlan?.answer(true)
  expect(await second).toBe(true)
})

test('a closed story is not opened again by a later answer', async () => {
  const app = openApp()
  const missed = Promise.withResolvers<never>()
  app.answer({
    'project:changesSince': ({ projectId }) =>
      projectId === PROJECT.projectId ? missed.promise : { kind: 'changes', changes: [] },
  })
  app.emit('project:closed', { projectId: PROJECT.projectId })
  await leave(app, 'New story')
  missed.reject(new UserFacingError('project-not-open'))
  await act(async () => missed.promise.catch(() => undefined))
  expect(app.callsOf('project:openRecent')).toEqual([])
  expect(app.world.view.getState().notices).toEqual([])
})

test('an action of a closed story changes, saves and requests nothing', async () => {
  const app = openApp()
  const { world } = app
  const before = app.story()
  await leave(app, 'New story')
  const sent = app.callsOf('project:change').length
  const shown = app.story()
  world.edit('edits.delete', removeEntries(before, [id('b1')]))
  await world.saver.flush()
  expect(await renderStory(world)).toBe(false)
  expect(await startRender(world, { only: null })).toBe(false)
  expect([app.story(), world.story.getState().story]).toEqual([shown, before])
  expect(app.callsOf('project:change')).toHaveLength(sent)
  expect(app.purchases()).toBe(0)
})

test('closing a story twice does not close the next one', async () => {
  const app = openApp()
  const { emit } = app
  await act(async () => {
    emit('menu:command', { command: 'newStory' })
    emit('menu:command', { command: 'closeStory' })
    emit('menu:command', { command: 'newStory' })
  })
  await waitFor(() => expect(app.callsOf('project:close')).toContainEqual({ projectId: PROJECT.projectId }))
  expect(
    app.callsOf('project:close').filter(({ projectId }) => projectId === PROJECT.projectId),
  ).toHaveLength(1)
  expect(openProject(app)).toBe(B.projectId)
})
