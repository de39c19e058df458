import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Timeline } from '../../../renderer/features/timeline/Timeline.tsx'
import { showLanguage } from '../../../renderer/i18n/i18n.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

test('the clock shows the time in the format of the chosen language', async () => {
  renderInWorld(<Timeline />, { records: sketchRecords([{}]) })
  expect(screen.getByText('0:00.0')).toBeTruthy()
  await act(() => showLanguage({ language: 'de', locale: 'de-DE' }))
  expect(screen.getByText('0:00,0')).toBeTruthy()
  await act(() => showLanguage({ language: 'en', locale: 'en-US' }))
})
