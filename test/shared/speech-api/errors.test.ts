import { expect, test } from 'vitest'
import { parseErrorMessage } from '../../../shared/speech-api/errors.ts'

test.each([
  ['a message', { success: false, message: ' No such voice ' }, 'No such voice'],
  [
    'a message that names its fields',
    {
      success: false,
      message: 'speed must be at most 4',
      errors: [{ field: 'speed', message: 'must be at most 4' }],
    },
    'speed must be at most 4',
  ],
  [
    'reasons beside a general message',
    { message: 'Invalid', errors: [{ field: 'speed', message: 'must be at most 4' }] },
    'Invalid · speed: must be at most 4',
  ],
  [
    'Laravel',
    {
      message: 'The voice id field is required. (and 1 more error)',
      errors: {
        voice_id: ['The voice id field is required.'],
        speed: ['The speed field must be at least 1.'],
      },
    },
    'The voice id field is required. (and 1 more error) · The speed field must be at least 1.',
  ],
  [
    'FastAPI',
    {
      detail: [
        { loc: ['body', 'blocks', 3, 'speed'], msg: 'ensure this value is at most 4', type: 'value_error' },
        { loc: ['body', 'voice_id'], msg: 'field required' },
      ],
    },
    'blocks[3].speed: ensure this value is at most 4 · voice_id: field required',
  ],
  ['a detail in words', { detail: 'Not Found' }, 'Not Found'],
  ['an error in words', { error: 'Too long' }, 'Too long'],
  [
    'OpenAI',
    { error: { message: 'No such voice', type: 'invalid_request_error', code: null } },
    'No such voice',
  ],
  [
    'a message beside the name of an error',
    { detail: { error: 'validation_error', message: "Voice 'x' not found", type: 'invalid_request_error' } },
    "Voice 'x' not found",
  ],
  ['an error in a detail', { detail: { error: { message: 'Out of memory', type: 'x' } } }, 'Out of memory'],
  ['an object without words', { error: { code: 3 }, detail: { a: { b: { message: 'x' } } } }, null],
  ['lists of something else', { detail: [1, {}], errors: { speed: 7 } }, null],
  ['nothing', {}, null],
  ['no object', 'no', null],
])('the reason for a failed request is read from its response: %s', (_, json, message) => {
  expect(parseErrorMessage(json)).toBe(message)
})
