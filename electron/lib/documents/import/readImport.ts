/** Reads any file that Fabula can turn into a story, except its own `.fabula` files, into one model: sections of paragraphs. */
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  MAX_STORY_FILE_BYTES,
  extensionOf,
  fileTypeOf,
  listExtensions,
  type StoryKind,
} from '../../../../shared/files/fileTypes.ts'
import type { TextEncoding } from '../../../../shared/files/textEncodings.ts'
import { namesLines } from '../../../../shared/import/columnNames.ts'
import { markPieces } from '../../../../shared/import/pieces.ts'
import { TEXT_READINGS, type TextReading } from '../../../../shared/import/reading.ts'
import type { ImportSource } from '../../../../shared/import/source.ts'
import { sourceFromStory } from '../../../../shared/import/sourceFromStory.ts'
import { guessColumns, sourceFromTable, type ImportTable } from '../../../../shared/import/table.ts'
import type { ImportReading } from '../../../../shared/ipc/importContract.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { MAX_DOCUMENT_BYTES } from '../../../../shared/speech-api/limits.ts'
import { MAX_STORY_PARAGRAPHS } from '../../../../shared/story/limits.ts'
import { storyFromRecords } from '../../../../shared/story/story.ts'
import type { DocumentText, OnPortion } from '../formats/documentText.ts'
import { decodeHtml } from '../formats/htmlEncoding.ts'
import { readDocument } from '../formats/readDocument.ts'
import { readMarkdown } from '../markdown.ts'
import { readPlainText } from '../plainText.ts'
import { isPortableStory, parsePortableStory } from '../portableStory.ts'
import { storyFromRequest } from '../storyFromRequest.ts'
import { decodeText, encodingSamples } from '../textEncoding.ts'
import { isBroadcast } from './broadcastCaptions.ts'
import { areTimedLines, isCaptionMarkup } from './captionLines.ts'
import { sourceFromDocument, withPartsAround } from './fromDocument.ts'
import { gameScriptOf, readGameScript } from './gameScript.ts'
import { tablesOfDocument } from './sheets.ts'
import { tweeOfPage } from './twee.ts'

/** A file, or bytes with a name; `name` determines the format. */
export interface ImportFile {
  readonly file: string | { readonly name: string; readonly bytes: Uint8Array }
  /** The encoding of a text; undefined for the most likely one. */
  readonly encoding?: TextEncoding | undefined
  readonly password?: string | null | undefined
  /** The story's title if the file does not state one; its name by default. */
  readonly title?: string | undefined
  /** The format of a text; undefined to derive it from its name or its beginning. */
  readonly readAs?: TextReading | undefined
}

/**
 * Reads a file; it is not changed. `onPortion` is called for a document that is read in portions. Errors, all with a message for the user:
 * `file-not-found`, `file-not-readable`, `file-too-large`, `file-type-unknown`, `file-not-text`, `document-empty`,
 * `document-too-many-paragraphs`, `json-invalid`, `json-unknown`, and those of `readDocument`, `parsePortableStory` and `storyFromRequest`.
 */
export async function readImport(asked: ImportFile, onPortion?: OnPortion): Promise<ImportReading> {
  const { file } = asked
  const name = typeof file === 'string' ? basename(file) : file.name
  // In its original spelling, since it is cut off the name.
  const extension = name.slice(name.length - extensionOf(name).length)
  const kind = extension === '' ? 'text' : fileTypeOf(name)?.story
  if (kind === undefined || kind === 'project')
    throw new UserFacingError('file-type-unknown', { name, known: listExtensions('open') })
  const mostBytes = kind === 'document' ? MAX_DOCUMENT_BYTES : MAX_STORY_FILE_BYTES
  const bytes = typeof file === 'string' ? await readBytes(file, name, mostBytes) : file.bytes
  if (bytes.length > mostBytes) throw tooLarge(name, mostBytes)
  const told = { name, sizeBytes: bytes.length }
  const title = asked.title ?? basename(name, extension)
  const { password = null } = asked
  const twine = /^\.x?html?$/i.test(extension) ? tweeOfPage(decodeHtml(bytes)) : null
  if (twine !== null) return finish(name, { ...told, source: readGameScript(twine, 'twee', title) })
  if (kind === 'document') {
    const document = await readDocument({ name, bytes, password, leavesOut: [], onPortion })
    const lines = tablesOfDocument(document, title)
    if (lines !== null) return finish(name, { ...told, ...readTable(lines.table), sheets: lines.sheets })
    return finish(name, {
      ...told,
      source: (await scriptOf(document, title)) ?? sourceFromDocument(document, title),
    })
  }
  if (kind === 'srt' && isBroadcast(bytes))
    return finish(name, { ...told, source: (await import('./captions.ts')).readBroadcast(bytes, title) })
  const stated = kind === 'po' ? (await import('./po.ts')).encodingOfPo(bytes) : undefined
  const { text, encoding, isSure } = decodeText(bytes, name, asked.encoding ?? stated)
  const samples = isSure && asked.encoding === undefined ? [] : encodingSamples(bytes)
  if (text.trim() === '') throw new UserFacingError('document-empty')
  const textKind = asked.readAs ?? (extension === '' ? textKindOf(text) : kindOfContent(kind, text))
  const read = await readText(text, textKind, { name, title, bytes })
  const readAs = TEXT_READINGS.find((reading) => reading === textKind) ?? null
  // XML states its encoding itself.
  const chosen = textKind === 'final-draft' ? null : { name: encoding, isSure, samples }
  return finish(name, { ...told, ...read, readAs, encoding: chosen })
}

