/** The words of a document, as they are spoken. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { decodeText } from '../documents/textEncoding.ts'
import type { ReadWords } from './documentStory.ts'

export function createReadWords(): ReadWords {
  return async ({ path, name }) => {
    if (extname(name).toLowerCase() !== '.txt')
      throw new UserFacingError('document-words-unreadable', { name })
    return decodeText(await readFile(path), name).trim()
  }
}
