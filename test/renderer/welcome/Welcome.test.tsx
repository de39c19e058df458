import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { refreshWelcome } from '../../../renderer/actions/projects.ts'
import { News } from '../../../renderer/features/status/News.tsx'
import { Welcome } from '../../../renderer/features/welcome/Welcome.tsx'
import {
  deletedDraftIdSchema,
  recentIdSchema,
  type AppInfo,
  type DeletedDraft,
  type Recent,
} from '../../../shared/ipc/views.ts'
import { NOTHING_MADE, PROJECT, sketchRecords } from '../support/smallStory.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const recent = (id: string, isDraft: boolean): Recent => ({
  ...{ id: recentIdSchema.parse(id), title: `The ${id}`, location: isDraft ? null : `~/${id}.fabula` },
  ...{ openedAtMs: 1, isDraft, exists: true, summary: null, tags: [] },
})
const deletedOf = ({ id, title }: Recent): DeletedDraft => ({
  ...{ id: deletedDraftIdSchema.parse(`deleted ${id}`), title, deletedAtMs: 2 },
})

/** The welcome screen of a host that has these stories. */
async function show(stories: readonly Recent[], info?: AppInfo) {
  const listed = [...stories]
  const [away, deleted]: [Recent[], Recent[]] = [[], []]
  const move = (id: string, from: Recent[], to: Recent[]) => {
    const at = from.findIndex((each) => each.id === id || deletedOf(each).id === id)
    to.push(...from.splice(at, 1))
    return {}
  }
  const shown = renderInWorld(
    <>
      <Welcome />
      <News />
    </>,
    {
      ...(info && { app: { info } }),
      answers: {
        'recents:list': () => [...listed],
        'project:createFromText': () => ({ ...PROJECT, ...NOTHING_MADE, records: [...sketchRecords([{}])] }),
        'recents:rename': ({ recentId, title }) => {
          const at = listed.findIndex(({ id }) => id === recentId)
          const before = listed[at]
          if (before !== undefined) listed[at] = { ...before, title }
          return {}
        },
        'recents:setTags': ({ recentId, tags }) => {
          const at = listed.findIndex(({ id }) => id === recentId)
          const before = listed[at]
          if (before !== undefined) listed[at] = { ...before, tags }
          return {}
        },
        'recents:remove': ({ recentId }) => move(recentId, listed, away),
        'recents:restore': ({ recentId }) => move(recentId, away, listed),
        'drafts:delete': ({ recentId }) => {
          move(recentId, listed, deleted)
          return { deletedId: deletedDraftIdSchema.parse(`deleted ${recentId}`) }
        },
        'drafts:listDeleted': () => deleted.map(deletedOf),
        'drafts:restore': ({ deletedId }) => move(deletedId, deleted, listed),
        'drafts:deleteForGood': ({ deletedId }) => move(deletedId, deleted, away),
      },
    },
  )
  await refreshWelcome(shown.world)
  return shown
}

const button = (name: string) => screen.getByRole('button', { name })
const row = (name: string) => screen.queryByRole('row', { name })
const bin = () => screen.queryByRole('region', { name: 'Deleted drafts' })