/** A screenplay in a PDF or of a word processor, with the other parts of its pages; null for any other document. */
async function scriptOf(document: DocumentText, title: string): Promise<ImportSource | null> {
  const { readScreenplayText, screenplayLines } = await import('./screenplayText.ts')
  const text = document.script ?? screenplayLines(document.parts)
  const script = text === null ? null : readScreenplayText(text, document.title ?? title)
  return script === null ? null : withPartsAround(script, document)
}

/** The reader of each kind of text; the libraries are loaded by the first file that needs them. */
async function readText(
  text: string,
  kind: TextKind,
  { name, title, bytes }: { readonly name: string; readonly title: string; readonly bytes: Uint8Array },
): Promise<Pick<ImportReading, 'source'> & Partial<ImportReading>> {
  switch (kind) {
    case 'json':
      return { source: readJson(text, name) }
    case 'final-draft':
      return { source: await (await import('./finalDraft.ts')).readFinalDraft(bytes, name, title) }
    case 'markdown':
      return { source: sourceFromDocument(readMarkdown(text), title) }
    case 'fountain':
      return { source: (await import('./fountain.ts')).readFountain(text, title) }
    case 'yarn':
    case 'renpy':
    case 'twee':
    case 'ink':
      return { source: readGameScript(text, kind, title) }
    case 'table':
      return readTable((await import('./csv.ts')).readCsv(text, title))
    case 'po':
      return readTable((await import('./po.ts')).readPo(text, title))
    case 'xliff':
      return readTable(await (await import('./xliff.ts')).readXliff(text, name, title))
    case 'srt':
    case 'vtt':
    case 'sub-station':
      return { source: (await import('./captions.ts')).readCaptions(text, kind, title) }
    case 'text': {
      const script = (await import('./screenplayText.ts')).readScreenplayText(text, title)
      return { source: script ?? sourceFromDocument(readPlainText(text), title) }
    }
  }
}

function readTable(table: ImportTable) {
  return { table, source: sourceFromTable(table, guessColumns(table)) }
}

function readJson(text: string, name: string): ImportSource {
  const json = parseJson(text, name)
  if (isPortableStory(json)) return sourceFromStory(storyFromRecords(parsePortableStory(json).records))
  if (typeof json !== 'object' || json === null || !('blocks' in json)) {
    throw new UserFacingError('json-unknown', { name })
  }
  return sourceFromStory(storyFromRecords(storyFromRequest(json, randomUUID).records))
}

/** A reading with its citations and links marked. A table without known columns has no lines yet, but can be mapped. */
function finish(
  name: string,
  { source, table, ...told }: Pick<ImportReading, 'name' | 'sizeBytes' | 'source'> & Partial<ImportReading>,
): ImportReading {
  const { paragraphs, info } = source
  const isText = info === null
  if (isText && table === undefined && paragraphs.every(({ text }) => text.trim() === ''))
    throw new UserFacingError('document-empty')
  if (paragraphs.length > MAX_STORY_PARAGRAPHS)
    throw new UserFacingError('document-too-many-paragraphs', { limit: MAX_STORY_PARAGRAPHS })
  const marked = isText ? { ...source, paragraphs: markPieces(paragraphs) } : source
  return { encoding: null, readAs: null, ...told, source: marked, table: table ?? null }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw new UserFacingError('json-invalid', { name, message }, { cause: error })
  }
}

