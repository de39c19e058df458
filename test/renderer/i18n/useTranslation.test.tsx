import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { showLanguage, startI18n } from '../../../renderer/i18n/i18n.ts'
import { useTranslation } from '../../../renderer/i18n/useTranslation.ts'

beforeAll(startI18n)
afterEach(() => showLanguage({ language: 'en', locale: 'en-US' }))

function Texts() {
  const { t } = useTranslation()
  const params = { number: 2, characters: 10_001, limit: 10_000 }
  return (
    <ul>
      <li>{t('errors.block-too-long', params)}</li>
      <li>{t('errors.file-not-found', { name: '{{count}} $t(app.close) $& <b>' })}</li>
      <li>{t('errors.file-not-found', { name: 'Another' })}</li>
      <li>{t('units.blocks', { count: 1 })}</li>
      <li>{t('units.blocks', { count: 1200 })}</li>
    </ul>
  )
}

test('values are inserted into a text formatted for readers, and otherwise unchanged', async () => {
  render(<Texts />)
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown()).toEqual([
    expect.stringMatching(/^Block 2 has 10,001 characters; a service accepts 10,000\./),
    expect.stringMatching(/^“{{count}} \$t\(app\.close\) \$& <b>” could not be found/),
    expect.stringMatching(/^“Another” could not be found/),
    '1 block',
    '1,200 blocks',
  ])
  await act(() => showLanguage({ language: 'de', locale: 'de-DE' }))
  expect((await screen.findByText(/10\.001/)).textContent).toMatch(/10\.000/)
})
