import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

const FORMS = formsOf(`
E. M. Forster → E M Forster
Louis XVI. was dead. → Louis the Sixteenth was dead.
Henry VIII. had six wives. → Henry the Eighth had six wives.
King George III.'s reign → King George the Third's reign
Edward IV., king of England → Edward the Fourth, king of England
It was Henry VIII. He had six wives. → It was Henry the Eighth. He had six wives.
Louis the XVIth → Louis the Sixteenth
George the IIId → George the Third
the XXth Century → the twentieth Century
the IIIrd Corps → the third Corps
James II and VII → James the Second and Seventh
Malcolm X → Malcolm X
Louis-Philippe I. → Louis-Philippe the First.
WWII and WWI → World War two and World War one
WW1 → World War one
Vols. I–III → Volumes one to three
Chapters I and II → Chapters one and two
chaps. ii and iii → chapters two and three
pp. xiv–xvi → pages fourteen to sixteen
plate iv. → plate four.
Epilogue II → Epilogue two
Hamlet, III, ii → Hamlet, three, two
III. ii. 45 → three, two, forty-five
fol. 12 → folio twelve
pp. 100–1 → pages one hundred to one hundred and one
Romans viii. 28 → Romans eight twenty-eight
Job iii. 3 → Job three three
I Kings 3:16 → First Kings three sixteen
II Samuel 1 → Second Samuel one
Captain F——y and Col. B—t → Captain F and Colonel B
No. — Street → Number blank Street
34 St. James's St. → thirty-four Saint James's Street.
Gt. Portland St. and Gt Russell Street → Great Portland Street and Great Russell Street
Tottenham Ct. Rd. → Tottenham Court Road.
S. Kensington → South Kensington
N. Dakota and S. Carolina → North Dakota and South Carolina
London, S.W.1 → London, S.W. one
Springfield, Ill. → Springfield, Illinois.
St. Louis, Mo. → Saint Louis, Missouri.
Brooklyn, N.Y. → Brooklyn, New York.
Trenton, N. J., May 3 → Trenton, New Jersey, May third
Boston, MA 02134 → Boston, Massachusetts zero two one three four
Winchester, Hants. → Winchester, Hampshire.
Pt. Reyes → Point Reyes
J. Smith, Esqre. → J Smith, Esquire.
Mr. Micawber, jun. → Mister Micawber, junior.
the Hon. Sec. → the Honorary Secretary.
Yr. obedient servant → Your obedient servant
Yrs. truly → Yours truly
I wd. go if I cd. → I would go if I could.
recd. with thanks → received with thanks
Dr. Sir → Dear Sir
an MS. found in a bottle → a manuscript found in a bottle
3rd Bn., B Coy. → third Battalion, B Company.
Sig. Fosco → Signor Fosco
Ch. Insp. Morse → Chief Inspector Morse
Com. Perry → Commodore Perry
Ald. Cute → Alderman Cute
the Col.'s horse → the Colonel's horse
Mr.Smith and Mr.& Mrs. Quill → Mister Smith and Mister and Misses Quill
St.John → Saint John
He lived at No 7 for years. → He lived at Number seven for years.
Apt. #4 → Apartment number four
ext. 42 → extension forty-two
Rm. 12 → Room twelve
aet. 45 → aged forty-five
Nat'l Gov't → National Government
w/ love → with love
1-800-555-0199 → one, eight zero zero, five five five, zero one nine nine
KLondike 5-3421 → KLondike five, three four two one
www.bbc.co.uk → W W W dot B B C dot co dot U K
#love → hashtag love
## II → two
(iii) → (three)
the Mark I tank → the Mark one tank
told Mark I was late → told Mark I was late
a 747 → a seven forty-seven
"Ith it your intenthion?" → "Ith it your intenthion?"
`)

describe('what English readers say for names, numerals and addresses', () => {
  test.each(FORMS)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, 'en')).toBe(said)
  })
})
