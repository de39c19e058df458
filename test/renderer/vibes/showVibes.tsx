/** The panel of vibes, as tests use it. */
import { screen, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { News } from '../../../renderer/features/status/News.tsx'
import {
  DeleteVibeDialog,
  ImportVibesDialog,
  ShareVibesDialog,
} from '../../../renderer/features/vibes/VibeDialogs.tsx'
import { Vibes } from '../../../renderer/features/vibes/Vibes.tsx'
import { useViewState } from '../../../renderer/hooks/app.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderIn } from '../support/testWorld.tsx'
import { libraryWorld, type FakeLibrary } from './fakeLibrary.ts'

export const TALE = sketchRecords([{ text: 'Once.' }, { text: 'The end.' }])

/** The dialog of deleting, sharing or importing, if one is open. */
function OpenDialog() {
  const dialog = useViewState((state) => state.dialog)
  if (dialog?.kind === 'delete-vibe') return <DeleteVibeDialog {...dialog} />
  if (dialog?.kind === 'share-vibes') return <ShareVibesDialog />
  return dialog?.kind === 'import-vibes' ? <ImportVibesDialog {...dialog} /> : null
}

/** Shows the library of vibes with the messages, in a world over the given library. */
export function showVibes(library: Partial<FakeLibrary> = {}, records = TALE) {
  const setUp = libraryWorld(records, library)
  const view = renderIn(
    setUp.world,
    <>
      <Vibes />
      <OpenDialog />
      <News />
    </>,
  )
  const settings = (name: string) => settingsOf(setUp.story(), setUp.block(name))
  return { ...setUp, ...view, settings }
}

/** The list of the writer's own vibes. */
export const own = () => screen.findByRole('list', { name: 'Your vibes' })
/** The names of the closed vibes of a list. */
export const names = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('button', { expanded: false })
    .map((button) => button.firstChild?.textContent)
/** Opens a vibe. */
export const open = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) => {
  await user.click(await screen.findByRole('button', { name }))
}
export const failing = new UserFacingError('service-unreachable', { host: 'speech.example' })
