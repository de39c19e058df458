/**
 * What the desktop app needs before there is a window or a service: its folder and Chromium's, the log, the handling of faults, and a
 * start that reports why it failed.
 */
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { App, Clipboard, CrashReporter, Dialog } from 'electron'
import { chooseLanguage } from '../../../shared/messages/languages.ts'
import { defaultAppFolder, localFolderOf } from '../../app/appFolder.ts'
import { diagnosticsText } from '../../app/diagnostics.ts'
import { createSettingsStore } from '../../app/settingsStore.ts'
import { startErrorText, startFailedText } from '../../app/startError.ts'
import { newPartPath, setAside } from '../../lib/files/atomicFile.ts'
import { readJsonFile, updateJsonFile } from '../../lib/files/jsonFile.ts'
import { createLogFile, createReport, LOGS_FOLDER, reportToAll } from '../../lib/report.ts'
import { secondInstanceData } from './ending.ts'
import { createTrouble, TROUBLE_TEXTS } from './trouble.ts'

interface FoundationOptions {
  readonly app: App
  readonly dialog: Dialog
  readonly clipboard: Pick<Clipboard, 'writeText'>
  readonly crashReporter: Pick<CrashReporter, 'start'>
  /** Fabula's own folder, if the command line names one. */
  readonly data: string | undefined
}

/** To be called first, before the app is ready. */
export function createFoundation({ app, dialog, clipboard, crashReporter, data }: FoundationOptions) {
  const keys = new Set<string>()
  const secrets = () => [...keys]
  const dataDir = data ?? defaultAppFolder()
  const isSafe = process.argv.includes('--safe')
  const log = createLogFile({ folder: join(dataDir, LOGS_FOLDER), host: 'desktop', secrets, now: Date.now })
  const printed = createReport((text) => process.stderr.write(text), secrets)
  const report = reportToAll(printed, log.report)
  const settings = createSettingsStore(dataDir)
  const info = { version: app.getVersion(), host: 'desktop', platform: process.platform, isSafe } as const
  /** The language of the settings as they are now, or the system's. */
  const language = () => chooseLanguage(settings.get().language, app.getPreferredSystemLanguages()).language
  const failedStarts = createFailedStarts(dataDir)
  const trouble = createTrouble({
    app,
    dialog,
    texts: () => TROUBLE_TEXTS[language()],
    diagnostics: () => diagnosticsText({ info, dataDir, settings: settings.get() }),
    copy: (text) => void clipboard.writeText(text).catch((error: unknown) => report('clipboard', error)),
    report,
    now: Date.now,
    args: process.argv.slice(1),
    appImage: process.env['APPIMAGE'],
  })
  trouble.followProcess(process)
  trouble.followChildren()
  if (isSafe) app.disableHardwareAcceleration()
  // Windows shows notifications under this name: https://learn.microsoft.com/en-us/windows/win32/shell/appids
  app.setAppUserModelId('org.fabula.studio')

  function sayWhyNot(error: unknown): void {
    report('start', error)
    // The settings themselves may be unreadable.
    const { language: ofSystem } = chooseLanguage('system', app.getPreferredSystemLanguages())
    dialog.showErrorBox('Fabula', startErrorText(error, { language: ofSystem }) ?? startFailedText(ofSystem))
    app.exit(1)
  }

  return {
    dataDir,
    info,
    report,
    trouble,
    language,
    /** Keeps a key out of the log. */
    onKey: (key: string): void => void keys.add(key),
    /** Waits until the app is ready. Returns false if the writer chose to start it another way: this start then ends. */
    async isToStart(): Promise<boolean> {
      await app.whenReady()
      log.note(`started ${info.version} on ${info.platform} ${process.arch}${isSafe ? ' in safe mode' : ''}`)
      deleteOldDumps(join(localFolderOf(dataDir), CRASHES_FOLDER))
      const hasOftenFailed = failedStarts.begin() >= MOST_FAILED_STARTS
      return isSafe || !hasOftenFailed || trouble.goesOnAfterFailedStarts()
    },
    /** To be called once a page has loaded: the start has succeeded. */
    hasStarted: (): void => failedStarts.succeed(),
    /** To be called when the app ends normally. */
    hasEnded(): void {
      failedStarts.succeed()
      log.note('ended')
    },
    /** Runs `start` unless the app already runs with the same folder, and shows why if it fails. */
    run(start: () => Promise<void>): void {
      try {
        useOwnPlaces(app, crashReporter, dataDir)
        // The lock belongs to Chromium's profile: apps with different folders can run at the same time.
        const hasLock = app.requestSingleInstanceLock(secondInstanceData(process.argv))
        if (hasLock || !canLock(app.getPath('userData'))) start().catch(sayWhyNot)
        else app.quit()
      } catch (error) {
        sayWhyNot(error)
      }
    },
  }
}

// Counts failed starts, in the app's folder: a start counts as failed until a page has made a call.

/** The number of failed starts after which safe mode is offered. */
const MOST_FAILED_STARTS = 2

export function createFailedStarts(dataDir: string) {
  const path = join(dataDir, 'starts.json')
  const change = (failed: number) => {
    try {
      updateJsonFile(path, () => ({ failed }))
    } catch {
      // A folder that cannot be written to is reported elsewhere; starts are then not counted.
    }
  }
  return {
    /** To be called at the start; returns how many starts in a row have failed before it. */
    begin(): number {
      const stored = readJsonFile(path)
      const value: unknown =
        typeof stored === 'object' && stored !== null && 'failed' in stored ? stored.failed : 0
      const failed = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
      change(failed + 1)
      return failed
    },
    /** To be called when the start has succeeded, or the writer has ended it. */
    succeed: (): void => change(0),
  }
}

