import { expect, test } from 'vitest'
import { createRedact } from '../../../../electron/lib/http/redact.ts'
import { formsOf } from '../../../fakes/keyForms.ts'

const KEY = 'sk-Live/9.x+aB$7'

test.each(formsOf(KEY))('a key is masked as %s, and in upper and lower case', (form) => {
  const redact = createRedact(KEY)
  for (const echoed of [form, form.toUpperCase(), form.toLowerCase()])
    expect(redact(`Bad key: “${echoed}”.`)).toBe('Bad key: “•••”.')
})

test('words that resemble a key are kept', () => {
  expect(createRedact(KEY)('sk-Live9 is no key')).toBe('sk-Live9 is no key')
  expect(createRedact('short')('a short word')).toBe('a short word')
})
