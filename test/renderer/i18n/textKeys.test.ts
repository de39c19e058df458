import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { errorText } from '../../../renderer/i18n/textKeys.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { startI18n } from '../../../renderer/i18n/i18n.ts'

beforeAll(startI18n)
const textOf = (code: ErrorCode, params: Record<string, string | number> = {}) =>
  errorText((key, values) => i18next.t(key, values), { code, params })

it('an error is shown as its text, with its parameters', () => {
  expect(textOf('document-too-many-rows', { limit: 200000 })).toMatch(/^It has more than 200,000 rows\./)
})

it('a text with a singular and a plural is chosen by its count', () => {
  expect(textOf('export-needs-render', { count: 1 })).not.toBe(textOf('unexpected'))
  expect(textOf('export-needs-render', { count: 3 })).toMatch(/^3 blocks/)
})
