/**
 * Updates of the installed app. No request is made until the writer chooses “Check for updates…”, or has allowed automatic checks. Each
 * download and each restart needs a confirmation. electron-updater verifies its download and installs it as the package requires: it replaces an AppImage, and asks for the administrator's password for a deb or rpm.
 */
import { dirname, join } from 'node:path'
import type { BrowserWindow, Dialog, MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import { z } from 'zod'
import type { Language } from '../../../shared/messages/languages.ts'
import { readJsonFile, updateJsonFile } from '../../lib/files/jsonFile.ts'
import type { Report } from '../../lib/report.ts'

/** The interval of automatic checks, if they are allowed. */
const PAUSE_MS = 7 * 24 * 3_600_000

/** The used part of electron-updater's `AppUpdater`. */
interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  requestHeaders: Record<string, unknown> | null
  logger: unknown
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean
    readonly updateInfo: { readonly version: string }
  } | null>
  downloadUpdate(): Promise<readonly string[]>
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void
  once(event: 'appimage-filename-updated', listener: (path: string) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

interface UpdatesOptions {
  /** Fabula's folder, which stores whether automatic checks are allowed, and the time of the last one. */
  readonly dataDir: string
  readonly version: string
  /** electron-updater's updater; undefined if this copy has no address to ask, such as one that runs from its source. */
  readonly updater: () => Updater | undefined
  /** The path of the AppImage that runs; undefined in any other package. */
  readonly appImage: string | undefined
  /** Asks about work that would end with the app, such as an export, and returns whether the app may quit. */
  readonly mayQuit: () => Promise<boolean>
  /** Starts a program after this one has ended. */
  readonly relaunch: (program: string) => void
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly window: () => BrowserWindow | undefined
  readonly texts: () => UpdateTexts
  readonly report: Report
  readonly now: () => number
}

const storedSchema = z.object({ looksByItself: z.boolean(), lookedAtMs: z.number() }).partial()
type Stored = z.infer<typeof storedSchema>

export function createUpdates(options: UpdatesOptions) {
  const {
    dataDir,
    version,
    updater: findUpdater,
    appImage,
    mayQuit,
    relaunch,
    dialog,
    window,
    texts,
    report,
    now,
  } = options
  const path = join(dataDir, 'updates.json')
  let isBusy = false

  function stored(): Stored {
    const parsed = storedSchema.safeParse(readJsonFile(path))
    return parsed.success ? parsed.data : {}
  }
  const keep = (patch: Stored) => updateJsonFile(path, () => ({ ...stored(), ...patch }))

  async function ask(box: MessageBoxOptions): Promise<MessageBoxReturnValue> {
    const parent = window()
    const plain = { noLink: true, ...box }
    return parent ? dialog.showMessageBox(parent, plain) : dialog.showMessageBox(plain)
  }

  /** Asks with the checkbox for automatic checks, and stores its state. */
  async function askWithChoice(box: MessageBoxOptions): Promise<number> {
    const looksByItself = stored().looksByItself === true
    const { response, checkboxChecked } = await ask({
      ...box,
      checkboxLabel: texts().byItself,
      checkboxChecked: looksByItself,
    })
    if (checkboxChecked !== looksByItself) keep({ looksByItself: checkboxChecked })
    return response
  }

  async function look(isAsked: boolean): Promise<void> {
    const updater = findUpdater()
    if (!updater) {
      if (isAsked)
        await ask({
          type: 'info',
          message: texts().none,
          detail: texts().noneDetail,
          buttons: [texts().close],
        })
      return
    }
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowDowngrade = false
    updater.logger = null
    // electron-updater would send a permanent id of this installation.
    updater.requestHeaders = { 'x-user-staging-id': 'none' }

    const found = await updater.checkForUpdates()
    keep({ lookedAtMs: now() })
    if (!found?.isUpdateAvailable) {
      if (isAsked)
        await askWithChoice({
          type: 'info',
          message: fill(texts().newest, { version }),
          buttons: [texts().close],
        })
      return
    }
    const newer = { version, newer: found.updateInfo.version }
    const { download, later, restart } = texts()
    const mayDownload = await askWithChoice({
      type: 'question',
      message: fill(texts().found, newer),
      detail: texts().foundDetail,
      buttons: [download, later],
      cancelId: 1,
    })
    if (mayDownload !== 0) return
    await updater.downloadUpdate()
    const { response: mayRestart } = await ask({
      type: 'question',
      message: fill(texts().ready, newer),
      detail: texts().readyDetail,
      buttons: [restart, later],
      cancelId: 1,
    })
    // The installer on Windows ends the app after a while, even during an export.
    if (mayRestart === 0 && (await mayQuit())) install(updater)
  }

  /** Throws the error that electron-updater reports instead of quitting, for example if no password was entered. */
  function install(updater: Updater): void {
    const faults: Error[] = []
    const onFault = (error: Error) => void faults.push(error)
    let program = appImage
    updater.on('error', onFault)
    if (program === undefined) updater.quitAndInstall()
    else {
      // electron-updater would start the new AppImage while this one still holds the lock of a single instance.
      updater.once('appimage-filename-updated', (path) => (program = path))
      updater.quitAndInstall(true, false)
    }
    updater.off('error', onFault)
    const [fault] = faults
    if (fault !== undefined) throw fault
    if (program !== undefined) relaunch(program)
  }

  async function run(isAsked: boolean): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      await look(isAsked)
    } catch (error) {
      report('updates', error)
      const box = { type: 'warning', message: texts().failed, buttons: [texts().close] } as const
      if (isAsked)
        await ask({
          ...box,
          buttons: [...box.buttons],
          detail: `${reasonOf(error, texts())}\n\n${texts().safe}`,
        })
    } finally {
      isBusy = false
    }
  }

  return {
    /** Checks for a newer version on request, and shows the result. */
    check: (): Promise<void> => run(true),
    /** Checks if automatic checks are allowed and a week has passed. Shows only a newer version. */
    async checkByItself(): Promise<void> {
      const { looksByItself = false, lookedAtMs = 0 } = stored()
      // A clock that was set back must not stop checks for years.
      const isDue = Math.abs(now() - lookedAtMs) >= PAUSE_MS
      if (looksByItself && isDue) await run(false)
    },
  }
}

