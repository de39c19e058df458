/** The spoken forms of Italian: the words of its rules. */
import { NUMBER_WORDS, romanNumber } from './numbers.ts'
import { degreesRule, romanceRules } from './romanceRules.ts'
import { END, listOf, rule, START, withPeriod, type SpokenRule } from './rule.ts'

const numbers = NUMBER_WORDS.it
const { cardinal, ordinal } = numbers

const clock = (hours: string, minutes: string | undefined) =>
  `${Number(hours) === 1 ? 'una' : cardinal(hours)}${minutes === undefined ? '' : minutes === '30' ? ' e mezza' : minutes === '15' ? ' e un quarto' : ` e ${cardinal(minutes)}`}`

/** The rules of Italian. */
export function italianRules(): readonly SpokenRule[] {
  return writtenRules().map((written) => ({
    ...written,
    say(found, around) {
      const said = written.say(found, around)
      if (said === null) return null
      const isCount = written.name === 'counted things' && /^ [aeiou]/.test(around.after)
      return said
        .replace(/\bal (?=or[ae]|ettaro|anno)/, 'all’')
        .replace(/\bal (?=settimana|notte|persona|tonnellata)/, 'alla ')
        .replace(/\buna (?=[aeiou]\p{L}{2})/u, 'un’')
        .replace(/\buna$/, isCount ? 'un’' : 'una')
    },
  }))
}

