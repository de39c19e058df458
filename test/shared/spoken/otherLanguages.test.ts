import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

const FRENCH = formsOf(`
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
