/** A finished document as a story: its words in one block, and its audio as that block's take. */
import { extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { MAX_STORED_TEXT } from '../../shared/story/limits.ts'
import { renameStory } from '../../shared/story/castCommands.ts'
import { apply } from '../../shared/story/changes.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../shared/story/records.ts'
import type { Block, StoryRecord } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { blockKeys, storyKey } from '../../shared/story/takes.ts'
import type { Take } from '../../shared/story/takes.ts'
import type { DocumentFile } from '../lib/documents/documentWorker.ts'
import type { MixdownOptions } from '../mixdown/mixdown.ts'
import type { Project } from '../project/project.ts'
import { openDocument } from '../jobs/kinds/documentFile.ts'
import type { FinishedDocument } from '../jobs/documents/documents.ts'

const COPY_BYTES = 1024 * 1024

/** Gives the words of a document, which may come from anywhere: in a thread of its own. */
export type ReadWords = (document: DocumentFile) => Promise<string>

/**
 * The records of a story that holds the words of a document. The document has to be where it was and as it was, since the
 * audio is kept as the sound of exactly these words. Throws what `openDocument` and `readWords` throw,
 * `document-changed` and `document-too-long`.
 */
export async function storyOfDocument(
  { request, payload, job }: FinishedDocument,
  { password, readWords, newId }: { password: string | null; readWords: ReadWords; newId: () => string },
): Promise<StoryRecord[]> {
  const { fileName: name, sha256, voiceId, model, speed, encoding } = request
  const file = await openDocument(payload.path)
  if (file.sha256 !== sha256) throw new UserFacingError('document-changed', { name })
  const text = await readWords({ path: file.path, name: file.name, password, encoding })
  if (text.length > MAX_STORED_TEXT) throw new UserFacingError('document-too-long', { name })
  const ids = { story: storyIdSchema.parse(newId()), block: blockIdSchema.parse(newId()) }
  return newStoryRecords(ids, titleOf(name)).map((each): StoryRecord => {
    if (each.type === 'story') {
      const { connectionId } = job
      return { ...each, connectionId, defaults: { ...each.defaults, voiceId, model, speed } }
    }
    return each.type === 'block' ? { ...each, name, text } : each
  })
}

const titleOf = (fileName: string) => fileName.slice(0, -extname(fileName).length)

/** A document's audio as something that can be written to a file: a story that is nothing but this one render. */
export function mixdownOfDocument({
  project,
  audioId,
  durationMs,
  job,
  request,
}: FinishedDocument): MixdownOptions['project'] {
  const story = apply(project.story(), renameStory(project.story(), titleOf(request.fileName)))
  const { id, createdAtMs } = job
  const render = { id, audioId, storyKey: storyKey(story), durationMs, credits: null, createdAtMs }
  return { story: () => story, takes: () => [], render: () => render, audio: project.audio }
}

/** Copies the audio of a document into the project that was made of it, as the take of its block and as its render. */
export async function addDocumentAudio(
  target: Project,
  { project, audioId, durationMs, request }: FinishedDocument,
  { newId, nowMs }: { newId: () => string; nowMs: number },
): Promise<void> {
  const audio = project.audio.find(audioId)
  const story = target.story()
  const block: Block | undefined = blocksOf(story)[0]
  if (audio === undefined || block === undefined) throw new UserFacingError('document-gone')
  const writer = target.audio.begin()
  try {
    for (let offset = 0; offset < audio.byteLength; offset += COPY_BYTES) {
      writer.write(project.audio.read(audioId, offset, COPY_BYTES))
      // Each piece is a write to disk: others get their turn in between.
      await setImmediate()
    }
    writer.finish({ type: audio.type, durationMs }, (copyId) => {
      const { voiceId, model, speed } = request
      const made = { audioId: copyId, createdAtMs: nowMs }
      const take: Take = {
        ...made,
        kind: 'speech',
        name: '',
        id: newId(),
        key: blockKeys(story, block).own,
        blockId: block.id,
        startMs: 0,
        endMs: durationMs,
        voiceId,
        model,
        speed,
      }
      const render = { ...made, id: newId(), storyKey: storyKey(story), durationMs, credits: null }
      target.addTakes([take], render)
    })
  } catch (error) {
    writer.abort()
    throw error
  }
}
