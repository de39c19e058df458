/** The spoken forms of Italian: the words of its rules. */
import { NUMBER_WORDS, romanNumber } from './numbers.ts'
import { romanceRules } from './romanceRules.ts'
import { END, listOf, rule, START, withPeriod, type SpokenRule } from './rule.ts'

const numbers = NUMBER_WORDS.it
const { cardinal, ordinal } = numbers

const clock = (hours: string, minutes: string | undefined) =>
  `${Number(hours) === 1 ? 'una' : cardinal(hours)}${minutes === undefined ? '' : minutes === '30' ? ' e mezza' : minutes === '15' ? ' e un quarto' : ` e ${cardinal(minutes)}`}`

/** The rules of Italian. */
export function italianRules(): readonly SpokenRule[] {
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
      'P.zza': 'Piazza',
      'v.le': 'viale',
      'V.le': 'Viale',
      'c.so': 'corso',
      'C.so': 'Corso',
      'l.go': 'largo',
      'n.ro': 'numero',
    },
    nameParticles: "(?:de[li]|della|dell|d)[’' ]",
    own: [
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
        String.raw`(?<=\b(?:[Ii]l|[Dd]el|[Nn]el|[Aa]l|[Dd]al|[Ll]a|[Dd]ella) )([IVX]{2,6})(?= (secolo|reggimento|battaglione|capitolo|canto|atto|congresso|legione|armata|divisione|guerra|Repubblica)${END})`,
        ([, numeral = '', noun = '']) => {
          const number = romanNumber(numeral)
          return number === null
            ? null
            : ordinal(String(number), /(?:a|one)$/.test(noun) && noun !== 'battaglione' ? 'f' : 'm')
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
      comm: 'commendatore*',
      rag: 'ragionier*',
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
      tel: 'telefono',
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
