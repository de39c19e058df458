import { describe, expect, it } from 'vitest'
import { formatFieldPath } from '../../../shared/speech-api/errors.ts'
import { countCharacters } from '../../../shared/speech-api/limits.ts'
import { isTerminalStatus, parseStatus, statusLabel } from '../../../shared/speech-api/statuses.ts'
import { formatServiceTime, parseServiceTime } from '../../../shared/speech-api/records.ts'

describe('characters', () => {
  it('are code points: an emoji is one, and so is half of a surrogate pair', () => {
    for (const text of ['', 'abc', 'a😀b', '😀😀', '\ud83d', '\ude00\ud83d', 'e\u0301', '👨‍👩‍👧']) {
      expect(countCharacters(text)).toBe([...text].length)
    }
  })
})

describe('states', () => {
  it('are final if completed or failed, and not final if unknown', () => {
    expect([1, 2, 3, 11, 12, 13, 14, 77].filter(isTerminalStatus)).toEqual([2, 3])
  })

  it('have their published names, or their numbers if they have none', () => {
    expect([1, 2, 3, 11, 12, 13, 14, 77].map(statusLabel)).toEqual([
      'Converting',
      'Completed',
      'Error',
      'Reworking',
      'Joining Audio',
      'Merging Audio',
      'Downloading Audio',
      'Status 77',
    ])
  })

  it('are read from integers, digits and words', () => {
    expect([2, '12', 'completed', 'FAILED', 'processing', '', 1.5, null].map(parseStatus)).toEqual([
      2,
      12,
      2,
      3,
      1,
      null,
      null,
      null,
    ])
  })
})

describe('times', () => {
  it('without a zone are UTC, whatever the zone of this machine', () => {
    expect(parseServiceTime('2026-03-01T10:00:00')).toBe(Date.UTC(2026, 2, 1, 10))
    expect(parseServiceTime('2026-03-01T10:00:00.5')).toBe(Date.UTC(2026, 2, 1, 10, 0, 0, 500))
    expect(parseServiceTime('2026-03-01T10:00:00+02:00')).toBe(Date.UTC(2026, 2, 1, 8))
    expect(parseServiceTime('yesterday')).toBeNull()
    expect(parseServiceTime(undefined)).toBeNull()
  })

  it('are written to the second, without a zone', () => {
    expect(formatServiceTime(Date.UTC(2026, 2, 1, 10, 0, 5, 999))).toBe('2026-03-01T10:00:05')
  })
})

describe('field paths', () => {
  it('are written as in the request', () => {
    expect(formatFieldPath(['blocks', 3, 'speed'])).toBe('blocks[3].speed')
    expect(formatFieldPath([])).toBe('body')
  })
})
