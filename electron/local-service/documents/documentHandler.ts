/**
 * `POST /uapi/v1/document-to-speech`: the document is received, read and let go of before the answer, so that everything
 * that is wrong with it is said at once, and what is stored is its text: never the document, never its password.
 */
import { mkdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { describeIssues } from '../../../shared/speech-api/errors.ts'
import type { FieldError } from '../../../shared/speech-api/errors.ts'
import { MAX_DOCUMENT_BYTES, MAX_NAME_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import type { WireRecord } from '../../../shared/speech-api/records.ts'
import { documentFieldsSchema } from '../../../shared/speech-api/requests.ts'
import { documentExtensionOf } from '../../lib/documents/formats/documentExtension.ts'
import type { Conversions } from '../conversions/conversions.ts'
import type { StoredConversion } from '../conversions/conversionStore.ts'
import { refuseTooLong } from '../http/acceptRequest.ts'
import { fieldsRefused } from '../http/httpErrors.ts'
import type { Handler } from '../http/handler.ts'
import type { VoiceLibrary } from '../engines/voiceLibrary.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import { refuseDocument } from './documentRefusals.ts'
import { receiveUpload } from './receiveUpload.ts'
import type { UploadedForm, UploadedFile } from './receiveUpload.ts'

export interface DocumentHandlerOptions {
  readonly conversions: Conversions
  readonly voices: Pick<VoiceLibrary, 'isKnown'>
  readonly reader: DocumentReader
  /** Where documents lie while they are read. It is emptied now: what is left there is of a service that was ended. */
  readonly uploadFolder: string
  readonly record: (conversion: StoredConversion) => WireRecord
}

/** Takes documents; rejects with 422 and every field that does not fit, or with what is wrong with the document. */
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

/** Rejects with 422 and everything that is wrong, before any time goes into reading the document. */
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

/** Aborted when the caller goes away: nobody waits for the document any more. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort(Object.assign(new Error('The caller went away'), { code: 'ECONNRESET' }))
  })
  return gone.signal
}
