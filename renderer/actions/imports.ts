/** Files and texts that become stories, after a review. */
import i18next from 'i18next'
import type { TextEncoding } from '../../shared/files/textEncodings.ts'
import { fileTypeOf } from '../../shared/files/fileTypes.ts'
import type { TextReading } from '../../shared/import/reading.ts'
import type { ReviewChoices } from '../../shared/import/reviewView.ts'
import type { OpenReview, ReviewId } from '../../shared/ipc/importContract.ts'
import type { FileRef } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { StoryRecord } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { heardSilencesOf } from '../../shared/story/silences.ts'
import { blockKeys, NO_TAKES, type Take } from '../../shared/story/takes.ts'
import { readingOf, unreadBlocksOf } from '../../shared/story/unreadBlocks.ts'
import { packLanguagesOf } from '../../shared/voices/languages.ts'
import { nextTask } from '../bridge/bridge.ts'
import { type OpenDialog, type PastedText, showDialog } from '../stores/viewStore.ts'
import { type App, currentSession, type Session, storyOf } from '../stores/app.ts'
import { countsOf, layoutOf } from '../stores/timing.ts'
import { editWithMusic, type MusicSource } from './music.ts'
import { revealBlock } from './editing.ts'
import { hasSystemDialog } from './exporting.ts'
import { offerCopy, replaceProject, writeInFirst } from './projects.ts'
import { openedStory } from './session.ts'
import { keepVersionBefore } from './history.ts'
import { toWireError } from './errors.ts'
import { closeDialog, openDialog } from './dialogs.ts'

/** Reading options for files that do not state them. */
interface Reading {
  /** The name of the file, if it is known. */
  readonly name?: string
  readonly encoding?: TextEncoding
  readonly readAs?: TextReading
  readonly password?: string
  /** Whether to add it to the open story, even if it is a story file. */
  readonly isAdded?: boolean
  /** Whether to update the open story from it. */
  readonly updates?: boolean
}

/** Opens a story file, unless it is to be added, and reviews any other file. Asks for the password of a protected document. */
export async function reviewFile(
  app: App,
  ref: FileRef,
  { name, password, isAdded = false, updates = false, ...how }: Reading = {},
): Promise<void> {
  const isOpened = !isAdded && name !== undefined && fileTypeOf(name)?.story === 'project'
  const waiting = isOpened
    ? null
    : ({ kind: 'import-reading', ref, name: name ?? null, isAdded, updates } as const)
  showDialog(app.view, waiting)
  const isStopped = () => app.view.getState().dialog !== waiting
  let reading: OpenReview | null
  try {
    const asked = { ref, password: password ?? null, isAdded, ...how }
    reading = await app.bridge.call('import:readFile', asked)
  } catch (error) {
    if (isStopped()) return
    closeDialog(app)
    if (!isAboutPassword(error)) throw error
    const wrong = password === undefined ? null : toWireError(app, error)
    openDialog(app, { kind: 'import-password', ref, error: wrong, isAdded, updates })
    return
  }
  if (isStopped()) return
  if (reading !== null && updates) {
    await showUpdate(app, reading, ref).catch((error: unknown) => {
      closeDialog(app)
      app.bridge.call('import:end', { review: reading.review }).catch(app.report)
      throw error
    })
    return
  }
  if (reading !== null) {
    showReview(app, { kind: 'import', reading, from: { ref }, isAdded })
    return
  }
  closeDialog(app)
  await replaceProject(app, () => app.bridge.call('project:open', { ref })).catch(
    offerCopy(app, () => app.bridge.call('project:open', { ref, isCopy: true })),
  )
}

/** Stops reading a file for its review. */
export async function stopReading(app: App, ref: FileRef): Promise<void> {
  closeDialog(app)
  await app.bridge.call('import:stop', { ref })
}

/** Has the host prepare to read a file that somebody is choosing. */
export function expectFile(app: App): void {
  app.bridge.call('import:expect', {}).catch(app.report)
}

/** Asks which file to open, and opens or reviews it. With `isAdded` it is added to the open story; with `updates` the story is updated from it. */
export async function chooseFile(app: App, isAdded = false, updates = false): Promise<void> {
  expectFile(app)
  const session = currentSession(app)
  /** Whether the story to which the file is added is still open. */
  const isThere = () => !isAdded || currentSession(app) === session
  if (!hasSystemDialog(app)) {
    const entries = await app.bridge.call('files:list', { purpose: 'open' })
    if (isThere()) openDialog(app, { kind: 'file-open', entries, isAdded, updates })
    return
  }
  const { ref } = await app.bridge.call('files:pick', { purpose: 'open', suggestedName: '' })
  if (ref !== null && isThere()) await reviewFile(app, ref, { isAdded, updates })
}

/** Reviews a text, which may contain its own title. */
export async function reviewText(app: App, from: PastedText, readAs?: TextReading): Promise<void> {
  const asked = { ...from, ...(readAs !== undefined && { readAs }) }
  const read = await app.bridge.call('import:reviewText', asked)
  const reading = { ...read, name: read.source.title }
  showReview(app, { kind: 'import', reading, from, isAdded: false })
}

/** A review with all of the writer's decisions. */
export interface Reviewed {
  readonly review: ReviewId
  readonly choices: ReviewChoices
}

/** The story of a reviewed import, which the host can save as soon as the page has received it. */
export interface StoryInAdvance {
  readonly received: Promise<unknown>
  /** The records of the story, once the page can show them. */
  readonly prepared: Promise<StoryRecord[]>
}

