import { describe, expect, test, vi } from 'vitest'
import { contract, type Channel, type Handlers } from '../../../shared/ipc/contract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../../shared/story/records.ts'
import {
  createDispatcher,
  MAX_INPUT_BYTES,
  type DispatcherOptions,
} from '../../../electron/app/dispatcher.ts'
import { createReport } from '../../../electron/lib/report.ts'

const channels = Object.keys(contract) as Channel[] // the table's own keys

/** A dispatcher whose handlers all do the same. */
function dispatcherOf(handle: (input: unknown) => unknown, options: Partial<DispatcherOptions> = {}) {
  const handler = vi.fn(async (input: unknown) => handle(input))
  const handlers = Object.fromEntries(channels.map((channel) => [channel, handler])) as unknown as Handlers // each takes any input
  const logged: string[] = []
  const report = createReport((text) => logged.push(text))
  const dispatch = createDispatcher({ handlers, report, checksOutput: false, ...options })
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
  test.each(hostileInputs)('refuses %s', async (_name, input) => {
    const { dispatch, handler } = dispatcherOf(() => ({}))
    const result = await dispatch(channel, input)
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-request' } })
    expect(handler).not.toHaveBeenCalled()
  })

  test('refuses input that is too large before parsing it', async () => {
    const { dispatch, handler } = dispatcherOf(() => ({}))
    const result = await dispatch(channel, { title: 'x'.repeat(MAX_INPUT_BYTES) })
    expect(result).toMatchObject({ ok: false, error: { code: 'request-too-large' } })
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('the dispatcher', () => {
  test.each(['project:delete', '', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'rejects the unknown channel “%s”',
    async (channel) => {
      const { dispatch, handler } = dispatcherOf(() => ({}))
      expect(await dispatch(channel, {})).toMatchObject({ error: { code: 'unknown-channel' } })
      expect(handler).not.toHaveBeenCalled()
    },
  )

  test('calls a handler with the parsed input and returns its value', async () => {
    const { dispatch, handler } = dispatcherOf((input) => ({ got: input }))
    const input = { projectId: 'p1', name: 'Before the storm' }
    expect(await dispatch('project:saveVersion', input)).toEqual({
      ok: true,
      value: { got: input },
    })
    expect(handler).toHaveBeenCalledExactlyOnceWith(input)
  })

  test('names the invalid field', async () => {
    const { dispatch } = dispatcherOf(() => ({}))
    const result = await dispatch('project:change', {
      ...{ projectId: 'p1', revision: 0, changeId: 'c1' },
      change: { put: [{ type: 'x' }] },
    })
    expect(result).toMatchObject({ error: { code: 'bad-request', params: { channel: 'project:change' } } })
    expect(result).toHaveProperty('error.params.field', expect.stringContaining('change'))
  })

  test('passes on errors that the user can act on, and logs nothing', async () => {
    const { dispatch, logged } = dispatcherOf(() => {
      throw new UserFacingError('project-locked', { name: 'fox.fabula' }, { cause: new Error('SQLITE_BUSY') })
    })
    expect(await dispatch('app:info', {})).toEqual({
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
  ])('hides from the page the details of %s that a handler throws', async (_name, thrown) => {
    const { dispatch, logged } = dispatcherOf(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- libraries throw anything
      throw thrown
    })
    expect(await dispatch('app:info', {})).toEqual({
      ok: false,
      error: { code: 'unexpected', params: {} },
    })
    expect(logged).toHaveLength(1)
    expect(logged.join('')).toContain('app:info')
    expect(logged.join('')).not.toContain('sk-1')
  })

  test('checks results against the contract if asked to', async () => {
    const wrong = () => ({ surprise: true })
    const strict = dispatcherOf(wrong, { checksOutput: true })
    expect(await strict.dispatch('app:info', {})).toMatchObject({ error: { code: 'unexpected' } })
    const lenient = dispatcherOf(wrong)
    expect(await lenient.dispatch('app:info', {})).toMatchObject({ ok: true })
  })

  test('refuses a value that contains itself', async () => {
    const { dispatch } = dispatcherOf(() => ({}))
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    expect(await dispatch('app:info', cyclic)).toMatchObject({
      error: { code: 'request-too-large' },
    })
  })

  test.each([
    ['deep strings', { a: [{ b: 'x'.repeat(MAX_INPUT_BYTES + 1) }] }],
    ['many small values', { list: new Array<number>(MAX_INPUT_BYTES / 8 + 1).fill(0) }],
    ['bytes', { bytes: new Uint8Array(MAX_INPUT_BYTES + 1) }],
    ['a map', { map: new Map([['key', 'x'.repeat(MAX_INPUT_BYTES)]]) }],
    ['long names', { ['x'.repeat(MAX_INPUT_BYTES)]: 1 }],
  ])('counts the size of %s', async (_name, input) => {
    const { dispatch } = dispatcherOf(() => ({}))
    expect(await dispatch('app:info', input)).toMatchObject({
      error: { code: 'request-too-large' },
    })
  })
})

test('a change with a record that could not be reopened is refused', async () => {
  const { dispatch, handler } = dispatcherOf(() => ({}))
  const [, block] = newStoryRecords(
    { story: storyIdSchema.parse('s'), block: blockIdSchema.parse('b') },
    'Title',
  )
  const changeOf = (record: unknown) => ({
    ...{ projectId: 'p1', revision: 0, changeId: 'c1' },
    change: { put: [record], remove: [] },
  })
  expect(await dispatch('project:change', changeOf({ ...block, colour: 'red' }))).toMatchObject({
    error: { code: 'bad-request', params: { channel: 'project:change' } },
  })
  expect(handler).not.toHaveBeenCalled()
  expect(await dispatch('project:change', changeOf(block))).toMatchObject({ ok: true })
})