/** The text of a file in each encoding; none for other files, or if the encoding is certain. Throws like `readImport`. */
export async function readEncodingSamples(path: string) {
  const kind = fileTypeOf(path)?.story
  if (kind !== 'text' && kind !== 'markdown') return []
  return encodingSamples(await readBytes(path, basename(path), MAX_DOCUMENT_BYTES))
}

/** The whole file, if it is a regular file and not too large. */
async function readBytes(path: string, name: string, maxBytes: number): Promise<Uint8Array> {
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

/** The kinds of text: each has a reader in `readImport`, and is recognised by its content if no file name identifies it. */
type TextKind = Exclude<StoryKind, 'project' | 'document'>

/** The beginnings of captions, which are also recognised in a file named `.txt`. */
const CAPTIONS: readonly (readonly ['srt' | 'vtt' | 'sub-station', RegExp])[] = [
  ['vtt', /^WEBVTT\b/],
  ['sub-station', /^\[Script Info\]/i],
  ['srt', /^\d+[^\S\n]*\r?\n\d+:\d\d:\d\d[,.]\d{3}\s+-->/],
  ['srt', /^\[\d+:\d\d[\d:.,]*\s+-->/],
  ['srt', /^\d+:\d\d:\d\d\.\d{2,3},\d+:\d\d:\d\d\.\d{2,3}\s*\n/],
  ['srt', /^(?:\{\d+\}\{\d*\}|\[\d+\]\[\d*\]|\[(?:ti|ar|al):[^\n]*\]\s*\n|\[\d\d:\d\d\.\d\d\d?\])/i],
]
const BEGINNINGS: readonly (readonly [TextKind, RegExp])[] = [
  ['json', /^\{\s*(?:"|\}|$)/],
  ['final-draft', /^<\?xml[^>]*>\s*<FinalDraft\b/],
  ['xliff', /^<\?xml[^>]*>\s*<xliff\b/],
  ['po', /^(?:(?:#[^\n]*)?\r?\n)*msg(?:id|ctxt) "/],
  // The title page, or the heading of the first scene.
  [
    'fountain',
    /^(?:(?:Title|Credit|Authors?|Draft date):[^\n]*\n|(?:INT|EXT|EST|INT\.?\/EXT)\.?\s[^\n]*\r?\n\s*\n)/,
  ],
]
/**
 * Features that only Markdown has: front matter with a title, a heading, a link, bold words. Lists and single stars or underscores also
 * occur in plain texts: speech begins with a dash, and a scene with `* * *`.
 */
const MARKDOWN = [
  /^---[ \t]*\n(?:[^\n]*\n){0,40}?(?:title|speakers):/,
  /^ {0,3}#{1,6}[ \t]+\S/m,
  /^ {0,3}\S[^\n]*\n {0,3}={3,}[ \t]*$/m,
  /\[[^\][\n]+\]\((?:https?:|mailto:|#|\.{0,2}\/)[^\s)]*\)/,
  /(?<![*\w])\*\*(?=[^\s*])[^*\n]*[^\s*]\*\*(?![*\w])/,
]
/** The kind of a text by its content, if its name says only that it is a text. */
function kindOfContent(kind: TextKind, text: string): TextKind {
  if (kind !== 'text' && kind !== 'markdown') return kind
  const captions = kind === 'text' ? captionKindOf(text) : undefined
  return captions ?? gameScriptOf(text) ?? kind
}

function captionKindOf(text: string): TextKind | undefined {
  const beginning = text
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  const found = CAPTIONS.find(([, pattern]) => pattern.test(beginning))?.[0]
  return found ?? (isCaptionMarkup(beginning) || areTimedLines(text.split('\n')) ? 'srt' : undefined)
}

/** The kind of a text without a file name, such as a pasted one: plain text if nothing identifies it. */
function textKindOf(text: string): TextKind {
  const beginning = text.slice(0, 1000).trimStart()
  const [header = ''] = beginning.split('\n', 1)
  const columns = header.split(/[,;\t|]/).map((name) => name.trim().replaceAll('"', ''))
  if (namesLines(columns)) return 'table'
  const begun = BEGINNINGS.find(([, pattern]) => pattern.test(beginning))?.[0] ?? captionKindOf(text)
  return begun ?? gameScriptOf(text) ?? (MARKDOWN.some((pattern) => pattern.test(text)) ? 'markdown' : 'text')
}
