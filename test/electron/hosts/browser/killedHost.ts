/** The browser host without a page, over folders that stay: calls stand for what a page does, and the host can be killed during any of them. */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TakenPurpose } from '../../../../shared/files/fileTypes.ts'
import type { Channel, EventName, EventPayload, Input, Output } from '../../../../shared/ipc/contract.ts'
import { pageSessionSchema, type PageSession, type WireResult } from '../../../../shared/ipc/result.ts'
import { fileRefSchema, type FileRef, type ProjectId } from '../../../../shared/ipc/views.ts'
import { makeFolders, startHost, type Folders, type Host } from '../../../e2e/support/host.ts'

/** Thrown by a call whose answer the kill prevented. */
export class HostGone extends Error {}

export interface KilledHost extends AsyncDisposable {
  readonly folders: Folders
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** Throws `HostGone` if the host ends before it has answered, and an error with the code if it refuses. */
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>
  /** Uploads a file, as dropping it on the page does. */
  upload(purpose: TakenPurpose, name: string, content: Uint8Array<ArrayBuffer>): Promise<FileRef>
  /** Resolves with the next event that passes, counting from the call. */
  next<E extends EventName>(event: E, passes: (payload: EventPayload<E>) => boolean): Promise<EventPayload<E>>
  /** How many bytes of a stored audio can be read; 0 if it is not there. */
  audioBytes(projectId: ProjectId, audioId: string): Promise<number>
  /** The databases that SQLite finds damaged. Call it only while the host does not run. */
  damage(): Promise<string[]>
  /** The files in the host's folders, by their relative paths. */
  files(): Promise<string[]>
}

/** A host over new folders, which is not started yet. */
export async function createKilledHost(args: readonly string[] = []): Promise<KilledHost> {
  const { folders, remove } = await makeFolders()
  let host: Host
  let session: PageSession
  let waiting: ((event: string, payload: unknown) => void)[] = []

  async function request(path: string, init: RequestInit): Promise<unknown> {
    let text: string
    try {
      text = await (await fetch(new URL(path, host.url), init)).text()
    } catch (cause) {
      throw new HostGone(path, { cause })
    }
    const result = JSON.parse(text) as WireResult<unknown> // the answer's shape for every route
    if (!result.ok) throw new Error(`${path}: ${JSON.stringify(result.error)}`)
    return result.value
  }

  const post = (path: string, body: BodyInit, type: string) =>
    request(path, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${session.key}`,
        'content-type': type,
        origin: new URL(host.url).origin,
      },
    })

  async function listen(): Promise<void> {
    const response = await fetch(new URL(`/events?pass=${session.passes.events}`, host.url))
    void (async () => {
      let text = ''
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) {
        const parts = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const [, event, data] = /event: (.+)\ndata: (.+)/.exec(part) ?? []
          if (event === undefined || data === undefined) continue
          const payload: unknown = JSON.parse(data)
          for (const hear of waiting) hear(event, payload)
        }
      }
    })().catch(() => undefined) // the host was killed
  }

  return {
    folders,
    async start() {
      waiting = []
      host = await startHost(folders, { args })
      const credential = new URL(host.url).searchParams.get('token')
      session = pageSessionSchema.parse(
        await request('/session', {
          method: 'POST',
          body: JSON.stringify({ credential }),
          headers: { 'content-type': 'application/json', origin: new URL(host.url).origin },
        }),
      )
      await listen()
    },
    kill: () => host.kill(),
    stop: () => host.stop(),
    call: async (channel, input) =>
      (await post(`/ipc/${channel}`, JSON.stringify(input), 'application/json')) as Output<typeof channel>, // checked by the host
    async upload(purpose, name, content) {
      const path = `/upload?purpose=${purpose}&name=${encodeURIComponent(name)}`
      const { ref } = (await post(path, content, 'application/octet-stream')) as { ref: string } // of the upload route
      return fileRefSchema.parse(ref)
    },
    next: (event, passes) =>
      new Promise((resolve) => {
        const hear = (heard: string, payload: unknown) => {
          const told = payload as EventPayload<typeof event> // the pair is known by name
          if (heard !== event || !passes(told)) return
          waiting = waiting.filter((each) => each !== hear)
          resolve(told)
        }
        waiting.push(hear)
      }),
    async audioBytes(projectId, audioId) {
      const path = `/media/${projectId}/${encodeURIComponent(audioId)}?pass=${session.passes.media}`
      const response = await fetch(new URL(path, host.url))
      const bytes = await response.arrayBuffer()
      return response.ok ? bytes.byteLength : 0
    },
    async damage() {
      const found: string[] = []
      const scratch = await mkdtemp(join(tmpdir(), 'fabula-kill-'))
      for (const folder of [folders.folder, folders.data]) {
        const names: string[] = await readdir(folder, { recursive: true }).catch(() => [])
        for (const name of names) {
          if (!/\.(?:fabula|db|bak)$/.test(name)) continue
          // A copy, with its hot journal: only a process that opens a file rolls back what a killed one had begun.
          const copy = join(scratch, 'copy.db')
          await rm(`${copy}-journal`, { force: true })
          await copyFile(join(folder, name), copy)
          if (names.includes(`${name}-journal`))
            await copyFile(join(folder, `${name}-journal`), `${copy}-journal`)
          const problem = integrityOf(copy)
          if (problem !== 'ok') found.push(`${name}: ${problem}`)
        }
      }
      await rm(scratch, { recursive: true, force: true })
      return found
    },
    files: async () => {
      const lists = [folders.folder, folders.data].map((folder) => readdir(folder, { recursive: true }))
      return (await Promise.all(lists)).flat()
    },
    async [Symbol.asyncDispose]() {
      await host.stop()
      await remove()
    },
  }
}

/** What SQLite's own check says about a database: `ok`, or what is wrong. */
function integrityOf(path: string): string {
  const db = new DatabaseSync(path)
  try {
    return String(db.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
  } catch (error) {
    return String(error)
  } finally {
    db.close()
  }
}
