/** The words of dialogs about newer versions, and about the app itself. */
import type { Language } from '../../../shared/messages/languages.ts'

export type UpdateTexts = Readonly<
  Record<
    | 'byItself'
    | 'none'
    | 'noneDetail'
    | 'newest'
    | 'found'
    | 'foundDetail'
    | 'download'
    | 'later'
    | 'ready'
    | 'readyDetail'
    | 'restart'
    | 'close'
    | 'failed'
    | 'safe'
    | 'checksum'
    | 'signature'
    | 'feed'
    | 'offline'
    | 'full',
    string
  >
>

const en: UpdateTexts = {
  byItself: 'Check once a week when Fabula starts',
  none: 'This copy of Fabula does not check for updates.',
  noneDetail: 'It was built without an address to ask, or runs from its source.',
  newest: 'Fabula {{version}} is the newest version.',
  found: 'Fabula {{newer}} is available. You have {{version}}.',
  foundDetail: 'Nothing is downloaded until you say so. Your stories stay as they are.',
  download: 'Download',
  later: 'Later',
  ready: 'Fabula {{newer}} has been downloaded and checked.',
  readyDetail:
    'Fabula closes, installs it, and starts again. Your stories are saved. Your system may ask for a password.',
  restart: 'Restart and install',
  close: 'Close',
  failed: 'The update did not work.',
  safe: 'Nothing was changed: this version goes on working, and your stories are safe.',
  checksum:
    'The download is not the file that was published: it is damaged, incomplete, or not the original. It was not installed. Try again later.',
  signature: 'The download is not signed by those who make Fabula. It was not installed.',
  feed: 'The list of versions cannot be read. Try again later.',
  offline: 'The address of the updates cannot be reached. Check the network connection and try again.',
  full: 'There is no room on the disk for the download.',
}

const de: UpdateTexts = {
  byItself: 'Einmal in der Woche beim Start von Fabula suchen',
  none: 'Dieses Fabula sucht nicht nach Updates.',
  noneDetail: 'Es wurde ohne eine Adresse dafür gebaut oder läuft aus seinem Quelltext.',
  newest: 'Fabula {{version}} ist die neueste Version.',
  found: 'Fabula {{newer}} ist verfügbar. Du hast {{version}}.',
  foundDetail: 'Nichts wird geladen, bevor du zustimmst. Deine Geschichten bleiben, wie sie sind.',
  download: 'Herunterladen',
  later: 'Später',
  ready: 'Fabula {{newer}} ist geladen und geprüft.',
  readyDetail:
    'Fabula schließt sich, installiert die Version und startet neu. Deine Geschichten sind gespeichert. Vielleicht fragt dein System nach einem Passwort.',
  restart: 'Neu starten und installieren',
  close: 'Schließen',
  failed: 'Das Update ist nicht gelungen.',
  safe: 'Nichts wurde verändert: Diese Version läuft weiter, und deine Geschichten sind sicher.',
  checksum:
    'Die geladene Datei ist nicht die veröffentlichte: Sie ist beschädigt, unvollständig oder nicht das Original. Sie wurde nicht installiert. Versuch es später noch einmal.',
  signature:
    'Die geladene Datei ist nicht von denen signiert, die Fabula machen. Sie wurde nicht installiert.',
  feed: 'Die Liste der Versionen lässt sich nicht lesen. Versuch es später noch einmal.',
  offline:
    'Die Adresse für Updates ist nicht erreichbar. Prüfe die Netzwerkverbindung und versuch es noch einmal.',
  full: 'Auf dem Datenträger ist kein Platz für die Datei.',
}

const es: UpdateTexts = {
  byItself: 'Buscar una vez por semana al iniciar Fabula',
  none: 'Esta copia de Fabula no busca actualizaciones.',
  noneDetail: 'Se creó sin una dirección para ello o se ejecuta desde su código fuente.',
  newest: 'Fabula {{version}} es la versión más reciente.',
  found: 'Fabula {{newer}} está disponible. Tienes la {{version}}.',
  foundDetail: 'No se descarga nada hasta que lo aceptes. Tus historias se quedan como están.',
  download: 'Descargar',
  later: 'Más tarde',
  ready: 'Fabula {{newer}} se ha descargado y comprobado.',
  readyDetail:
    'Fabula se cierra, instala la versión y se inicia de nuevo. Tus historias están guardadas. Es posible que el sistema pida una contraseña.',
  restart: 'Reiniciar e instalar',
  close: 'Cerrar',
  failed: 'La actualización no ha funcionado.',
  safe: 'No se ha cambiado nada: esta versión sigue funcionando y tus historias están a salvo.',
  checksum:
    'La descarga no es el archivo que se publicó: está dañada, incompleta o no es la original. No se ha instalado. Inténtalo de nuevo más tarde.',
  signature: 'La descarga no está firmada por quienes hacen Fabula. No se ha instalado.',
  feed: 'No se puede leer la lista de versiones. Inténtalo de nuevo más tarde.',
  offline:
    'No se puede acceder a la dirección de las actualizaciones. Comprueba la conexión de red e inténtalo de nuevo.',
  full: 'No hay espacio en el disco para la descarga.',
}

export const updateTexts: Readonly<Record<Language, UpdateTexts>> = { en, de, es }

/** A text with its `{{names}}` replaced. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
