/** How this page gets its key from the browser host, and keeps it for reloads and other tabs of this browser. */
import * as z from 'zod'
import { pageSessionSchema, type PageSession } from '../../shared/ipc/pageSession.ts'

/** In this origin's own storage, because a browser would send a cookie to every port of the machine. */
const STORED_KEY = 'fabula-key'

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: pageSessionSchema }),
  z.object({ ok: z.literal(false) }),
])

/**
 * Opens the session with the token in the page's address, which then leaves the address, or with the key of an earlier page.
 * Null where the host knows neither.
 */
export async function openPageSession(): Promise<PageSession | null> {
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
export function onNewKey(listener: () => void): void {
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
