/** The multipart body of document-to-speech: its fields, then the file, read as it is sent. */
import { randomUUID } from 'node:crypto'
import type { StreamedBody } from '../lib/http/streamedBody.ts'

export interface DocumentUpload {
  readonly model: string
  readonly voiceId: string
  readonly speed: number
  /** Sent with the request and kept nowhere; null for none. */
  readonly password: string | null
  readonly file: {
    readonly name: string
    readonly byteLength: number
    /** The file's bytes from its beginning. Throws a UserFacingError if it is not what it was. */
    read(): AsyncIterable<Uint8Array>
  }
  /** Told how much of the file the network has taken. */
  readonly onProgress?: (sentBytes: number) => void
}

export interface MultipartBody extends StreamedBody {
  /** The header that tells a service how the body is divided. */
  readonly contentType: string
}

/** Fields come before the file, for services that read a form as it arrives. */
export function documentBody(upload: DocumentUpload, boundary = `fabula-${randomUUID()}`): MultipartBody {
  const { model, voiceId, speed, password, file, onProgress } = upload
  const fields = [
    ['model', model],
    ['voice_id', voiceId],
    ['speed', String(speed)],
    ...(password === null ? [] : [['file_password', password]]),
  ]
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${escapeFileName(file.name)}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    byteLength: head.length + file.byteLength + tail.length,
    async *pieces() {
      yield head
      yield* file.read()
      yield tail
    },
    onSent: (bytes) => onProgress?.(Math.min(file.byteLength, Math.max(0, bytes - head.length))),
  }
}

/** As browsers name files in forms (https://html.spec.whatwg.org/#multipart-form-data). */
function escapeFileName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
