import { afterEach, expect, it, vi } from 'vitest'
import { bridgeOver, httpTransport } from '../../../renderer/bridge/createBridge.ts'
import type { ReviewId } from '../../../shared/ipc/importContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

const SESSION = { key: 'a key', passes: { events: 'e', media: 'm', download: 'd' } }

/** The browser's own; this environment has none. */
class SilentEventSource {
  addEventListener(): void {}
  close(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A host that answers with this body. */
function transportTo(body: BodyInit) {
  vi.stubGlobal('EventSource', SilentEventSource)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
  return httpTransport(SESSION)
}

it('a host is reported as gone if its answer ends too early, as when it is killed while answering', async () => {
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"ok":tr'))
      controller.error(new TypeError('network error'))
    },
  })
  const call = transportTo(cut).call('project:change', {})
  await expect(call).rejects.toMatchObject({ code: 'host-gone' })
  await expect(call).rejects.toBeInstanceOf(UserFacingError)
})

it('the host’s answer is returned', async () => {
  expect(await transportTo('{"ok":true,"value":{}}').call('project:change', {})).toEqual({
    ok: true,
    value: {},
  })
})

it('an answer is announced before it is checked, but not a refusal', async () => {
  const bridge = bridgeOver(transportTo('{"ok":true,"value":{"records":"none"}}'))
  const asked = { review: 'r' as ReviewId }
  const onArrival = vi.fn()
  await expect(bridge.call('import:makeStory', asked, onArrival)).rejects.toThrow()
  expect(onArrival).toHaveBeenCalledOnce()
  const refusing = bridgeOver(transportTo('{"ok":false,"error":{"code":"import-review-over","params":{}}}'))
  await expect(refusing.call('import:makeStory', asked, onArrival)).rejects.toMatchObject({
    code: 'import-review-over',
  })
  expect(onArrival).toHaveBeenCalledOnce()
})

it('a restarted host is reported as not knowing the page, but not while no host answers', async () => {
  const sources: BreakingEventSource[] = []
  class BreakingEventSource extends EventTarget {
    static readonly CLOSED = 2
    readyState = 1
    constructor() {
      super()
      sources.push(this)
    }
    close(): void {}
    fail(readyState: number): void {
      this.readyState = readyState
      this.dispatchEvent(new Event('error'))
    }
  }
  vi.stubGlobal('EventSource', BreakingEventSource)
  const asked = vi.fn(() => Promise.resolve(new Response('{"ok":false}', { status: 401 })))
  vi.stubGlobal('fetch', asked)
  localStorage.setItem('fabula-key', 'an old key')
  const over = Promise.withResolvers<undefined>()
  const told = vi.fn(() => over.resolve(undefined))
  httpTransport(SESSION).onSessionOver(told)

  sources[0]?.fail(0) // the browser tries again by itself
  expect(asked).not.toHaveBeenCalled()
  sources[0]?.fail(2)
  await over.promise
  expect(told).toHaveBeenCalledOnce()
  localStorage.removeItem('fabula-key')
})

it('the answer to a long call is got once the host tells that it is there, or is heard again', async () => {
  const source = new EventTarget()
  vi.stubGlobal('EventSource', function listening() {
    return source
  })
  let isThere = false
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(new Response(isThere ? '{"ok":true,"value":{}}' : '{"later":"an id"}'))
  })
  const call = httpTransport(SESSION).call('takes:make', {})
  const times = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count))
  await times(2)
  source.dispatchEvent(new MessageEvent('answered', { data: '{"later":"another"}' }))
  source.dispatchEvent(new Event('open'))
  await times(3)
  isThere = true
  source.dispatchEvent(new MessageEvent('answered', { data: '{"later":"an id"}' }))
  expect(await call).toEqual({ ok: true, value: {} })
  expect(asked).toEqual(['./ipc/takes:make', ...Array(3).fill('./answers/an id')])
})