/** The rules before “una ora” becomes “un’ora”. */
function writtenRules(): readonly SpokenRule[] {
  return romanceRules({
    numbers,
    elided: {
      blank: 'tre asterischi',
      year: (digits) => `${cardinal(digits.padEnd(4, '0'))} e tanti`,
      beforeYears:
        'nel|anno|dal|del|al|verso il|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
      titles:
        '[Ss]ig|[Ss]ignora?|[Ss]ignorina|[Dd]on|[Dd]onna|[Cc]onte|[Cc]ontessa|[Mm]archese|[Mm]archesa|[Dd]uca|[Dd]uchessa|[Bb]arone|[Bb]aronessa|[Pp]rincipe|[Pp]rincipessa|[Pp]adre|[Ff]ra|[Ss]uor|[Cc]apitano|[Gg]enerale|[Dd]ottor|[Pp]rofessor|[Cc]avaliere|Madame|Monsieur|Lord|Lady',
      particles: 'di|del|della|da|a|in|il|la|dal|al|paese|città|via',
    },
    roundTheClock: 'ventiquattr’ore su ventiquattro, sette giorni su sette',
    andSoOn: 'eccetera',
    contractions: {
      'sig.ra': 'signora',
      'Sig.ra': 'signora',
      'sig.na': 'signorina',
      'Sig.na': 'signorina',
      'sigg.ri': 'signori',
      'dott.ssa': 'dottoressa',
      'Dott.ssa': 'dottoressa',
      'prof.ssa': 'professoressa',
      'Prof.ssa': 'professoressa',
      'gent.mo': 'gentilissimo',
      'Gent.mo': 'gentilissimo',
      'gent.ma': 'gentilissima',
      'Gent.ma': 'gentilissima',
      'ill.mo': 'illustrissimo',
      'Ill.mo': 'illustrissimo',
      'ecc.mo': 'eccellentissimo',
      'Ecc.mo': 'eccellentissimo',
      'f.lli': 'fratelli',
      'F.lli': 'Fratelli',
      'p.zza': 'piazza',
      'p.za': 'piazza',
      'P.za': 'Piazza',
      'P.zza': 'Piazza',
      'v.le': 'viale',
      'V.le': 'Viale',
      'c.so': 'corso',
      'C.so': 'Corso',
      'l.go': 'largo',
      'n.ro': 'numero',
    },
    nameParticles: "(?:de[li]|della|dell|d)[’' ]",
    figures: {
      version: 'versione',
      point: 'punto',
      beforeRatio: '[Rr]apporto|[Ss]cala|[Pp]roporzione|[Qq]uota',
      to: 'a',
      powers: ['al quadrato', 'al cubo', 'elevato a'],
      compared: ['maggiore di', 'minore di'],
      times: 'volte',
      kilometre: 'chilometro',
      height: (metres, rest) =>
        `${metres === '1' ? 'un metro' : 'due metri'}${rest === '' ? '' : ` e ${cardinal(rest)}`}`,
      spelt: 'UE CGIL',
    },
    shortLarge: {
      M: 'milione|milioni',
      mln: 'milione|milioni',
      Mln: 'milione|milioni',
      mld: 'miliardo|miliardi',
      Mld: 'miliardo|miliardi',
    },
    own: [
      degreesRule({ words: numbers, degrees: 'gradi', before: 'a|di|circa|fino a|con|quasi|oltre' }),
      rule(
        'large numbers',
        'digit',
        String.raw`(?<=\d )(?:(mln)|mld)(?:\.|${END})(?! ?[€$£])`,
        ([, millions]) => (millions === undefined ? 'miliardi' : 'milioni'),
      ),
      rule(
        'the hour by its letter',
        'digit',
        String.raw`${START}h\.?(?= \d{1,2}[:.,]\d\d${END})`,
        () => 'ore',
      ),
      rule(
        'streets by their letter',
        'period',
        String.raw`${START}([Vv])\.(?= \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?,? \d)`,
        ([, letter]) => (letter === 'V' ? 'Via' : 'via'),
      ),
      rule('captains', 'period', String.raw`${START}cap\.(?= \p{Lu}\p{Ll})`, () => 'capitano'),
      rule(
        'gentlemen',
        'period',
        String.raw`${START}D\.(?= (?:\p{Lu}\p{Ll}+o|Abbondio|Juan|Ferrante|Giovanni|Felice|Cesare|Michele|Raffaele|Gesualdo)${END})`,
        (_, { before }) => (before === '' ? 'Don' : 'don'),
      ),
      rule(
        'years without a century',
        'digit',
        String.raw`(?<=\p{L} )['’](\d00|\d\d)${END}`,
        ([, digits = ''], { before }) => (/anni $/.test(before) ? null : cardinal(digits)),
      ),
      rule('half an hour', 'digit', String.raw`(?<![\p{N}.,/] ?)(?:1/2|½) ora${END}`, () => 'mezz’ora'),
      rule(
        'saints',
        'period',
        String.raw`${START}(SS?)\.(?= (\p{Lu}[\p{L}]+)(\.)?)(?! (?:M|E|A|S|V)\.)`,
        ([, sign, name = '']) => {
          if (sign === 'SS') return name.endsWith('à') ? 'Santissima' : 'Santi'
          if (/^[AEIOU]/.test(name)) return 'Sant’'
          if (/^S[^aeiou]/.test(name)) return 'Santo'
          return /a$/.test(name) && !/^(?:Luca|Nicola|Barnaba|Mattia|Tommasa)$/.test(name) ? 'Santa' : 'San'
        },
      ),
      rule(
        'hours with a comma or a period',
        'digit',
        String.raw`(?<=\b(?:[Aa]lle|[Dd]alle|[Oo]re|[Ll]e|verso le) )(\d{1,2})[.,]([0-5]\d)(?![\p{L}\p{N}]|[.,]\d)`,
        ([, hours = '', minutes = '']) =>
          Number(hours) > 24 ? null : clock(hours, minutes === '00' ? undefined : minutes),
      ),
      rule('decades', 'digit', String.raw`(?<=\banni )['’](\d0)${END}`, ([, decade = '']) =>
        cardinal(decade),
      ),
      rule(
        'ordinals in Roman numerals',
        'capitals',
        String.raw`(?<=\b(?:[Ii]l|[Dd]el|[Nn]el|[Aa]l|[Dd]al|[Ll]a|[Dd]ella) )([IVX]{1,6})(?= (secolo|reggimento|battaglione|capitolo|canto|atto|congresso|legione|armata|divisione|guerra|Guerra|Repubblica|Internazionale)${END})`,
        ([, numeral = '', noun = '']) => {
          const number = romanNumber(numeral)
          return number === null
            ? null
            : ordinal(String(number), /(?:a|one|ale)$/.test(noun) && noun !== 'battaglione' ? 'f' : 'm')
        },
      ),
      rule(
        'cents',
        'digit',
        String.raw`(?<![\p{L}\p{N}]|\d[.,])(\d{1,3}) (?:c|cent)\.`,
        ([, number = ''], { after }) => withPeriod(`${cardinal(number)} centesimi`, after),
      ),
    ],
    web: {
      at: 'chiocciola',
      dot: 'punto',
      slash: 'barra',
      colon: 'due punti',
      dash: 'trattino',
      underscore: 'trattino basso',
      question: 'punto interrogativo',
      equals: 'uguale',
      hash: 'cancelletto',
      plus: 'più',
      percent: 'per cento',
      tilde: 'tilde',
      and: 'e',
    },
    to: 'a',
    per: 'al',
    and: 'e',
    plus: 'più',
    equals: 'uguale',
    times: 'per',
    currencies: {
      '€ EUR': 'euro|euro|m|centesimo|centesimi|e|-',
      $: 'dollaro|dollari|m|centesimo|centesimi|e|-',
      '£ GBP': 'sterlina|sterline|f|penny|pence|e|-',
      '¥': 'yen|yen',
      'L. Lit.': 'lira|lire|f',
    },
    units: {
      '%': 'per cento|per cento|n',
      '°C': 'grado Celsius|gradi Celsius',
      '°': 'grado|gradi',
      km: 'chilometro|chilometri',
      m: 'metro|metri',
      cm: 'centimetro|centimetri',
      mm: 'millimetro|millimetri',
      'm² m2 mq': 'metro quadrato|metri quadrati',
      'km² km2 kmq': 'chilometro quadrato|chilometri quadrati',
      'm³ m3': 'metro cubo|metri cubi',
      kg: 'chilogrammo|chilogrammi',
      g: 'grammo|grammi',
      l: 'litro|litri',
      ml: 'millilitro|millilitri',
      'km/h': 'chilometro all’ora|chilometri all’ora',
      h: 'ora|ore|f',
      min: 'minuto|minuti',
      s: 'secondo|secondi',
      ha: 'ettaro|ettari',
      t: 'tonnellata|tonnellate|f',
    },
    large: ['milione', 'milioni', 'miliardo', 'miliardi'],
    ofLarge: 'di ',
    months: {
      gennaio: 'genn gen',
      febbraio: 'febbr feb',
      marzo: '',
      aprile: 'apr',
      maggio: 'magg',
      giugno: 'giu',
      luglio: 'lug',
      agosto: 'ago',
      settembre: 'sett set',
      ottobre: 'ott',
      novembre: 'nov',
      dicembre: 'dic',
    },
    ofMonth: '',
    firstDay: 'primo',
    abbreviations: {
      rag: 'ragionier*',
      Rag: 'ragionier*',
      comm: 'commendator*',
      Comm: 'commendator*',
      Tel: 'telefono',
      tel: 'telefono',
      sig: 'signor',
      Sig: 'signor',
      sigg: 'signori',
      dott: 'dottor',
      Dott: 'dottor',
      dr: 'dottor',
      Dr: 'dottor',
      prof: 'professor',
      Prof: 'professor',
      avv: 'avvocato',
      Avv: 'avvocato',
      ing: 'ingegner',
      Ing: 'ingegner',
      on: 'onorevole*',
      On: 'onorevole*',
      cap: 'capitolo#',
      Cap: 'capitano*',
      gen: 'generale*',
      Gen: 'generale*',
      col: 'colonnello*',
      ten: 'tenente*',
      Ten: 'tenente*',
      serg: 'sergente*',
      Serg: 'sergente*',
      mar: 'maresciallo*',
      Mar: 'maresciallo*',
      magg: 'maggiore*',
      brig: 'brigadiere*',
      es: 'esempio',
      isp: 'ispettore*',
      int: 'interno#',
      'q.b': 'quanto basta',
      'N.B': 'nota bene',
      'N. B': 'nota bene',
      mons: 'monsignor',
      Mons: 'monsignor',
      S: 'San*',
      'S.M': 'Sua Maestà',
      'S. M': 'Sua Maestà',
      'S. E': 'Sua Eccellenza',
      'S.E': 'Sua Eccellenza',
      'S. A': 'Sua Altezza',
      'S. S': 'Sua Santità',
      'V. S': 'Vossignoria',
      'V.S': 'Vossignoria',
      'V. E': 'Vostra Eccellenza',
      'V. M': 'Vostra Maestà',
      cav: 'cavaliere',
      Cav: 'cavaliere',
      march: 'marchese',
      sec: 'secolo#',
      etc: 'eccetera',
      ecc: 'eccetera',
      'p. es': 'per esempio',
      'p.es': 'per esempio',
      'a.C': 'avanti Cristo',
      'a. C': 'avanti Cristo',
      'd.C': 'dopo Cristo',
      'd. C': 'dopo Cristo',
      cfr: 'confronta',
      ca: 'circa',
      vol: 'volume',
      fig: 'figura#',
      art: 'articolo#',
      ed: 'edizione',
      febbr: 'febbraio',
      sett: 'settembre#',
    },
    beforeNumbers: listOf(
      'Capitolo CAPITOLO capitolo Cap. cap. Libro LIBRO libro Tomo tomo Volume VOLUME volume vol. Atto ATTO atto Scena SCENA scena Parte PARTE parte Canto CANTO canto Articolo articolo Titolo Tavola Lettera LETTERA',
    ),
    century:
      /(?<=(?:secolo|Secolo|SECOLO|sec\.) )([IVX]{1,6})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])([IVX]{2,6})(?= secolo(?![\p{L}]))/gu,
    centuryWords: (digits) => ordinal(digits),
    rulerWords: (digits, name) => ordinal(digits, name.endsWith('a') ? 'f' : 'm'),
    ordinalEnding: '([°ºª])(?![CF\\d])',
    ordinalWords: (digits, ending) => ordinal(digits, ending === 'ª' ? 'f' : 'm'),
    clock,
    clockSign: ':',
    fraction(above, below) {
      if (Number(below) < 2 || /^0/.test(above) || /^0/.test(below)) return null
      if (below === '2') return above === '1' ? 'mezzo' : `${cardinal(above)} mezzi`
      const part = ordinal(below)
      return above === '1' ? `un ${part}` : `${cardinal(above)} ${part.replace(/o$/, 'i')}`
    },
    half: 'mezzo',
    page: ['pagina', 'pagine'],
    number: 'numero',
    numbered: 'numeri',
    numberSign: '(?:[°º]|n?\\.)',
    section: 'paragrafo',
    isFeminine: (noun) =>
      /(?:a|zione|zioni|ore|notti|donne|volte|pagine|lire|case|persone)$/.test(noun) && noun !== 'problema',
  })
}
