/** The words of the German rules. */
import type { WebWords } from './addressRules.ts'
import { germanOrdinalStem, NUMBER_WORDS } from './numbers.ts'
import { listOf } from './rule.ts'

/** Words with a period, in any context; with `*`, only before a name, and with `#`, only before a number. */
export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Dr: 'Doktor',
    dr: 'Doktor*',
    'Dr. med': 'Doktor med',
    'Dr. phil': 'Doktor phil',
    'Dr. jur': 'Doktor jur',
    'Dr. rer. nat': 'Doktor rer nat',
    Dres: 'Doktoren',
    Prof: 'Professor',
    Hr: 'Herr',
    Hrn: 'Herrn',
    Fr: 'Frau*',
    Frl: 'Fräulein',
    Mr: 'Mister',
    Mrs: 'Misses',
    Ms: 'Miss',
    St: 'Sankt*',
    Mag: 'Magister*',
    Dipl: 'Diplom',
    Ing: 'Ingenieur',
    Gebr: 'Gebrüder',
    Hptm: 'Hauptmann',
    Lt: 'Leutnant*',
    Ltn: 'Leutnant',
    Oblt: 'Oberleutnant',
    Gen: 'General*',
    Maj: 'Major*',
    Kapt: 'Kapitän*',
    Nr: 'Nummer',
    Nrn: 'Nummern',
    Bd: 'Band',
    Bde: 'Bände',
    Kap: 'Kapitel',
    Abb: 'Abbildung',
    Abs: 'Absatz#',
    Abt: 'Abteilung',
    Art: 'Artikel#',
    Anm: 'Anmerkung',
    Aufl: 'Auflage',
    Jg: 'Jahrgang#',
    Tel: 'Telefon',
    Str: 'Straße',
    Pl: 'Platz#',
    Jh: 'Jahrhundert',
    Jhd: 'Jahrhundert',
    Jhdt: 'Jahrhundert',
    Jhs: 'Jahrhunderts',
    Chr: 'Christian*',
    'nach Chr': 'nach Christus',
    'vor Chr': 'vor Christus',
    Joh: 'Johann*',
    Seb: 'Sebastian*',
    Ludw: 'Ludwig*',
    Friedr: 'Friedrich*',
    Wilh: 'Wilhelm*',
    Heinr: 'Heinrich*',
    Ferd: 'Ferdinand*',
    Theod: 'Theodor*',
    Gottfr: 'Gottfried*',
    v: 'von*',
    'v. d': 'von der*',
    'h. c': 'honoris causa',
    Se: 'Seine*',
    'S. M. S': 'S M S*',
    Sr: 'Seiner*',
    'k. u. k': 'K und K',
    'k.u.k': 'K und K',
    'k. k': 'K K',
    'Lt. a. D': 'Leutnant außer Dienst',
    'Maj. a. D': 'Major außer Dienst',
    'Gen. a. D': 'General außer Dienst',
    'u. s. f': 'und so fort',
    'u. a. m': 'und anderes mehr',
    'u. dgl': 'und dergleichen',
    'u. dgl. m': 'und dergleichen mehr',
    'i. J': 'im Jahre',
    'd. i': 'das ist',
    'z. Z': 'zur Zeit',
    'z. Zt': 'zur Zeit',
    'Z. Zt': 'Zur Zeit',
    's. Z': 'seinerzeit',
    'o. g': 'oben genannte',
    'a. d': 'an der*',
    'a. d. O': 'an der Oder',
    'a. Rh': 'am Rhein',
    'i. Br': 'im Breisgau',
    NB: 'Notabene',
    Mme: 'Madame',
    Mlle: 'Mademoiselle',
    'v. Chr': 'vor Christus',
    'v.Chr': 'vor Christus',
    'n. Chr': 'nach Christus',
    'n.Chr': 'nach Christus',
    'z. B': 'zum Beispiel',
    'z.B': 'zum Beispiel',
    'Z. B': 'Zum Beispiel',
    'Z.B': 'Zum Beispiel',
    'd. h': 'das heißt',
    'd.h': 'das heißt',
    'D. h': 'Das heißt',
    'u. a': 'unter anderem',
    'u.a': 'unter anderem',
    'u. s. w': 'und so weiter',
    'u.s.w': 'und so weiter',
    usw: 'und so weiter',
    usf: 'und so fort',
    etc: 'et cetera',
    'u. ä': 'und ähnliches',
    'u.ä': 'und ähnliches',
    'o. ä': 'oder ähnliches',
    'o.ä': 'oder ähnliches',
    'u. U': 'unter Umständen',
    'u.U': 'unter Umständen',
    'i. d. R': 'in der Regel',
    'i.d.R': 'in der Regel',
    'z. T': 'zum Teil',
    'z.T': 'zum Teil',
    's. o': 'siehe oben',
    's.o': 'siehe oben',
    's. u': 'siehe unten',
    's.u': 'siehe unten',
    'v. a': 'vor allem',
    'v.a': 'vor allem',
    'a. D': 'außer Dienst',
    'a.D': 'außer Dienst',
    'z. Hd': 'zu Händen',
    'z.Hd': 'zu Händen',
    'd. J': 'des Jahres',
    'd. M': 'dieses Monats',
    'd.M': 'dieses Monats',
    'd. Ä': 'der Ältere',
    'd.Ä': 'der Ältere',
    'd. J.': 'der Jüngere',
    'a. M': 'am Main',
    'a.M': 'am Main',
    'i. A': 'im Auftrag',
    'i.A': 'im Auftrag',
    'm. E': 'meines Erachtens',
    'm.E': 'meines Erachtens',
    bzw: 'beziehungsweise',
    ca: 'circa',
    Ca: 'Circa',
    evtl: 'eventuell',
    Evtl: 'Eventuell',
    ggf: 'gegebenenfalls',
    Ggf: 'Gegebenenfalls',
    vgl: 'vergleiche',
    Vgl: 'Vergleiche',
    sog: 'sogenannte',
    bspw: 'beispielsweise',
    inkl: 'inklusive',
    exkl: 'exklusive',
    gem: 'gemäß',
    geb: 'geboren',
    gest: 'gestorben',
    verh: 'verheiratet',
    betr: 'betrifft',
    Betr: 'Betrifft',
    allg: 'allgemein',
    max: 'maximal',
    min: 'minimal',
    mind: 'mindestens',
    wg: 'wegen',
    Hl: 'Heilige*',
    hl: 'heilige*',
    Mio: 'Millionen',
    Mrd: 'Milliarden',
    Tsd: 'Tausend',
    Std: 'Stunden',
    Sek: 'Sekunden',
    Min: 'Minuten',
    Mo: 'Montag*',
    Jan: 'Januar#',
    Feb: 'Februar#',
    Okt: 'Oktober#',
    Nov: 'November#',
    Dez: 'Dezember#',
    Ew: 'Euer*',
    Exz: 'Exzellenz',
    Kgl: 'Königliche*',
    kgl: 'königlich',
    kaiserl: 'kaiserlich',
    franz: 'französisch',
    engl: 'englisch',
    dt: 'deutsch',
    lat: 'lateinisch',
    Ges: 'Gesellschaft',
    Red: 'Redaktion',
    Verf: 'Verfasser',
    Hg: 'Herausgeber',
    Hrsg: 'Herausgeber',
  }),
)

