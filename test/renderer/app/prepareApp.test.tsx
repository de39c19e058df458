import { act, screen } from '@testing-library/react'
import { I18nProvider } from 'react-aria-components'
import { afterEach, expect, it } from 'vitest'
import { App } from '../../../renderer/app/App.tsx'
import { prepareApp } from '../../../renderer/app/startApp.ts'
import { showLanguage } from '../../../renderer/i18n/i18n.ts'
import { SecondsField } from '../../../renderer/ui/NumberBox.tsx'
import { DEFAULT_APP_SETTINGS } from '../../../shared/ipc/views.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { renderIn, renderInWorld, testWorld } from '../support/testWorld.tsx'

afterEach(() => showLanguage({ language: 'en', locale: 'en-US' }))

function preparedWorld(systemLanguages: string[] | null, language: 'system' | 'es' = 'system') {
  return testWorld({
    answers: {
      'app:info': () => ({ ...APP_INFO, systemLanguages }),
      'settings:get': () => ({ ...DEFAULT_APP_SETTINGS, language }),
    },
  })
}

it('the page is shown in the system’s language, as reported by the host or the browser', async () => {
  await prepareApp(preparedWorld(['de-CH', 'en']).world)
  expect(document.documentElement.lang).toBe('de-CH')
  await prepareApp(preparedWorld(null).world)
  expect(document.documentElement.lang).toBe(navigator.languages[0])
})

it('a chosen language takes precedence over the system’s, and another choice takes effect at once', async () => {
  const made = preparedWorld(['de-DE'], 'es')
  await prepareApp(made.world)
  const { user } = renderIn(made.world, <App />)
  await screen.findByRole('heading', { name: 'Convierte un texto en una historia hablada' })
  act(() => {
    made.world.view.setState({ dialog: { kind: 'settings' } })
  })
  await user.click(await screen.findByRole('radio', { name: 'Deutsch' }))
  await screen.findByRole('dialog', { name: 'Einstellungen' })
  expect(made.callsOf('settings:update')).toEqual([{ language: 'de' }])
  expect(document.documentElement.lang).toBe('de-DE')
})

it('the text size and the row spacing of the script follow the settings', async () => {
  const made = preparedWorld(['en-US'])
  await prepareApp(made.world)
  const { style, dataset } = document.documentElement
  expect([style.getPropertyValue('--story-size'), dataset.rows]).toEqual(['16px', 'compact'])
  const { user } = renderIn(made.world, <App />)
  act(() => {
    made.world.view.setState({ dialog: { kind: 'settings' } })
  })
  await user.click(await screen.findByRole('radio', { name: 'Roomy' }))
  const size = screen.getByRole('spinbutton', { name: 'Text size in the script' })
  await user.clear(size)
  await user.type(size, '20')
  expect([style.getPropertyValue('--story-size'), dataset.rows]).toEqual(['20px', 'roomy'])
  expect(made.callsOf('settings:update').at(-1)).toEqual({ storyTextPx: 20 })
})

it('a number field reads and writes the locale’s decimal mark', async () => {
  const typed: (number | null)[] = []
  const { user } = renderInWorld(
    <I18nProvider locale="de-DE">
      <SecondsField label="Dauer" unit="s" valueMs={1500} maxMs={60_000} onChange={(ms) => typed.push(ms)} />
    </I18nProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Dauer' })
  expect(field.value).toBe('1,5')
  await user.clear(field)
  await user.type(field, '2,25')
  expect(typed.at(-1)).toBe(2250)
})
