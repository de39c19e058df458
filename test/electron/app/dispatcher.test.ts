import { describe, expect, test, vi } from 'vitest'
import { CHANNELS, EVENT_NAMES } from '../../../shared/ipc/channels.ts'
import { contract, events, type Channel, type Handlers } from '../../../shared/ipc/contract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import {
  createDispatcher,
  MAX_INPUT_BYTES,
  type DispatcherOptions,
} from '../../../electron/app/dispatcher.ts'
import { createReport } from '../../../electron/lib/report.ts'

const channels = Object.keys(contract) as Channel[] // the table's own keys

/** A dispatcher whose handlers all do the same. */
function dispatcherOf(handle: (input: unknown) => unknown, options: Partial<DispatcherOptions<string>> = {}) {
  const handler = vi.fn(async (input: unknown) => handle(input))
  const handlers = Object.fromEntries(channels.map((channel) => [channel, handler])) as unknown as Handlers // each takes any input
  const logged: string[] = []
  const report = createReport((text) => logged.push(text))
  const isTrusted = (sender: string) => sender === 'our page'
  const dispatch = createDispatcher({ handlers, report, isTrusted, checksOutput: false, ...options })
  return { dispatch, handler, logged }
}

const hostileInputs: [name: string, input: unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a string', 'projectId'],
  ['a number', 1],
  ['an array', [{}]],
  ['a function’s source', '() => {}'],
  ['an unknown field', { surprise: true }],
  ['a prototype', JSON.parse('{"__proto__": {"projectId": "p"}}')],
  ['a constructor', JSON.parse('{"constructor": {"prototype": {"isAdmin": true}}}')],
  ['fields of a wrong type', { projectId: {}, ref: [], title: 1, id: null, exportId: '', purpose: 'delete' }],
]

describe.each(channels)('%s', (channel) => {
  test('is refused to a sender that is not our page', async () => {
    const { dispatch, handler } = dispatcherOf(() => ({}))
    expect(await dispatch('a page of the web', channel, {})).toEqual({
      ok: false,
      error: { code: 'untrusted-sender', params: {} },
    })
    expect(handler).not.toHaveBeenCalled()
  })

  test.each(hostileInputs)('refuses %s', async (_name, input) => {
    const { dispatch, handler } = dispatcherOf(() => ({}))
    const result = await dispatch('our page', channel, input)
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-request' } })
    expect(handler).not.toHaveBeenCalled()
  })

  test('refuses what is too large before looking at it', async () => {
    const { dispatch, handler } = dispatcherOf(() => ({}))
    const result = await dispatch('our page', channel, { title: 'x'.repeat(MAX_INPUT_BYTES) })
    expect(result).toMatchObject({ ok: false, error: { code: 'request-too-large' } })
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('the dispatcher', () => {
  test.each(['project:delete', '', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'knows no channel “%s”',
    async (channel) => {
      const { dispatch, handler } = dispatcherOf(() => ({}))
      expect(await dispatch('our page', channel, {})).toMatchObject({ error: { code: 'unknown-channel' } })
      expect(handler).not.toHaveBeenCalled()
    },
  )

  test('hands a handler the parsed input and gives its value', async () => {
    const { dispatch, handler } = dispatcherOf((input) => ({ got: input }))
    const input = { projectId: 'p1', name: 'Before the storm' }
    expect(await dispatch('our page', 'project:saveVersion', input)).toEqual({
      ok: true,
      value: { got: input },
    })
    expect(handler).toHaveBeenCalledExactlyOnceWith(input)
  })

  test('names the field that is wrong', async () => {
    const { dispatch } = dispatcherOf(() => ({}))
    const result = await dispatch('our page', 'project:change', {
      projectId: 'p1',
      change: { put: [{ type: 'x' }] },
    })
    expect(result).toMatchObject({ error: { code: 'bad-request', params: { channel: 'project:change' } } })
    expect(result).toHaveProperty('error.params.field', expect.stringContaining('change'))
  })

  test('passes on what a person can act on, and logs nothing', async () => {
    const { dispatch, logged } = dispatcherOf(() => {
      throw new UserFacingError('project-locked', { name: 'fox.fabula' }, { cause: new Error('SQLITE_BUSY') })
    })
    expect(await dispatch('our page', 'app:info', {})).toEqual({
      ok: false,
      error: { code: 'project-locked', params: { name: 'fox.fabula' } },
    })
    expect(logged).toEqual([])
  })

  test.each([
    ['an error', new TypeError('at /home/mira/.config/secret')],
    ['a string', 'boom /home/mira'],
    [
      'an object with a request on it',
      Object.assign(new Error('failed'), { headers: { 'x-api-key': 'sk-1' } }),
    ],
    ['nothing', undefined],
  ])('tells the page no details of %s that a handler throws', async (_name, thrown) => {
    const { dispatch, logged } = dispatcherOf(() => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- libraries throw anything
      throw thrown
    })
    expect(await dispatch('our page', 'app:info', {})).toEqual({
      ok: false,
      error: { code: 'unexpected', params: {} },
    })
    expect(logged).toHaveLength(1)
    expect(logged.join('')).toContain('app:info')
    expect(logged.join('')).not.toContain('sk-1')
  })

  test('holds answers to the contract where it is told to', async () => {
    const wrong = () => ({ surprise: true })
    const strict = dispatcherOf(wrong, { checksOutput: true })
    expect(await strict.dispatch('our page', 'app:info', {})).toMatchObject({ error: { code: 'unexpected' } })
    const lenient = dispatcherOf(wrong)
    expect(await lenient.dispatch('our page', 'app:info', {})).toMatchObject({ ok: true })
  })

  test('comes to an end with a value that contains itself', async () => {
    const { dispatch } = dispatcherOf(() => ({}))
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    expect(await dispatch('our page', 'app:info', cyclic)).toMatchObject({
      error: { code: 'request-too-large' },
    })
  })

  test.each([
    ['deep strings', { a: [{ b: 'x'.repeat(MAX_INPUT_BYTES + 1) }] }],
    ['many small values', { list: new Array<number>(MAX_INPUT_BYTES / 8 + 1).fill(0) }],
    ['bytes', { bytes: new Uint8Array(MAX_INPUT_BYTES + 1) }],
    ['a map', { map: new Map([['key', 'x'.repeat(MAX_INPUT_BYTES)]]) }],
    ['long names', { ['x'.repeat(MAX_INPUT_BYTES)]: 1 }],
  ])('counts %s', async (_name, input) => {
    const { dispatch } = dispatcherOf(() => ({}))
    expect(await dispatch('our page', 'app:info', input)).toMatchObject({
      error: { code: 'request-too-large' },
    })
  })
})

test('the preload’s list of channels is the contract’s', () => {
  expect([...CHANNELS].sort()).toEqual([...channels].sort())
  expect([...EVENT_NAMES].sort()).toEqual(Object.keys(events).sort())
})
