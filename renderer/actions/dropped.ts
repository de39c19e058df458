/** Handles files dropped on the window, and text typed or pasted before a story is open. */
import i18next from 'i18next'
import { fileTypeOf, hasExtensionFor } from '../../shared/files/fileTypes.ts'
import { type App, currentSession } from '../stores/app.ts'
import { chooseDocument } from './documents.ts'
import { reviewFile, reviewText } from './imports.ts'
import { addMusicFile } from './music.ts'
import { showVibesOf } from './vibes.ts'
import { openStoryDialog } from './dialogs.ts'
import { replaceProject, writeInFirst } from './projects.ts'

/** The longest first line that becomes the title of a pasted text. */
const LONGEST_TITLE = 60
/** The most lines of a pasted text that needs no review. */
export const MOST_LINES = 20

/**
 * Opens a story, and imports any other readable file; over an open story, the writer is asked whether another story
 * should be opened or added, and audio becomes its music. In the documents dialog, everything is a document to speak.
 */
export async function takeDropped(app: App, file: File): Promise<void> {
  const session = currentSession(app)
  const isAmongDocuments = app.view.getState().dialog?.kind === 'documents'
  if (hasExtensionFor('export-vibes', file.name) && app.vibes.getState().custom !== null) {
    await showVibesOf(app, file)
  } else if (hasExtensionFor('music', file.name) && session !== null) {
    await addMusicFile(session, file, { kind: 'bed' })
  } else if (isAmongDocuments) await chooseDocument(app, file)
  else {
    const ref = await app.bridge.takeFile(file)
    const { name } = file
    if (fileTypeOf(name)?.story === 'project' && session !== null)
      openStoryDialog(session, { kind: 'dropped-story', ref, name })
    else await reviewFile(app, ref, { name })
  }
}

/** Makes a story from a text, as from a text file, and puts the cursor at the end of its first block. */
export async function createFromText(app: App, text: string): Promise<void> {
  const narrator = i18next.t('inspector.narrator')
  const asked = { title: titleOf(text), text, narrator }
  writeInFirst(await replaceProject(app, () => app.bridge.call('project:createFromText', asked)))
}

/**
 * Handles pasted content: a file as if it was dropped, and a text that `isStory` accepts as a new story. Anything else is left
 * to the focused field.
 */
export function takePasted(app: App, event: ClipboardEvent, isStory: (text: string) => boolean): void {
  const file = event.clipboardData?.files[0]
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (file === undefined && (text.trim() === '' || !isStory(text))) return
  event.preventDefault()
  const taken = file === undefined ? takeText(app, text) : takeDropped(app, file)
  taken.catch(app.report)
}

/** A short text becomes a story at once; a longer one is reviewed first. */
function takeText(app: App, text: string): Promise<void> {
  if (text.trim().split('\n').length <= MOST_LINES) return createFromText(app, text)
  return reviewText(app, { text, title: titleOf(text) })
}

/** The title of a text without its own title: its first paragraph, if that is one short line with more below it. */
export function titleOf(text: string): string {
  const [first = '', ...others] = text.trim().split(/\n\s*\n/)
  const line = first.replace(/^#+\s*/, '').trim()
  const isTitle = line !== '' && others.length > 0 && !line.includes('\n') && line.length <= LONGEST_TITLE
  return isTitle ? line : i18next.t('app.untitled')
}
