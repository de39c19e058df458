/** Why Fabula could not start, in the language of the system: the settings may be what cannot be read. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Language } from '../../shared/messages/languages.ts'
import { messageOf } from '../../shared/messages/messageOf.ts'
import { diskFaultOf } from '../lib/files/diskFaults.ts'
import { START_TEXTS } from './startTexts.ts'

interface StartErrorOptions {
  readonly language?: Language
  /** The options of the command line that choose folders. */
  readonly folderOptions?: string
}

/** What is said where a person cannot act on the error. */
export function startFailedText(language: Language): string {
  return START_TEXTS[language].failed
}

/** Why Fabula could not start, for a person; undefined for what a person cannot act on. English by default. */
export function startErrorText(
  error: unknown,
  { language = 'en', folderOptions = '--data' }: StartErrorOptions = {},
): string | undefined {
  if (error instanceof UserFacingError) return messageOf(error, language)
  const reason = reasonOf(error)
  return reason && START_TEXTS[language][reason].replaceAll('{{options}}', folderOptions)
}

function reasonOf(error: unknown): 'fileInTheWay' | 'diskFull' | 'notWritable' | 'diskFailing' | undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR'))
    return 'fileInTheWay'
  switch (diskFaultOf(error)) {
    case 'full':
      return 'diskFull'
    case 'not-writable':
    case 'not-there':
      return 'notWritable'
    case 'failing':
      return 'diskFailing'
    default:
      return undefined
  }
}
