import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { derive } from '../../../shared/lib/derive.ts'

interface Text {
  readonly text: string
}

test('a value is computed once for a record and the same other arguments, and again for others', () => {
  const calls: string[] = []
  const repeated = derive(({ text }: Text, times: number) => {
    calls.push(text)
    return { text: text.repeat(times) }
  })
  const [a, b] = [{ text: 'a' }, { text: 'b' }]
  const made = repeated(a, 2)
  expect(made).toEqual({ text: 'aa' })
  expect(repeated(b, 2)).toEqual({ text: 'bb' })
  expect(repeated(a, 2)).toBe(made)
  expect(repeated(a, 3)).toEqual({ text: 'aaa' })
  expect(repeated({ text: 'a' }, 2)).not.toBe(made)
  expect(calls).toEqual(['a', 'b', 'a', 'a'])
})

test.each([{ value: null }, { value: undefined }, { value: 0 }])(
  '$value is cached like any other value',
  ({ value }) => {
    let calls = 0
    const get = derive((_of: Text) => {
      calls += 1
      return value
    })
    const record = { text: '' }
    expect([get(record), get(record)]).toEqual([value, value])
    expect(calls).toBe(1)
  },
)

test('a value is derived from the previous one only if that had the same other arguments', () => {
  const told: string[] = []
  const length = derive(
    ({ text }: Text, unit: string) => {
      told.push(`make ${text}`)
      return `${text.length} ${unit}`
    },
    (before, { text }, unit) => {
      told.push(`${before.of.text} to ${text}`)
      return text.startsWith('new') ? undefined : `${text.length} ${unit}`
    },
  )
  expect(length({ text: 'a' }, 'px')).toBe('1 px')
  expect(length({ text: 'ab' }, 'px')).toBe('2 px')
  expect(length({ text: 'abc' }, 'em')).toBe('3 em')
  expect(length({ text: 'new' }, 'em')).toBe('3 em')
  expect(told).toEqual(['make a', 'a to ab', 'make abc', 'abc to new', 'make new'])
})

test('values of records in use do not keep an unused list in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void // the flag makes it available in new contexts
  const records = Array.from({ length: 20 }, (_, id) => ({ id }))
  const isRecord = derive((of: object) => 'id' in of)
  const lists = records.map((record) => {
    const list = [record]
    expect([isRecord(record), isRecord(list)]).toEqual([true, false])
    return new WeakRef(list)
  })
  expect(records.every(isRecord)).toBe(true)
  await setImmediate() // a weak reference holds until the end of its turn
  collectGarbage()
  expect(lists.filter((list) => list.deref() !== undefined)).toEqual([])
})
