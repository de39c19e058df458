/** A form with one file, as it comes in: fields are kept, the file goes to disk piece by piece. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import { HttpError } from '../http/httpErrors.ts'
import { discardRest } from '../http/readBody.ts'

export interface UploadedForm extends AsyncDisposable {
  readonly fields: Readonly<Record<string, string>>
  /** Null if the form has no file in the field asked for. */
  readonly file: UploadedFile | null
}

export interface UploadedFile {
  /** As its sender calls it, without folders. */
  readonly name: string
  readonly path: string
  readonly size: number
}

export interface UploadLimits {
  readonly folder: string
  readonly fileField: string
  readonly maxBytes: number
}

/** What a form may have beside its file. */
const MAX_FORM_BYTES = 1024 * 1024
const MAX_FIELDS = 20
const MAX_FIELD_BYTES = 16 * 1024

/**
 * Receives a form. The file is gone when the upload is disposed of. Refuses what is not a form (415), a file over the limit
 * (413, with its rest let go by), and a form that does not parse or ends too soon (400). Throws what the disk says.
 */
export async function receiveUpload(request: IncomingMessage, limits: UploadLimits): Promise<UploadedForm> {
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

/** As a form writes names, if it cannot write three of their characters (https://html.spec.whatwg.org/#multipart-form-data). */
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
