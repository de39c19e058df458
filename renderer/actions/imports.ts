/** Files and texts that become stories, after a review. */
import i18next from 'i18next'
import type { TextEncoding } from '../../shared/files/textEncodings.ts'
import { fileTypeOf } from '../../shared/files/fileTypes.ts'
import type { TextReading } from '../../shared/import/reading.ts'
import type { ImportReading } from '../../shared/ipc/importContract.ts'
import type { FileRef } from '../../shared/ipc/views.ts'
import { additionTo, storyRecordsOf } from '../../shared/import/storyFromPlan.ts'
import type { Planned } from '../../shared/import/planned.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Story } from '../../shared/story/story.ts'
import type { PastedText } from '../stores/openDialog.ts'
import type { World } from '../stores/world.ts'
import { editWithMusic } from './copiedMusic.ts'
import type { MusicSource } from './copiedMusic.ts'
import { revealBlock, storyStays } from './editing.ts'
import { hasSystemDialog } from './places.ts'
import { offerCopy, replaceProject } from './projects.ts'
import { toWireError } from './wireError.ts'

/** Reading options for files that do not state them. */
interface Reading {
  /** The name of the file, if it is known. */
  readonly name?: string
  readonly encoding?: TextEncoding
  readonly readAs?: TextReading
  readonly password?: string
  /** Whether it is to be added to the open story, even if it is a story’s own file. */
  readonly isAdded?: boolean
}

/** Opens a story that is not to be added, or shows what would become of any other file. A protected document is asked for its password. */
export async function reviewFile(
  world: World,
  ref: FileRef,
  { name, password, isAdded = false, ...how }: Reading = {},
): Promise<void> {
  const isOpened = !isAdded && name !== undefined && fileTypeOf(name)?.story === 'project'
  const waiting = isOpened ? null : ({ kind: 'import-reading', ref, name: name ?? null, isAdded } as const)
  world.view.setState({ dialog: waiting })
  const isStopped = () => world.view.getState().dialog !== waiting
  let reading: ImportReading | null
  try {
    const asked = { ref, password: password ?? null, isAdded, ...how }
    reading = await world.bridge.call('import:readFile', asked)
  } catch (error) {
    if (isStopped()) return
    world.view.setState({ dialog: null })
    if (!isAboutPassword(error)) throw error
    const wrong = password === undefined ? null : toWireError(world, error)
    world.view.setState({ dialog: { kind: 'import-password', ref, error: wrong, isAdded } })
    return
  }
  if (isStopped()) return
  world.view.setState({
    dialog: reading === null ? null : { kind: 'import', reading, from: { ref }, isAdded },
  })
  if (reading !== null) return
  await replaceProject(world, () => world.bridge.call('project:open', { ref })).catch(
    offerCopy(world, () => world.bridge.call('project:open', { ref, isCopy: true })),
  )
}

/** Stops reading a file for its review. */
export async function stopReading(world: World, ref: FileRef): Promise<void> {
  world.view.setState({ dialog: null })
  await world.bridge.call('import:stop', { ref })
}

/** Asks which file to open, and opens it or shows what would become of it; or where it `isAdded`, which to add to the open story. */
export async function chooseFile(world: World, isAdded = false): Promise<void> {
  if (!hasSystemDialog(world)) {
    const entries = await world.bridge.call('files:list', { purpose: 'open' })
    world.view.setState({ dialog: { kind: 'file-open', entries, isAdded } })
    return
  }
  const stays = storyStays(world)
  const { ref } = await world.bridge.call('files:pick', { purpose: 'open', suggestedName: '' })
  if (ref !== null && (!isAdded || stays())) await reviewFile(world, ref, { isAdded })
}

/** Shows what would become of a text, which has a title where it says one itself. */
export async function reviewText(world: World, from: PastedText, readAs?: TextReading): Promise<void> {
  const asked = { ...from, ...(readAs !== undefined && { readAs }) }
  const read = await world.bridge.call('import:readText', asked)
  const reading = { ...read, name: read.source.title }
  world.view.setState({ dialog: { kind: 'import', reading, from, isAdded: false } })
}

/** Makes a new story of a reviewed import, with the cursor behind its first block. */
export async function makeStory(world: World, planned: Planned): Promise<void> {
  const records = storyRecordsOf(withNarrator(planned), world.newBlockId)
  await replaceProject(world, () => world.bridge.call('import:makeStory', { records }))
  world.view.setState({ dialog: null })
  const [first] = world.view.getState().selection
  if (first !== undefined) revealBlock(world, first, true)
}

/** Adds a reviewed import to the end of the open story, as one edit; a story's file with its music. */
export async function addToStory(world: World, planned: Planned, from: MusicSource): Promise<void> {
  const make = (story: Story) => additionTo(story, withNarrator(planned), world.newBlockId)
  await editWithMusic(world, from, make, (change) => {
    world.edit('edits.importBlocks', change)
    world.view.setState({ dialog: null })
    const first = change.put.find((record) => record.type === 'block')
    if (first !== undefined) revealBlock(world, first.id, false, true)
  })
}

function withNarrator(planned: Planned): Planned {
  return { ...planned, narrator: i18next.t('inspector.narrator') }
}

function isAboutPassword(error: unknown): error is UserFacingError {
  return (
    error instanceof UserFacingError &&
    (error.code === 'document-password-needed' || error.code === 'document-password-wrong')
  )
}
