import {
  DOCUMENT_EXTENSIONS,
  extensionOf,
  listExtensions,
  READABLE_EXTENSIONS,
  type DocumentExtension,
  type ReadableExtension,
} from '../../../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'

/**
 * Returns the extension of a document that can be converted to speech. Throws `document-type-unknown` for a name with another extension.
 */
export function documentExtensionOf(name: string): DocumentExtension {
  return find(DOCUMENT_EXTENSIONS, name)
}

/** Returns the extension of a document that can be read; throws like `documentExtensionOf`. */
export function readableExtensionOf(name: string): ReadableExtension {
  return find(READABLE_EXTENSIONS, name)
}

function find<Known extends string>(extensions: readonly Known[], name: string): Known {
  const named = extensionOf(name)
  const extension = extensions.find((known) => known === named)
  if (extension === undefined) {
    throw new UserFacingError('document-type-unknown', { known: listExtensions('document') })
  }
  return extension
}
