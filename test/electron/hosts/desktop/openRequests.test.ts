import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { expect, test, vi } from 'vitest'
import { followOpenRequests } from '../../../../electron/hosts/desktop/openRequests.ts'

test('files and links from the system wait until they can be opened, and are then opened at once', () => {
  const app = new EventEmitter()
  const requests = followOpenRequests(app as unknown as App) // only its events are used
  const preventDefault = vi.fn()
  const opened: string[] = []
  app.emit('open-file', { preventDefault }, '/tales/fox.fabula')
  app.emit('open-url', { preventDefault }, 'fabula://open?path=/tales/hare.md')
  requests.deliverTo((text) => void opened.push(text), ['/tales/crow.md'])
  expect(opened).toEqual(['/tales/fox.fabula', 'fabula://open?path=/tales/hare.md', '/tales/crow.md'])
  app.emit('open-file', { preventDefault }, '/tales/owl.fabula')
  expect(opened.slice(3)).toEqual(['/tales/owl.fabula'])
  expect(preventDefault).toHaveBeenCalledTimes(3)
})
