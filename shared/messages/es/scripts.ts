import type { scripts as source } from '../scripts.ts'
import type { TextsOf } from '../languages.ts'

/** The Spanish names of scripts, as they stand in sentences. */
export const scripts: TextsOf<typeof source> = {
  Latin: 'letras latinas',
  Cyrillic: 'letras cirílicas',
  Greek: 'letras griegas',
  Hebrew: 'letras hebreas',
  Arabic: 'letras árabes',
  Devanagari: 'letras devanagari (hindi y otras lenguas)',
  Bengali: 'letras bengalíes',
  Gurmukhi: 'letras gurmukhi (panyabí)',
  Gujarati: 'letras guyaratíes',
  Oriya: 'letras odia',
  Tamil: 'letras tamiles',
  Telugu: 'letras télugu',
  Kannada: 'letras canaresas',
  Malayalam: 'letras malayálam',
  Sinhala: 'letras cingalesas',
  Myanmar: 'letras birmanas',
  Thai: 'letras tailandesas',
  Ethiopic: 'letras etiópicas (amárico y otras lenguas)',
  Georgian: 'letras georgianas',
  Armenian: 'letras armenias',
  Cherokee: 'letras cheroquis',
  Hangul: 'letras coreanas',
  Khmer: 'letras jemeres',
  Lao: 'letras laosianas',
  Tibetan: 'letras tibetanas',
  Japanese: 'japonés',
  Kanji: 'kanji',
  Chinese: 'caracteres chinos',
}
