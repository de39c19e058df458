import { expect, test } from 'vitest'
import { parseRetryAfter } from '../../../../electron/lib/http/resumableDownload.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')

test.each([
  ['7', 7_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['86400', 600_000],
  ['Fri, 01 Jan 2027 00:00:00 GMT', 600_000],
  ['soon', null],
  ['', null],
  [undefined, null],
])('reads %s', (header, waitMs) => {
  expect(parseRetryAfter(header, NOW)).toBe(waitMs)
})
