import { expect, test } from 'vitest'
import { parseBaseUrl, urlUnder } from '../../../../electron/lib/http/baseUrl.ts'
import { refusalOf } from '../../project/support.ts'

test.each(['https://speech.example', 'http://localhost:4000', 'http://127.0.0.1:8', 'http://[::1]:8/'])(
  'accepts %s',
  (text) => {
    expect(parseBaseUrl(text).origin).toBe(new URL(text).origin)
  },
)

test.each([
  ['http://speech.example', 'base-url-not-https'],
  ['http://127.0.0.1.evil.example', 'base-url-not-https'],
  ['http://localhost.evil.example', 'base-url-not-https'],
  ['http://127.0.0.1@evil.example', 'base-url-invalid'],
  ['https://name:word@speech.example', 'base-url-invalid'],
  ['ftp://speech.example', 'base-url-invalid'],
  ['speech.example', 'base-url-invalid'],
  ['', 'base-url-invalid'],
])('refuses %s', (text, code) => {
  expect(refusalOf(() => parseBaseUrl(text))).toBe(code)
})

test('appends paths to a base with its own path, slash or query', () => {
  const base = parseBaseUrl(' https://speech.example/tenant/?a=1#b ')
  expect(urlUnder(base, '/uapi/v1/history/7').href).toBe('https://speech.example/tenant/uapi/v1/history/7')
})
