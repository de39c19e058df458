import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

/** Written forms from stories with the words that a reader says for them; empty if nothing is said. */
const FORMS = formsOf(`
In the year 18—, I took my degree. → In the year eighteen blank, I took my degree.
on the 3rd of June, 18—. → on the third of June, eighteen blank.
It was in 17--, in the town of N----. → It was in seventeen blank, in the town of N.
in 184— → in eighteen forty-something
He was 18—and tall. → He was eighteen—and tall.
I'm 17—” → I'm seventeen—”
Squire T—— and the Countess of D— → Squire T and the Countess of D
Mr. B—— was a hard man. → Mister B was a hard man.
Lord M—'s carriage stood at the door. → Lord M's carriage stood at the door.
I wrote to Mr. ——, who sat with Miss —. → I wrote to Mister blank, who sat with Miss blank.
Miss — I mean Mrs. Tallow → Miss — I mean Misses Tallow
the ——shire militia → the blankshire militia
at ——'s Hotel → at blank's Hotel
General ——’s regiment → General blank’s regiment
the Countess of *** → the Countess of blank
Mrs. B*** → Misses B
D… don’t! A—a ghost! I—I saw. W—what? → D… don’t! A—a ghost! I—I saw. W—what?
It is true that I-- → It is true that I--
He went — and came. → He went — and came.
He lent me £— and I never saw it. → He lent me blank pounds and I never saw it.
D—n your eyes, you d----d rascal! → Damn your eyes, you damned rascal!
He st-st-stopped the d-d-dog. → He st-st-stopped the d-d-dog.
Pier No. —, near the docks → Pier Number blank, near the docks
Charles I was beheaded in 1649. → Charles the First was beheaded in sixteen forty-nine.
to Charles I was a stranger → to Charles I was a stranger
I think Charles I was born to it. → I think Charles I was born to it.
He told Charles I was king. → He told Charles I was king.
When James I came to the throne → When James the First came to the throne
Elizabeth I never married. → Elizabeth the First never married.
William I and Mary II → William the First and Mary the Second
under Charles I the court → under Charles the First the court
The reign of Charles I was long. → The reign of Charles the First was long.
Of the death of Charles I know nothing. → Of the death of Charles I know nothing.
In Henry I saw a friend. → In Henry I saw a friend.
World War I ended in 1918. → World War one ended in nineteen eighteen.
"No. I won't." → "No. I won't."
"No. I've had enough." → "No. I've had enough."
"No. A man came." → "No. A man came."
No. 221B → Number two twenty-one B
Flat 4B → Flat four B
Vol. II., p. 112 → Volume two, page one hundred and twelve
Canto iv., stanza 12 → Canto four, stanza twelve
vol. i. p. 34 → volume one page thirty-four
xiv → fourteen
— IV — → — four —
Mk. II → Mark two
Geo. Tanner, Jun., and Thos. Reed, Sen., were partners. → George Tanner, Junior, and Thomas Reed, Senior, were partners.
Sir Hugh Tallow, Bart. → Sir Hugh Tallow, Baronet.
Mr. W. H. → Mister W. H.
Mr. A. was late, and Mr. B. too. → Mister A. was late, and Mister B. too.
Good morning, Dr. I am late. → Good morning, Doctor. I am late.
the Col. said → the Colonel said
Gen'l Harrow and the Hon’ble Mr. Penn → General Harrow and the Honourable Mister Penn
Co. Cork → County Cork
Quill & Co. Ltd. → Quill and Company Limited.
East St. Louis → East Saint Louis
said Lord St. Simon → said Lord Saint Simon
W. 42nd Street → West forty-second Street
Boston, Mass. → Boston, Massachusetts.
call 911 → call nine one one
the year 2525 → the year twenty-five twenty-five
the 300s → the three hundreds
the 18th cent. → the eighteenth century.
16th–17th centuries → sixteenth to seventeenth centuries
He was in his 20s. → He was in his twenties.
3 May. The coach left. → the third of May. The coach left.
Octr. 4th → October fourth
N.B. Bring the key. → Note well: Bring the key.
P.S. Come at once. → P.S. Come at once.
ca. A.D. 300 → circa A.D. three hundred
B.B.C. → B.B.C.
AT&T → A T and T
He got an A+ and a C-. → He got an A plus and a C minus.
a MS. of 1590 → a manuscript of fifteen ninety
£1 10s. 0d. → one pound ten shillings.
£1. 10s. → one pound ten shillings.
£3:10:0 → three pounds ten shillings
£ s. d. → pounds, shillings and pence.
a 6d. novel → a sixpenny novel
a 1d stamp → a penny stamp
five 10s. notes → five ten shilling notes
½d. → a halfpenny.
3d. a lb. → threepence a pound.
@ 6d. each → at sixpence each
75c. → seventy-five cents.
25 cts. → twenty-five cents.
Fr. 500 → five hundred francs
300 l. a year → three hundred pounds a year
10,000l. → ten thousand pounds.
35mm film → thirty-five millimeter film
35mm wide → thirty-five millimeters wide
a 12 in. gun → a twelve inch gun
a 100-yd. dash → a one hundred yard dash
a 40-h.p. engine → a forty horsepower engine
25-pdr. → twenty-five-pounder
8vo → octavo
12mo → duodecimo
2 vols. 4to → two volumes quarto
13 st. 4 → thirteen stone four
3 cwt. 2 qrs. 14 lbs. → three hundredweight two quarters fourteen pounds.
2¾ hours → two and three-quarter hours
½ lb. → half a pound.
½ oz. → half an ounce.
3/8ths → three eighths
1/2 past 3 → half past three
6' tall → six feet tall
7 h. 30 m. → seven hours thirty minutes.
the 2/5th Gloucesters → the second fifth Gloucesters
10%–20% → ten percent to twenty percent
two 2x4s → two two by fours
Henry VIII met Capt. Tallow at No. 7. → Henry the Eighth met Captain Tallow at Number seven.
£12.50 → twelve pounds fifty
pp. 3-5 → pages three to five
6 ft 2 in → six feet two inches
She was 6 ft 2 in. The door was lower. → She was six feet two inches. The door was lower.
&c. → et cetera.
He sold pots, pans, &c. Then he left. → He sold pots, pans, et cetera. Then he left.
He sold pots, &c. Dr. Quill left. → He sold pots, et cetera. Doctor Quill left.
He sold pots, etc. Mira left. → He sold pots, et cetera. Mira left.
In the 1890s he was born. → In the eighteen nineties he was born.
’Twas the night. → Twas the night.
‘Tis true. → Tis true.
10 a.m. → ten AM.
At 10 a.m. The ferry left. → At ten AM. The ferry left.
at 5 p.m. on Monday → at five PM on Monday
3rd → third
½ mile → half a mile
He took the 8.40 train. → He took the eight forty train.
the 9.05 to London → the nine oh five to London
at 18:00 hrs. → at eighteen hundred hours.
odds of 2:1 → odds of two to one
a score of 3:0 → a score of three to zero
The bell rang 10.5 s later. → The bell rang ten point five seconds later.
after 12 s → after twelve seconds
0.75 L → zero point seven five liters
3.5 t → three point five tons
a 2.5 kg parcel → a two point five kilogram parcel
2.5 kg of flour → two point five kilograms of flour
a 9mm pistol → a nine millimeter pistol
a 20-ft drop → a twenty foot drop
a £5 note → a five pound note
a $20 bill → a twenty dollar bill
£1 a week → one pound a week
80 m.p.h. → eighty miles per hour.
6 x 4 ft → six by four feet
11 st 4 lb → eleven stone four pounds
4 doz. → four dozen.
5 fr. → five francs.
20 gs. → twenty guineas.
6 p.c. → six percent.
1/2 a pint → half a pint
5'11 → five eleven
a .38 revolver → a thirty-eight revolver
his .303 → his three oh three
odds of .5 → odds of point five
10/6 → ten and six
2/6d. → two and sixpence.
5/- → five shillings
3/4 → three quarters
5/6 → five sixths
3½d. → threepence halfpenny.
24/7 → twenty-four seven
20/20 → twenty twenty
50-50 → fifty-fifty
Brig.-Gen. Tallow → Brigadier-General Tallow
the Rt. Hon. Arthur Penn → the Right Honourable Arthur Penn
M. Tallow → Monsieur Tallow
It rained. M. de Quill left. → It rained. Monsieur de Quill left.
Mira M. Quill → Mira M Quill
MM. Tallow and Quill → Messieurs Tallow and Quill
CHAP. II. → Chapter two.
Part II, ch. iii → Part two, chapter three
from 1871-2 → from eighteen seventy-one to seventy-two
at 0600 hours → at oh six hundred hours
at 7.15 → at seven fifteen
the 8.15 was late → the eight fifteen was late
Wed. 3 p.m. → Wednesday three PM.
Room 237 → Room two thirty-seven
221B Harley Street → two twenty-one B Harley Street
C# major → C sharp major
Tallow v. Quill → Tallow versus Quill
N.N.W. → north-north-west.
a S.W. wind → a south-west wind
S.W. by W. → south-west by west.
a NNE breeze → a north-north-east breeze
S. E. Quill → S E Quill
lat. 42° 10′ N., long. 8° 20′ W. → latitude forty-two degrees ten minutes north, longitude eight degrees twenty minutes west.
42° 10′ 30″ N → forty-two degrees ten minutes thirty seconds north
N. 42° E. → north forty-two degrees east.
Gen. 1:1 → Genesis one one
Gen. Tallow → General Tallow
1 Cor. 13 → First Corinthians thirteen
Matt. v. 3 → Matthew five three
Ps. 23 → Psalm twenty-three
John 3:16-17 → John three sixteen to seventeen
pp. 42 ff. → pages forty-two and following
He lives in Harley Dr. It is short. → He lives in Harley Drive. It is short.
He lives on Harley Dr. → He lives on Harley Drive.
Good morning, Dr. → Good morning, Doctor.
old Dr. Harrow → old Doctor Harrow
c/o Mrs. Quill → care of Misses Quill
at Xmas → at Christmas
painted ca. 1850 → painted circa eighteen fifty
(b. 1801, d. 1870) → (born eighteen oh one, died eighteen seventy)
c. 1790 → circa seventeen ninety
Sect. 4 → Section four
½ a mile → half a mile
1½ miles → one and a half miles
half past → half past
St. James lived on Quay St. → Saint James lived on Quay Street.
He lives in Quay St. It is short. → He lives in Quay Street. It is short.
Mr. & Mrs. Quill → Mister and Misses Quill
J. R. Quill → J R Quill
A. A. Quill → A. A. Quill
e.g. this → for example this
I like it — a lot. → I like it — a lot.
*** →
* * * →
# # # →
— →
Dr. Harrow lived on Quay St. → Doctor Harrow lived on Quay Street.
Dr Harrow and Mrs Quill → Doctor Harrow and Misses Quill
at 7:30 → at seven thirty
$1,000,000 → one million dollars
Louis XIV's wig → Louis the Fourteenth's wig
Louis XIV’s wig → Louis the Fourteenth’s wig
Vol. II → Volume two
44 B.C. → forty-four BC.
in A.D. 70 → in A.D. seventy
In 1066 the ships came. → In ten sixty-six the ships came.
1914–18 → nineteen fourteen to eighteen
1939-1945 → nineteen thirty-nine to nineteen forty-five
20°C → twenty degrees Celsius
20 °F → twenty degrees Fahrenheit
5'10" → five foot ten
5’10” tall → five foot ten tall
Chapter IV → Chapter four
CHAPTER IV. → CHAPTER four.
Chapter I → Chapter one
Chapter I. The Ferry → Chapter one. The Ferry
chapter XII → chapter twelve
ch. 3 → chapter three
vol. ii → volume two
p. xii → page twelve
I → one
IV. → four.
XII → twelve
MIX it. CIVIL war. DID he? → MIX it. CIVIL war. DID he?
I did. I saw it. VIVID → I did. I saw it. VIVID
May 5 → May fifth
He may 5 times. → He may five times.
You may. We march 3 miles. → You may. We march three miles.
5 May 1920 → the fifth of May nineteen twenty
on 5th May → on the fifth of May
May 5th, 1920 → May fifth, nineteen twenty
It was 6 in. The rest was 7 in. long. → It was six inches. The rest was seven inches long.
She said no. 7 men left. → She said no. seven men left.
“No.” Seven men. → “No.” Seven men.
The answer is no. → The answer is no.
No. He left. → No. He left.
Mr. The new sentence. → Mister. The new sentence.
The Rev. Mr. Marsh → The Reverend Mister Marsh
George V was king. → George the Fifth was king.
Charles I of England → Charles the First of England
King Charles I was there. → King Charles the First was there.
I told Charles I was tired. → I told Charles I was tired.
Elizabeth I. → Elizabeth the First.
World War II → World War two
Dr. Harrow and Mr. Quill → Doctor Harrow and Mister Quill
Gen. Harrow and Lt. Col. Quill → General Harrow and Lieutenant Colonel Quill
Sgt. Tallow → Sergeant Tallow
Prof. Marlow → Professor Marlow
Mme. Lenoir → Madame Lenoir
Messrs. Quill → Messieurs Quill
Pope Leo XIII → Pope Leo the Thirteenth
St. Paul's Cathedral → Saint Paul's Cathedral
He lives at 12 Quay St., London. → He lives at twelve Quay Street, London.
in St. Petersburg → in Saint Petersburg
on 42nd St. → on forty-second Street.
Mt. Etna and Ft. Worth → Mount Etna and Fort Worth
Fifth Ave. is long. → Fifth Avenue is long.
Quill & Co. is closed. → Quill and Company is closed.
Quill, Harrow, etc. He left. → Quill, Harrow, et cetera. He left.
the 19th century → the nineteenth century
the XIX century → the nineteenth century
Jan. 5, 1920 → January fifth, nineteen twenty
in Sept. 1920 → in September nineteen twenty
5 January 1920 → the fifth of January nineteen twenty
January 5th → January fifth
the 21st of May → the twenty-first of May
the 2d of May → the second of May
12/25/1920 → December twenty-fifth nineteen twenty
1920-12-25 → December twenty-fifth nineteen twenty
1/2 → one half
3/4 of it → three quarters of it
2 1/2 cups → two and a half cups
⅔ of it → two thirds of it
100% → one hundred percent
50 % of it → fifty percent of it
10 lbs. of sugar → ten pounds of sugar
10 lb of sugar → ten pounds of sugar
8 oz. → eight ounces.
60 mph → sixty miles per hour
3 km → three kilometers
1 km → one kilometer
2.5 kg → two point five kilograms
4 x 4 → four by four
§ 5 → section five
*really* good → really good
**bold** and _it_ → bold and it
# Title → Title
quill@example.com → quill at example dot com
www.example.com → W W W dot example dot com
https://example.com/a-b → H T T P S colon slash slash example dot com slash a dash B
555-1234 → five five five, one two three four
(020) 7946 0958 → zero two zero, seven nine four six, zero nine five eight
+44 20 7946 0958 → plus four four, two zero, seven nine four six, zero nine five eight
No. 7 → Number seven
Nos. 3 and 4 → Numbers three and four
no. 12 → number twelve
#5 → number five
p. 5 → page five
the '90s → the nineties
the 60s → the sixties
the mid-1980s → the mid-nineteen eighties
1800 → eighteen hundred
1805 → eighteen oh five
in 1900 → in nineteen hundred
2000 → two thousand
2007 → two thousand seven
2024 → twenty twenty-four
1,500 men → one thousand five hundred men
1500 men → one thousand five hundred men
in 1500 → in fifteen hundred
3-5 days → three to five days
12-15 → twelve to fifteen
£5 → five pounds
£1 → one pound
£3 4s. 6d. → three pounds four shillings sixpence.
2s. 6d. → two shillings sixpence.
6d. → sixpence.
5s. → five shillings.
$5.99 → five dollars ninety-nine cents
$1 → one dollar
50¢ → fifty cents
€20 → twenty euros
£1m → one million pounds
$3 million → three million dollars
$5-$10 → five dollars to ten dollars
7.30 p.m. → seven thirty PM.
12:00 → twelve o'clock
12:05 → twelve oh five
8 o'clock → eight o'clock
-5 → minus five
98.6°F → ninety-eight point six degrees Fahrenheit
51° 30′ N → fifty-one degrees thirty minutes north
i.e. me → that is me
viz. this → namely this
Harrow vs. Quill → Harrow versus Quill
cf. page 3 → compare page three
Harrow, Esq., of Marsh → Harrow, Esquire, of Marsh
John Harrow Jr. was there. → John Harrow Junior was there.
1st, 2nd, 4th → first, second, fourth
101st → one hundred first
Act III, Scene ii → Act three, Scene two
Part I → Part one
Part I liked → Part I liked
3.14 → three point one four
1,234,567 → one million two hundred thirty-four thousand five hundred and sixty-seven
0.5 → zero point five
007 → zero zero seven
2 + 2 = 4 → two plus two equals four
10 x 12 → ten by twelve
45 min. → forty-five minutes.
Aug. was hot. → Aug. was hot.
A4 → A4
B2B → B2B
17 Elm St. was empty. → seventeen Elm Street was empty.
`)

describe('what English readers say', () => {
  test.each(FORMS)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, 'en')).toBe(said)
  })
})
