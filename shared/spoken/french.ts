/** The spoken forms of French: the words of its rules. */
import { NUMBER_WORDS, romanNumber } from './numbers.ts'
import { romanceRules } from './romanceRules.ts'
import { END, listOf, rule, START, withPeriod, type SpokenRule } from './rule.ts'

const numbers = NUMBER_WORDS.fr
const { cardinal, ordinal } = numbers

/** The rules of French. */
export function frenchRules(): readonly SpokenRule[] {
  return writtenRules().map((written) => ({
    ...written,
    say: (found, around) => written.say(found, around)?.replace(/\bde (?=euros?$)/, 'd’') ?? null,
  }))
}

/** The rules before “millions de euros” becomes “millions d’euros”. */
function writtenRules(): readonly SpokenRule[] {
  return romanceRules({
    numbers,
    elided: {
      blank: 'trois étoiles',
      year: (digits) => `${cardinal(digits.padEnd(4, '0')).replace(/cents$/, 'cent')} et quelques`,
      beforeYears:
        'en|an|année|de|depuis|vers|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
      titles:
        'M|MM|Mr|Mme|Mlle|Mgr|Me|Dr|Monsieur|[Mm]onsieur|[Mm]adame|[Mm]ademoiselle|[Cc]omte|[Cc]omtesse|[Mm]arquise?|[Dd]uc|[Dd]uchesse|[Bb]aron|[Bb]aronne|[Cc]hevalier|[Aa]bbé|[Vv]icomte|[Vv]icomtesse|[Pp]rince|[Pp]rincesse|[Cc]olonel|[Gg]énéral|[Dd]octeur|Lord|Lady|Sir',
      particles: 'de|du|à|la|le|en|de la|d’|ville|rue',
    },
    roundTheClock: 'vingt-quatre heures sur vingt-quatre, sept jours sur sept',
    andSoOn: 'et cetera',
    contractions: {
      'M.-le-Prince': 'Monsieur-le-Prince',
      Cie: 'compagnie',
      Sté: 'société',
      'N.-D': 'Notre-Dame',
      'in-fº': 'in-folio',
      'in-f°': 'in-folio',
    },
    nameParticles: "(?:les?|la|du|des?) |[dl][’']|\\p{Lu}",
    isPhoneInPairs: true,
    figures: {
      version: 'version',
      point: 'point',
      beforeRatio: '[Rr]apport|[Éé]chelle|[Pp]roportion|[Rr]atio|[Cc]ote',
      to: 'pour',
      powers: ['au carré', 'au cube', 'puissance'],
      compared: ['supérieur à', 'inférieur à'],
      times: 'fois',
      kilometre: 'kilomètre',
      height: (metres, rest) =>
        `${metres === '1' ? 'un mètre' : 'deux mètres'}${rest === '' ? '' : ` ${cardinal(rest)}`}`,
      spelt: 'UE UV IUT BD RER',
    },
    own: [
      rule('centuries by their letter', 'period', String.raw`(?<=[IVX](?:e|ᵉ) )s\.`, (_, { after }) =>
        withPeriod('siècle', after),
      ),
      rule('decades', 'digit', String.raw`(?<=[Aa]nnées )['’]([1-9]0)${END}`, ([, decade = '']) =>
        cardinal(decade),
      ),
      rule('sizes of books', 'digit', String.raw`${START}in-([48])°`, ([, size]) =>
        size === '8' ? 'in-octavo' : 'in-quarto',
      ),
      rule(
        'half hours',
        'digit',
        String.raw`(?<![\p{L}\p{N}.,])(?:(\d{1,2}) ?(?:h\.?|(heures?))|([Mm]idi|[Mm]inuit)) (?:et )?(?:1/2|½)(?![\p{L}\p{N}/])`,
        ([, hours, , noon]) =>
          hours === undefined
            ? `${noon ?? ''} et demi`
            : `${numbers.counting(hours, 'f')} ${hours === '1' ? 'heure' : 'heures'} et demie`,
      ),
      rule(
        'half an hour',
        'digit',
        String.raw`(?<![\p{L}\p{N}.,] ?)(?:1/2|½)[ -]heures?${END}`,
        () => 'demi-heure',
      ),
      rule(
        'francs and centimes',
        'digit',
        String.raw`(?<![\p{L}\p{N}]|\d[.,])(\d{1,3}(?:[. \u00a0\u202f]\d{3})*|\d{1,7}) ?(?:fr\.?|francs?) (\d\d)(?: ?(?:c\.?|centimes))?(?![\p{L}\p{N}]|[.,]\d)`,
        ([, francs = '', centimes = '']) => {
          const digits = francs.replaceAll(/\D/g, '')
          const small = cardinal(centimes.replace(/^0(?=\d)/, ''))
          return digits === '0'
            ? `${small} centimes`
            : `${cardinal(digits)} ${digits === '1' ? 'franc' : 'francs'} ${small}`
        },
      ),
      rule(
        'spoons',
        'digit',
        String.raw`(?<![\p{L}\p{N}]|\d[.,/])(\d{1,3}) c\. ?à ?([sc])\.`,
        ([, number = '', size], { after }) =>
          withPeriod(
            `${numbers.counting(number, 'f')} ${number === '1' ? 'cuillère' : 'cuillères'} à ${size === 's' ? 'soupe' : 'café'}`,
            after,
          ),
      ),
      rule(
        'centimes',
        'digit',
        String.raw`(?<![\p{L}\p{N}]|\d[.,])(\d{1,3}) c\.(?! ?à)`,
        ([, number = ''], { after }) =>
          withPeriod(`${cardinal(number)} ${number === '1' ? 'centime' : 'centimes'}`, after),
      ),
      rule('for each hundred', 'digit', String.raw`(?<=\d )p\. ?(?:100|%)(?!\d)`, () => 'pour cent'),
      rule(
        'halves of things',
        'digit',
        String.raw`(?<![\p{L}\p{N}.,/]|\d ?)(?:1/2|½) (?=(\p{Ll}{3,}))`,
        ([, noun = ''], { before }) => {
          const isLed = /(?:^|[^\p{L}])(?:une?|la|le|cette|ce|et) $/iu.test(before)
          return isLed ? 'demi-' : isFeminine(noun) ? 'une demi-' : 'un demi-'
        },
      ),
      rule('saints', 'letter', String.raw`${START}(St|Ste)(?:-| )(?=\p{Lu}\p{Ll})`, ([, sign]) =>
        sign === 'St' ? 'Saint-' : 'Sainte-',
      ),
      rule('boulevards', 'letter', String.raw`${START}(bd|Bd|av)(?= \p{Lu}\p{Ll})`, ([, sign = '']) =>
        sign === 'av' ? 'avenue' : sign === 'bd' ? 'boulevard' : 'Boulevard',
      ),
      rule(
        'ordinals in Roman numerals',
        'capitals',
        String.raw`${START}([IVX]{1,6})(?:(er|re|ère)|e|ᵉ|ème)(?![\p{L}\p{N}])(?<!(?<!\p{L})(?:Me|Xe))`,
        ([, numeral = '', first], { before }) => {
          const number = romanNumber(numeral)
          if (number === null || /\p{Lu}[\p{Ll}]+ $/u.test(before)) return null
          return first === undefined ? ordinal(String(number)) : first === 'er' ? 'premier' : 'première'
        },
      ),
    ],
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
      cl: 'centilitre|centilitres',
      MHz: 'mégahertz|mégahertz',
      GHz: 'gigahertz|gigahertz',
      Go: 'gigaoctet|gigaoctets',
      Mo: 'mégaoctet|mégaoctets',
      'km/h': 'kilomètre à l’heure|kilomètres à l’heure',
      h: 'heure|heures|f',
      min: 'minute|minutes|f',
      s: 'seconde|secondes|f',
      ha: 'hectare|hectares',
      t: 'tonne|tonnes|f',
    },
    large: ['million', 'millions', 'milliard', 'milliards'],
    shortLarge: {
      M: 'million|millions',
      Md: 'milliard|milliards',
      Mds: 'milliard|milliards',
      Mrd: 'milliard|milliards',
    },
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
      Dre: 'docteure',
      insp: 'inspecteur*',
      bât: 'bâtiment',
      ét: 'étage',
      apt: 'appartement#',
      Lt: 'lieutenant*',
      Cne: 'capitaine*',
      Sgt: 'sergent*',
      pl: 'place*',
      Pl: 'place*',
      'S.M': 'Sa Majesté',
      'S.A': 'Son Altesse',
      'S.A.R': 'Son Altesse Royale',
      'S.E': 'Son Excellence',
      'R.S.V.P': 'répondez s’il vous plaît',
      'N.B': 'nota bene',
      'i.e': 'c’est-à-dire',
      boul: 'boulevard',
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
      'S. A. R': 'Son Altesse Royale',
      'S. E': 'Son Excellence',
      'S. Exc': 'Son Excellence*',
      r: 'rue*',
      'S. S': 'Sa Sainteté',
      'LL. MM': 'Leurs Majestés',
      'V. M': 'Votre Majesté',
      'V. E': 'Votre Excellence',
      'R. P': 'révérend père*',
      's. d': 'sans date',
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
      /(?<![\p{L}\p{N}])([IVX]{1,6}|[ivx]{1,6})(?:e|ᵉ|er|ème)(?= (?:siècles?|s\.|arrondissement|dynastie|République|corps)(?![\p{L}]))/gu,
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
    numbered: 'numéros',
    numberSign: '(?:[°ºo]|os)(?![\\p{L}])',
    section: 'paragraphe',
    isFeminine,
  })
}

function isFeminine(noun: string): boolean {
  return /(?:heures?|minutes?|secondes?|années?|femmes?|fois|livres?|pages?|semaines?|lieues?|filles?|maisons?|tonnes?|personnes?|voix|nuits?|portes?|lettres?|bouteilles?|tasses?|journées?)$/.test(
    noun,
  )
}
