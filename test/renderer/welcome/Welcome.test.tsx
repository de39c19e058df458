import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refreshWelcome } from '../../../renderer/actions/projects.ts'
import { News } from '../../../renderer/features/status/News.tsx'
import { Welcome } from '../../../renderer/features/welcome/Welcome.tsx'
import { deletedDraftIdSchema, recentIdSchema } from '../../../shared/ipc/views.ts'
import type { DeletedDraft, Recent } from '../../../shared/ipc/views.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const recent = (id: string, isDraft: boolean): Recent => ({
  ...{ id: recentIdSchema.parse(id), title: `The ${id}`, location: isDraft ? null : `~/${id}.fabula` },
  ...{ openedAtMs: 1, isDraft, exists: true },
})
const deletedOf = ({ id, title }: Recent): DeletedDraft => ({
  ...{ id: deletedDraftIdSchema.parse(`deleted ${id}`), title, deletedAtMs: 2 },
})

/** The welcome screen of a host that has these stories. */
async function show(stories: readonly Recent[]) {
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
      answers: {
        'recents:list': () => [...listed],
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
const row = (name: RegExp) => screen.queryByRole('button', { name })
const bin = () => screen.queryByRole('region', { name: 'Deleted drafts' })

it('a story with a file of its own is removed from the list, which says that the file stays, and comes back by undo', async () => {
  const { user } = await show([recent('novel', false)])
  await user.click(await screen.findByRole('button', { name: 'Remove The novel from list' }))
  await screen.findByText('“The novel” is removed from the list. Its file stays where it is.')
  expect(row(/^The novel/)).toBeNull()
  await user.click(button('Undo'))
  expect(await screen.findByRole('button', { name: /^The novel/ })).toBeTruthy()
  expect(screen.queryByText(/is removed from the list/)).toBeNull()
})

it('a draft is deleted after a question, and comes back by undo', async () => {
  const { user, callsOf } = await show([recent('sketch', true)])
  await user.click(await screen.findByRole('button', { name: 'Delete draft The sketch…' }))
  expect(document.activeElement).toBe(button('Keep it'))
  await user.click(button('Keep it'))
  expect(callsOf('drafts:delete')).toEqual([])
  await user.click(button('Delete draft The sketch…'))
  await user.click(button('Delete draft'))
  await screen.findByText('Deleted the draft “The sketch”. It can be restored for 30 days.')
  expect(row(/^The sketch/)).toBeNull()
  await user.click(button('Undo'))
  expect(await screen.findByRole('button', { name: /^The sketch/ })).toBeTruthy()
  expect(bin()).toBeNull()
})

it('a deleted draft is listed, and can be restored or deleted for good', async () => {
  const { user } = await show([recent('sketch', true), recent('idea', true)])
  for (const name of ['The sketch', 'The idea']) {
    await user.click(await screen.findByRole('button', { name: `Delete draft ${name}…` }))
    await user.click(button('Delete draft'))
    await waitFor(() => expect(within(bin() ?? document.body).getByText(name)).toBeTruthy())
  }
  await user.click(button('Restore The idea'))
  expect(await screen.findByRole('button', { name: /^The idea/ })).toBeTruthy()
  await user.click(button('Delete The sketch for good…'))
  await user.click(button('Delete for good'))
  await waitFor(() => expect(bin()).toBeNull())
  expect(row(/^The sketch/)).toBeNull()
})
