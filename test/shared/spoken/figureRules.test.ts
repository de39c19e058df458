import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

/** Lines with several forms each, as lessons, podcasts and novels have them, and lines that stay as they are. */
const FORMS: Readonly<Record<string, string>> = {
  en: `
See fn. 3 on fl. 2. → See footnote three on floor two.
Boeing 747s and Airbus A380s filled the sky; the B-52 came later. → Boeing seven forty-sevens and Airbus A three eighties filled the sky; the B-fifty-two came later.
MI5 and MI6 denied it; the K9 unit took the M25. → M I five and M I six denied it; the K9 unit took the M25.
Mix it at a ratio of 1:30, or 2:1. → Mix it at a ratio of one to thirty, or two to one.
Version 2.0.1 fixes v1.5 of the app. → Version two point zero point one fixes version one point five of the app.
Visit www.example.com/help or https://example.org, or write to jo.doe@example.co.uk. → Visit W W W dot example dot com slash help or H T T P S colon slash slash example dot org, or write to jo dot doe at example dot co dot U K.
3 1/2 cups, ½ tsp. salt, 2 tbsp. sugar, 1/4 of it → three and a half cups, half a teaspoon salt, two tablespoons sugar, one quarter of it
24/7 on Rte. 66, I-95, and US-1 → twenty-four seven on Route sixty-six, I-ninety-five, and US-one
the 18th century; the 5th c. → the eighteenth century; the fifth century.
Rm. 204, Apt. 3B, Ste. 500, P.O. Box 12 → Room two oh four, Apartment three B, Suite five hundred, P O Box twelve
3 x 4 = 12; 5 > 3; 2 + 2 = 4; x² + y²; 10⁶ → three times four equals twelve; five is greater than three; two plus two equals four; x squared plus y squared; ten to the power of six
6-year-old; a 10-foot pole; a .45 caliber; a .22; a 9mm; 12-gauge → six-year-old; a ten-foot pole; a forty-five caliber; a twenty-two; a nine millimeter; twelve-gauge
The temp. was 72 degrees F., humidity 40%. → The temperature was seventy-two degrees Fahrenheit, humidity forty percent.
The U.S.S. Enterprise, USS Arizona, HMS Victory, RMS Titanic → The U S S Enterprise, U S S Arizona, HMS Victory, RMS Titanic
The 2nd Lt. of the 101st Airborne Div. → The second Lieutenant of the one hundred first Airborne Division.
10-4, over. Roger. Unit 12-Adam-7. → ten four, over. Roger. Unit twelve-Adam-seven.
Flight BA 117 at gate B12, seat 14C → Flight BA one seventeen at gate B12, seat fourteen C
Model T, Type O, size 10½, 36-24-36 → Model T, Type O, size ten and a half, thirty-six, twenty-four, thirty-six
It's 50-50. A 60/40 split. A 2:1 ratio. → It's fifty-fifty. A sixty forty split. A two to one ratio.
five @ $2 ea. → five at two dollars each.
I/O, and/or, he/she, w/o, c/o, b/c, N/A → I O, and/or, he/she, without, care of, because, not applicable
Windows 95, Office 365, iPhone 14, Xbox 360 → Windows ninety-five, Office three sixty-five, iPhone fourteen, Xbox three sixty
DI Hale met DCI Stone and PC Low. → D I Hale met DCI Stone and PC Low.
a VIP with an IQ of 140 on the IRA list → a V I P with an I Q of one hundred and forty on the I R A. list
I AM THE PA OF HER → I AM THE PA OF HER
CO₂ and H₂O → C O two and H two O
km 42 → kilometer forty-two
It is 0.2.1 now. → It is zero point two point one now.
the scale of 1:25,000 → the scale of one to twenty-five thousand
He came at 1:30 in the ratio of things. → He came at one thirty in the ratio of things.
10-12-92 → October twelfth ninety-two
a 2010/11 season; 2010/2011; 4/5 of it → a twenty ten eleven season; twenty ten twenty eleven; four fifths of it
three x 4 and Malcolm X → three x four and Malcolm X
< 5 years old → < five years old
page² and note¹ → page² and note¹
`,
  de: `
um 18:30h, am 9/11, Anfang der 2000er → um achtzehn Uhr dreißig, am neun elf, Anfang der zweitausender
2 EL Zucker, 1 TL Salz, 1 Pck. Pudding, 5 GHz → zwei Esslöffel Zucker, ein Teelöffel Salz, ein Päckchen Pudding, fünf Gigahertz
Dr. med. Müller wohnt in der Goethestr. 12, 3. OG. → Doktor med Müller wohnt in der Goethestraße zwölf, drittes Obergeschoss.
Prof. Dr. Dr. h.c. Hans Meier und Frau Dipl.-Ing. Schulz → Professor Doktor Doktor honoris causa Hans Meier und Frau Diplom-Ingenieur Schulz
Die 1920er Jahre, die 20er, die 90er-Jahre, in den '68ern → Die neunzehnhundert zwanziger Jahre, die zwanziger, die neunziger-Jahre, in den achtundsechzigern
Im Verhältnis 1:30; Maßstab 1:25.000 → Im Verhältnis eins zu dreißig; Maßstab eins zu fünfundzwanzigtausend
Unter Friedrich II. und mit Karl V. war es anders. → Unter Friedrich dem Zweiten und mit Karl dem Fünften war es anders.
1/2 Liter, 3/4 Stunde, 1 1/2 Tage, ½ Pfund → ein halber Liter, drei Viertel Stunde, eineinhalb Tage, ein halbes Pfund
Notruf 110 oder 112 → Notruf eins eins null oder eins eins zwei
St. Pauli, St. Petersburg, Skt. Martin → Sankt Pauli, Sankt Petersburg, Sankt Martin
Version 2.0.1, iOS 17.4, Windows 11 → Version zwei Punkt null Punkt eins, iOS siebzehn Punkt vier, Windows elf
der 1., 2. und 3. Mann; zum 1. Mal; am 5. Tag → der erste, zweite und dritte Mann; zum ersten Mal; am fünften Tag
Mo.–Fr. 9–17 Uhr, Sa. geschlossen → Montag bis Freitag neun bis siebzehn Uhr, Samstag geschlossen
18. Jh., im 19. Jahrhundert, Anf. des 20. Jh. → achtzehntes Jahrhundert, im neunzehnten Jahrhundert, Anfang des zwanzigsten Jahrhunderts.
der 5-jährige Junge, eine 3-köpfige Familie, 20-mal, 3x täglich → der fünfjährige Junge, eine dreiköpfige Familie, zwanzigmal, dreimal täglich
A. d. Ü.; Anm. d. Red.; gez. Müller; i. A. Schmidt; i. V. Koch; P. S. Bis bald! → Anmerkung des Übersetzers; Anmerkung der Redaktion; gezeichnet Müller; im Auftrag Schmidt; in Vertretung Koch; P S Bis bald!
Oberstlt. Kern, Hptm. Weiß, Gen. Paulus, Lt. Dan → Oberstleutnant Kern, Hauptmann Weiß, General Paulus, Leutnant Dan
MI5, U2, G8, A7, B96, KI, DIN A4 → M I fünf, U2, G8, A7, B96, K I, DIN A4
ab 18 J., geb. 1920, gest. 1990, verh., † 1945, * 1920 → ab achtzehn Jahren, geboren neunzehnhundert zwanzig, gestorben neunzehnhundert neunzig, verheiratet, gestorben neunzehnhundert fünf und vierzig, geboren neunzehnhundert zwanzig
1914–1918, 1939-45, 1968/69, 2020er → neunzehnhundert vierzehn bis neunzehnhundert achtzehn, neunzehnhundert neununddreißig bis fünf und vierzig, neunzehnhundert achtundsechzig neunundsechzig, zweitausendzwanziger
Str. 5, Karl-Marx-Str. 7, Hauptstr., am Hbf., Pl. der Republik → Straße fünf, Karl-Marx-Straße sieben, Hauptstraße, am Hauptbahnhof, Platz der Republik
H2O, CO2, 4K, 5G, MP3, 3D → H2O, C O zwei, 4K, 5G, MP3, 3D
Beethovens 9. Sinfonie, op. 125, BWV 1079, KV 331 → Beethovens neunte Sinfonie, Opus einhundert fünfundzwanzig, BWV eintausend neunundsiebzig, KV dreihundert einunddreißig
vgl. Abb. 3, Tab. 4, Kap. 5, s. o., s. u. → vergleiche Abbildung drei, Tabelle vier, Kapitel fünf, siehe oben, siehe unten.
GmbH, AG, EU, USA, DDR, BRD, ARD, ZDF, NSDAP → GmbH, A G, E U, U S A, DDR, BRD, ARD, ZDF, NSDAP
20 Mk., 5 Tlr., 3 Gr., 12 Pfg., 5 fl. → zwanzig Mark, fünf Taler, drei Groschen, zwölf Pfennig, fünf Gulden
Fr., 3. Mai; Mo., 15.4.; Sa/So → Freitag, dritter Mai; Montag, fünfzehnter April; Samstag und Sonntag
Er kam um ½ 8 Uhr, ¾ 9, um 7 h 30. → Er kam um halb acht Uhr, drei Viertel neun, um sieben Uhr dreißig.
Am Mo. den 3. Mai, Di., 4.5., Mi. um 8 → Am Montag den dritten Mai, Dienstag, vierter Mai, Mittwoch um acht
Kap. 3, V. 12, Z. 5, Sp. 2, Bl. 7 → Kapitel drei, Vers zwölf, Zeile fünf, Spalte zwei, Blatt sieben
Oberlt. z. S. Kern, Kptlt. Weber, Stuka, U 96 → Oberleutnant zur See Kern, Kapitänleutnant Weber, Stuka, U sechsundneunzig
Das Haus Nr. 12a, Whg. 3b, Hs. 5 → Das Haus Nummer 12a, Wohnung 3b, Haus fünf
Fam. Müller, Geschw. Scholl, Gebr. Grimm → Familie Müller, Geschwister Scholl, Gebrüder Grimm
1. Preis, 2. Platz, 3. Liga, 4. Advent, 1. FC Köln → erster Preis, zweiter Platz, dritte Liga, vierter Advent, erster FC Köln
Es war der 3. Es regnete. → Es war der dritte. Es regnete.
ca. 1.500 €/Monat, 12 €/Std., 5 €/kg → circa eintausend fünfhundert Euro pro Monat, zwölf Euro pro Stunde, fünf Euro pro Kilogramm
im Jahr 1 n. Chr., 3000 v. Chr., 4. Jh. v. Chr. → im Jahr eins nach Christus, dreitausend vor Christus, viertes Jahrhundert vor Christus.
MwSt., inkl. 19 % MwSt., zzgl. Porto → Mehrwertsteuer, inklusive neunzehn Prozent Mehrwertsteuer, zuzüglich Porto
geb. Schulz, verw. Müller, gen. Hans → geborene Schulz, verwitwete Müller, genannt Hans
Mo. kam er, und So. war es. → Mo. kam er, und So. war es.
Fr. 5 kostet es, und Fr. Meier zahlt. → fünf Franken kostet es, und Frau Meier zahlt.
Das macht Fr. 20. → Das macht zwanzig Franken.
der 3. und 4. Mai 1990, am 1., 2. und 3. Juni → der dritte und vierte Mai neunzehnhundert neunzig, am ersten, zweiten und dritten Juni
unter König Friedrich II., gegen Kaiser Karl V. und mit dem Papst Pius IX. → unter König Friedrich dem Zweiten, gegen Kaiser Karl den Fünften und mit dem Papst Pius dem Neunten.
Es waren 3. Und dann 4. → Es waren drei. Und dann vier.
um 20h, ab 7 h 30 → um zwanzig Uhr, ab sieben Uhr dreißig
eine ½ Stunde, ½ Stunde, ½ Kilo, mit ½ Liter → eine halbe Stunde, eine halbe Stunde, ein halbes Kilo, mit ein halber Liter
`,
  es: `
el 11/9/01 con el insp. Ruiz y 2 cdas. de sal → el once de septiembre de dos mil uno con el inspector Ruiz y dos cucharadas de sal
ganaron 3-0, 2–1; en proporción 1:30 → ganaron tres a cero, dos a uno; en proporción uno a treinta
5 €, 3,50 €, 1.200 €, US$ 5, $3.50, 5 M€, 1,2 millones de euros, £20, 1 € → cinco euros, tres euros con cincuenta, mil doscientos euros, cinco dólares estadounidenses, tres dólares con cincuenta, cinco millones de euros, uno coma dos millones de euros, veinte libras, un euro
1/2 litro, 3/4 de hora, 1 1/2 tazas, ½ kilo, 2/3 → medio litro, tres cuartos de hora, una taza y media, medio kilo, dos tercios
c/ Mayor, 5, 3.º B; C/ Alcalá 20; Avda. de América, 12; Pza. de España; P.º del Prado → calle Mayor, cinco, tercero B; Calle Alcalá veinte; Avenida de América, doce; Plaza de España; Paseo del Prado
EE. UU., EE.UU., la ONU, la OTAN, RENFE, FF. AA., JJ. OO. → Estados Unidos, Estados Unidos, la ONU, la OTAN, RENFE, Fuerzas Armadas, Juegos Olímpicos.
MI5, Boeing 747, Apolo 11, Airbus A380, F-16, B-52 → M I cinco, Boeing setecientos cuarenta y siete, Apolo once, Airbus A380, F-dieciséis, B-cincuenta y dos
Versión 2.0.1, v1.5, iOS 17 → Versión dos punto cero punto uno, versión uno punto cinco, iOS diecisiete
Hnos. Pérez, Cía., S. A., S. L., Ltda. → Hermanos Pérez, Compañía, S. A., S. L., limitada.
20 h, 30 min, 10 s, 2 h 30 min → veinte horas, treinta minutos, diez segundos, dos horas y treinta minutos
24/7, 50/50, 3 x 4 = 12, 2 + 2 = 4 → veinticuatro siete, cincuenta cincuenta, tres por cuatro es igual a doce, dos más dos es igual a cuatro
1914-1918, 1936–39, 2010/11, 10-15 personas, 3 o 4 → mil novecientos catorce a mil novecientos dieciocho, mil novecientos treinta y seis a treinta y nueve, dos mil diez once, diez a quince personas, tres o cuatro
1,80 m de alto, 80 kg → un metro ochenta de alto, ochenta kilogramos
dcha., izda., 2.º izq. → derecha, izquierda, segundo izquierda.
s. f., s. a., ca. 1500, h. 1490, n. 1920, m. 1990 → sin fecha, sin año, circa mil quinientos, hacia mil cuatrocientos noventa, nacido en mil novecientos veinte, muerto en mil novecientos noventa
Fdo.: Juan Gil. Atte., V.º B.º → Firmado: Juan Gil. Atentamente, visto bueno
4x4, 2.0, 3D, 4K, 5G, MP3, H2O, CO2 → cuatro por cuatro, dos coma cero, 3D, 4K, 5G, MP3, H2O, C O dos
del 3 al 5 de mayo, entre 1936 y 1939, s. XV-XVI → del tres al cinco de mayo, entre mil novecientos treinta y seis y mil novecientos treinta y nueve, siglo quince a dieciséis
Nació el 1/4/1920; murió el 31-12-99. → Nació el primero de abril de mil novecientos veinte; murió el treinta y uno de diciembre de noventa y nueve.
Gral. de Div. Ruiz, Tte. Cnel. Díaz, Alfz. Pérez → General de división Ruiz, teniente Coronel Díaz, alférez Pérez
N.º 12 bis, piso 3.º izda., 2.º dcha. → Número doce bis, piso tercero izquierda, segundo derecha.
Flia. Pérez, Hnas. Brontë → Familia Pérez, hermanas Brontë
1 ½ horas, 2½ años, 2,5 horas → una hora y media, dos años y medio, dos coma cinco horas
1.500 €/mes, 12 €/h, 5 €/kg → mil quinientos euros por mes, doce euros por hora, cinco euros por kilo
IVA incl., 21 % de IVA → IVA incluido, veintiuno por ciento de IVA
S. A. el príncipe y la Cía. Ruiz, S. A. → Su Alteza el príncipe y la Compañía Ruiz, S. A.
a las 2 h 30 min → a las dos y media
a una UE con ADN → a una U E con A D N
1 M€ → un millón de euros
`,
  fr: `
14h-18h, 9,99 €/mois, 2 c. à s. de sel, 1 c. à c. → quatorze heures à dix-huit heures, neuf euros quatre-vingt-dix-neuf par mois, deux cuillères à soupe de sel, une cuillère à café.
le 11/9/01 au 3e ét. → le onze septembre deux mille un au troisième étage.
le Dr Petit, la Dre Roy, le Pr Simon → le docteur Petit, la docteure Roy, le professeur Simon
le XIXe siècle, le XXᵉ s., au XVIIIe, chapitre IV, tome II, acte III → le dix-neuvième siècle, le vingtième siècle, au dix-huitième, chapitre quatre, tome deux, acte trois
les années 90, les années '60, les années 1920 → les années quatre-vingt-dix, les années soixante, les années mille neuf cent vingt
5 €, 3,50 €, 1 200 €, 5 M€, 1,2 Md€, 20 F, 3 fr. 50 → cinq euros, trois euros cinquante, mille deux cents euros, cinq millions d’euros, un virgule deux milliards d’euros, vingt francs, trois francs cinquante
1/2, 3/4 d'heure, 1 1/2, ½ litre → un demi, trois quarts d'heure, un et demi, un demi-litre
01 23 45 67 89, +33 1 23 45 67 89, le 112 → zéro un vingt-trois quarante-cinq soixante-sept quatre-vingt-neuf, plus trente-trois, un, vingt-trois, quarante-cinq, soixante-sept, quatre-vingt-neuf, le cent douze
3-0, 2–1; rapport 1:30 → trois à zéro, deux à un; rapport un pour trente
Boeing 747, Apollo 11, MI5, Airbus A380 → Boeing sept cent quarante-sept, Apollo onze, M I cinq, Airbus A380
bd Voltaire, 12 av. Foch, 5 bis, r. de Rivoli, pl. d'Italie → boulevard Voltaire, douze avenue Foch, cinq bis, rue de Rivoli, place d'Italie
S.M. le roi, S. A. R., S. E., R.S.V.P., P.-S. → Sa Majesté le roi, Son Altesse Royale, Son Excellence, répondez s’il vous plaît, post-scriptum.
1 homme, 1 femme, 21 ans, 1,80 m, 1 h → un homme, une femme, vingt et un ans, un mètre quatre-vingts, une heure
Cie, Sté, Vve Clicquot, Dupont & fils → Compagnie, société, veuve Clicquot, Dupont et fils
une 1/2 bouteille, ½ heure, 1/2 tasse → une demi-bouteille, une demi-heure, une demi-tasse
l’UE et un RER → l’U E et un R E R
`,
  it: `
12 €/anno, 5 €/notte, 3 €/mese → dodici euro all’anno, cinque euro alla notte, tre euro al mese
alle 14:30, alle 7.15, ore 20, h 20:15, all'1:00, le 12.30 → alle quattordici e mezza, alle sette e un quarto, ore venti, ore venti e un quarto, all'una, le dodici e mezza
5 €, 3,50 €, € 1.200, 5 mln di euro, 1,2 mld, L. 500, 20 lire → cinque euro, tre euro e cinquanta, milleduecento euro, cinque milioni di euro, uno virgola due miliardi, cinquecento lire, venti lire
-5 °C, 37,5 °C, 90°, 12%, 0,5% → meno cinque gradi Celsius, trentasette virgola cinque gradi Celsius, novanta gradi, dodici per cento, zero virgola cinque per cento
ecc., es., p.es., cfr., ca. → eccetera, esempio, per esempio, confronta, circa.
3-0, 2–1; rapporto 1:30 → tre a zero, due a uno; rapporto uno a trenta
Boeing 747, Apollo 11, MI5, Airbus A380 → Boeing settecentoquarantasette, Apollo undici, M I cinque, Airbus A380
la II guerra mondiale, la I Repubblica → la seconda guerra mondiale, la prima Repubblica
V.le Monza, C.so Como 10, P.za Duomo, v. Roma 5 → Viale Monza, Corso Como dieci, Piazza Duomo, via Roma cinque
il gen. Cadorna, il col. Bruni, il cap. Spavento, il ten. Drogo, il mar. Rocca → il generale Cadorna, il colonnello Bruni, il capitano Spavento, il tenente Drogo, il maresciallo Rocca
S.M. il Re, S.E., N.B., P.S. → Sua Maestà il Re, Sua Eccellenza, nota bene, P.S.
1 uomo, 1 donna, 1 ora, 21 persone, 1,80 m → un uomo, una donna, un’ ora, ventuno persone, un metro e ottanta
il 50° anniversario, a 90°, di 45° → il cinquantesimo anniversario, a novanta gradi, di quarantacinque gradi
alle 13 o all'1 e mezza → alle tredici o all'uno e mezza
12 €/h → dodici euro all’ora
`,
  pt: `
das 14h-18h, 2 colheres, R$ 5/mês → das catorze horas a dezoito horas, duas colheres, cinco reais por mês
os anos 90, os anos 1920, a década de 60, os anos '80 → os anos noventa, os anos mil novecentos e vinte, a década de sessenta, os anos oitenta
às 14:30, às 14h30, 7h, 20h15, às 12:00, à 1h → às catorze e trinta, às catorze e trinta, sete horas, vinte e quinze, às doze horas, à uma hora
-5 °C, 37,5 °C, 90°, 12%, 0,5% → menos cinco graus Celsius, trinta e sete vírgula cinco graus Celsius, noventa graus, doze por cento, zero vírgula cinco por cento
3-0, 2–1; proporção 1:30 → três a zero, dois a um; proporção um para trinta
Boeing 747, Apolo 11, MI5, Airbus A380 → Boeing setecentos e quarenta e sete, Apolo onze, M I cinco, Airbus A380
Av. da Liberdade, 12; R. Augusta, 5; Pça. do Comércio → Avenida da Liberdade, doze; Rua Augusta, cinco; praça do Comércio
o Gen. Costa, o Cel. Braz, o Cap. Rodrigo, o Ten. Souza, o Sgt. Lopes → o general Costa, o coronel Braz, o capitão Rodrigo, o tenente Souza, o sargento Lopes
S. M. o Rei, V. Exa., P.S., N.B. → Sua Majestade o Rei, vossa excelência, P.S., nota bene.
1 homem, 1 mulher, 1 hora, 1,80 m → um homem, uma mulher, uma hora, um metro e oitenta
Cia., Ltda., S.A., Silva & Filhos → Companhia, limitada, S.A., Silva e Filhos
o 50º aniversário, a 90°, S. Pedro → o quinquagésimo aniversário, a noventa graus, São Pedro
`,
}

describe.each(Object.entries(FORMS))('forms of %s that look like something else', (language, table) => {
  test.each(formsOf(table))('“%s” is “%s”', (written, said) => {
    expect(spokenText(written, language)).toBe(said)
  })
})
