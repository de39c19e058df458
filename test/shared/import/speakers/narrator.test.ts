import { expect, test } from 'vitest'
import { inspector as de } from '../../../../renderer/i18n/de/inspector.ts'
import { inspector as en } from '../../../../renderer/i18n/en/inspector.ts'
import { inspector as es } from '../../../../renderer/i18n/es/inspector.ts'
import { isNarrator } from '../../../../shared/import/speakers/speakers.ts'

test.each([en, de, es])(
  'the narrator of a story that was made in another language is known: $narrator',
  ({ narrator }) => {
    expect(isNarrator(narrator)).toBe(true)
    expect(isNarrator(narrator.toUpperCase())).toBe(true)
    expect(isNarrator('Fox')).toBe(false)
  },
)
