import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

const FORMS = formsOf(`
It was 8.30 when he left, and by 9.15 he was home. → It was eight thirty when he left, and by nine fifteen he was home.
between 2.30 and 3.15 → between two thirty and three fifteen
from 8.30 to 9.15 → from eight thirty to nine fifteen
MEET ME 8.15 VICTORIA STOP → MEET ME eight fifteen VICTORIA STOP
The time was 12.07. → The time was twelve oh seven.
It grew by 2.50 percent. → It grew by two point five zero percent.
at 3.0 a.m. → at three AM.
at 0900 → at oh nine hundred
at 0430 on Friday → at oh four thirty on Friday
0300 hrs → oh three hundred hours
5:30–6:30 → five thirty to six thirty
½ past 9 → half past nine
'39–'45 → thirty-nine to forty-five
the '49ers and the 49ers → the forty-niners and the forty-niners
`)

describe('what English readers say for times', () => {
  test.each(FORMS)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, 'en')).toBe(said)
  })
})
