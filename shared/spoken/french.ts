/** The spoken forms of French: the words of its rules. */
import { NUMBER_WORDS } from './numbers.ts'
import { romanceRules } from './romanceRules.ts'
import { listOf, type SpokenRule } from './rule.ts'

const numbers = NUMBER_WORDS.fr
const { cardinal, ordinal } = numbers

/** The rules of French. */
export function frenchRules(): readonly SpokenRule[] {
  return romanceRules({
    numbers,
    web: {
      at: 'arobase',
      dot: 'point',
      slash: 'barre oblique',
      colon: 'deux-points',
      dash: 'tiret',
      underscore: 'tiret bas',
      question: 'point d’interrogation',
      equals: 'égale',
      hash: 'dièse',
      plus: 'plus',
      percent: 'pour cent',
      tilde: 'tilde',
      and: 'et',
    },
    to: 'à',
    per: 'par',
    and: 'et',
    plus: 'plus',
    equals: 'égale',
    times: 'fois',
    currencies: {
      '€ EUR': 'euro|euros|m|centime|centimes||-',
      $: 'dollar|dollars|m|cent|cents||-',
      '£ GBP': 'livre|livres|f|penny|pence||-',
      '¥': 'yen|yens',
      'fr. Fr. F': 'franc|francs|m|centime|centimes||-',
    },
    units: {
      '%': 'pour cent|pour cent',
      '°C': 'degré Celsius|degrés Celsius',
      '°': 'degré|degrés',
      km: 'kilomètre|kilomètres',
      m: 'mètre|mètres',
      cm: 'centimètre|centimètres',
      mm: 'millimètre|millimètres',
      'm² m2': 'mètre carré|mètres carrés',
      'km² km2': 'kilomètre carré|kilomètres carrés',
      'm³ m3': 'mètre cube|mètres cubes',
      kg: 'kilogramme|kilogrammes',
      g: 'gramme|grammes',
      l: 'litre|litres',
      ml: 'millilitre|millilitres',
      'km/h': 'kilomètre à l’heure|kilomètres à l’heure',
      h: 'heure|heures|f',
      min: 'minute|minutes|f',
      s: 'seconde|secondes|f',
      ha: 'hectare|hectares',
      t: 'tonne|tonnes|f',
    },
    large: ['million', 'millions', 'milliard', 'milliards'],
    ofLarge: 'de ',
    months: {
      janvier: 'janv jan',
      février: 'févr fév',
      mars: '',
      avril: 'avr',
      mai: '',
      juin: '',
      juillet: 'juil',
      août: '',
      septembre: 'sept',
      octobre: 'oct',
      novembre: 'nov',
      décembre: 'déc',
    },
    ofMonth: '',
    firstDay: 'premier',
    abbreviations: {
      M: 'monsieur*',
      MM: 'messieurs',
      Mr: 'monsieur',
      Mme: 'madame',
      Mmes: 'mesdames',
      Mlle: 'mademoiselle',
      Mlles: 'mesdemoiselles',
      Mgr: 'monseigneur',
      Me: 'maître*',
      Dr: 'docteur',
      Pr: 'professeur*',
      Prof: 'professeur',
      Vve: 'veuve',
      St: 'saint*',
      Ste: 'sainte*',
      Cap: 'capitaine*',
      Cdt: 'commandant*',
      Gal: 'général*',
      etc: 'et cetera',
      'c.-à-d': 'c’est-à-dire',
      'p. ex': 'par exemple',
      'p.ex': 'par exemple',
      'av. J.-C': 'avant Jésus-Christ',
      'ap. J.-C': 'après Jésus-Christ',
      'apr. J.-C': 'après Jésus-Christ',
      'J.-C': 'Jésus-Christ',
      'S. M': 'Sa Majesté',
      'S. A': 'Son Altesse',
      'N. B': 'nota bene',
      'P.-S': 'post-scriptum',
      av: 'avenue',
      bd: 'boulevard',
      Bd: 'Boulevard',
      chap: 'chapitre',
      vol: 'volume',
      art: 'article#',
      fig: 'figure#',
      éd: 'édition',
      env: 'environ',
      cf: 'confer',
      tél: 'téléphone',
      Cie: 'Compagnie',
      janv: 'janvier',
      févr: 'février',
      juil: 'juillet',
      déc: 'décembre',
      t: 'tome#',
      hab: 'habitants',
    },
    beforeNumbers: listOf(
      'Chapitre CHAPITRE chapitre chap. Chap. Livre LIVRE livre Tome TOME tome t. Volume VOLUME volume vol. Acte ACTE acte Scène SCÈNE scène Partie PARTIE partie Chant CHANT chant Article article Titre titre Planche Lettre LETTRE Annexe',
    ),
    century:
      /(?<![\p{L}\p{N}])([IVX]{1,6}|[ivx]{1,6})(?:e|ᵉ|er|ème)(?= (?:siècles?|arrondissement|dynastie|République|corps)(?![\p{L}]))/gu,
    centuryWords: (digits) => ordinal(digits),
    rulerWords: (digits, name) =>
      digits === '1'
        ? /(?:e|th)$/.test(name) &&
          !/^(?:Philippe|Georges|Guillaume|Grégoire|Pierre|Alexandre|Pie)$/.test(name)
          ? 'première'
          : 'premier'
        : cardinal(digits),
    ordinalEnding: String.raw`(ers?|res?|ères?|ème|èmes|e|es|ᵉ|ᵉʳ|nd|nde)(?![\p{L}\p{N}])`,
    ordinalWords(digits, ending) {
      if (digits === '1') return /^(?:re|ère)/.test(ending) ? 'première' : 'premier'
      if (/^nde?$/.test(ending)) return ending === 'nd' ? 'second' : 'seconde'
      return `${ordinal(digits)}${ending.endsWith('s') ? 's' : ''}`
    },
    clock: (hours, minutes) =>
      `${Number(hours) === 1 ? 'une heure' : Number(hours) === 0 ? 'zéro heure' : `${cardinal(hours).replace(/\bun$/, 'une')} heures`}${minutes === undefined ? '' : ` ${cardinal(minutes)}`}`,
    clockSign: ':|h',
    fraction(above, below) {
      const parts: Readonly<Record<string, string>> = { '2': 'demi', '3': 'tiers', '4': 'quart' }
      if (Number(below) < 2 || /^0/.test(above) || /^0/.test(below)) return null
      const part = parts[below] ?? ordinal(below)
      return `${cardinal(above)} ${part}${above === '1' || part.endsWith('s') ? '' : 's'}`
    },
    half: 'demi',
    page: ['page', 'pages'],
    number: 'numéro',
    numberSign: '(?:[°ºo]|os)(?![\\p{L}])',
    section: 'paragraphe',
    isFeminine: (noun) =>
      /(?:heures?|minutes?|secondes?|années?|femmes?|fois|livres?|pages?|semaines?|lieues?|filles?|maisons?|tonnes?|personnes?|voix|portes?|lettres?)$/.test(
        noun,
      ),
  })
}
