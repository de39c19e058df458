/** What is said to a caller whose document cannot be spoken: which field is at fault, and what to do about it. */
import type { MessageParams, UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { fieldsRefused, HttpError } from '../http/httpErrors.ts'

interface Refusal {
  readonly field: 'file' | 'file_password'
  readonly message: string
  /** 413 for what is over a published limit; 422 by default. */
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
export function refuseDocument({ code, params }: Pick<UserFacingError, 'code' | 'params'>): HttpError | null {
  const text = REFUSALS[code]
  if (text === undefined) return null
  const { field, message, status } = text(params)
  if (status === undefined) return fieldsRefused([{ field, message }])
  return new HttpError(status, `${field} ${message}`, { fields: [{ field, message }] })
}
