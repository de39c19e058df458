import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

const FRENCH = formsOf(`
acte II, scène iv → acte deux, scène quatre
12, r. de Rivoli → douze, rue de Rivoli
S. Exc. le ministre → Son Excellence le ministre
Mme de *** → madame de trois étoiles
M. Jean et M. X. → Monsieur Jean et monsieur X.
24/7 → vingt-quatre heures sur vingt-quatre, sept jours sur sept
En 18.., à Paris → En mille huit cent et quelques, à Paris
M. de *** entra. → Monsieur de trois étoiles entra.
Mme de R... sortit. → madame de R sortit.
M. le comte → Monsieur le comte
S. A. R. le duc → Son Altesse Royale le duc
S. E. le ministre → Son Excellence le ministre
Chapitre Ier → Chapitre premier
le IIe Empire → le deuxième Empire
à 8 h 1/2 → à huit heures et demie
8 heures 1/2 → huit heures et demie
10 h. du matin → dix heures du matin
½ heure → demi-heure
5 fr. 50 → cinq francs cinquante
20 c. → vingt centimes.
5 p. 100 → cinq pour cent
nos 3 et 4 → numéros trois et quatre
rue St-Honoré → rue Saint-Honoré
bd St-Michel → boulevard Saint-Michel
Dubois et Cie → Dubois et compagnie
in-8° → in-octavo
pain, vin, &c. → pain, vin, et cetera.
M. Lenoir et Mme Martel → Monsieur Lenoir et madame Martel
Mlle Martel → mademoiselle Martel
chap. IV, p. 12 → chapitre quatre, page douze
Louis XIV → Louis quatorze
François Ier → François premier
au XIXe siècle → au dix-neuvième siècle
12,50 € → douze euros cinquante
à 7 h 30 → à sept heures trente
à 7h → à sept heures
le 1er mai 1968 → le premier mai mille neuf cent soixante-huit
le 2e jour → le deuxième jour
n° 5 → numéro cinq
20 °C → vingt degrés Celsius
10,5 s → dix virgule cinq secondes
1,5 h → un virgule cinq heures
5 x 4 m → cinq fois quatre mètres
3/4 → trois quarts
21 maisons → vingt et une maisons
1914-1918 → mille neuf cent quatorze à mille neuf cent dix-huit
Il vint, etc. → Il vint, et cetera.
50 % → cinquante pour cent
J.-P. Martel → J P Martel
*** →
`)

const ITALIAN = formsOf(`
D. Rodrigo e D. Abbondio → Don Rodrigo e don Abbondio
Prof.ssa Bianchi → Professoressa Bianchi
Rag. Fantozzi → Ragionier Fantozzi
Comm. Rossi → Commendator Rossi
nel '48 e nel '800 → nel quarantotto e nel ottocento
una ½ ora → una mezz’ora
Tel. 06 123456 → Telefono zero sei, uno due tre quattro cinque sei
cap. iv → capitolo quattro
D. M. Bianchi → D M Bianchi
24/7 → ventiquattr’ore su ventiquattro, sette giorni su sette
Nel 18**, a Milano → Nel milleottocento e tanti, a Milano
Il conte di B*** e don *** → Il conte di B e don tre asterischi
la sig.ra Rosa → la signora Rosa
S. M. il re → Sua Maestà il re
S. E. il ministro → Sua Eccellenza il ministro
S. Maria e S. Antonio → Santa Maria e Sant’ Antonio
S. Stefano → Santo Stefano
SS. Trinità → Santissima Trinità
il cav. Neri → il cavaliere Neri
Cap. IX → capitolo nove
il XIX secolo → il diciannovesimo secolo
gli anni '20 → gli anni venti
alle 8,30 → alle otto e mezza
ore 7.15 → ore sette e un quarto
20 c. → venti centesimi.
nn. 3 e 4 → numeri tre e quattro
p.zza Duomo → piazza Duomo
pane, etc. → pane, eccetera.
Il sig. Rossi e il dott. Bianchi → Il signor Rossi e il dottor Bianchi
cap. IV, p. 12 → capitolo quattro, pagina dodici
Enrico VIII → Enrico ottavo
nel secolo XIX → nel secolo diciannovesimo
12,50 € → dodici euro e cinquanta
alle 7:30 → alle sette e mezza
il 1° maggio 1968 → il primo maggio millenovecentosessantotto
n. 7 → numero sette
20 °C → venti gradi Celsius
3/4 → tre quarti
21 case → ventuno case
pane, vino, ecc. → pane, vino, eccetera.
50 % → cinquanta per cento
*** →
`)

const PORTUGUESE = formsOf(`
P. Amaro → Padre Amaro
V. Ex.a → Vossa Excelência
n. 7 → número sete
i. e. → isto é.
a II Guerra Mundial → a segunda Guerra Mundial
Tel. 21 123 456 → Telefone dois um, um dois três, quatro cinco seis
às 8 horas e 1/2 → às oito horas e meia
1:200$000 → um conto e duzentos mil réis
cap. iv → capítulo quatro
24/7 → vinte e quatro horas por dia, sete dias por semana
Em 18.., no Porto → Em mil oitocentos e tantos, no Porto
o conde de B... saiu → o conde de B saiu
o Sr. Silva e a Sra. D. Maria → o senhor Silva e a senhora dona Maria
D. Maria II → Dona Maria segunda
S. Ex.ª saiu → Sua Excelência saiu
Fr. Luís → Frei Luís
o P.e Amaro → o padre Amaro
N. Sra. da Luz → Nossa Senhora da Luz
no séc. XVI → no século dezasseis
às 3 1/2 → às três e meia
5$000 → cinco mil réis
50$000 réis → cinquenta mil réis
1/2 hora → meia hora
R. do Ouro, 12 → Rua do Ouro, doze
1001 noites → mil e uma noites
O Sr. Silva e a Dra. Costa → O senhor Silva e a doutora Costa
cap. IV, p. 12 → capítulo quatro, página doze
João VI no século XIX → João sexto no século dezanove
12,50 € → doze euros e cinquenta cêntimos
às 7h30 → às sete horas e meia
1 de maio de 1968 → primeiro de maio de mil novecentos e sessenta e oito
n.º 7 → número sete
20 °C → vinte graus Celsius
2 mulheres → duas mulheres
pão, vinho, etc. → pão, vinho, et cetera.
*** →
`)

describe.each([
  ['French', 'fr', FRENCH],
  ['Italian', 'it-it', ITALIAN],
  ['Portuguese', 'pt', PORTUGUESE],
] as const)('what %s readers say', (_name, language, forms) => {
  test.each(forms)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, language)).toBe(said)
  })
})
