/**
 * `POST /uapi/v1/document-to-speech`: the document is received, read and deleted before the response, so that all its
 * problems are reported at once. Only its text is stored, never the document or its password.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { type MessageParams, UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { describeIssues, type FieldError } from '../../../shared/speech-api/errors.ts'
import { MAX_DOCUMENT_BYTES, MAX_NAME_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import type { WireRecord } from '../../../shared/speech-api/records.ts'
import { documentFieldsSchema } from '../../../shared/speech-api/requests.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import { documentExtensionOf } from '../../lib/documents/formats/documentExtension.ts'
import type { StoredConversion } from '../conversions/conversionStore.ts'
import type { Conversions } from '../conversions/conversions.ts'
import type { VoiceLibrary } from '../engines/voiceLibrary.ts'
import { refuseTooLong } from '../http/acceptRequest.ts'
import { discardRest, fieldsRefused, type Handler, HttpError } from '../http/handler.ts'

export interface DocumentHandlerOptions {
  readonly conversions: Conversions
  readonly voices: Pick<VoiceLibrary, 'isKnown'>
  readonly reader: DocumentReader
  /** The folder of documents while they are read. It is emptied at the start, because a killed service may have left files. */
  readonly uploadFolder: string
  readonly record: (conversion: StoredConversion) => WireRecord
}

/** Accepts documents; rejects with 422 and every invalid field, or with the problem of the document. */
export function documentHandler(options: DocumentHandlerOptions): Handler {
  const { conversions, voices, reader, uploadFolder, record } = options
  rmSync(uploadFolder, { recursive: true, force: true })
  mkdirSync(uploadFolder, { recursive: true, mode: 0o700 })

  return async ({ request, response }) => {
    await using upload = await receiveUpload(request, {
      folder: uploadFolder,
      fileField: 'file',
      maxBytes: MAX_DOCUMENT_BYTES,
    })
    const { file, fields } = await acceptForm(upload, voices)
    const { file_password: password = '', ...settings } = fields
    const sections = await reader
      .readSections(
        { path: file.path, name: file.name, password: password === '' ? null : password },
        goneSignal(response),
      )
      .catch((error: unknown) => {
        throw (error instanceof UserFacingError ? refuseDocument(error) : null) ?? error
      })
    const body = { ...settings, file_name: file.name, file_size: file.size, sections: [...sections] }
    const accepted = { kind: 'document' as const, body }
    refuseTooLong(accepted)
    return { success: true, result: record(conversions.submit(accepted)) }
  }
}

/** Rejects with 422 and every invalid field, before the document is read. */
async function acceptForm({ fields, file }: UploadedForm, voices: DocumentHandlerOptions['voices']) {
  const problems: FieldError[] = file === null ? [missingFile(fields)] : nameProblems(file)
  const parsed = documentFieldsSchema.safeParse(fields)
  if (!parsed.success) problems.push(...describeIssues(parsed.error))
  else if (!(await voices.isKnown(parsed.data.voice_id))) {
    const shown = JSON.stringify(parsed.data.voice_id)
    problems.push({ field: 'voice_id', message: `${shown} is not a voice of this service` })
  }
  if (problems.length > 0 || file === null || !parsed.success) throw fieldsRefused(problems)
  return { file, fields: parsed.data }
}

function missingFile(fields: UploadedForm['fields']): FieldError {
  return {
    field: 'file',
    message: 'file' in fields ? 'must be a file with its name, not a text' : 'is required',
  }
}

function nameProblems({ name }: UploadedFile): FieldError[] {
  if (name.length > MAX_NAME_CHARACTERS) {
    return [{ field: 'file', message: `must have a name of at most ${MAX_NAME_CHARACTERS} characters` }]
  }
  try {
    documentExtensionOf(name)
    return []
  } catch (error) {
    const refusal = error instanceof UserFacingError ? refuseDocument(error) : null
    if (refusal === null) throw error
    return [...refusal.fields]
  }
}

/** Aborted when the caller disconnects, so that the document is no longer read. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort(Object.assign(new Error('The caller went away'), { code: 'ECONNRESET' }))
  })
  return gone.signal
}

/** The error for a document that cannot be spoken: the invalid field, and what to do about it. */
interface Refusal {
  readonly field: 'file' | 'file_password'
  readonly message: string
  /** 413 if a published limit is exceeded; 422 by default. */
  readonly status?: 413
}

type Text = (params: MessageParams) => Refusal

const file = (message: string): Refusal => ({ field: 'file', message })
const count = (value: string | number | undefined) => Number(value ?? 0).toLocaleString('en')

