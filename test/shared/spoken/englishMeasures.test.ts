import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

const FORMS = formsOf(`
32° Fahr. → thirty-two degrees Fahrenheit.
10,000 l. → ten thousand pounds.
crisp $100 bills → crisp one hundred dollar bills
in $20s → in twenties
£5/10/6 → five pounds ten shillings sixpence
19/11 → nineteen and eleven
a 5/- piece → a five shilling piece
a 3d. bit, 3d. bits → a threepenny bit, threepenny bits
3 gns. → three guineas.
50p → fifty pence
3 m. from Town → three miles from Town
9 st. → nine stone.
a ¾ moon → a three-quarter moon
two and ½ → two and a half
3/4 mile → three quarters of a mile
¾ hour → three quarters of an hour
100/1 → one hundred to one
3" x 5" card → three inches by five inches card
8' x 10' → eight feet by ten feet
8½ x 11 → eight and a half by eleven
3D and 2D → three D and two D
87 yrs. → eighty-seven years.
6 mos. → six months.
6 wks. → six weeks.
.38s → thirty-eights
a Colt .45 → a Colt forty-five
.32-calibre → thirty-two-calibre
.30-06 → thirty aught six
`)

describe('what English readers say for sizes, weights and money', () => {
  test.each(FORMS)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, 'en')).toBe(said)
  })
})
