import { expect, test } from 'vitest'
import { createReport, redact } from '../../../electron/lib/report.ts'

test('writes an error with its causes, and none of their other properties', () => {
  let text = ''
  const cause = Object.assign(new Error('socket closed'), {
    request: { headers: { 'x-api-key': 'sk-very-secret' } },
  })
  createReport((line) => (text += line))('render:start', new Error('could not send', { cause }))
  expect(text).toMatch(/^render:start: Error: could not send/)
  expect(text).toContain('caused by Error: socket closed')
  expect(text).not.toContain('sk-very-secret')
})

test('comes to an end with an error that causes itself', () => {
  const error = new Error('round')
  error.cause = error
  let text = ''
  createReport((line) => (text += line))('somewhere', error)
  expect(text.match(/Error: round/g)).toHaveLength(5)
})

test('blanks known secrets and what looks like one', () => {
  expect(redact('tried /?token=abc.def&x=1 with sk-1', ['sk-1'])).toBe(
    'tried /?token=[secret]&x=1 with [secret]',
  )
  expect(redact('x-api-key: 12345, Authorization: Bearer', [])).toBe(
    'x-api-key: [secret], Authorization: [secret]',
  )
})