const REFUSALS: Readonly<Record<string, Text>> = {
  'document-type-unknown': ({ known }) => file(`must be a document whose name ends in one of ${known ?? ''}`),
  'document-mislabelled': ({ extension, actual }) =>
    file(
      `is named ${extension ?? ''} but is a ${actual ?? ''} file: give it its right name, or send the other file`,
    ),
  'document-empty': () => file('has no text'),
  'document-no-text': () =>
    file('has no text, only pictures of pages (a scan): run text recognition (OCR) over it first'),
  'document-damaged': () => file('is damaged or incomplete: open it in its own program and save it again'),
  'file-not-text': () => file('is not text: it holds bytes that no text has'),
  'document-password-needed': () => ({
    field: 'file_password',
    message: 'is required: the document is protected',
  }),
  'document-password-wrong': () => ({
    field: 'file_password',
    message: 'is not the password of this document',
  }),
  'document-encryption-unknown': () =>
    file('is protected in a way that this service cannot open: save it without its password'),
  'document-drm': () => file('is protected by its shop (DRM) and can only be opened in that shop’s reader'),
  'document-inflates': () => file('grows too large when it is unpacked'),
  'document-too-complex': () =>
    file('takes too long or too much memory to read: divide it, or save it as plain text'),
  'document-too-many-rows': ({ limit }) => ({
    field: 'file',
    message: `has more than ${count(limit)} rows (paragraphs, list items and table rows)`,
    status: 413,
  }),
  'document-too-much-text': ({ limit }) => file(`has more than ${count(limit)} characters`),
}

/** The refusal of a document, or null for an error that is not about the document. */
function refuseDocument({ code, params }: Pick<UserFacingError, 'code' | 'params'>): HttpError | null {
  const text = REFUSALS[code]
  if (text === undefined) return null
  const { field, message, status } = text(params)
  if (status === undefined) return fieldsRefused([{ field, message }])
  return new HttpError(status, `${field} ${message}`, { fields: [{ field, message }] })
}

// Receives a form with one file: fields are kept in memory, and the file is streamed to disk.

interface UploadedForm extends AsyncDisposable {
  readonly fields: Readonly<Record<string, string>>
  /** Null if the form has no file in the requested field. */
  readonly file: UploadedFile | null
}

interface UploadedFile {
  /** The file name sent by the caller, without folders. */
  readonly name: string
  readonly path: string
  readonly size: number
}

interface UploadLimits {
  readonly folder: string
  readonly fileField: string
  readonly maxBytes: number
}

/** The limits of a form without its file. */
const MAX_FORM_BYTES = 1024 * 1024
const MAX_FIELDS = 20
const MAX_FIELD_BYTES = 16 * 1024

/**
 * Receives a form. The file is deleted when the upload is disposed of. Refuses requests that are not a form (415), a file over the limit
 * (413; the rest is read and dropped), and a form that does not parse or ends too soon (400). Throws the errors of the disk.
 */
async function receiveUpload(request: IncomingMessage, limits: UploadLimits): Promise<UploadedForm> {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type.trim())) {
    throw new HttpError(415, 'The body must be a form with a file (Content-Type: multipart/form-data)')
  }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new HttpError(415, `The content encoding ${encoding} is not supported`)
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes + MAX_FORM_BYTES) {
    await discardRest(request)
    throw tooLarge(limits)
  }
  const path = join(limits.folder, randomUUID())
  const remove = () => rm(path, { force: true })
  try {
    const { fields, file } = await readForm(request, type, path, limits)
    return { fields, file, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function readForm(
  request: IncomingMessage,
  type: string,
  path: string,
  { fileField, maxBytes, ...limits }: UploadLimits,
): Promise<Pick<UploadedForm, 'fields' | 'file'>> {
  const form = openForm(type, maxBytes)
  const fields = new Map<string, string>()
  const files: { readonly name: string; size: number }[] = []
  let saving: Promise<void> = Promise.resolve()
  const stop = new AbortController()

  const received = new Promise<void>((resolve, reject) => {
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (field, stream, name) => {
      if (field !== fileField || files.length > 0) {
        stream.resume()
        return
      }
      const file = { name: unescapeFileName(name).normalize(), size: 0 }
      files.push(file)
      stream.on('data', (chunk: Buffer) => (file.size += chunk.length))
      stream.once('limit', () => reject(tooLarge({ fileField, maxBytes, ...limits })))
      saving = pipeline(stream, createWriteStream(path), { signal: stop.signal })
      saving.catch(reject)
    })
    form.once('error', () => reject(new HttpError(400, 'The form is not well-formed, or ends too soon')))
    form.once('finish', resolve)
    request.once('error', reject)
    request.once('close', () => {
      if (!request.complete) reject(new HttpError(400, 'The form ended before its end'))
    })
    request.pipe(form)
  })
  try {
    await received
    await saving
    const [file] = files
    return { fields: Object.fromEntries(fields), file: file === undefined ? null : { ...file, path } }
  } catch (error) {
    request.unpipe(form)
    stop.abort()
    await saving.catch(() => undefined)
    if (!request.complete) await discardRest(request)
    throw error
  }
}

function openForm(type: string, maxBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fileSize: maxBytes, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, parts: 2 * MAX_FIELDS },
    })
  } catch {
    throw new HttpError(400, 'The form does not say how its parts are set apart (boundary)')
  }
}

/** Decodes the three characters that forms escape in file names (https://html.spec.whatwg.org/#multipart-form-data). */
function unescapeFileName(name: string): string {
  return name.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"')
}

function tooLarge({ fileField, maxBytes }: UploadLimits): HttpError {
  const message = `is larger than ${maxBytes / 1024 / 1024} MB`
  return new HttpError(413, `${fileField} ${message}`, {
    fields: [{ field: fileField, message }],
    headers: { connection: 'close' },
  })
}
