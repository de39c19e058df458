import { expect, test } from 'vitest'
import { de } from '../../../../renderer/i18n/de.ts'
import { en } from '../../../../renderer/i18n/en.ts'
import { es } from '../../../../renderer/i18n/es.ts'
import { isNarrator } from '../../../../shared/import/speakers/speakers.ts'

test.each([en.inspector, de.inspector, es.inspector])(
  'the narrator of a story that was made in another language is recognized: $narrator',
  ({ narrator }) => {
    expect(isNarrator(narrator)).toBe(true)
    expect(isNarrator(narrator.toUpperCase())).toBe(true)
    expect(isNarrator('Fox')).toBe(false)
  },
)