const SHORT_MONTHS: Readonly<Record<string, string>> = {
  Januar: 'jan jän jänner',
  Februar: 'feb febr',
  März: 'mär mrz',
  April: 'apr',
  Mai: '',
  Juni: 'jun',
  Juli: 'jul',
  August: 'aug',
  September: 'sep sept',
  Oktober: 'okt',
  November: 'nov',
  Dezember: 'dez',
}

/** Months by their names in lower case. */
export const MONTHS: ReadonlyMap<string, string> = new Map(
  Object.entries(SHORT_MONTHS).flatMap(([month, short]) =>
    [month.toLowerCase(), ...listOf(short)].map((name) => [name, month] as const),
  ),
)

/** Words after which an ordinal ends in “-en”: “am dritten Mai”. */
export const BEFORE_EN: ReadonlySet<string> = new Set(
  listOf(
    'am im vom zum zur beim dem den des einem einer eines diesem diesen dieses jenem jenen jedem jeden ihrem ihren ihres seinem seinen seines meinem meinen meines deinem deinen unserem unseren eurem euren keinem keinen aller allen beiden ab bis seit gegen',
  ),
)
/** Words after which it ends in “-e”. */
export const BEFORE_E: ReadonlySet<string> = new Set(
  listOf('der die das dieser diese jeder jede jedes jener eine keine meine deine seine ihre unsere eure'),
)
/** Prepositions before “der” that require “-en”: “in der dritten Klasse”. */
export const DATIVE: ReadonlySet<string> = new Set(
  listOf('in an auf aus bei mit nach von vor zu seit unter über hinter neben zwischen während wegen trotz'),
)
/** Words after which a ruler’s name is in the dative or the accusative. */
export const BEFORE_DEM: ReadonlySet<string> = new Set(
  listOf('unter von mit bei zu nach aus seit vor neben dem König Kaiser Papst'),
)
export const BEFORE_DEN: ReadonlySet<string> = new Set(listOf('für gegen durch um ohne den'))