/** Opens the menu of a recent story and chooses an entry of it. */
async function choose(user: UserEvent, title: string, entry: string) {
  await user.click(await screen.findByRole('button', { name: `More about ${title}` }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

it('a story is shown with its length, its chapters, its first words and what needs rendering', async () => {
  const summary = {
    lengthMs: 157_000,
    chapters: 3,
    blocks: 24,
    changed: 1,
    notMade: 2,
    firstWords: 'Once, at',
  }
  await show([{ ...recent('novel', false), summary }, recent('unread', false)])
  const shown = within(await screen.findByRole('row', { name: 'The novel' }))
  expect(shown.getByText('2:37 · 3 chapters · 24 blocks')).toBeTruthy()
  expect(shown.getByText('Once, at')).toBeTruthy()
  expect(shown.getByText('3 to render')).toBeTruthy()
  expect(
    within(screen.getByRole('row', { name: 'The unread' })).queryByText(/to render|all rendered/),
  ).toBeNull()
})

it('a story whose file is read later is then shown with its content', async () => {
  const { answer, emit } = await show([recent('novel', false)])
  expect(within(await screen.findByRole('row', { name: 'The novel' })).queryByText(/blocks/)).toBeNull()
  const summary = { lengthMs: 157_000, chapters: 0, blocks: 24, changed: 0, notMade: 0, firstWords: '' }
  answer({ 'recents:list': () => [{ ...recent('novel', false), summary }] })
  emit('recents:changed', {})
  expect(await within(screen.getByRole('row', { name: 'The novel' })).findByText(/24 blocks/)).toBeTruthy()
})

it('a story with a file of its own is removed from the list with a note that the file stays, and is restored by undo', async () => {
  const { user } = await show([recent('novel', false)])
  await choose(user, 'The novel', 'Remove from list')
  await screen.findByText('Removed “The novel” from the list. Its file stays where it is.')
  expect(row('The novel')).toBeNull()
  await user.click(button('Undo'))
  expect(await screen.findByRole('row', { name: 'The novel' })).toBeTruthy()
  expect(screen.queryByText(/is removed from the list/)).toBeNull()
})

it('a draft is deleted after a confirmation, and is restored by undo', async () => {
  const { user, callsOf } = await show([recent('sketch', true)])
  await choose(user, 'The sketch', 'Delete draft…')
  expect(await screen.findByRole('dialog', { name: 'Delete draft' })).toBeTruthy()
  await user.click(button('Keep it'))
  expect(callsOf('drafts:delete')).toEqual([])
  await choose(user, 'The sketch', 'Delete draft…')
  await user.click(button('Delete draft'))
  await screen.findByText('Deleted the draft “The sketch”. It can be restored for 30 days.')
  expect(row('The sketch')).toBeNull()
  await user.click(button('Undo'))
  expect(await screen.findByRole('row', { name: 'The sketch' })).toBeTruthy()
  expect(bin()).toBeNull()
})

it('a deleted draft is listed, and can be restored or deleted permanently', async () => {
  const { user } = await show([recent('sketch', true), recent('idea', true)])
  for (const name of ['The sketch', 'The idea']) {
    await choose(user, name, 'Delete draft…')
    await user.click(button('Delete draft'))
    await waitFor(() => expect(within(bin() ?? document.body).getByText(name)).toBeTruthy())
  }
  await user.click(button('Restore The idea'))
  expect(await screen.findByRole('row', { name: 'The idea' })).toBeTruthy()
  await user.click(button('Delete The sketch for good…'))
  await user.click(button('Delete for good'))
  await waitFor(() => expect(bin()).toBeNull())
  expect(row('The sketch')).toBeNull()
})

it('by keyboard, arrows move, F2 renames, Delete removes, and Shift+F10 opens the menu', async () => {
  const { user, callsOf } = await show([recent('novel', false), recent('sketch', true)])
  const first = await screen.findByRole('row', { name: 'The novel' })
  first.focus()
  await user.keyboard('{F2}')
  const field = await screen.findByRole('textbox', { name: 'Title of the story' })
  await user.clear(field)
  await user.keyboard('The saga{Enter}')
  const renamed = await screen.findByRole('row', { name: 'The saga' })
  expect(callsOf('recents:rename')).toEqual([{ recentId: 'novel', title: 'The saga' }])
  renamed.focus()
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(await screen.findByRole('menuitem', { name: 'Remove from list' })).toBeTruthy()
  await user.keyboard('{Escape}')
  screen.getByRole('row', { name: 'The sketch' }).focus()
  await user.keyboard('{Delete}')
  expect(await screen.findByRole('dialog', { name: 'Delete draft' })).toBeTruthy()
})

it('a story is renamed from its menu', async () => {
  const { user } = await show([recent('novel', false)])
  await choose(user, 'The novel', 'Rename… F2')
  await user.type(await screen.findByRole('textbox', { name: 'Title of the story' }), ' two{Enter}')
  expect(await screen.findByRole('row', { name: 'The novel two' })).toBeTruthy()
})

it('the file of a story can be shown only if the host has a file manager', async () => {
  const { user, callsOf, world } = await show([recent('novel', false)], { ...APP_INFO, filePicker: 'own' })
  await user.click(await screen.findByRole('button', { name: 'More about The novel' }))
  expect(await screen.findByRole('menuitem', { name: 'Remove from list' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Show the file' })).toBeNull()
  await user.keyboard('{Escape}')
  world.state.setState({ info: { ...APP_INFO, filePicker: 'system' } })
  await choose(user, 'The novel', 'Show the file')
  expect(callsOf('recents:showFile')).toEqual([{ recentId: 'novel' }])
})

it('a story is opened in a window of its own from its menu, unless its file is gone', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await show([recent('novel', false), { ...recent('lost', false), exists: false }])
  await choose(user, 'The novel', 'Open in a new window')
  expect(open.mock.calls.map(([address]) => new URL(String(address)).hash)).toEqual(['#novel'])
  await user.click(await screen.findByRole('button', { name: 'More about The lost' }))
  const entry = await screen.findByRole('menuitem', { name: 'Open in a new window' })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
})

/** Pastes a text where the focus is. */
function paste(text: string) {
  const event = createEvent.paste(document.activeElement ?? document.body, {
    clipboardData: { files: [], getData: () => text },
  })
  fireEvent(document.activeElement ?? document.body, event)
  return event
}

it('a text pasted anywhere becomes a story, with its first line as the title', async () => {
  const { callsOf } = await show([])
  paste('# The Ferry\n\nIt ran twice a day.')
  await waitFor(() => expect(callsOf('project:createFromText')).toHaveLength(1))
  expect(callsOf('project:createFromText')[0]).toEqual({
    title: 'The Ferry',
    text: '# The Ferry\n\nIt ran twice a day.',
    narrator: 'Narrator',
  })
})

it('typed words become a story by Ctrl+Enter, and a text pasted among them stays with them', async () => {
  const { user, callsOf } = await show([])
  const field = screen.getByRole('textbox', { name: 'Text for a new story' })
  await user.type(field, 'Once')
  expect(paste('upon a time').defaultPrevented).toBe(false)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(callsOf('project:createFromText')).toMatchObject([{ title: 'Untitled story', text: 'Once' }]),
  )
})

it('many stories can be searched, sorted and shown as a list; for a few, these tools are hidden', async () => {
  const stories = ['lake', 'ferry', 'owl', 'tower', 'well', 'inn', 'mill'].map((name, index) => ({
    ...recent(name, name === 'owl'),
    summary: {
      lengthMs: 1000 * (index % 4),
      chapters: 1,
      blocks: 2,
      changed: 0,
      notMade: 0,
      firstWords: `On the ${name}s.`,
    },
  }))
  const { user, world, answer, emit } = await show(stories)
  const list = () => screen.getByRole('grid', { name: 'Recent stories' })
  const titles = () =>
    within(list())
      .getAllByRole('row')
      .map((row) => row.getAttribute('aria-label')?.slice(4))
  await user.type(screen.getByRole('searchbox', { name: 'Search recent stories' }), 'on the well')
  expect(titles()).toEqual(['well'])
  expect(screen.getByText('1 story found')).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByText('0 stories found')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Title')
  expect(titles()).toEqual(['ferry', 'inn', 'lake', 'mill', 'owl', 'tower', 'well'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Longest')
  expect(titles().slice(0, 2)).toEqual(['tower', 'owl'])
  await user.click(screen.getByRole('button', { name: 'List' }))
  const { recentsOrder, recentsView } = world.state.getState().settings
  expect([recentsOrder, recentsView]).toEqual(['length', 'list'])
  answer({ 'recents:list': () => stories.slice(0, 3) })
  emit('recents:changed', {})
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
  expect(titles(), 'the last opened first').toEqual(['lake', 'ferry', 'owl'])
})

it('a story’s tags are set in its menu, found by the search, and filter the list', async () => {
  const { user, callsOf } = await show([recent('lake', false), recent('ferry', true), recent('owl', false)])
  expect(screen.queryByRole('combobox', { name: 'Tags' })).toBeNull()
  const tag = async (title: string, typed: string) => {
    await choose(user, title, 'Tags…')
    const field = await screen.findByRole('textbox', { name: 'Tags' })
    await user.clear(field)
    await user.type(field, `${typed}{Enter}`)
  }
  await tag('The lake', ' Series, winter ,, series')
  expect(await within(await screen.findByRole('row', { name: 'The lake' })).findByText('winter')).toBeTruthy()
  await tag('The owl', 'winter')
  expect(callsOf('recents:setTags')).toEqual([
    { recentId: 'lake', tags: ['Series', 'winter'] },
    { recentId: 'owl', tags: ['winter'] },
  ])
  const shown = () => screen.getAllByRole('row').map((each) => each.getAttribute('aria-label'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Tags' }), 'winter')
  expect(shown()).toEqual(['The lake', 'The owl'])
  expect(screen.getByText('2 stories found')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tags' }), 'All tags')
  await user.type(screen.getByRole('searchbox'), 'series')
  expect(shown()).toEqual(['The lake'])
  await user.clear(screen.getByRole('searchbox'))
  // A tag that no story has any more filters nothing.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tags' }), 'Series')
  await tag('The lake', '、')
  await waitFor(() => expect(shown()).toHaveLength(3))
})
