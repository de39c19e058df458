import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { formatDay } from '../../../renderer/i18n/format.ts'
import { startI18n } from '../../../renderer/i18n/i18n.ts'

beforeAll(startI18n)

test('numbers in a text are written as a person writes them', () => {
  const params = { number: 2, name: 'The storm', characters: 10_001, limit: 10_000 }
  expect(i18next.t('errors.named-block-too-long', params)).toMatch(
    /^Block 2, “The storm”, has 10,001 characters; a service takes 10,000\./,
  )
  expect(i18next.t('errors.block-too-long', params)).toMatch(/^Block 2 has 10,001 characters/)
  expect(i18next.t('errors.export-needs-render', { count: 1_200 })).toMatch(/^1,200 blocks have/)
})

test('words that look like placeholders stay as they are, and a name of digits is no number', () => {
  expect(i18next.t('errors.file-not-found', { name: '{{count}} $t(app.close) <b>' })).toMatch(
    /^“{{count}} \$t\(app\.close\) <b>” is not there/,
  )
  expect(i18next.t('errors.webhook-port-taken', { port: '47318' })).toMatch(/port 47318,/)
})

test('a day is the writer’s own, whatever the time zone', () => {
  expect(formatDay('2026-05-01')).toBe('May 1, 2026')
})
