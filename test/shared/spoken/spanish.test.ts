import { describe, expect, test } from 'vitest'
import { spokenText } from '../../../shared/spoken/spokenForms.ts'
import { formsOf } from './forms.ts'

/** Written forms from stories with the words that a reader says for them; empty if nothing is said. */
const FORMS = formsOf(`
En el año 18... llegó a V... → En el año mil ochocientos y tantos llegó a V
El 3 de mayo de 18** → El tres de mayo de mil ochocientos y tantos
El conde de B... y la marquesa de X. → El conde de B y la marquesa de X.
la condesa de *** → la condesa de Tres Estrellas
D.ª Inés → doña Inés
V. Md. lo sabe → Vuestra Merced lo sabe
Vmd. dirá → Vuestra Merced dirá
R. P. Gil → Reverendo padre Gil
Benito P. Galdós → Benito P Galdós
el P. Gil → el padre Gil
a las 3 1/2 → a las tres y media
a la 1 → a la una
20 mrs. → veinte maravedís.
20 cts. → veinte céntimos.
el 3 por 100 → el tres por ciento
2 leguas y ½ → dos leguas y media
Pl. de España → Plaza de España
31 noches → treinta y una noches
200 mujeres → doscientas mujeres
pan, vino, &c. → pan, vino, etcétera.
v. gr. → verbigracia.
los RR. CC. → los Reyes Católicos.
Mr. Brown → Míster Brown
2a edición → segunda edición
III Reich → tercer Reich
los siglos XV-XVI → los siglos quince a dieciséis
38.5 °C → treinta y ocho coma cinco grados centígrados
1,5 t → una coma cinco toneladas
5 x 4 m → cinco por cuatro metros
2½ horas → dos horas y media
el s. XIX → el siglo diecinueve
lib. III → libro tres
3 rs. → tres reales
la 2.a edición → la segunda edición
V. E. manda → Vuecencia manda
Jn 3,16 → Juan tres dieciséis
42° 10′ N → cuarenta y dos grados diez minutos norte
viento NNO → viento nornoroeste
24/7 → veinticuatro siete
pp. 42 y ss. → páginas cuarenta y dos y siguientes.
El Sr. Pardo y la Sra. Roldán llegaron. → El señor Pardo y la señora Roldán llegaron.
La Srta. Ana → La señorita Ana
Los Sres. García → Los señores García
El Dr. Pardo → El doctor Pardo
la Dra. Pardo → la doctora Pardo
D. Alonso → Don Alonso
D. Juan y Dña. Inés → Don Juan y doña Inés
Ud. sabe → Usted sabe
Uds. saben → Ustedes saben
Vd. manda → Usted manda
¿Cómo está Ud.? → ¿Cómo está usted?
EE. UU. ganó → Estados Unidos ganó
EE.UU. → Estados Unidos.
la pág. 5 → la página cinco
págs. 3-5 → páginas tres a cinco
p. 12 → página doce
pp. 12-15 → páginas doce a quince
n.º 7 → número siete
núm. 7 → número siete
N.º 7 → Número siete
cap. 4 → capítulo cuatro
vol. 2 → volumen dos
capítulo IV → capítulo cuatro
Capítulo IV → Capítulo cuatro
CAPÍTULO IV → CAPÍTULO cuatro
Capítulo I → Capítulo uno
Tomo II → Tomo dos
Libro III → Libro tres
Acto II, Escena IV → Acto dos, Escena cuatro
siglo XIX → siglo diecinueve
el siglo XX → el siglo veinte
los siglos XVI y XVII → los siglos dieciséis y diecisiete
Alfonso XIII → Alfonso trece
Felipe II → Felipe segundo
Carlos V → Carlos quinto
Isabel II → Isabel segunda
Luis XIV → Luis catorce
Enrique VIII → Enrique octavo
Juan Pablo II → Juan Pablo segundo
Carlos I de España → Carlos primero de España
Carlos I. → Carlos primero.
Fernando VII → Fernando séptimo
Napoleón III → Napoleón tercero
I → uno
IV → cuatro
XII. → doce.
12,50 € → doce euros con cincuenta
5 € → cinco euros
1 € → un euro
0,50 € → cincuenta céntimos
$5 → cinco dólares
100 $ → cien dólares
£3 → tres libras
50 % → cincuenta por ciento
el 50 % → el cincuenta por ciento
1 % → uno por ciento
3 km → tres kilómetros
1 km → un kilómetro
2,5 kg → dos coma cinco kilogramos
1,80 m → un metro ochenta
20 °C → veinte grados centígrados
-5 °C → menos cinco grados centígrados
90 km/h → noventa kilómetros por hora
10 l → diez litros
½ hora → media hora
½ kilo → medio kilo
1/2 → un medio
1/3 → un tercio
2/3 → dos tercios
3/4 → tres cuartos
1 1/2 → uno y medio
2 1/4 → dos y un cuarto
a las 7:30 → a las siete y media
a las 7:15 → a las siete y cuarto
a las 7:00 → a las siete
a la 1:00 → a la una
a las 10 a. m. → a las diez de la mañana.
a las 10 p. m. → a las diez de la noche.
a las 5 p. m. → a las cinco de la tarde.
a las 12:05 → a las doce y cinco
a las 3:45 → a las tres y cuarenta y cinco
13:30 → trece y media
20:00 h → veinte
1 de mayo de 1968 → primero de mayo de mil novecientos sesenta y ocho
5 de mayo → cinco de mayo
el 5 de mayo de 1808 → el cinco de mayo de mil ochocientos ocho
12/10/1492 → doce de octubre de mil cuatrocientos noventa y dos
2020-03-15 → quince de marzo de dos mil veinte
en 1914 → en mil novecientos catorce
1914-1918 → mil novecientos catorce a mil novecientos dieciocho
1914-18 → mil novecientos catorce a dieciocho
1936–1939 → mil novecientos treinta y seis a mil novecientos treinta y nueve
en 1066 → en mil sesenta y seis
en 2024 → en dos mil veinticuatro
los años 20 → los años veinte
los años 90 → los años noventa
en los años 1890 → en los años mil ochocientos noventa
44 a. C. → cuarenta y cuatro antes de Cristo.
en 70 d. C. → en setenta después de Cristo.
el 1.º de mayo → el primero de mayo
la 2.ª vez → la segunda vez
el 3.er piso → el tercer piso
el 1er día → el primer día
la 1ra vez → la primera vez
5.º → quinto
10.ª → décima
21.º → vigesimoprimero
1 libro → un libro
1 casa → una casa
21 libros → veintiún libros
21 casas → veintiuna casas
31 días → treinta y un días
100 libros → cien libros
101 perros → ciento un perros
200 páginas → doscientas páginas
500 casas → quinientas casas
1.000 euros → mil euros
1.500 hombres → mil quinientos hombres
2.000.000 de personas → dos millones de personas
1.234.567 → un millón doscientos treinta y cuatro mil quinientos sesenta y siete
3,14 → tres coma catorce
0,5 → cero coma cinco
-3 → menos tres
007 → cero cero siete
15 → quince
16 → dieciséis
22 → veintidós
23 → veintitrés
26 → veintiséis
tel. 91 123 45 67 → teléfono nueve uno, uno dos tres, cuatro cinco, seis siete
555-123-4567 → cinco cinco cinco, uno dos tres, cuatro cinco seis siete
+34 600 123 456 → más tres cuatro, seis cero cero, uno dos tres, cuatro cinco seis
ana@ejemplo.es → ana arroba ejemplo punto E S
www.ejemplo.com → W W W punto ejemplo punto com
https://ejemplo.es/a → H T T P S dos puntos barra barra ejemplo punto E S barra a
§ 5 → párrafo cinco
#7 → número siete
2 + 2 = 4 → dos más dos es igual a cuatro
3 x 4 → tres por cuatro
*** →
* * * →
*muy* bien → muy bien
**muy** bien → muy bien
_muy_ bien → muy bien
# Título → Título
etc. → etcétera.
Compró pan, vino, etc. Luego salió. → Compró pan, vino, etcétera. Luego salió.
p. ej. esto → por ejemplo esto
Sto. Tomás → Santo Tomás
Sta. Teresa → Santa Teresa
S. Juan → San Juan
S. M. el rey → Su Majestad el rey
Avda. de la Paz, 5 → Avenida de la Paz, cinco
C/ Mayor, 3 → Calle Mayor, tres
Pza. Mayor → Plaza Mayor
3 h → tres horas
5 min → cinco minutos
2 h 30 min → dos horas y treinta minutos
a las 2 h 30 min → a las dos y media
10-15 días → diez a quince días
3-5 → tres a cinco
J. R. Pardo → J R Pardo
G. A. Roldán → G A Roldán
el Gral. Torres → el general Torres
el Cnel. Lagos → el coronel Lagos
el Tte. Rojas → el teniente Rojas
Mons. Prado → Monseñor Prado
Excmo. Sr. → Excelentísimo Señor
Cía. de Jesús → Compañía de Jesús
P. D. Te quiero → Posdata. Te quiero
MIX, CIVIL → MIX, CIVIL
Y dijo: no. → Y dijo: no.
Vi a Luis. → Vi a Luis.
Mide 1,75 m. → Mide un metro setenta y cinco.
Son las 5. → Son las cinco.
Vivo en el 3.º B. → Vivo en el tercero B.
Llegó el 2.º. → Llegó el segundo.
¼ de litro → un cuarto de litro
30º → trigésimo
28 de feb. de 1900 → veintiocho de febrero de mil novecientos
Ene. 5 → cinco de enero
vs. → versus.
aprox. 5 → aproximadamente cinco
Dpto. 4 → Departamento cuatro
5 ptas. → cinco pesetas
$1.000.000 → un millón de dólares
2 millones de euros → dos millones de euros
3,5 millones → tres coma cinco millones
Windows 95 → Windows noventa y cinco
el 50% de 200 → el cincuenta por ciento de doscientos
Papa León XIII → Papa León trece
María I → María primera
Guerra I → Guerra uno
la II Guerra Mundial → la segunda Guerra Mundial
el XV congreso → el decimoquinto congreso
año MCMXC → año mil novecientos noventa
S. A. R. el Infante → Su Alteza Real el Infante
Cap. IV → Capítulo cuatro
Cap. Alatriste → Capitán Alatriste
el 3er. hombre → el tercer hombre
s. V a. de C. → siglo cinco antes de Cristo.
en el '36 → en el treinta y seis
36,5º → treinta y seis coma cinco grados
a 30° → a treinta grados
100 rs. vn. → cien reales de vellón.
1/2 hora → media hora
3/4 partes, ¾ partes, 2/3 partes → tres cuartas partes, tres cuartas partes, dos terceras partes
3 @ de vino → tres arrobas de vino
García & Hijos → García e Hijos
91 123 45 67 → nueve uno, uno dos tres, cuatro cinco, seis siete
Q.E.P.D. → Que en paz descanse.
D. E. P. → Descanse en paz.
S. S. S. → Su seguro servidor.
q. b. s. m. → que besa su mano.
FF. CC. → Ferrocarriles.
el bar n. 7 → el bar número siete
Ldo. Vidriera → Licenciado Vidriera
Hno. Juan → Hermano Juan
Card. Cisneros → Cardenal Cisneros
ibíd. → ibídem.
op. cit. → opus citatum.
ed. cit. → edición citada.
s/n → sin número
c/u → cada uno
lat. 42° N → latitud cuarenta y dos grados norte
calibre .45 → calibre cuarenta y cinco
la I Guerra Mundial → la primera Guerra Mundial
XX aniversario → vigésimo aniversario
Felipe III y IV → Felipe tercero y cuarto
el general n.º 3 → el general número tres
`)

describe('what Spanish readers say', () => {
  test.each(FORMS)('for “%s” is “%s”', (written, said) => {
    expect(spokenText(written, 'es')).toBe(said)
  })
})
