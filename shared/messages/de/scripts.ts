import type { scripts as source } from '../scripts.ts'
import type { TextsOf } from '../languages.ts'

/** The German names of scripts, as they stand in sentences. */
export const scripts: TextsOf<typeof source> = {
  Latin: 'lateinische Buchstaben',
  Cyrillic: 'kyrillische Buchstaben',
  Greek: 'griechische Buchstaben',
  Hebrew: 'hebräische Buchstaben',
  Arabic: 'arabische Buchstaben',
  Devanagari: 'Devanagari-Zeichen (Hindi und andere)',
  Bengali: 'bengalische Zeichen',
  Gurmukhi: 'Gurmukhi-Zeichen (Panjabi)',
  Gujarati: 'Gujarati-Zeichen',
  Oriya: 'Odia-Zeichen',
  Tamil: 'tamilische Zeichen',
  Telugu: 'Telugu-Zeichen',
  Kannada: 'Kannada-Zeichen',
  Malayalam: 'Malayalam-Zeichen',
  Sinhala: 'singhalesische Zeichen',
  Myanmar: 'birmanische Zeichen',
  Thai: 'thailändische Zeichen',
  Ethiopic: 'äthiopische Zeichen (Amharisch und andere)',
  Georgian: 'georgische Buchstaben',
  Armenian: 'armenische Buchstaben',
  Cherokee: 'Cherokee-Zeichen',
  Hangul: 'koreanische Zeichen',
  Khmer: 'Khmer-Zeichen',
  Lao: 'laotische Zeichen',
  Tibetan: 'tibetische Zeichen',
  Japanese: 'Japanisch',
  Kanji: 'Kanji',
  Chinese: 'chinesische Schriftzeichen',
}
