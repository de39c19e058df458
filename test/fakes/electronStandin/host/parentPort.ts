// Loaded before a utility process's own module: gives it `process.parentPort`.
import { EventEmitter } from 'node:events'

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
  start() {},
})
process.on('message', (data: unknown) => port.emit('message', { data, ports: [] }))
// A process that listens to nothing may end by itself, as in Electron.
process.channel?.unref()
port.on('newListener', (event) => {
  if (event === 'message') process.channel?.ref()
})
Object.defineProperty(process, 'parentPort', { value: port })
