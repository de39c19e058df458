/**
 * Fabula in a browser on this machine: the same services and the same page as the desktop app, over HTTP on 127.0.0.1.
 *
 *     browserHost.ts [--port N] [--no-open] [--folder FOLDER] [--data FOLDER] [--page FOLDER] [--voice-catalogue FILE]
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readVersion } from './app/diagnostics.ts'
import { defaultAppFolder, defaultStoriesFolder } from './app/appFolder.ts'
import { type BrowserHostOptions, onLastPort, parseOptions, words } from './hosts/browser/options.ts'
import { createEventStream, createRoutes } from './hosts/browser/routes.ts'
import { createFolderFiles } from './hosts/browser/folderFiles.ts'
import { openInBrowser } from './hosts/browser/openInBrowser.ts'
import { startBrowserServer } from './hosts/browser/server.ts'
import { removeStaleTransfers } from './hosts/browser/transfer.ts'
import { createDispatcher } from './app/dispatcher.ts'
import { createLogFile, createReport, LOGS_FOLDER, reportToAll } from './lib/report.ts'
import { createMedia } from './hosts/page/media.ts'
import { createServices } from './app/services.ts'

const root = join(import.meta.dirname, '..')
/** The keys in use, which are masked in the log. */
const keys = new Set<string>()
const secrets = () => [...keys]
const writeReport = createReport((text) => process.stderr.write(text), secrets)
let report = writeReport
// If nothing reads standard output any more, Fabula keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

async function start(options: BrowserHostOptions) {
  const dataDir = options.data ?? defaultAppFolder()
  const log = createLogFile({ folder: join(dataDir, LOGS_FOLDER), host: 'browser', secrets, now: Date.now })
  log.note(`started ${readVersion(root)} on ${process.platform} ${process.arch}`)
  report = reportToAll(writeReport, log.report)
  const files = await createFolderFiles(options.folder ?? defaultStoriesFolder())
  await removeStaleTransfers(files.folder, Date.now())
  const events = createEventStream(randomUUID())
  const services = createServices({
    info: { version: readVersion(root), host: 'browser', platform: process.platform, systemLanguages: null },
    dataDir,
    examplesDir: join(root, 'examples'),
    files,
    emit: events.emit,
    report,
    onKey: (key) => keys.add(key),
    ...(options.voiceCatalogue !== undefined && { voiceCatalogue: options.voiceCatalogue }),
  })
  const dispatch = createDispatcher({
    handlers: services.handlers,
    report,
    // The page checks every answer, too; only tests check them here, where the mistake is.
    checksOutput: process.env['NODE_ENV'] === 'test',
  })
  const routes = createRoutes({
    dispatch,
    events,
    media: createMedia(services.findAudio, services.findLive),
    files,
    copyProject: services.copyProject,
    sendInitialState: services.sendInitialState,
  })
  const pageFolder = options.page ?? join(root, 'out', 'renderer')
  try {
    let forgetOpening = () => {}
    const listen = (port: number) => startBrowserServer({ port, pageFolder, routes, report })
    const server = await (options.port === undefined ? onLastPort(dataDir, listen) : listen(options.port))
    return {
      url: server.url,
      open() {
        forgetOpening = openInBrowser(server.createOneTimeUrl, files.folder)
      },
      /** The number of exports being written. */
      exportCount: () => services.exports.count(),
      exportsEnded: () => services.exports.allEnded(),
      async close() {
        forgetOpening()
        events.close()
        await server.close()
        await services.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}

process.on('uncaughtException', (error) => {
  report('uncaught', error)
  console.error(words.ended)
  process.exit(1)
})

const options = parseOptions(process.argv.slice(2))
if (typeof options === 'string') {
  console.error(options)
  process.exit(2)
}
try {
  const host = await start(options)
  const close = () => {
    // A second signal ends the process at once, as signals do.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, close)
    if (host.exportCount() > 0) console.log(words.finishing)
    const finished = host.exportsEnded()
    finished.then(host.close).then(
      () => process.exit(0),
      (error: unknown) => {
        report('closing', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close)
  console.log(options.opens ? words.ready(host.url) : JSON.stringify({ url: host.url }))
  if (options.opens) host.open()
} catch (error) {
  const reason = words.cannotStart(error, options.port ?? 0)
  if (reason === undefined) report('start', error)
  console.error(reason ?? words.failed)
  process.exit(1)
}
