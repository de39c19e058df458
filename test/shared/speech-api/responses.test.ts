import { describe, expect, it } from 'vitest'
import { isFailureBody, parseErrorMessage } from '../../../shared/speech-api/errors.ts'
import { parseConversionList, parseConversionResponse } from '../../../shared/speech-api/responses.ts'
import { parseVibeList, parseVibeResponse } from '../../../shared/speech-api/vibes.ts'

const record = {
  uuid: 'c0ffee',
  voice_id: 'OA001',
  speed: 1.5,
  model: 'tts-1',
  tts_input: 'Hello.',
  estimated_credit: 6,
  used_credit: 0,
  status: 1,
  status_percentage: 0,
  error_message: '',
  speaker_name: 'Alloy',
  created_at: '2026-03-01T10:00:00',
  updated_at: '2026-03-01T10:00:05',
}

describe('a response about a conversion', () => {
  it('is read with or without the envelope', () => {
    const conversion = parseConversionResponse({ success: true, result: record })
    expect(conversion).toMatchObject({
      uuid: 'c0ffee',
      status: 1,
      percentage: 0,
      estimatedCredit: 6,
      speakerName: 'Alloy',
      mediaUrl: null,
      timings: null,
      createdAtMs: Date.UTC(2026, 2, 1, 10),
    })
    expect(parseConversionResponse(record)).toEqual(conversion)
  })

  it('is read in the flat shape: status in words, dates with Z, null for no error', () => {
    expect(
      parseConversionResponse({
        uuid: 'c0ffee',
        media_url: 'https://cdn.example/a.mp3',
        tts_input: 'Hello.',
        voice_id: 'OA001',
        speed: 1,
        status: 'completed',
        model: 'tts-1',
        used_credit: 6,
        speaker_name: 'Alloy',
        error_message: null,
        status_percentage: 100,
        created_at: '2026-03-01T10:00:00Z',
        updated_at: '2026-03-01T10:00:05.123Z',
      }),
    ).toMatchObject({
      status: 2,
      percentage: 100,
      errorMessage: '',
      mediaUrl: 'https://cdn.example/a.mp3',
      estimatedCredit: null,
      usedCredit: 6,
      createdAtMs: Date.UTC(2026, 2, 1, 10),
      updatedAtMs: Date.UTC(2026, 2, 1, 10, 0, 5, 123),
    })
  })

  it('keeps an unknown state, and may have extra fields, nulls and wrong types', () => {
    const odd = {
      ...record,
      status: 77,
      speed: null,
      file_size: 'big',
      timings: 'none',
      extra: { a: 1 },
      created_at: 5,
    }
    expect(parseConversionResponse({ success: true, result: odd })).toMatchObject({
      status: 77,
      speed: null,
      fileSize: null,
      timings: null,
      createdAtMs: null,
    })
  })

  it('may have numbers as strings, and its percentage stays between 0 and 100', () => {
    const answer = parseConversionResponse({
      ...record,
      used_credit: '6',
      status: '12',
      status_percentage: 140,
    })
    expect(answer).toMatchObject({ usedCredit: 6, status: 12, percentage: 100 })
  })

  it.each([
    [0, 0],
    [6.4, 6],
    ['7', 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
    ...[-1, -0.4, '-6', 2 ** 53, 1e300, Infinity, NaN, 'many', true, {}, null, undefined].map((said) => [
      said,
      null,
    ]),
  ])('reads %j credits as %j: whole numbers from 0 on, or null', (said, credits) => {
    const answer = parseConversionResponse({ ...record, estimated_credit: said, used_credit: said })
    expect(answer).toMatchObject({ estimatedCredit: credits, usedCredit: credits })
  })

  it('states the times of each block', () => {
    const timings = [{ index: 0, name: 'One', start_ms: 1000, end_ms: 2500 }]
    expect(parseConversionResponse({ ...record, timings })?.timings).toEqual([
      { index: 0, name: 'One', startMs: 1000, endMs: 2500 },
    ])
  })

  it('states the times of each word, if the service reports them', () => {
    const timing = { index: 0, name: 'One', start_ms: 1000, end_ms: 2500 }
    const wordsOf = (words: unknown) =>
      parseConversionResponse({ ...record, timings: [{ ...timing, words }] })?.timings?.[0]
    expect(
      wordsOf([
        [0, 300, 0, 5],
        [300, 300, 6, 9],
      ]),
    ).toEqual({
      ...{ index: 0, name: 'One', startMs: 1000, endMs: 2500 },
      words: [
        { startMs: 0, endMs: 300, from: 0, to: 5 },
        { startMs: 300, endMs: 300, from: 6, to: 9 },
      ],
    })
  })

  it.each([
    [null],
    ['none'],
    [[[0, 300, 0]]],
    [[[0, 300, 0, 5, 6]]],
    [[[-1, 300, 0, 5]]],
    [[[0.5, 300, 0, 5]]],
    [[[300, 200, 0, 5]]],
    [[[0, 300, 5, 5]]],
    [
      [
        [300, 400, 0, 5],
        [200, 400, 6, 9],
      ],
    ],
    [Array.from({ length: 6000 }, () => [0, 1, 0, 1])],
  ])('states the times of a block even if its word times are invalid: %j', (words) => {
    const timings = [{ index: 0, name: 'One', start_ms: 1000, end_ms: 2500, words }]
    expect(parseConversionResponse({ ...record, timings })?.timings).toEqual([
      { index: 0, name: 'One', startMs: 1000, endMs: 2500 },
    ])
  })

  it.each([
    [null],
    ['<html>'],
    [{}],
    [{ success: true, result: null }],
    [{ success: true, result: [] }],
    [{ success: false, message: 'no', uuid: 'c0ffee', status: 1 }],
    [{ ...record, uuid: '' }],
    [{ ...record, status: null }],
  ])('is not a conversion if it is %j', (json) => {
    expect(parseConversionResponse(json)).toBeNull()
  })
})

describe('a list of conversions', () => {
  it('is read from the envelope, without invalid entries', () => {
    expect(
      parseConversionList({ success: true, result: [record, { nonsense: true }], total: 2 }),
    ).toHaveLength(1)
    expect(parseConversionList({ success: true, result: { data: [record] } })).toHaveLength(1)
    expect(parseConversionList({ success: true })).toBeNull()
  })
})

describe('an error response', () => {
  it('contains its message in any of the common fields', () => {
    expect(parseErrorMessage({ success: false, message: 'speed must be at most 4', code: 9 })).toBe(
      'speed must be at most 4',
    )
    expect(parseErrorMessage({ detail: 'Not Found' })).toBe('Not Found')
    expect(parseErrorMessage({ success: false, message: null })).toBeNull()
    expect(parseErrorMessage('<html>')).toBeNull()
  })

  it('is recognized by success false, whatever the status was', () => {
    expect(isFailureBody({ success: false })).toBe(true)
    expect(isFailureBody({ success: true, result: record })).toBe(false)
    expect(isFailureBody(record)).toBe(false)
  })
})

describe('vibes', () => {
  const vibe = {
    type: 'api_vibe',
    id: 3,
    created_at: '2026-03-01T10:00:00',
    vibe: 'Bedtime',
    prompt: 'Calm.',
    user_id: null,
    updated_at: '2026-03-01T10:00:00',
  }

  it('are read one by one and as a list, with master vibes marked', () => {
    expect(parseVibeResponse({ success: true, result: vibe, message: null })).toMatchObject({
      name: 'Bedtime',
      isMaster: true,
    })
    expect(
      parseVibeList({ success: true, result: [vibe, { ...vibe, type: 'user_vibe' }, 5], message: null }),
    ).toMatchObject([{ isMaster: true }, { isMaster: false }])
    expect(parseVibeList({ success: false, message: 'no' })).toBeNull()
  })
})
