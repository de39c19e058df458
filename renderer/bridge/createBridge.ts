import * as z from 'zod'
import type { TakenPurpose } from '../../shared/files/fileTypes.ts'
import {
  type Channel,
  contract,
  type EventName,
  type EventPayload,
  events,
  type Input,
  type Output,
} from '../../shared/ipc/contract.ts'
import {
  ANSWERED,
  laterSchema,
  type PageSession,
  pageSessionSchema,
  toUserFacing,
  wireErrorSchema,
} from '../../shared/ipc/result.ts'
import { type FileRef, fileRefSchema, type ProjectId } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { type Bridge, nextTask, openMediaStream, readMediaStart } from './bridge.ts'

const resultSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
])

/** Creates the bridge to the host that loaded the page; null if a browser host does not know this browser. */
export async function createBridge(): Promise<Bridge | null> {
  if (window.fabula !== undefined) return bridgeOver(desktopTransport(window.fabula))
  const session = await openPageSession()
  return session === null ? null : bridgeOver(httpTransport(session))
}

/** A bridge that trusts no answer: results and events are parsed with the contract's schemas. */
export function bridgeOver(transport: Transport): Bridge {
  const mediaUrl = (projectId: ProjectId, audioId: string) =>
    transport.linkTo('media', `./media/${encodeURIComponent(projectId)}/${encodeURIComponent(audioId)}`)

  return {
    async call<C extends Channel>(channel: C, input: Input<C>, onArrival?: () => void): Promise<Output<C>> {
      const parsed = resultSchema.safeParse(await transport.call(channel, input))
      if (!parsed.success) throw new UserFacingError('host-answer')
      const result = parsed.data
      if (!result.ok) throw toUserFacing(result.error)
      onArrival?.()
      // The table pairs each channel with its own schema, which TypeScript cannot follow through an index.
      return (await parseInSlices(contract[channel].output, result.value)) as Output<C>
    },
    on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) {
      return transport.on(event, (payload) => {
        const parsed = events[event].safeParse(payload)
        if (parsed.success) listener(parsed.data as EventPayload<E>) // as above: the name determines the type
      })
    },
    onSessionOver: (listener) => transport.onSessionOver(listener),
    mediaUrl,
    readMedia: (projectId, audioId, sampleRate) => readMediaStart(mediaUrl(projectId, audioId), sampleRate),
    openMedia: (projectId, audioId, playing) => openMediaStream(mediaUrl(projectId, audioId), playing),
    downloadUrl: (link) => transport.linkTo('download', link),
    takeFile: (file, purpose = 'open') => transport.takeFile(file, purpose),
  }
}

/** What the preload exposes, exactly. */
interface DesktopApi {
  call(channel: string, input: unknown): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): () => void
  takeFile(file: File, purpose: string): Promise<string>
}

declare global {
  interface Window {
    readonly fabula?: DesktopApi
  }
}

/** Calls through Electron's context bridge. */
function desktopTransport(api: DesktopApi): Transport {
  return {
    call: (channel, input) => api.call(channel, input),
    on: (event, listener) => api.on(event, listener),
    onSessionOver: () => undefined, // the page and its host start and end together
    linkTo: (_kind, path) => path,
    takeFile: async (file, purpose) => fileRefSchema.parse(await api.takeFile(file, purpose)),
  }
}

/** Elements parsed before the page can do something else: a few milliseconds. */
const SLICE = 400

/**
 * Parses like a schema, but long lists of an object in slices, between which the page can draw and handle input: the records of a novel would block
 * it. Throws the errors of the schema.
 */
export async function parseInSlices(schema: z.ZodType, value: unknown): Promise<unknown> {
  const lists = longListsOf(schema, value)
  if (lists.length === 0) return schema.parse(value)
  const parsed: Record<string, unknown[]> = {}
  for (const { name, element, items } of lists) {
    const done: unknown[] = []
    for (let from = 0; from < items.length; from += SLICE) {
      if (from > 0) await nextTask()
      for (const item of items.slice(from, from + SLICE)) done.push(z.parse(element, item))
    }
    parsed[name] = done
  }
  const empty = Object.fromEntries(lists.map(({ name }) => [name, []]))
  return { ...Object(schema.parse({ ...Object(value), ...empty })), ...parsed }
}

/** The fields of an object that are long lists without checks of their own, such as a maximum length. */
function longListsOf(schema: z.ZodType, value: unknown) {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, items]) => {
    const list: unknown = schema.shape[name]
    if (!(list instanceof z.ZodArray) || !Array.isArray(items) || items.length <= SLICE) return []
    return (list.def.checks ?? []).length > 0 ? [] : [{ name, element: list.element, items }]
  })
}

