import * as z from 'zod'
import { events } from '../../shared/ipc/contract.ts'
import type { PageSession } from '../../shared/ipc/pageSession.ts'
import { toUserFacing, wireErrorSchema } from '../../shared/ipc/result.ts'
import { fileRefSchema } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { onNewKey, openPageSession } from './pageSession.ts'
import type { Transport } from './transport.ts'

const uploadSchema = z.union([
  z.object({ ok: z.literal(true), value: z.object({ ref: fileRefSchema }) }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
])

/**
 * Calls over HTTP and events over server-sent events, to the browser host that served this page. Where the host has started again
 * and another page of this browser has its new key, the page goes on with that.
 */
export function httpTransport(opened: PageSession): Transport {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const overListeners: (() => void)[] = []
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
    // A browser tries again by itself, unless the host answers and refuses.
    opening.addEventListener('error', () => {
      if (opening.readyState === EventSource.CLOSED) void afterRefusal()
    })
    return opening
  }

  /** Goes on with the key that this browser has now, if it is a new one. Returns whether the host knows this browser. */
  async function renew(): Promise<boolean> {
    const next = await openPageSession()
    if (next === null || next.key === session.key) return next !== null
    session = next
    source.close()
    source = listen()
    return true
  }

  async function afterRefusal(): Promise<void> {
    if (!(await renew())) for (const listener of overListeners) listener()
  }

  return {
    async call(channel, input) {
      const body = JSON.stringify(input)
      return request(`./ipc/${channel}`, session.key, body, 'application/json')
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

/** Gives the answer's JSON. Throws `host-gone` where there is no answer, or where it ends too early. */
async function request(url: string, key: string, body: BodyInit, type: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  let answered: string
  try {
    const response = await fetch(url, { method: 'POST', body, headers })
    answered = await response.text()
  } catch (cause) {
    throw new UserFacingError('host-gone', {}, { cause })
  }
  return JSON.parse(answered) as unknown
}
