/** The reason why Fabula could not start, in the system's language, because the settings themselves may be unreadable. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Language, TextsOf } from '../../shared/messages/languages.ts'
import { messageOf } from '../../shared/messages/messageOf.ts'
import { diskFaultOf } from '../lib/files/diskFaults.ts'

interface StartErrorOptions {
  readonly language?: Language
  /** The options of the command line that choose folders. */
  readonly folderOptions?: string
}

/** The text for errors a person cannot act on. */
export function startFailedText(language: Language): string {
  return START_TEXTS[language].failed
}

/** The reason as text; undefined for errors that a person cannot act on. English by default. */
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

/** The texts shown if Fabula cannot start. `{{options}}` are the command-line options that choose folders. */
const en = {
  failed:
    'Fabula could not start. Your stories are safe. Try again; if that does not help, start Fabula with --safe. The folder “logs” in Fabula’s own folder shows what went wrong.',
  fileInTheWay:
    'There is a file in the place of Fabula’s folder. Your stories are safe. Move the file, or choose another folder with {{options}}.',
  diskFull:
    'Fabula could not start, because the disk is full. Your stories are safe. Free some space, then start it again.',
  notWritable:
    'Fabula is not allowed to write to its folder. Your stories are safe. Change the folder’s permissions, or choose another folder with {{options}}.',
  diskFailing:
    'Fabula could not start, because the disk failed. Your stories are safe. Check the disk, then start it again.',
} as const

const de: TextsOf<typeof en> = {
  failed:
    'Fabula konnte nicht starten. Deine Geschichten sind sicher. Starte es noch einmal; wenn das nicht hilft, starte es mit --safe. Der Ordner „logs“ in Fabulas eigenem Ordner zeigt, was schiefging.',
  fileInTheWay:
    'An der Stelle von Fabulas Ordner liegt eine Datei. Deine Geschichten sind sicher. Verschiebe die Datei, oder wähle mit {{options}} einen anderen Ordner.',
  diskFull:
    'Fabula konnte nicht starten, weil der Datenträger voll ist. Deine Geschichten sind sicher. Schaffe Platz, und starte es dann noch einmal.',
  notWritable:
    'Fabula darf nicht in seinen Ordner schreiben. Deine Geschichten sind sicher. Ändere die Berechtigungen des Ordners, oder wähle mit {{options}} einen anderen Ordner.',
  diskFailing:
    'Fabula konnte nicht starten, weil der Datenträger versagt hat. Deine Geschichten sind sicher. Prüfe den Datenträger, und starte es dann noch einmal.',
}

const es: TextsOf<typeof en> = {
  failed:
    'Fabula no ha podido iniciarse. Tus historias están a salvo. Iníciala de nuevo; si eso no ayuda, iníciala con --safe. La carpeta «logs» de la carpeta propia de Fabula muestra qué ha fallado.',
  fileInTheWay:
    'Hay un archivo en el lugar de la carpeta de Fabula. Tus historias están a salvo. Mueve el archivo o elige otra carpeta con {{options}}.',
  diskFull:
    'Fabula no ha podido iniciarse porque el disco está lleno. Tus historias están a salvo. Libera espacio e iníciala de nuevo.',
  notWritable:
    'Fabula no puede escribir en su carpeta. Tus historias están a salvo. Cambia los permisos de la carpeta o elige otra carpeta con {{options}}.',
  diskFailing:
    'Fabula no ha podido iniciarse porque el disco ha fallado. Tus historias están a salvo. Comprueba el disco e iníciala de nuevo.',
}

const START_TEXTS: Readonly<Record<Language, TextsOf<typeof en>>> = { en, de, es }
