/** The update of the open story from a file that changed. */
import { updateChange } from '../../shared/import/updateChange.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isEmptyChange } from '../../shared/story/changes.ts'
import { formatCount } from '../i18n/format.ts'
import { storyOf, type Session } from '../stores/app.ts'
import type { StoryDialog } from '../stores/viewStore.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import { reviewFile } from './imports.ts'
import { keepVersionBefore } from './history.ts'

/** An update on screen. */
export type ShownUpdate = Extract<StoryDialog, { readonly kind: 'update' }>

/** Shows the reading options of an update's file. */
export async function showReadingOptions(session: Session, shown: ShownUpdate): Promise<void> {
  const { reading, from, choices } = shown
  const { mapping, options } = choices
  const { review } = reading
  const mapped = await session.bridge.call('import:map', { review, mapping })
  const chapters = mapped.plan.chapters.map(
    ({ words }, index) => words > 0 && options.chapters[index]?.isIncluded === true,
  )
  const window = {
    shown: { kind: 'chapter' as const, chapter: Math.max(0, chapters.indexOf(true)) },
    from: 0,
    count: 100,
  }
  const plan = await session.bridge.call('import:plan', { review, choices, window })
  if (session.isClosed()) return
  openDialog(session, {
    ...{
      kind: 'import',
      reading: { ...reading, source: { ...mapped.source, usual: options }, plan },
      from,
      isAdded: true,
      updates: true,
      choices,
    },
  })
}

/** Applies the accepted differences, as one edit, after keeping a version of the story. */
export async function makeUpdate(
  session: Session,
  shown: ShownUpdate,
  taken: ReadonlySet<string>,
): Promise<void> {
  const { reading, update } = shown
  const { review, name } = reading
  if (!isEmptyChange(updateChange(storyOf(session), update, taken))) {
    await keepVersionBefore(session, 'update', name)
    if (session.isClosed()) return
    session.edit('edits.updateStory', updateChange(storyOf(session), update, taken), undefined, name)
    await session.saver.flush()
    if (session.isClosed()) return
    session.note('updates.done', { count: taken.size, formatted: formatCount(taken.size) })
  } else session.note('updates.upToDate', { name })
  const { projectId } = session.story.getState().project
  await session.bridge.call('import:updated', { review, projectId })
  closeDialog(session)
}

/** File changes already offered for a story since it was opened. */
const offered = new WeakMap<Session, Set<string>>()

/** Offers an update if a source file of the story has changed since; once for each change. */
export async function offerUpdate(session: Session): Promise<void> {
  const { projectId } = session.story.getState().project
  const found = await session.bridge.call('import:newerFile', { projectId }).catch((error: unknown) => {
    // The story was closed meanwhile.
    if (error instanceof UserFacingError || session.isClosed()) return null
    throw error
  })
  if (found === null || session.isClosed()) return
  const { ref, name, modifiedMs } = found
  const known = offered.get(session) ?? new Set()
  const change = `${modifiedMs} ${name}`
  if (known.has(change)) return
  offered.set(session, known.add(change))
  session.note(
    'updates.newer',
    { name },
    {
      label: 'updates.review',
      run: () => reviewFile(session, ref, { name, isAdded: true, updates: true }),
    },
  )
}
