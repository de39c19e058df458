import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

const FORMS = formsOf(`
won 6-4, 6-3 → won six four, six three
love–15, 40–30 → love–fifteen, forty–thirty
P-K4 → pawn to king four
Kt-KB3 → knight to king's bishop three
Kt to K.B. 3 → knight to king's bishop three
Q x P → queen takes pawn
QxBP → queen takes bishop's pawn
1. e4 e5 2. Nf3 → one. e4 e5 two. knight F three
Bxc6+ → bishop takes C six check
Qh7# → queen H seven mate
exd5 → E takes D five
O-O → castles
`)

describe('what English readers say for scores and chess moves', () => {
  test.each(FORMS)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, 'en')).toBe(said)
  })
})
