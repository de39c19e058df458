import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { createPageEvents, MAX_WAITING_EVENTS } from '../../../../electron/hosts/desktop/ipc.ts'

/** The part of Electron's contents that events go through. */
class FakeContents extends EventEmitter {
  readonly sent: unknown[][] = []
  send(...message: unknown[]): void {
    this.sent.push(message)
  }
}

function attach(events: ReturnType<typeof createPageEvents>): FakeContents {
  const contents = new FakeContents()
  events.attach(contents as unknown as WebContents)
  return contents
}

it('sends queued events in order at the page’s first call, and later events at once', () => {
  const events = createPageEvents()
  events.emit('app:openFile' as never, 'a' as never)
  const contents = attach(events)
  events.emit('jobs:changed' as never, 1 as never)
  expect(contents.sent).toEqual([])
  events.setListening()
  events.emit('jobs:changed' as never, 2 as never)
  expect(contents.sent.map((message) => message.slice(1))).toEqual([
    ['app:openFile', 'a'],
    ['jobs:changed', 1],
    ['jobs:changed', 2],
  ])
})

it('keeps only the newest events of each name while there is no window', () => {
  const events = createPageEvents()
  events.emit('app:openFile' as never, 'a' as never)
  for (let number = 1; number <= 10 * MAX_WAITING_EVENTS; number++) {
    events.emit('jobs:changed' as never, number as never)
  }
  const contents = attach(events)
  events.setListening()
  expect(contents.sent).toHaveLength(MAX_WAITING_EVENTS + 1)
  expect(contents.sent[0]?.slice(1)).toEqual(['app:openFile', 'a'])
  expect(contents.sent.at(-1)?.slice(1)).toEqual(['jobs:changed', 10 * MAX_WAITING_EVENTS])
})
