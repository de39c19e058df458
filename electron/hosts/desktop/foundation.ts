/**
 * What the desktop app stands on before there is a window or a service: its folder and Chromium's, the log, the answer to faults, and a
 * start that says why it fails.
 */
import type { App, Clipboard, CrashReporter, Dialog } from 'electron'
import { join } from 'node:path'
import type { AppInfo } from '../../../shared/ipc/views.ts'
import { chooseLanguage } from '../../../shared/messages/languages.ts'
import type { Language } from '../../../shared/messages/languages.ts'
import { defaultAppFolder, localFolderOf } from '../../app/appFolder.ts'
import { diagnosticsText } from '../../app/diagnostics.ts'
import { createSettingsStore } from '../../app/settingsStore.ts'
import { startErrorText, startFailedText } from '../../app/startError.ts'
import { createLogFile, LOGS_FOLDER } from '../../lib/logFile.ts'
import { createReport, reportToAll } from '../../lib/report.ts'
import type { Report } from '../../lib/report.ts'
import { CRASHES_FOLDER, deleteOldDumps } from './crashDumps.ts'
import { createFailedStarts, MOST_FAILED_STARTS } from './failedStarts.ts'
import { useOwnPlaces } from './ownPlaces.ts'
import { createTrouble } from './trouble.ts'
import type { Trouble } from './trouble.ts'
import { TROUBLE_TEXTS } from './troubleTexts.ts'

export interface FoundationOptions {
  readonly app: App
  readonly dialog: Dialog
  readonly clipboard: Pick<Clipboard, 'writeText'>
  readonly crashReporter: Pick<CrashReporter, 'start'>
  /** Fabula's own folder, if the command line names one. */
  readonly data: string | undefined
}

export interface Foundation {
  readonly dataDir: string
  readonly info: Pick<AppInfo, 'version' | 'platform'> & {
    readonly host: 'desktop'
    readonly isSafe: boolean
  }
  readonly report: Report
  readonly trouble: Trouble
  /** Keeps a key out of the log. */
  onKey(key: string): void
  /** The language of the settings as they are now, or the system's. */
  language(): Language
  /** Waits until the app is ready. False if the person starts it otherwise: nothing is to be done then. */
  isToStart(): Promise<boolean>
  /** The start has succeeded: a page is there. */
  hasStarted(): void
  /** The app ends in order. */
  hasEnded(): void
  /** Runs `start` unless the app runs already over the same folder, and says why if it fails. */
  run(start: () => Promise<void>): void
}

/** To be called first, before the app is ready. */
export function createFoundation({
  app,
  dialog,
  clipboard,
  crashReporter,
  data,
}: FoundationOptions): Foundation {
  const keys = new Set<string>()
  const secrets = () => [...keys]
  const dataDir = data ?? defaultAppFolder()
  const isSafe = process.argv.includes('--safe')
  const log = createLogFile({ folder: join(dataDir, LOGS_FOLDER), host: 'desktop', secrets, now: Date.now })
  const printed = createReport((text) => process.stderr.write(text), secrets)
  const report = reportToAll(printed, log.report)
  const settings = createSettingsStore(dataDir)
  const info = { version: app.getVersion(), host: 'desktop', platform: process.platform, isSafe } as const
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
    // The settings may be what cannot be read.
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
    onKey: (key) => void keys.add(key),
    async isToStart() {
      await app.whenReady()
      log.note(`started ${info.version} on ${info.platform} ${process.arch}${isSafe ? ' in safe mode' : ''}`)
      deleteOldDumps(join(localFolderOf(dataDir), CRASHES_FOLDER))
      const hasOftenFailed = failedStarts.begin() >= MOST_FAILED_STARTS
      return isSafe || !hasOftenFailed || trouble.goesOnAfterFailedStarts()
    },
    hasStarted: () => failedStarts.succeed(),
    hasEnded() {
      failedStarts.succeed()
      log.note('ended')
    },
    run(start) {
      try {
        useOwnPlaces(app, crashReporter, dataDir)
        // The lock belongs to Chromium's profile: apps over other folders run beside each other.
        if (app.requestSingleInstanceLock()) start().catch(sayWhyNot)
        else app.quit()
      } catch (error) {
        sayWhyNot(error)
      }
    },
  }
}
