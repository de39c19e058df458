/** What Portuguese readers say for what is written: the words of its rules. */
import { NUMBER_WORDS } from './numbers.ts'
import { romanceRules } from './romanceRules.ts'
import { listOf } from './rule.ts'
import type { SpokenRule } from './rule.ts'

/** The rules of Portuguese; Brazilians write some words with another accent. */
export function portugueseRules(isBrazilian: boolean): readonly SpokenRule[] {
  const numbers = isBrazilian ? NUMBER_WORDS.ptBr : NUMBER_WORDS.pt
  const { cardinal, ordinal } = numbers
  const metre = isBrazilian ? 'ômetro' : 'ómetro'
  return romanceRules({
    numbers,
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
      tel: 'telefone',
      ed: 'edição',
      Cia: 'Companhia',
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
      `${cardinal(hours, 'f')}${Number(hours) === 1 ? ' hora' : ' horas'}${minutes === undefined ? '' : minutes === '30' ? ' e meia' : ` e ${cardinal(minutes)}`}`,
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
    numberSign: '(?:[°º]|\\.º|\\.°)',
    section: 'parágrafo',
    isFeminine: (noun) =>
      /(?:as?|ções|ção|dades?|vezes|mulheres)$/.test(noun) &&
      !/^(?:dias?|mapas?|problemas?|planetas?)$/.test(noun),
  })
}
