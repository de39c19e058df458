/**
 * The spoken form of written text: “Mister Smith” for “Mr. Smith”, “nineteen fourteen” for “1914”. The rules of each language are one list,
 * in the order in which they apply; a range that one rule has matched is skipped by later ones.
 */
import { derive } from '../lib/derive.ts'
import { withReplacements, type Replacement, type TextPlace } from '../lib/replacedText.ts'
import { baseLanguage } from '../voices/languages.ts'
import { englishRules } from './english.ts'
import { frenchRules } from './french.ts'
import { germanRules } from './german.ts'
import { italianRules } from './italian.ts'
import { NUMBER_WORDS } from './numbers.ts'
import { degreesRule, romanceRules } from './romanceRules.ts'
import { END, listOf, rule, START, type Need, type SpokenRule } from './rule.ts'
import { spanishRules } from './spanish.ts'

const RULES: Readonly<Record<string, () => readonly SpokenRule[]>> = {
  en: () => englishRules(false),
  'en-gb': () => englishRules(true),
  de: germanRules,
  es: spanishRules,
  fr: frenchRules,
  it: italianRules,
  pt: () => portugueseRules(false),
  'pt-br': () => portugueseRules(true),
}

const rulesOf = derive((create: () => readonly SpokenRule[]) => create())

/** The rules of a language by its tag; empty if there are none. */
export function spokenRulesOf(language: string): readonly SpokenRule[] {
  const tag = language.toLowerCase().replaceAll('_', '-')
  const name = tag in RULES ? tag : baseLanguage(tag)
  const create = RULES[name]
  return create === undefined ? [] : rulesOf(create)
}

/** The length of the context before and after a match that is passed to its rule. */
const NEAR = 64

