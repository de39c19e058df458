import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { MAX_STORY_FILE_BYTES } from '../../../shared/files/fileLimits.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { MAX_DOCUMENT_BYTES } from '../../../shared/speech-api/limits.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { readMarkdown } from './markdown.ts'
import { readPlainText } from './plainText.ts'
import { isPortableStory, parsePortableStory } from './portableStory.ts'
import { storyFromDocument } from './storyFromDocument.ts'
import { storyFromRequest } from './storyFromRequest.ts'
import { decodeText, encodingSamples } from './textEncoding.ts'
import type { EncodingSample } from './textEncoding.ts'

export type StoryFileKind = 'text' | 'markdown' | 'request' | 'story'

/** A story that is not in a project yet. */
export interface StoryFile {
  /** A text, a Markdown document, the body of a story-maker request, or a portable story. */
  readonly kind: StoryFileKind
  readonly title: string
  readonly records: StoryRecord[]
  /** The encoding in which the file was read. */
  readonly encoding: TextEncoding
  /** False where the encoding is a guess, and another one makes another text. */
  readonly isSure: boolean
}

export interface StoryFileOptions {
  readonly newId: () => string
  /** The file's encoding; undefined for the most likely one. */
  readonly encoding?: TextEncoding | undefined
  /** The name of a narrator, in the writer's language; English by default. */
  readonly narrator?: string | undefined
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
  if (bytes.length > MAX_STORY_FILE_BYTES) throw tooLarge(name, MAX_STORY_FILE_BYTES)
  const { text, ...told } = decodeText(bytes, name, options.encoding)
  if (text.trim() === '') throw new UserFacingError('document-empty', { name })
  if (kind === 'json' || (extension === '' && text.trimStart().startsWith('{')))
    return { ...readJson(text, name, options), ...told }

  const document = kind === 'markdown' ? readMarkdown(text) : readPlainText(text)
  const title = document.title ?? basename(name, extension)
  return { kind, title, records: storyFromDocument(document, title, options), ...told }
}

function readJson(
  text: string,
  name: string,
  { newId }: StoryFileOptions,
): Omit<StoryFile, 'encoding' | 'isSure'> {
  const json = parseJson(text, name)
  if (isPortableStory(json)) return { kind: 'story', ...parsePortableStory(json) }
  if (typeof json !== 'object' || json === null || !('blocks' in json)) {
    throw new UserFacingError('json-unknown', { name })
  }
  return { kind: 'request', ...storyFromRequest(json, newId) }
}

/** What each encoding makes of a text file; none for other files, and where the encoding is certain. Throws as `readStoryFile`. */
export async function readEncodingSamples(path: string): Promise<EncodingSample[]> {
  const kind = fileTypeOf(path)?.story
  if (kind !== 'text' && kind !== 'markdown') return []
  return encodingSamples(await readBytes(path, basename(path), MAX_DOCUMENT_BYTES))
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
async function readBytes(path: string, name: string, maxBytes = MAX_STORY_FILE_BYTES): Promise<Uint8Array> {
  try {
    await using file = await open(path)
    const stats = await file.stat()
    if (!stats.isFile()) throw new UserFacingError('file-not-readable', { name })
    if (stats.size > maxBytes) throw tooLarge(name, maxBytes)
    return await file.readFile()
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UserFacingError(isMissing ? 'file-not-found' : 'file-not-readable', { name }, { cause: error })
  }
}

function tooLarge(name: string, maxBytes: number): UserFacingError {
  return new UserFacingError('file-too-large', { name, limitMb: maxBytes / 1024 / 1024 })
}