/** The genders of nouns that follow ordinals. */
export const GENDERS: ReadonlyMap<string, 'er' | 'e' | 'es'> = new Map([
  ...listOf(
    'Kapitel Buch Bataillon Korps Haus Zimmer Jahrhundert Stockwerk Mal Regiment Bild Jahr Geschoss Semester Gebot Lied Pfund Dutzend Glas Kilo Brot Huhn',
  ).map((word) => [word, 'es'] as const),
  ...listOf(
    'Kompanie Batterie Schwadron Brigade Garde Seite Zeile Vorstellung Szene Klasse Auflage Etage Strophe Stunde Woche Reihe Armee Division Ausgabe Folge Abteilung Auflage Symphonie Sinfonie Reise',
  ).map((word) => [word, 'e'] as const),
  ...listOf(
    'Akt Aufzug Auftritt Teil Band Stock Tag Gesang Brief Abschnitt Weltkrieg Geburtstag Platz Absatz Artikel Advent Abend Versuch',
  ).map((word) => [word, 'er'] as const),
])

/** Words before Roman numerals that are cardinal numbers. */
export const BEFORE_NUMBERS: readonly string[] = listOf(
  'Kapitel KAPITEL Teil TEIL Buch BUCH Band BAND Akt AKT Szene SZENE Abschnitt Artikel Gesang GESANG Brief Aufzug Auftritt Tafel Figur Abbildung Anhang Nummer Typ Klasse Stufe Phase Weltkrieg Psalm Bd. Kap. Nr. Hartz Apollo',
)

