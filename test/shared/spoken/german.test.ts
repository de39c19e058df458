import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

/** Written forms from stories with the words that a reader says for them; empty if nothing is said. */
const FORMS = formsOf(`
Im Jahre 18.. lebte er in D. → Im Jahre achtzehnhundert soundso lebte er in D.
Er lieh mir £— davon. → Er lieh mir £— davon.
Im Jahre 18** kam er. → Im Jahre achtzehnhundert soundso kam er.
In M..., einer Stadt → In M, einer Stadt
Die Marquise von O.... → Die Marquise von O.
Graf F... trat ein. → Graf F trat ein.
Herr —— kam. → Herr Soundso kam.
N… nein! → N… nein!
der Major v. Tellheim → der Major von Tellheim
J. W. v. Goethe → J W von Goethe
Prof. Dr. h. c. Moos → Professor Doktor honoris causa Moos
Se. Exzellenz → Seine Exzellenz
S. M. der Kaiser → Seine Majestät der Kaiser
S. M. S. Emden → S M S Emden
k. u. k. Armee → K und K Armee
Lt. a. D. Stern → Leutnant außer Dienst Stern
Berlin, den 9. XI. 1918 → Berlin, den neunten November neunzehnhundert achtzehn
d. 14. Juli → den vierzehnten Juli
um ½9 Uhr → um halb neun Uhr
um ¾8 Uhr → um dreiviertel acht Uhr
5h früh → fünf Uhr früh
3 Mk. 50 Pf. → drei Mark fünfzig Pfennig.
3 Mark 50 → drei Mark fünfzig
Mk. 20 → zwanzig Mark
20 M. → zwanzig Mark.
M 3,50 → drei Mark fünfzig
5,– DM → fünf D-Mark
50 kr. → fünfzig Kreuzer
½ Pfd. Butter → ein halbes Pfund Butter
eine ¾ Stunde → eine dreiviertel Stunde
10° C → zehn Grad Celsius
No. 7 → Nummer sieben
N° 3 → Nummer drei
Chr. Dietrich → Christian Dietrich
Joh. Seb. Bach → Johann Sebastian Bach
u. s. f. → und so fort.
u. a. m. → und anderes mehr.
i. J. 1806 → im Jahre achtzehnhundert sechs
u. dgl. → und dergleichen.
Oel, Wein &c. → Oel, Wein et cetera.
das 50fache → das fünfzigfache
1914/18 → neunzehnhundert vierzehn bis achtzehn
1870/71 → achtzehnhundert siebzig einundsiebzig
2. Kompanie → zweite Kompanie
1 : 3 → eins zu drei
Ludwig der XIV. → Ludwig der Vierzehnte.
Heinrich, der IV. seines Namens → Heinrich, der Vierte seines Namens
Mme. Moos → Madame Moos
Nach 10,5 s klingelte es. → Nach zehn Komma fünf Sekunden klingelte es.
Es dauerte 12 s. → Es dauerte zwölf Sekunden.
5 x 4 m → fünf mal vier Meter
Prof. Dr. med. Moos → Professor Doktor med Moos
Gebr. Moos → Gebrüder Moos
Lt. Moos → Leutnant Moos
am 14. d. M. kam er → am vierzehnten dieses Monats kam er
3 Tlr. → drei Taler
3 fl. → drei Gulden
½ Pfund → ein halbes Pfund
er ist geb. 1801 → er ist geboren achtzehnhundert eins
Joh. 3,16 → Johannes drei sechzehn
1. Mose 2,4 → erstes Buch Mose zwei vier
42° 10′ N → zwei und vierzig Grad zehn Minuten Nord
Wind aus NNW → Wind aus Nordnordwest
24/7 → vierundzwanzig sieben
Heinrich VIII. traf Hptm. Tallow in Nr. 7. → Heinrich der Achte traf Hauptmann Tallow in Nummer sieben.
12,50 € → zwölf Euro fünfzig
1 € → ein Euro
0,50 € → fünfzig Cent
€ 3 → drei Euro
$5 → fünf Dollar
£3 → drei Pfund
3 Mark → drei Mark
50 Pf. → fünfzig Pfennig
1.000.000 $ → eine Million Dollar
3 Mio. Euro → drei Millionen Euro
S. 3–5 → Seiten drei bis fünf
S. 12 → Seite zwölf
Dr. Harms wohnt in der Hauptstr. 5. → Doktor Harms wohnt in der Hauptstraße fünf.
Prof. Dr. Harms → Professor Doktor Harms
Hr. Meier und Fr. Schulz → Herr Meier und Frau Schulz
Frl. Julie → Fräulein Julie
St. Pauli → Sankt Pauli
usw. → und so weiter.
Er kaufte Äpfel, Birnen usw. Dann ging er. → Er kaufte Äpfel, Birnen und so weiter. Dann ging er.
In den 1890er Jahren → In den achtzehnhundert neunziger Jahren
in den 90ern → in den neunzigern
die 20er Jahre → die zwanziger Jahre
z. B. so → zum Beispiel so
z.B. so → zum Beispiel so
d. h. nein → das heißt nein
u. a. das → unter anderem das
bzw. nie → beziehungsweise nie
ca. 5 m → circa fünf Meter
evtl. morgen → eventuell morgen
ggf. heute → gegebenenfalls heute
vgl. S. 5 → vergleiche Seite fünf
10 Uhr → zehn Uhr
um 7:30 Uhr → um sieben Uhr dreißig
um 7.30 Uhr → um sieben Uhr dreißig
um 7:30 → um sieben Uhr dreißig
um 1 Uhr → um ein Uhr
12:00 → zwölf Uhr
8-10 Uhr → acht bis zehn Uhr
am 3. Mai 1920 → am dritten Mai neunzehnhundert zwanzig
der 3. Mai → der dritte Mai
den 3. Mai → den dritten Mai
3. Mai → dritter Mai
vom 1. bis 3. Mai → vom ersten bis dritten Mai
24.12.1899 → vierundzwanzigster Dezember achtzehnhundert neunundneunzig
am 24.12.1899 → am vierundzwanzigsten Dezember achtzehnhundert neunundneunzig
1920-12-24 → vierundzwanzigster Dezember neunzehnhundert zwanzig
Mai 1920 → Mai neunzehnhundert zwanzig
½ Stunde → eine halbe Stunde
eine ½ Meile → eine halbe Meile
1½ Stunden → eineinhalb Stunden
4 ½ Stunden → viereinhalb Stunden
1/2 → ein halb
1/3 → ein Drittel
3/4 → drei Viertel
2 3/4 → zwei drei Viertel
2,5 km → zwei Komma fünf Kilometer
1 km → ein Kilometer
20 °C → zwanzig Grad Celsius
-5 °C → minus fünf Grad Celsius
5 % → fünf Prozent
5 kg → fünf Kilogramm
1,80 m → ein Meter achtzig
100 km/h → einhundert Kilometer pro Stunde
3 t → drei Tonnen
1 h → eine Stunde
2 Std. → zwei Stunden
1914–18 → neunzehnhundert vierzehn bis achtzehn
1914–1918 → neunzehnhundert vierzehn bis neunzehnhundert achtzehn
1939-45 → neunzehnhundert neununddreißig bis fünf und vierzig
im Jahr 1066 → im Jahr eintausend sechsundsechzig
1066 → eintausend sechsundsechzig
1914 → neunzehnhundert vierzehn
1900 → neunzehnhundert
1805 → achtzehnhundert fünf
1111 → elfhundert elf
2000 → zweitausend
2024 → zweitausend vierundzwanzig
im 19. Jahrhundert → im neunzehnten Jahrhundert
das 19. Jahrhundert → das neunzehnte Jahrhundert
Kapitel IV → Kapitel vier
KAPITEL IV → KAPITEL vier
IV. Kapitel → viertes Kapitel
3. Kapitel → drittes Kapitel
im 3. Kapitel → im dritten Kapitel
I. Akt → erster Akt
Akt III, Szene 2 → Akt drei, Szene zwei
Bd. II → Band zwei
I → eins
IV → vier
XII. → zwölf.
MIX, CIVIL, DIM → MIX, CIVIL, DIM
DIE LILIE → DIE LILIE
Ich bin da. → Ich bin da.
Ludwig XIV. → Ludwig der Vierzehnte.
Ludwig XIV. war König. → Ludwig der Vierzehnte war König.
Ludwigs XIV. Hof → Ludwigs des Vierzehnten Hof
unter Ludwig XIV. wurde → unter Ludwig dem Vierzehnten wurde
für Ludwig XIV. war → für Ludwig den Vierzehnten war
Elisabeth I. war → Elisabeth die Erste war
Wilhelm II. Der Kaiser → Wilhelm der Zweite. Der Kaiser
Karl V. war Kaiser. → Karl der Fünfte war Kaiser.
44 v. Chr. → vier und vierzig vor Christus
70 n. Chr. war → siebzig nach Christus war
§ 5 → Paragraph fünf
§§ 5 und 6 → Paragraphen fünf und sechs
#7 → Nummer sieben
*** →
* * * →
— →
*wirklich* → wirklich
**sehr** gut → sehr gut
_sehr_ gut → sehr gut
# Titel → Titel
J. R. Harms → J R Harms
Harms & Sohn → Harms und Sohn
3 Mio. Menschen → drei Millionen Menschen
1 Mann → ein Mann
1 Frau → eine Frau
1 Stunde → eine Stunde
21 Männer → einundzwanzig Männer
3 x 4 → drei mal vier
Nr. 5 lebt → Nummer fünf lebt
Nrn. 3 und 4 → Nummern drei und vier
der 1. Weltkrieg → der erste Weltkrieg
im 2. Weltkrieg → im zweiten Weltkrieg
der 100. Tag → der einhundertste Tag
ein 3. Mann → ein dritter Mann
die 2. Frau → die zweite Frau
in der 3. Klasse → in der dritten Klasse
zum 1. Mal → zum ersten Mal
der 21te Tag → der einundzwanzigste Tag
3mal → dreimal
5-jährig → fünfjährig
-5 Grad → minus fünf Grad
Das war 1914. Dann kam er. → Das war neunzehnhundert vierzehn. Dann kam er.
Es waren 20. Er ging. → Es waren zwanzig. Er ging.
harms@beispiel.de → harms ät beispiel Punkt D E
www.beispiel.de → W W W Punkt beispiel Punkt D E
0171 1234567 → null eins sieben eins, eins zwei drei vier fünf sechs sieben
(030) 123456 → null drei null, eins zwei drei vier fünf sechs
+49 30 123456 → plus vier neun, drei null, eins zwei drei vier fünf sechs
3:2 → drei zu zwei
8-10 Tage → acht bis zehn Tage
3-5 → drei bis fünf
Mr. Harrow → Mister Harrow
0 → null
16 → sechzehn
17 → siebzehn
21 → einundzwanzig
47 → sieben und vierzig
100 → einhundert
101 → einhundert eins
123 → einhundert dreiundzwanzig
800 → acht hundert
1000 → eintausend
1.000 → eintausend
1.234.567 → eine Million zweihundert vierunddreißigtausend fünfhundert siebenundsechzig
1.000.000 → eine Million
3,14 → drei Komma eins vier
0,5 → null Komma fünf
007 → null null sieben
-3 → minus drei
2 + 2 = 4 → zwei plus zwei gleich vier
a. D. → außer Dienst.
Harms, geb. Meier → Harms, geborene Meier
Tel. 12345 → Telefon zwölftausend dreihundert fünf und vierzig
Abb. 3 → Abbildung drei
Frankfurt a. M. → Frankfurt am Main.
u. s. w. → und so weiter.
S. 5 f. → Seite fünf und folgende
Okt. 1920 → Oktober neunzehnhundert zwanzig
15. Okt. war → fünfzehnter Oktober war
inkl. Essen → inklusive Essen
Hl. Abend → Heilige Abend
das Jh. war → das Jahrhundert war
Frhr. v. Stein und Gf. Moltke → Freiherr von Stein und Graf Moltke
Geh. Rat von Briest → Geheimer Rat von Briest
Geh.-Rat Wüllersdorf → Geheimer-Rat Wüllersdorf
I. K. H. die Prinzessin → Ihre Königliche Hoheit die Prinzessin
S. K. H. der Prinz → Seine Königliche Hoheit der Prinz
Maj. v. Tellheim und Gen. v. Moltke → Major von Tellheim und General von Moltke
Obltn. Meier, Uffz. Braun, Feldw. Schmidt → Oberleutnant Meier, Unteroffizier Braun, Feldwebel Schmidt
die G. m. b. H. schloss → die G M B H schloss
Krupp A.-G. → Krupp A G.
Chr. Fr. Hebbel → Christian Friedrich Hebbel
Joh. Fr. Braun → Johann Friedrich Braun
gez. Müller → gezeichnet Müller
verw. Meier → verwitwete Meier
resp. heute → respektive heute
5 Proz. Zinsen → fünf Prozent Zinsen
50 Pfg. Lohn → fünfzig Pfennig Lohn
20° R. → zwanzig Grad Reaumur.
Rothenburg o. d. T. → Rothenburg ob der Tauber.
Halle a. S. → Halle an der Saale.
Nro. 7 → Nummer sieben
am 3. ds. Mts. → am dritten dieses Monats.
100%ig → hundertprozentig
ANKOMME 8.15 STOP → ANKOMME acht Uhr fünfzehn STOP
Schiller u. Goethe → Schiller und Goethe
m. a. W. → mit anderen Worten.
u. A. w. g. → um Antwort wird gebeten.
Lehrer i. R. → Lehrer im Ruhestand.
lt. Befehl → laut Befehl
im Winter '44 → im Winter vier und vierzig
des Kaisers Karl V. → des Kaisers Karl des Fünften.
die 68er → die achtundsechziger
Vers 3 f. → Vers drei und folgende
am 15. v. M. → am fünfzehnten vorigen Monats.
Er wog 80 kg u. war 1,80 m groß. → Er wog achtzig Kilogramm und war ein Meter achtzig groß.
`)

describe('what German readers say', () => {
  test.each(FORMS)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, 'de')).toBe(said)
  })
})