// The desktop's own folders, all within Fabula's folder, so that `--data` moves everything.

/** Chromium's profile: the page's storage, caches, and the lock that allows one running app. */
const PROFILE_FOLDER = 'chromium'

/**
 * The parts of a profile that must not be lost: the words that could not be saved are in the page's storage, and the key that seals the
 * writer's keys on Windows is in “Local State”. https://www.electronjs.org/docs/latest/api/safe-storage
 */
const KEPT_OF_PROFILE = ['Local State', 'Local Storage', 'Preferences', 'Dictionaries']

/**
 * Makes Electron use folders in the app's own folder, and creates them. To be called before the app checks whether it is already running,
 * and before it is ready. Throws the file system's error if a folder cannot be created.
 */
export function useOwnPlaces(
  app: Pick<App, 'getPath' | 'setPath' | 'setAppLogsPath'>,
  crashReporter: Pick<CrashReporter, 'start'>,
  dataDir: string,
  localDir = localFolderOf(dataDir),
): void {
  const [profile, logs, crashes] = [
    join(localDir, PROFILE_FOLDER),
    join(dataDir, LOGS_FOLDER),
    join(localDir, CRASHES_FOLDER),
  ]
  // On Windows and macOS an earlier profile lies in Fabula's folder itself, on Linux in Chromium's own folder.
  const earlier = [dataDir, app.getPath('userData')]
  for (const folder of [dataDir, localDir]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const place of [profile, logs, crashes]) {
    // A file in the way is kept under another name, as those of other folders are.
    if (statSync(place, { throwIfNoEntry: false })?.isFile() === true) setAside(place)
  }
  for (const folder of [logs, crashes]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(profile)) takeOver(earlier, profile)
  app.setPath('userData', profile)
  app.setPath('sessionData', profile)
  app.setAppLogsPath(logs)
  keepCrashDumps(app, crashReporter, crashes)
}

/**
 * Whether a Chromium profile can be locked at all: its lock is a symbolic link, which the file system of most USB drives (FAT, exFAT) does not
 * have, and without which every start looks like a second one. Two apps over such a folder share it as the app and the terminal do.
 */
export function canLock(profile: string, platform = process.platform): boolean {
  if (platform === 'win32') return true // by a window of the system
  return lstatSync(join(profile, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined
}

/** Creates the profile from the first of these folders that is one, with the parts that must not be lost: completely or not at all. */
function takeOver(folders: readonly string[], profile: string): void {
  const made = newPartPath(dirname(profile))
  mkdirSync(made, { mode: 0o700 })
  const from = folders.find((folder) => existsSync(join(folder, 'Local State')))
  for (const name of from === undefined ? [] : KEPT_OF_PROFILE) {
    if (existsSync(join(from ?? '', name)))
      cpSync(join(from ?? '', name), join(made, name), { recursive: true })
  }
  renameSync(made, profile)
}

// Chromium's crash dumps stay on this computer: they are parts of memory, and may contain words of a story.

/** In the app's folder. */
const CRASHES_FOLDER = 'crashes'
const MOST_DUMPS = 5

/** Has crash dumps of all processes written to a folder, and sent nowhere. To be called before the app is ready. */
function keepCrashDumps(
  app: Pick<App, 'setPath'>,
  crashReporter: Pick<CrashReporter, 'start'>,
  folder: string,
): void {
  app.setPath('crashDumps', folder)
  crashReporter.start({ uploadToServer: false })
}

/** Deletes all dumps in a folder except the newest. */
export function deleteOldDumps(folder: string): void {
  try {
    const dumps = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => join(folder, name))
      .map((path) => ({ path, changedAtMs: statSync(path).mtimeMs }))
      .toSorted((a, b) => b.changedAtMs - a.changedAtMs)
    for (const { path } of dumps.slice(MOST_DUMPS)) {
      for (const file of [path, path.replace(/\.dmp$/, '.meta')]) rmSync(file, { force: true })
    }
  } catch {
    // There are none yet, or another Fabula is deleting them.
  }
}

// The locations of the parts of the built app that run outside the main process.

/**
 * The code of other processes and threads, in the folder of the built desktop app. In a package, that folder is an archive, and what is
 * started by its path lies beside it as real files (build/electron-builder.yml): Electron does not resolve every import of a module inside
 * an archive (https://github.com/electron/electron/issues/45896).
 */
export function bundledCode(appFolder: string) {
  const folder = join(appFolder, 'out', 'desktop')
  const unpacked = join(appFolder.replace(/\bapp\.asar$/, 'app.asar.unpacked'), 'out', 'desktop')
  const url = (name: string) => pathToFileURL(join(unpacked, name))
  return {
    preloadPath: join(folder, 'preload.cjs'),
    service: {
      entryUrl: url('localService.mjs'),
      workerUrl: url('speakWorker.mjs'),
      documentWorkerUrl: url('documentWorker.mjs'),
      naturalUrl: url('naturalProcess.mjs'),
    },
    outlineWorkerUrl: url('outlineWorker.mjs'),
    spellWorkerUrl: url('spellWorker.mjs'),
    unpackWorkerUrl: url('unpackWorker.mjs'),
    mixThreads: { mixUrl: url('mixWorker.mjs'), encodeUrl: url('encodeWorker.mjs') },
  }
}