export const UNITS: Readonly<Record<string, string>> = {
  '%': 'Prozent|Prozent|n',
  '‰': 'Promille|Promille|n',
  '°C ℃ °_C': 'Grad Celsius|Grad Celsius|m',
  '°F': 'Grad Fahrenheit|Grad Fahrenheit|m',
  '°': 'Grad|Grad|m',
  km: 'Kilometer|Kilometer|m',
  m: 'Meter|Meter|m',
  cm: 'Zentimeter|Zentimeter|m',
  mm: 'Millimeter|Millimeter|m',
  'μm µm': 'Mikrometer|Mikrometer|m',
  'km² km2 qkm': 'Quadratkilometer|Quadratkilometer|m',
  'm² m2 qm': 'Quadratmeter|Quadratmeter|m',
  'cm² cm2': 'Quadratzentimeter|Quadratzentimeter|m',
  'm³ m3 cbm': 'Kubikmeter|Kubikmeter|m',
  'cm³ cm3': 'Kubikzentimeter|Kubikzentimeter|m',
  kg: 'Kilogramm|Kilogramm|n',
  g: 'Gramm|Gramm|n',
  mg: 'Milligramm|Milligramm|n',
  'Pfd Pfd.': 'Pfund|Pfund|n',
  Ztr: 'Zentner|Zentner|m',
  t: 'Tonne|Tonnen|f',
  'Tlr Tlr. Thlr Thlr.': 'Taler|Taler|m',
  'Sgr Sgr.': 'Silbergroschen|Silbergroschen|m',
  'fl fl.': 'Gulden|Gulden|m',
  'kr kr. Kr Kr.': 'Kreuzer|Kreuzer|m',
  'Mk Mk.': 'Mark|Mark|f',
  s: 'Sekunde|Sekunden|f',
  l: 'Liter|Liter|m',
  ml: 'Milliliter|Milliliter|m',
  ft: 'Fuß|Fuß|m',
  'km/h kmh': 'Kilometer pro Stunde|Kilometer pro Stunde|m',
  'Std Std.': 'Stunde|Stunden|f',
  h: 'Stunde|Stunden|f',
  'Min Min. min': 'Minute|Minuten|f',
  'Sek Sek. sec': 'Sekunde|Sekunden|f',
  kW: 'Kilowatt|Kilowatt|n',
  kWh: 'Kilowattstunde|Kilowattstunden|f',
  mv: 'Millivolt|Millivolt|n',
  PS: 'Pferdestärke|PS|f',
  Hz: 'Hertz|Hertz|n',
  kHz: 'Kilohertz|Kilohertz|n',
  MHz: 'Megahertz|Megahertz|n',
  MB: 'Megabyte|Megabyte|n',
  GB: 'Gigabyte|Gigabyte|n',
}

/** Common feminine nouns that do not end like one. */
export const FEMININE = new Set(
  'Frau Nacht Hand Stadt Mark Tür Uhr Person Zahl Bank Wand Mutter Tochter Schwester Zeit Million'.split(' '),
)

/** The two numbers of a fraction by its sign. */
export const SIGNS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['½', ['1', '2']],
  ['⅓', ['1', '3']],
  ['⅔', ['2', '3']],
  ['¼', ['1', '4']],
  ['¾', ['3', '4']],
  ['⅛', ['1', '8']],
])

const { cardinal } = NUMBER_WORDS.de

/** A fraction, with a whole number before it. */
export function mixed(whole: string | undefined, part: readonly [string, string] | undefined): string | null {
  const [above = '', below = ''] = part ?? []
  if (part === undefined || below === '' || /^0\d/.test(below)) return null
  const before = whole === undefined ? '' : whole === '1' ? 'ein ' : `${cardinal(whole)} `
  if (below === '2') {
    if (above !== '1') return `${before}${cardinal(above)} halbe`
    return whole === undefined
      ? 'ein halb'
      : `${whole === '1' ? 'ein' : cardinal(whole).replaceAll(' ', '')}einhalb`
  }
  const stem = germanOrdinalStem(below)
  const name = `${stem.slice(0, 1).toUpperCase()}${stem.slice(1)}el`
  return `${whole === undefined ? '' : `${cardinal(whole)} `}${above === '1' ? 'ein' : cardinal(above)} ${name}`
}

export const WEB_WORDS: WebWords = {
  at: 'ät',
  dot: 'Punkt',
  slash: 'Slash',
  colon: 'Doppelpunkt',
  dash: 'Bindestrich',
  underscore: 'Unterstrich',
  question: 'Fragezeichen',
  equals: 'Gleichheitszeichen',
  hash: 'Raute',
  plus: 'plus',
  percent: 'Prozent',
  tilde: 'Tilde',
  and: 'und',
}
