import type { Language } from './languages.ts'

/**
 * The names of spoken languages that browsers lack, or have another meaning for, by BCP 47 tag in lower case. Chromium knows the names of
 * few languages, and eSpeak NG has tags of its own: `ca-va` is Valencian there, and a country for a browser.
 */
export const SPOKEN_LANGUAGES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  ba: { en: 'Bashkir', de: 'Baschkirisch', es: 'baskir' },
  bpy: { en: 'Bishnupriya Manipuri', de: 'Bishnupriya Manipuri', es: 'bishnupriya manipuri' },
  'ca-ba': { en: 'Catalan (Balearic)', de: 'Katalanisch (Balearen)', es: 'catalán (Baleares)' },
  'ca-nw': { en: 'Catalan (North-western)', de: 'Katalanisch (Nordwesten)', es: 'catalán (noroccidental)' },
  'ca-va': { en: 'Catalan (Valencian)', de: 'Katalanisch (Valencianisch)', es: 'catalán (valenciano)' },
  'ca-valencia': { en: 'Catalan (Valencian)', de: 'Katalanisch (Valencianisch)', es: 'catalán (valenciano)' },
  'cmn-latn-pinyin': { en: 'Chinese (Pinyin)', de: 'Chinesisch (Pinyin)', es: 'chino (pinyin)' },
  cv: { en: 'Chuvash', de: 'Tschuwaschisch', es: 'chuvasio' },
  'en-029': { en: 'English (Caribbean)', de: 'Englisch (Karibik)', es: 'inglés (Caribe)' },
  'en-gb-scotland': { en: 'English (Scotland)', de: 'Englisch (Schottland)', es: 'inglés (Escocia)' },
  'en-gb-x-gbclan': { en: 'English (Lancaster)', de: 'Englisch (Lancaster)', es: 'inglés (Lancaster)' },
  'en-gb-x-gbcwmd': {
    en: 'English (West Midlands)',
    de: 'Englisch (West Midlands)',
    es: 'inglés (West Midlands)',
  },
  'en-gb-x-rp': {
    en: 'English (Received Pronunciation)',
    de: 'Englisch (Received Pronunciation)',
    es: 'inglés (Received Pronunciation)',
  },
  'en-us-nyc': { en: 'English (New York City)', de: 'Englisch (New York)', es: 'inglés (Nueva York)' },
  grc: { en: 'Ancient Greek', de: 'Altgriechisch', es: 'griego antiguo' },
  hak: { en: 'Hakka Chinese', de: 'Hakka-Chinesisch', es: 'chino hakka' },
  hyw: { en: 'Western Armenian', de: 'Westarmenisch', es: 'armenio occidental' },
  io: { en: 'Ido', de: 'Ido', es: 'ido' },
  jbo: { en: 'Lojban', de: 'Lojban', es: 'lojban' },
  kaa: { en: 'Karakalpak', de: 'Karakalpakisch', es: 'karakalpako' },
  kl: { en: 'Greenlandic', de: 'Grönländisch', es: 'groenlandés' },
  lfn: { en: 'Lingua Franca Nova', de: 'Lingua Franca Nova', es: 'lingua franca nova' },
  ltg: { en: 'Latgalian', de: 'Lettgallisch', es: 'latgaliano' },
  mto: { en: 'Totontepec Mixe', de: 'Totontepec-Mixe', es: 'mixe de Totontepec' },
  nci: { en: 'Classical Nahuatl', de: 'Klassisches Nahuatl', es: 'náhuatl clásico' },
  nog: { en: 'Nogai', de: 'Nogaisch', es: 'nogayo' },
  pap: { en: 'Papiamento', de: 'Papiamento', es: 'papiamento' },
  piqd: { en: 'Klingon', de: 'Klingonisch', es: 'klingon' },
  py: { en: 'Pyash', de: 'Pyash', es: 'pyash' },
  qdb: { en: 'Lang Belta', de: 'Lang Belta', es: 'lang belta' },
  quc: { en: 'K’iche’', de: 'K’iche’', es: 'quiché' },
  qya: { en: 'Quenya', de: 'Quenya', es: 'quenya' },
  'ru-cl': { en: 'Russian (classical)', de: 'Russisch (klassisch)', es: 'ruso (clásico)' },
  shn: { en: 'Shan', de: 'Schan', es: 'shan' },
  sjn: { en: 'Sindarin', de: 'Sindarin', es: 'sindarin' },
  smj: { en: 'Lule Sami', de: 'Lulesamisch', es: 'sami lule' },
  'vi-vn-x-central': {
    en: 'Vietnamese (Central)',
    de: 'Vietnamesisch (Mitte)',
    es: 'vietnamita (centro)',
  },
  'vi-vn-x-south': { en: 'Vietnamese (South)', de: 'Vietnamesisch (Süden)', es: 'vietnamita (sur)' },
  'yue-latn-jyutping': {
    en: 'Cantonese (Jyutping)',
    de: 'Kantonesisch (Jyutping)',
    es: 'cantonés (jyutping)',
  },
}
