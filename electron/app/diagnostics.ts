/**
 * A report to send to whoever investigates a fault: versions, the system, settings that reveal nothing about stories or services, and the
 * last lines of the log. It is in English, for the developers.
 */
import { arch, availableParallelism, freemem, homedir, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { AppInfo, Settings } from '../../shared/ipc/views.ts'
import { LOGS_FOLDER, readLastLines } from '../lib/report.ts'

/** The settings that contain no names, addresses, voices or text. */
const REPORTED_SETTINGS = [
  'language',
  'theme',
  'storyTextPx',
  'rows',
  'isSnapOn',
  'isRippleOn',
  'playbackRate',
  'hasLanes',
  'blocksAtOnce',
  'isNotifying',
  'areLetterKeysOn',
  'isWebhookOn',
  'creditsPerStory',
  'creditsPerDay',
] as const satisfies readonly (keyof Settings)[]

const LOG_LINES = 200

export interface DiagnosticsOptions {
  readonly info: Pick<AppInfo, 'version' | 'isSafe'> & { readonly host: AppInfo['host'] | 'terminal' }
  readonly dataDir: string
  readonly settings: Settings
}

/** The report as text for the clipboard or the terminal. The home folder is written as ~. */
export function diagnosticsText({ info, dataDir, settings }: DiagnosticsOptions): string {
  const engines = ['electron', 'chrome', 'node'].filter((name) => name in process.versions)
  const told = REPORTED_SETTINGS.map((name) => `  ${name}: ${JSON.stringify(settings[name])}`)
  const lines = [
    `Fabula ${info.version} (${info.host}${info.isSafe === true ? ', safe mode' : ''})`,
    `System: ${platform()} ${release()} ${arch()}`,
    `Processors: ${availableParallelism()}, memory: ${inGigabytes(totalmem())}, free: ${inGigabytes(freemem())}`,
    ...engines.map((name) => `${name}: ${process.versions[name]}`),
    `Folder: ${dataDir}`,
    'Settings:',
    ...told,
    `Log, the last ${LOG_LINES} lines:`,
    readLastLines(join(dataDir, LOGS_FOLDER), LOG_LINES) || '  (empty)',
  ]
  return `${lines.join('\n').replaceAll(homedir(), '~')}\n`
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`
}

/** The version of Fabula in a source folder. */
export function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string } // npm’s own format
  return version
}