const uploadSchema = z.union([
  z.object({ ok: z.literal(true), value: z.object({ ref: fileRefSchema }) }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
])

/**
 * Calls over HTTP and events over server-sent events, to the browser host that served this page. If the host has restarted
 * and another page of this browser has its new key, the page continues with that.
 */
export function httpTransport(opened: PageSession): Transport {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const overListeners: (() => void)[] = []
  /** Answers that the host gives later, by their ids: each is asked for when the host tells that it is there, or may have told. */
  const awaited = new Map<string, () => void>()
  const askForAll = () => {
    for (const ask of awaited.values()) ask()
  }
  let session = opened
  let source = listen()
  onNewKey(() => void renew())

  function listen(): EventSource {
    const opening = new EventSource(`./events?pass=${session.passes.events}`)
    for (const name of Object.keys(events)) {
      opening.addEventListener(name, (message: MessageEvent<string>) => {
        const payload: unknown = JSON.parse(message.data)
        for (const listener of listeners.get(name) ?? []) listener(payload)
      })
    }
    opening.addEventListener(ANSWERED, (message: MessageEvent<string>) => {
      const told = laterSchema.safeParse(JSON.parse(message.data))
      if (told.success) awaited.get(told.data.later)?.()
    })
    opening.addEventListener('open', askForAll)
    // The browser retries by itself, unless the host answers with a refusal.
    opening.addEventListener('error', () => {
      if (opening.readyState === EventSource.CLOSED) void afterRefusal()
      askForAll()
    })
    return opening
  }

  /** Switches to the key that this browser has now, if it is new. Returns whether the host knows this browser. */
  async function renew(): Promise<boolean> {
    const next = await openPageSession()
    if (next === null || next.key === session.key) return next !== null
    session = next
    source.close()
    source = listen()
    return true
  }

  /** The answer itself, for one that the host gives later. */
  async function answerTo(first: unknown): Promise<unknown> {
    const { later } = laterSchema.safeParse(first).data ?? {}
    if (later === undefined) return first
    try {
      for (;;) {
        const { promise: told, resolve } = Promise.withResolvers<null>()
        awaited.set(later, () => {
          resolve(null)
        })
        // The host may have told it before this page began to listen.
        const answer = await request(`./answers/${later}`, session.key, '{}', 'application/json')
        if (!laterSchema.safeParse(answer).success) return answer
        await told
      }
    } finally {
      awaited.delete(later)
    }
  }

  async function afterRefusal(): Promise<void> {
    if (!(await renew())) for (const listener of overListeners) listener()
  }

  return {
    async call(channel, input) {
      const body = JSON.stringify(input)
      return answerTo(await request(`./ipc/${channel}`, session.key, body, 'application/json'))
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => set.delete(listener)
    },
    onSessionOver: (listener) => void overListeners.push(listener),
    linkTo: (kind, path) => `${path}?pass=${session.passes[kind]}`,
    async takeFile(file, purpose) {
      const answered = await request(
        `./upload?purpose=${purpose}&name=${encodeURIComponent(file.name)}`,
        session.key,
        file,
        'application/octet-stream',
      )
      const parsed = uploadSchema.safeParse(answered)
      if (!parsed.success) throw new UserFacingError('upload-refused', { name: file.name })
      const answer = parsed.data
      if (!answer.ok) throw toUserFacing(answer.error)
      return answer.value.ref
    },
  }
}

/** Returns the answer's JSON. Throws `host-gone` if there is no answer, or if it ends too early. */
async function request(url: string, key: string, body: BodyInit, type: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type, prefer: 'respond-async' }
  let answered: string
  try {
    const response = await fetch(url, { method: 'POST', body, headers })
    answered = await response.text()
  } catch (cause) {
    throw new UserFacingError('host-gone', {}, { cause })
  }
  return JSON.parse(answered) as unknown
}

/** How calls and events travel; the bridge checks their content. */
interface Transport {
  call(channel: string, input: unknown): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): () => void
  /** Calls `listener` when the host has started again and no longer knows this page. */
  onSessionOver(listener: () => void): void
  /** The address from which the browser itself loads what the host serves at `path`, relative to the page. */
  linkTo(kind: 'media' | 'download', path: string): string
  takeFile(file: File, purpose: TakenPurpose): Promise<FileRef>
}

// How this page gets its key from the browser host, and keeps it for reloads and other tabs of this browser.

/** Stored per origin, because a browser would send a cookie to every port of the computer. */
const STORED_KEY = 'fabula-key'

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: pageSessionSchema }),
  z.object({ ok: z.literal(false) }),
])

/**
 * Opens the session with the token in the page's address, which is then removed from the address, or with the key of an earlier page.
 * Null if the host knows neither.
 */
async function openPageSession(): Promise<PageSession | null> {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token !== null) {
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
  }
  for (const credential of [token, storedKey()]) {
    const session = credential === null ? null : await ask(credential)
    if (session !== null) {
      keepKey(session.key)
      return session
    }
  }
  return null
}

/** Calls `listener` when another page of this browser got a key: the host has started again. */
function onNewKey(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === STORED_KEY) listener()
  })
}

async function ask(credential: string): Promise<PageSession | null> {
  try {
    const response = await fetch('./session', {
      method: 'POST',
      body: JSON.stringify({ credential }),
      headers: { 'content-type': 'application/json' },
    })
    const parsed = answerSchema.safeParse(await response.json())
    return parsed.success && parsed.data.ok ? parsed.data.value : null
  } catch {
    return null // The host has ended since it served this page.
  }
}

function storedKey(): string | null {
  try {
    return localStorage.getItem(STORED_KEY)
  } catch {
    return null // A browser may refuse storage: this page then works until it is reloaded.
  }
}

function keepKey(key: string): void {
  try {
    localStorage.setItem(STORED_KEY, key)
  } catch {
    // As above.
  }
}
