import { DOCUMENT_EXTENSIONS, extensionOf, listExtensions } from '../../../../shared/files/fileTypes.ts'
import type { DocumentExtension } from '../../../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'

/** The extension of a document's name. Throws `document-type-unknown` for a name with another extension. */
export function documentExtensionOf(name: string): DocumentExtension {
  const named = extensionOf(name)
  const extension = DOCUMENT_EXTENSIONS.find((known) => known === named)
  if (extension === undefined) {
    throw new UserFacingError('document-type-unknown', { known: listExtensions('document') })
  }
  return extension
}
