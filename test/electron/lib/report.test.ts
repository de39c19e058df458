import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  createLogFile,
  createReport,
  type LogFileOptions,
  readLastLines,
  redact,
} from '../../../electron/lib/report.ts'

test('writes an error with its causes, without their other properties', () => {
  let text = ''
  const cause = Object.assign(new Error('socket closed'), {
    request: { headers: { 'x-api-key': 'sk-very-secret' } },
  })
  createReport((line) => (text += line))('render:start', new Error('could not send', { cause }))
  expect(text).toMatch(/^render:start: Error: could not send/)
  expect(text).toContain('caused by Error: socket closed')
  expect(text).not.toContain('sk-very-secret')
})

test('terminates for an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  let text = ''
  createReport((line) => (text += line))('somewhere', error)
  expect(text.match(/Error: round/g)).toHaveLength(5)
})

test('masks known secrets and text that looks like one', () => {
  expect(redact('tried /?token=abc.def&x=1 with sk-1', ['sk-1'])).toBe(
    'tried /?token=[secret]&x=1 with [secret]',
  )
  expect(redact('x-api-key: 12345, Authorization: Bearer', [])).toBe(
    'x-api-key: [secret], Authorization: [secret]',
  )
})

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-log-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const open = (options: Partial<LogFileOptions> = {}) =>
  createLogFile({
    folder: join(home, 'logs'),
    host: 'desktop',
    secrets: () => [],
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    ...options,
  })
const everything = () =>
  readdirSync(join(home, 'logs'))
    .map((name) => readFileSync(join(home, 'logs', name), 'utf8'))
    .join('')

describe('no word of a story reaches the log,', () => {
  const TEXT = 'The Marmalade Heron\n    at dusk (it flew home:1:2)'
  const thrown = (run: () => unknown): unknown => {
    try {
      run()
    } catch (error) {
      return error
    }
    throw new Error('nothing was thrown')
  }
  test.each<[string, unknown]>([
    ['in a message', new Error(`Cannot speak ${TEXT}`)],
    ['in the message of a cause', new Error('Cannot speak', { cause: new TypeError(TEXT) })],
    ['thrown as it is', TEXT],
    ['in an error that is no error', { message: TEXT }],
    ['in what a parser of JSON quotes', thrown(() => void JSON.parse(TEXT))],
    ['in what a parser of patterns quotes', thrown(() => new RegExp(`${TEXT}(`))],
    ['in what a schema quotes', thrown(() => z.enum(['a']).parse(TEXT))],
    ['as the name of a field', thrown(() => z.strictObject({}).parse({ [TEXT]: 1 }))],
    ['in a name or a code', Object.assign(new Error('x'), { name: TEXT, code: TEXT })],
    ['in a property', Object.assign(new Error('x'), { text: TEXT, path: TEXT, syscall: TEXT, errno: -2 })],
    ['in a message that was changed', Object.assign(new Error('x'), { message: TEXT })],
  ])('%s', (_where, error) => {
    open().report('speech', error)
    expect(everything()).toMatch(/ speech: \w/)
    expect(everything()).not.toMatch(/Marmalade|Heron|dusk|flew/)
  })
})

test('no key reaches the log, in any form', () => {
  const key = 'canary/Key+41c0?ffee=77'
  const log = open({ secrets: () => [key] })
  log.report(`asking with ${key}`, Object.assign(new Error(key), { code: key.slice(7, 10) }))
  log.note(`an address: https://x.example/?k=${encodeURIComponent(key)}`)
  expect(everything()).not.toContain('41c0')
})

test('an entry contains the time, host, process, place and error, and then the line of code', () => {
  open().report('export', new RangeError('too long'))
  const [first = '', second = ''] = everything().split('\n')
  expect(first).toBe(`2026-01-02T03:04:05.000Z desktop ${process.pid} export: RangeError`)
  expect(second).toMatch(/^ {4}at .*report\.test\.ts:\d+:\d+/)
})

test('the system’s message about a file is logged with the file’s path', async () => {
  const missing = join(home, 'missing')
  await readFile(missing).catch((error: unknown) => open().report('reading', error))
  expect(everything()).toContain(`reading: Error ENOENT (open ${missing})`)
})

test('the log never consists of more than five files, and drops the oldest lines', () => {
  const log = open({ maxBytes: 1000 })
  for (let line = 0; line < 200; line += 1) log.note(`line ${line}`)
  const files = readdirSync(log.folder).toSorted()
  expect(files).toEqual(['fabula.1.log', 'fabula.2.log', 'fabula.3.log', 'fabula.4.log', 'fabula.log'])
  expect(Math.max(...files.map((name) => statSync(join(log.folder, name)).size))).toBeLessThanOrEqual(1000)
  expect(everything()).not.toContain('line 0\n')
  expect(
    readLastLines(log.folder, 30)
      .split('\n')
      .map((line) => line.split(' ').at(-1)),
  ).toEqual(Array.from({ length: 30 }, (_, index) => String(170 + index)))
})

test.runIf(process.platform !== 'win32')('nobody else on the computer may read the log', () => {
  open().note('started')
  expect(statSync(join(home, 'logs', 'fabula.log')).mode & 0o777).toBe(0o600)
})

test('a log that cannot be written does no harm', () => {
  writeFileSync(join(home, 'logs'), 'a file in the way')
  const log = open()
  expect(() => log.report('export', new Error('x'))).not.toThrow()
  expect(readLastLines(log.folder, 10)).toBe('')
})
