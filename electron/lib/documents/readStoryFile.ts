import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { readMarkdown } from './markdown.ts'
import { readPlainText } from './plainText.ts'
import { isPortableStory, parsePortableStory } from './portableStory.ts'
import { storyFromDocument } from './storyFromDocument.ts'
import { storyFromRequest } from './storyFromRequest.ts'
import { decodeText } from './textEncoding.ts'

/** The largest file that is read as a story: a shelf of novels as plain text. */
export const MAX_STORY_FILE_BYTES = 20 * 1024 * 1024

export type StoryFileKind = 'text' | 'markdown' | 'request' | 'story'

/** A story that is not in a project yet. */
export interface StoryFile {
  /** A text, a Markdown document, the body of a story-maker request, or a portable story. */
  readonly kind: StoryFileKind
  readonly title: string
  readonly records: StoryRecord[]
}

export interface StoryFileOptions {
  readonly newId: () => string
}

/** A file's content that is at hand already; `name` decides what it is read as. */
export interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Reads a story from a text, Markdown or JSON file; the file is not changed. Errors, all for the reader: `file-not-found`,
 * `file-not-readable`, `file-too-large`, `file-type-unknown`, `file-not-text`, `document-empty`, `json-invalid`,
 * `json-unknown`, and those of `parsePortableStory`, `storyFromRequest` and `storyFromDocument`.
 */
export async function readStoryFile(
  source: string | NamedBytes,
  options: StoryFileOptions,
): Promise<StoryFile> {
  const name = typeof source === 'string' ? basename(source) : source.name
  const extension = extname(name)
  const kind = extension === '' ? 'text' : fileTypeOf(name)?.story
  if (kind === undefined || kind === 'project') throw new UserFacingError('file-type-unknown', { name })
  const bytes = typeof source === 'string' ? await readBytes(source, name) : source.bytes
  if (bytes.length > MAX_STORY_FILE_BYTES) throw tooLarge(name)
  const text = decodeText(bytes, name)
  if (text.trim() === '') throw new UserFacingError('document-empty', { name })
  if (kind === 'json' || (extension === '' && text.trimStart().startsWith('{')))
    return readJson(text, name, options)

  const document = kind === 'markdown' ? readMarkdown(text) : readPlainText(text)
  const title = document.title ?? basename(name, extension)
  return { kind, title, records: storyFromDocument(document, title, options.newId) }
}

function readJson(text: string, name: string, { newId }: StoryFileOptions): StoryFile {
  const json = parseJson(text, name)
  if (isPortableStory(json)) return { kind: 'story', ...parsePortableStory(json) }
  if (typeof json !== 'object' || json === null || !('blocks' in json)) {
    throw new UserFacingError('json-unknown', { name })
  }
  return { kind: 'request', ...storyFromRequest(json, newId) }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw new UserFacingError('json-invalid', { name, message }, { cause: error })
  }
}

/** The whole file, if it is one and not too large. */
async function readBytes(path: string, name: string): Promise<Uint8Array> {
  try {
    await using file = await open(path)
    const stats = await file.stat()
    if (!stats.isFile()) throw new UserFacingError('file-not-readable', { name })
    if (stats.size > MAX_STORY_FILE_BYTES) throw tooLarge(name)
    return await file.readFile()
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UserFacingError(isMissing ? 'file-not-found' : 'file-not-readable', { name }, { cause: error })
  }
}

function tooLarge(name: string): UserFacingError {
  return new UserFacingError('file-too-large', { name, limitMb: MAX_STORY_FILE_BYTES / 1024 / 1024 })
}