/**
 * Makes the records of a new story from a reviewed import, and computes what the page needs to show them, until `signal` is aborted. Nothing is
 * saved, so that it can be done while the writer still looks at the review.
 */
export function makeInAdvance(app: App, reviewed: Reviewed, signal?: AbortSignal): StoryInAdvance {
  const { promise: received, resolve, reject } = Promise.withResolvers<null>()
  const asked = { ...reviewed, narrator: i18next.t('inspector.narrator') }
  const prepare = async () => {
    const { records } = await app.bridge.call('import:storyRecords', asked, () => {
      resolve(null)
    })
    await prepareInSlices(app, records, signal)
    return records
  }
  const prepared = prepare()
  prepared.catch(reject)
  received.catch(() => undefined) // thrown by `prepared`, too
  return { received, prepared }
}

/** Makes a new story from a reviewed import, with the cursor at the end of its first block. */
export async function makeStory(app: App, review: ReviewId, story: StoryInAdvance): Promise<void> {
  const makeShown = async () => {
    // The host saves the story while the page prepares it.
    const save = async () => {
      await story.received
      return app.bridge.call('import:makeStory', { review })
    }
    const [view, records] = await Promise.all([save(), story.prepared])
    return { ...view, records, takes: NO_AUDIO }
  }
  const session = await replaceProject(app, makeShown, { keepsDialog: true })
  // The script is drawn behind the review, which is closed afterwards: doing both at once would block the page.
  await nextTask()
  closeDialog(app)
  writeInFirst(session)
}

/** The audio of a new story. The counts that are prepared are cached by this list. */
const NO_AUDIO: Take[] = []

/** Blocks prepared before the page can do something else: a few milliseconds. */
const PREPARED = 300

/**
 * Computes the take keys and the languages of a new story's blocks, their places, their counts, and those that no voice can read, in
 * slices, until `signal` is aborted. The page needs them as soon as it shows the story, and those of a novel would block it.
 */
async function prepareInSlices(
  app: App,
  records: readonly StoryRecord[],
  signal?: AbortSignal,
): Promise<void> {
  const story = openedStory(records, app.state.getState().commonLexicon)
  for (const [index, block] of blocksOf(story).entries()) {
    if (index % PREPARED === 0) await nextTask()
    signal?.throwIfAborted()
    blockKeys(story, block)
    readingOf(story, block)
  }
  await nextTask()
  heardSilencesOf(story)
  await nextTask()
  layoutOf(story, NO_TAKES)
  await nextTask()
  countsOf(story, { takes: NO_TAKES, allTakes: NO_AUDIO, render: null })
  await nextTask()
  unreadBlocksOf(story, packLanguagesOf(app.state.getState().voices))
}

/**
 * Adds a reviewed import to the end of the open story, as one edit after a version; a story file with its music. `name` is the name of
 * what is added.
 */
export async function addToStory(
  session: Session,
  reviewed: Reviewed,
  from: MusicSource,
  name = '',
): Promise<void> {
  await keepVersionBefore(session, 'import', name)
  if (session.isClosed()) return
  const addition = await additionOf(session, reviewed)
  if (addition === null) return
  await editWithMusic(
    session,
    from,
    () => addition,
    (change) => {
      session.edit('edits.importBlocks', change, undefined, name)
      closeDialog(session)
      const first = change.put.find((record) => record.type === 'block')
      if (first !== undefined) revealBlock(session, first.id, false, true)
    },
  )
}

/** The change that adds a reviewed import to the open story; null if another one was opened meanwhile. */
async function additionOf(session: Session, reviewed: Reviewed): Promise<Change | null> {
  for (;;) {
    await session.saver.flush()
    const { story, project } = session.story.getState()
    if (session.isClosed()) return null
    const { projectId } = project
    const narrator = i18next.t('inspector.narrator')
    const addition = await session.bridge.call('import:addition', { ...reviewed, projectId, narrator })
    // Another page may have edited the story meanwhile.
    if (session.isClosed()) return null
    if (storyOf(session) === story) return addition
  }
}

/** Shows a review, which the host discards when it is no longer shown. */
function showReview(app: App, dialog: Extract<OpenDialog, { readonly reading: OpenReview }>): void {
  const { review } = dialog.reading
  const isShown = (shown: OpenDialog | null) =>
    shown !== null && 'reading' in shown && shown.reading.review === review
  const isHeld = isShown(app.view.getState().dialog)
  showDialog(app.view, dialog)
  if (isHeld) return
  const stop = app.view.subscribe((state) => {
    if (isShown(state.dialog)) return
    stop()
    app.bridge.call('import:end', { review }).catch(app.report)
  })
}

/** Shows what a file would change in the open story: with these decisions, or with those of the story's import. */
export async function showUpdate(
  app: App,
  reading: OpenReview,
  ref: FileRef,
  choices: ReviewChoices | null = null,
): Promise<void> {
  const session = currentSession(app)
  if (session === null) return
  const { review } = reading
  const waiting = app.view.getState().dialog
  await session.saver.flush()
  const { projectId } = session.story.getState().project
  const narrator = i18next.t('inspector.narrator')
  const compared = await session.bridge.call('import:compare', { review, choices, projectId, narrator })
  if (session.isClosed() || app.view.getState().dialog !== waiting) return
  showReview(session, { kind: 'update', reading, from: { ref }, ...compared })
}

function isAboutPassword(error: unknown): error is UserFacingError {
  return (
    error instanceof UserFacingError &&
    (error.code === 'document-password-needed' || error.code === 'document-password-wrong')
  )
}