/**
 * Whether this copy can replace itself: it has an address to ask (electron-builder writes the file), and was installed. A zip of Windows or
 * a Flatpak would get a second Fabula beside itself.
 */
export function updatesItself(
  {
    platform,
    env,
    execPath,
    resourcesPath,
  }: Pick<NodeJS.Process, 'platform' | 'env' | 'execPath' | 'resourcesPath'>,
  exists: (path: string) => boolean,
): boolean {
  if (!exists(join(resourcesPath, 'app-update.yml'))) return false
  if (platform === 'win32') return exists(join(dirname(execPath), 'Uninstall Fabula.exe'))
  if (platform !== 'linux') return true
  // The file names the kind of package, deb or rpm.
  return !env['FLATPAK_ID'] && (!!env['APPIMAGE'] || exists(join(resourcesPath, 'package-type')))
}

/** The reasons why an update failed, by the codes of electron-updater and of Node. */
export function reasonOf(error: unknown, texts: UpdateTexts): string {
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' }
  const known = `${String(code)} ${message}`
  if (/CHECKSUM_MISMATCH|sha512/i.test(known)) return texts.checksum
  if (/INVALID_SIGNATURE|not signed|code signature/i.test(known)) return texts.signature
  if (/ERR_UPDATER_(?:INVALID|NO|CHANNEL|LATEST|ASSET)|YAMLException/.test(known)) return texts.feed
  if (
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|net::ERR|socket hang up|aborted|HTTP_ERROR/.test(known)
  )
    return texts.offline
  if (/ENOSPC/.test(known)) return texts.full
  if (/exited with code|Neither dpkg/.test(known)) return texts.refused
  // Squirrel's messages for an app that runs from its disk image, or that macOS has moved to a randomised path.
  if (/read-only volume/.test(known)) return texts.readOnly
  return message
}

// The texts of dialogs about newer versions, and about the app itself.

type UpdateTexts = Readonly<
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
    | 'full'
    | 'refused'
    | 'readOnly',
    string
  >
>

const en: UpdateTexts = {
  byItself: 'Check once a week when Fabula starts',
  none: 'This copy of Fabula does not check for updates.',
  noneDetail:
    'It was built without an address to ask, or was not installed: a copy from a zip, a Flatpak or the source is updated in the way that it came.',
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
  refused:
    'The system did not install it: the password was not given, or its package manager reported an error.',
  readOnly:
    'Fabula runs from a place that cannot be written. Move it to the Applications folder, start it there, and try again.',
}

const de: UpdateTexts = {
  byItself: 'Einmal in der Woche beim Start von Fabula suchen',
  none: 'Dieses Fabula sucht nicht nach Updates.',
  noneDetail:
    'Es wurde ohne eine Adresse dafür gebaut oder nicht installiert: Eine Kopie aus einer ZIP-Datei, einem Flatpak oder dem Quelltext wird so aktualisiert, wie sie kam.',
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
  refused:
    'Das System hat sie nicht installiert: Das Passwort wurde nicht eingegeben, oder die Paketverwaltung meldet einen Fehler.',
  readOnly:
    'Fabula läuft von einem Ort, der nicht beschreibbar ist. Verschiebe es in den Ordner „Programme“, starte es dort und versuch es noch einmal.',
}

const es: UpdateTexts = {
  byItself: 'Buscar una vez por semana al iniciar Fabula',
  none: 'Esta copia de Fabula no busca actualizaciones.',
  noneDetail:
    'Se creó sin una dirección para ello o no está instalada: una copia de un zip, de Flatpak o del código fuente se actualiza como llegó.',
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
  refused:
    'El sistema no la ha instalado: no se introdujo la contraseña o el gestor de paquetes informa de un error.',
  readOnly:
    'Fabula se ejecuta desde un lugar en el que no se puede escribir. Muévela a la carpeta Aplicaciones, iníciala allí e inténtalo de nuevo.',
}

export const updateTexts: Readonly<Record<Language, UpdateTexts>> = { en, de, es }

/** A text with its `{{names}}` replaced. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