const HAS: Readonly<Record<Exclude<Need, 'letter'>, RegExp>> = {
  digit: /[\d¼-¾⅓-⅞²³¹⁰-⁹]/,
  period: /\p{L}\./u,
  periodNumber: /\.[ \u00a0]?(?:#?\d|[A-Z](?![a-z]))/,
  roman: /(?<![A-Za-z])(?:[IVXLCDM]+(?:th|st|nd|rd|d)?|[ivx]{2,6})(?![A-Za-z])/,
  numeral: /(?<![A-Za-z])(?!I(?![A-Za-z]))(?:[IVXLCDM]+(?:th|st|nd|rd|d)?|[ivxlc]{2,8})(?![A-Za-z])/,
  smallNumeral: /[ \u00a0\u2009\u202f][ivxlc]{1,7}(?!\p{L})/u,
  mail: /@/,
  web: /[\p{L}\d]\.\p{L}{2}/u,
  capitals: /[A-Z](?:[A-Z]|[a-z]{1,6}(?:[\s.,]|$)|[\s.,;:!?'’)]|$)/,
  initial:
    /[A-Z]{2}|(?<![A-Za-zÀ-ÿ’'])(?:[B-HJ-Z](?![A-Za-zÀ-ÿ’'])|[A-ZÀ-Þ]\.|[A-F][-+−])|(?:^|[^A-Za-zÀ-ÿ])[a-z]\./,
  dash: /[—–⸺⸻*_…]|--|\.{3}|\p{L}-\p{Ll}/u,
  sign: /[&*#@/§°+=±≈%$£€¥_~^<>|\\¼-¾⅓-⅞©®™‰†‡→№¶¢º•·◦×÷−⁂❦❧☙✦✧★☆⸻♯♭]|(?:^|\n)[ \t]*[-–—xX]/,
}

/** The ranges that are spoken differently than written, in text order. */
export function spokenForms(
  text: string,
  language: string,
  asIs: readonly TextPlace[] = [],
): readonly Replacement[] {
  const rules = spokenRulesOf(language)
  if (rules.length === 0) return []
  const has = new Map<Need, boolean>([['letter', true]])
  const said: Replacement[] = []
  const taken = createTaken(text.length)
  for (const { from, to } of asIs) taken.take(from, to)
  for (const rule of rules) {
    const { needs, pattern } = rule
    let isNeeded = has.get(needs)
    if (isNeeded === undefined) {
      isNeeded = needs === 'letter' || HAS[needs].test(text)
      has.set(needs, isNeeded)
    }
    if (!isNeeded) continue
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const [start, end] = [found.index, found.index + found[0].length]
      if (start === end) {
        pattern.lastIndex += 1
        continue
      }
      const free = taken.freeFrom(start, end)
      if (free > start) {
        // Continue after the range of the other rule.
        pattern.lastIndex = free
        continue
      }
      const spoken = rule.say(found, {
        before: text.slice(Math.max(0, start - NEAR), start),
        after: text.slice(end, end + NEAR),
      })
      if (spoken === null) continue
      taken.take(start, end)
      if (spoken !== found[0]) said.push({ start, end, spoken })
    }
  }
  return said.sort((a, b) => a.start - b.start)
}

/** The text as spoken. */
export function spokenText(text: string, language: string): string {
  return withReplacements(text, spokenForms(text, language))
}

interface Taken {
  /** The position after the last taken unit of a range; its start, if none is taken. */
  freeFrom(start: number, end: number): number
  take(start: number, end: number): void
}

/** Tracks which units of a text a rule has matched. */
function createTaken(length: number): Taken {
  let units: Uint8Array | null = null
  return {
    freeFrom(start, end) {
      if (units === null) return start
      for (let at = end - 1; at >= start; at--) if (units[at] === 1) return at + 1
      return start
    },
    take(start, end) {
      units ??= new Uint8Array(length)
      units.fill(1, start, end)
    },
  }
}

// Portuguese: the words of its rules.

/** The rules of Portuguese; Brazilian spelling has other accents in some words. */
function portugueseRules(isBrazilian: boolean): readonly SpokenRule[] {
  const numbers = isBrazilian ? NUMBER_WORDS.ptBr : NUMBER_WORDS.pt
  const { cardinal, ordinal } = numbers
  const metre = isBrazilian ? 'ômetro' : 'ómetro'
  return romanceRules({
    numbers,
    elided: {
      blank: 'três estrelas',
      year: (digits) => `${cardinal(digits.padEnd(4, '0'))} e tantos`,
      beforeYears:
        'em|anos?|de|desde|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
      titles:
        'Sr|Sra|D|[Dd]om|[Dd]ona|[Ss]enhora?|[Cc]onde|[Cc]ondessa|[Mm]arquês|[Mm]arquesa|[Vv]isconde|[Vv]iscondessa|[Dd]uque|[Dd]uquesa|[Bb]arão|[Bb]aronesa|[Pp]adre|[Ff]rei|[Cc]apitão|[Cc]oronel|[Dd]outora?|Dr|Madame|Monsieur|Lord|Lady',
      particles: 'de|do|da|a|em|no|na|vila|cidade|rua',
    },
    roundTheClock: 'vinte e quatro horas por dia, sete dias por semana',
    andSoOn: 'et cetera',
    contractions: {
      'P.e': 'padre',
      'V. Ex.ª': 'Vossa Excelência',
      'V. Ex.a': 'Vossa Excelência',
      'V. Exª': 'Vossa Excelência',
      'S. Ex.ª': 'Sua Excelência',
      'S. Exª': 'Sua Excelência',
      'Sr.ª': 'senhora',
      'D.ª': 'dona',
      'Dr.ª': 'doutora',
      'Ex.mo': 'excelentíssimo',
      'Ex.ma': 'excelentíssima',
      'Il.mo': 'ilustríssimo',
    },
    nameParticles: 'd[aoe]s? ',
    figures: {
      version: 'versão',
      point: 'ponto',
      beforeRatio: '[Pp]roporção|[Rr]azão|[Ee]scala|[Rr]ácio|[Rr]elação',
      to: 'para',
      powers: ['ao quadrado', 'ao cubo', 'elevado a'],
      compared: ['maior que', 'menor que'],
      times: 'vezes',
      kilometre: `quil${metre}`,
      height: (metres, rest) =>
        `${metres === '1' ? 'um metro' : 'dois metros'}${rest === '' ? '' : ` e ${cardinal(rest)}`}`,
      spelt: 'ADN DNA UTI OAB',
    },
    shortLarge: { M: 'milhão|milhões', mi: 'milhão|milhões', bi: 'bilhão|bilhões' },
    own: [
      degreesRule({ words: numbers, degrees: 'graus', before: 'a|de|com|até|cerca de|quase|uns' }),
      rule('decades', 'digit', String.raw`(?<=[Aa]nos )['’]([1-9]0)${END}`, ([, decade = '']) =>
        cardinal(decade),
      ),
      rule(
        'ladies',
        'period',
        String.raw`(?<=\bSr(?:as?\.|\.?ª) )D\.(?= \p{Lu})|${START}D\.(?= (?:\p{Lu}\p{L}*a|Isabel|Inês|Leonor|Beatriz|Carlota|Guiomar|Raquel|Ester)${END})`,
        (_, { before }) => (before === '' ? 'Dona' : 'dona'),
      ),
      rule(
        'contos',
        'digit',
        String.raw`(?<![\p{L}\p{N}$])(\d{1,4}):(\d{3})\$000(?!\d)`,
        ([, contos = '', rest = '']) => {
          const said = `${cardinal(contos)} ${contos === '1' ? 'conto' : 'contos'}`
          return rest === '000' ? `${said} de réis` : `${said} e ${cardinal(String(Number(rest)))} mil réis`
        },
      ),
      rule(
        'wars',
        'roman',
        String.raw`${START}(I{1,2})(?= (?:Guerra|Grande Guerra|República))`,
        ([, numeral = '']) => ordinal(String(numeral.length), 'f'),
      ),
      rule('priests', 'period', String.raw`(?<![\p{L}\p{N}.])P\.(?= \p{Lu}\p{Ll}{2})`, (_, { before }) =>
        /\p{Lu}\p{Ll}+ $/u.test(before) ? null : before === '' ? 'Padre' : 'padre',
      ),
      rule('numbers by their letter', 'periodNumber', String.raw`${START}n\.(?= ?\d)`, () => 'número'),
      rule(
        'réis',
        'digit',
        String.raw`(?<![\p{L}\p{N}$])(\d{1,3}(?:\.\d{3})*)\$(\d{3})(?:( réis)${END})?(?!\d)`,
        ([, thousands = '', rest = '']) => {
          const digits = `${thousands.replaceAll('.', '')}${rest}`
          return `${cardinal(digits)} réis`
        },
      ),
      rule(
        'hours and a half',
        'digit',
        String.raw`(?<=${START}(?:[àÀ]s?|[aA]s|[dD]as|[uU]ma|[pP]elas) )(\d{1,2}) (horas )?(?:e )?(?:1/2|½)(?![\p{L}\p{N}/])`,
        ([, hours = '', named = '']) => `${cardinal(hours, 'f')} ${named}e meia`,
      ),
      rule('halves', 'digit', String.raw`(?<![\p{L}\p{N}.,/] ?)(?:1/2|½) (?=(\p{Ll}+))`, ([, noun = '']) =>
        /a$/.test(noun) ? 'meia ' : 'meio ',
      ),
    ],
    web: {
      at: 'arroba',
      dot: 'ponto',
      slash: 'barra',
      colon: 'dois pontos',
      dash: 'hífen',
      underscore: 'sublinhado',
      question: 'interrogação',
      equals: 'igual',
      hash: 'cardinal',
      plus: 'mais',
      percent: 'por cento',
      tilde: 'til',
      and: 'e',
    },
    to: 'a',
    per: 'por',
    and: 'e',
    plus: 'mais',
    equals: 'igual a',
    times: 'por',
    currencies: {
      '€ EUR': 'euro|euros|m|cêntimo|cêntimos|e',
      'R$ BRL': 'real|reais|m|centavo|centavos|e',
      'US$ $': 'dólar|dólares|m|cêntimo|cêntimos|e',
      '£ GBP': 'libra|libras|f|péni|pence|e',
      '¥': 'iene|ienes',
    },
    units: {
      '%': 'por cento|por cento|n',
      '°C ºC': 'grau Celsius|graus Celsius',
      '°': 'grau|graus',
      km: `quil${metre}|quil${metre}s`,
      m: 'metro|metros',
      cm: 'centímetro|centímetros',
      mm: 'milímetro|milímetros',
      'm² m2': 'metro quadrado|metros quadrados',
      'km² km2': `quil${metre} quadrado|quil${metre}s quadrados`,
      'm³ m3': 'metro cúbico|metros cúbicos',
      kg: 'quilograma|quilogramas',
      g: 'grama|gramas',
      l: 'litro|litros',
      ml: 'mililitro|mililitros',
      'km/h': `quil${metre} por hora|quil${metre}s por hora`,
      h: 'hora|horas|f',
      min: 'minuto|minutos',
      s: 'segundo|segundos',
      ha: 'hectare|hectares',
      t: 'tonelada|toneladas|f',
    },
    large: ['milhão', 'milhões', 'bilhão', 'bilhões'],
    ofLarge: 'de ',
    months: {
      janeiro: 'jan',
      fevereiro: 'fev',
      março: 'mar',
      abril: 'abr',
      maio: 'mai',
      junho: 'jun',
      julho: 'jul',
      agosto: 'ago',
      setembro: 'set',
      outubro: 'out',
      novembro: 'nov',
      dezembro: 'dez',
    },
    ofMonth: 'de',
    firstDay: 'primeiro',
    abbreviations: {
      'i. e': 'isto é',
      'i.e': 'isto é',
      Tel: 'telefone',
      tel: 'telefone',
      Sr: 'senhor',
      sr: 'senhor',
      Sra: 'senhora',
      sra: 'senhora',
      Srs: 'senhores',
      Sras: 'senhoras',
      Srta: 'senhorita',
      Dr: 'doutor',
      dr: 'doutor',
      Dra: 'doutora',
      D: 'dom*',
      Exmo: 'excelentíssimo',
      Exma: 'excelentíssima',
      'V. Exa': 'vossa excelência',
      'S. M': 'Sua Majestade',
      Prof: 'professor',
      Profa: 'professora',
      Eng: 'engenheiro',
      Cap: 'capitão*',
      Cel: 'coronel*',
      Gen: 'general*',
      Pe: 'padre*',
      S: 'São*',
      Sto: 'santo',
      Sta: 'santa',
      Av: 'Avenida',
      av: 'avenida',
      R: 'Rua*',
      Fr: 'frei*',
      Ilmo: 'ilustríssimo',
      Ilma: 'ilustríssima',
      'V. M': 'Vossa Majestade',
      'S. A. R': 'Sua Alteza Real',
      'S. A': 'Sua Alteza',
      'S. Exa': 'Sua Excelência',
      'N. Sra': 'Nossa Senhora',
      'N. S': 'Nosso Senhor',
      séc: 'século#',
      Lx: 'Lisboa',
      etc: 'et cetera',
      'p. ex': 'por exemplo',
      'p.ex': 'por exemplo',
      'a.C': 'antes de Cristo',
      'a. C': 'antes de Cristo',
      'd.C': 'depois de Cristo',
      'd. C': 'depois de Cristo',
      cf: 'confira',
      núm: 'número',
      cap: 'capítulo',
      vol: 'volume',
      fig: 'figura#',
      art: 'artigo#',
      ed: 'edição',
      Cia: 'Companhia',
      Ltda: 'limitada',
      insp: 'inspetor*',
      apto: 'apartamento#',
      bl: 'bloco*',
      Ten: 'tenente*',
      Sgt: 'sargento*',
      Maj: 'major*',
      Alm: 'almirante*',
      Pça: 'praça',
      Pç: 'praça*',
      Trav: 'travessa*',
      Lgo: 'largo*',
      'N. B': 'nota bene',
      'N.B': 'nota bene',
      'P. S': 'pós-escrito',
      jan: 'janeiro#',
      fev: 'fevereiro#',
      dez: 'dezembro#',
    },
    beforeNumbers: listOf(
      'Capítulo CAPÍTULO capítulo Cap. cap. Livro LIVRO livro Tomo TOMO tomo Volume VOLUME volume vol. Ato ATO ato Acto Cena CENA cena Parte PARTE parte Canto CANTO canto Artigo artigo Título Carta CARTA Anexo',
    ),
    century: /(?<=(?:[Ss]éculos?|SÉCULO|séc\.) )([IVX]{1,6})(?![\p{L}\p{N}])/gu,
    centuryWords: (digits) => (Number(digits) <= 10 ? ordinal(digits) : cardinal(digits)),
    rulerWords: (digits, name) =>
      Number(digits) > 10
        ? cardinal(digits)
        : ordinal(digits, name.endsWith('a') || name === 'Isabel' ? 'f' : 'm'),
    ordinalEnding: '\\.?([°ºª])(?![CF\\d])',
    ordinalWords: (digits, ending) => ordinal(digits, ending === 'ª' ? 'f' : 'm'),
    clock: (hours, minutes) =>
      Number(hours) > 12 && minutes !== undefined
        ? `${cardinal(hours, 'f')} e ${cardinal(minutes)}`
        : `${cardinal(hours, 'f')}${Number(hours) === 1 ? ' hora' : ' horas'}${minutes === undefined ? '' : minutes === '30' ? ' e meia' : ` e ${cardinal(minutes)}`}`,
    clockSign: ':|h',
    fraction(above, below) {
      if (Number(below) < 2 || Number(below) > 100 || /^0/.test(above) || /^0/.test(below)) return null
      const parts: Readonly<Record<string, string>> = { '2': 'meio', '3': 'terço' }
      const part =
        parts[below] ?? (Number(below) <= 10 || below === '100' ? ordinal(below) : `${cardinal(below)} avo`)
      return above === '1' ? `um ${part}` : `${cardinal(above)} ${part}s`
    },
    half: 'meio',
    page: ['página', 'páginas'],
    number: 'número',
    numbered: 'números',
    numberSign: '(?:[°º]|\\.º|\\.°)',
    section: 'parágrafo',
    isFeminine: (noun) =>
      /(?:as?|ções|ção|dades?|ezes|noites?|mulher(?:es)?|vez|mãos?|flor(?:es)?|colher(?:es)?|luz(?:es)?|tardes?|partes?)$/.test(
        noun,
      ) && !/^(?:dias?|mapas?|problemas?|planetas?)$/.test(noun),
  })
}
