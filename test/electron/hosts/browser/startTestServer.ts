/** A browser host over a folder with a small page and one project with one audio, for tests that speak HTTP to it. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type PageSession, pageSessionSchema } from '../../../../shared/ipc/result.ts'
import { createEventStream, createRoutes } from '../../../../electron/hosts/browser/routes.ts'
import { createFolderFiles } from '../../../../electron/hosts/browser/folderFiles.ts'
import { startBrowserServer } from '../../../../electron/hosts/browser/server.ts'
import { systemClock } from '../../../../electron/lib/clock.ts'
import { createOpenProjects } from '../../../../electron/project/openProjects.ts'
import { createProjects } from '../../../../electron/project/projects.ts'
import { createMedia } from '../../../../electron/hosts/page/media.ts'
import { audioStoreWith } from '../audioStoreWith.ts'

export const audioBytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 7) % 251))

/** Starts a host on a free port. `calls` are the calls that passed every check. */
export async function startTestServer() {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'fabula-browser-')))
  const pageFolder = join(home, 'page')
  await mkdir(join(pageFolder, 'assets'), { recursive: true })
  await writeFile(
    join(pageFolder, 'index.html'),
    '<!doctype html>\n<html><head><title>Fabula</title></head></html>',
  )
  await writeFile(join(pageFolder, 'assets', 'main-abc.js'), 'console.log(1)')
  await writeFile(join(pageFolder, 'notes.txt'), 'not for pages')
  await writeFile(join(home, 'secret.js'), 'secret')

  const calls: [channel: string, input: unknown][] = []
  const reports: unknown[] = []
  /** Calls of `app:diagnostics` are answered once this resolves. */
  const { promise: finished, resolve: finish } = Promise.withResolvers<null>()
  const events = createEventStream('launch', 20)
  const files = await createFolderFiles(join(home, 'folder'))
  const media = createMedia((projectId) =>
    projectId === 'p 1' ? audioStoreWith('a1', audioBytes) : undefined,
  )
  const openProjects = createOpenProjects(systemClock)
  const projects = createProjects({
    ...{ dataDir: join(home, 'data'), now: Date.now, createId: randomUUID, openProjects },
  })
  const server = await startBrowserServer({
    port: 0,
    pageFolder,
    report: (_where, error) => reports.push(error),
    routes: createRoutes({
      events,
      files,
      media,
      copyProject: projects.copy,
      sendInitialState: (emit) => emit('speech:state', { state: 'failed' }),
      async dispatch(channel, input) {
        calls.push([channel, input])
        if (channel === 'app:diagnostics') await finished
        return { ok: true, value: { echo: input } }
      },
    }),
  })
  const { port, searchParams } = new URL(server.url)
  const token = searchParams.get('token') ?? ''
  const origin = `http://127.0.0.1:${port}`
  const { key, passes } = await openSession(origin, token)
  return {
    server,
    home,
    pageFolder,
    folder: files.folder,
    projects,
    events,
    calls,
    finish: () => finish(null),
    reports,
    token,
    origin,
    port: Number(port),
    /** The header Authorization of our own page. */
    authorization: `Bearer ${key}`,
    passes,
    async close() {
      events.close()
      await server.close()
      await openProjects.closeAll()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Requests a session as our own page does. */
export async function openSession(origin: string, credential: string): Promise<PageSession> {
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ credential }),
  })
  return z.object({ value: pageSessionSchema }).parse(await answer.json()).value
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** Sends lines unchanged, even if no HTTP client would send them, and returns the whole answer. */
export function sendRaw(
  port: number,
  lines: readonly string[],
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  })
}
