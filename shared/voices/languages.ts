/**
 * The languages that eSpeak NG speaks: language tag, the engine's own identifier (the only name that set_voice accepts
 * ), English name. The tag is the one the engine lists first, which makes it the tail of the voice id: `ES-de`.
 */
export const ENGINE_LANGUAGES: readonly (readonly [tag: string, identifier: string, name: string])[] = [
  ['af', 'gmw/af', 'Afrikaans'],
  ['am', 'sem/am', 'Amharic'],
  ['an', 'roa/an', 'Aragonese'],
  ['ar', 'sem/ar', 'Arabic'],
  ['as', 'inc/as', 'Assamese'],
  ['az', 'trk/az', 'Azerbaijani'],
  ['ba', 'trk/ba', 'Bashkir'],
  ['be', 'zle/be', 'Belarusian'],
  ['bg', 'zls/bg', 'Bulgarian'],
  ['bn', 'inc/bn', 'Bengali'],
  ['bpy', 'inc/bpy', 'Bishnupriya Manipuri'],
  ['bs', 'zls/bs', 'Bosnian'],
  ['ca', 'roa/ca', 'Catalan'],
  ['ca-ba', 'roa/ca-ba', 'Catalan (Balearic)'],
  ['ca-nw', 'roa/ca-nw', 'Catalan (North-western)'],
  ['ca-va', 'roa/ca-va', 'Catalan (Valencian)'],
  ['chr', 'iro/chr', 'Cherokee'],
  ['cmn', 'sit/cmn', 'Chinese (Mandarin, latin as English)'],
  ['cmn-latn-pinyin', 'sit/cmn-Latn-pinyin', 'Chinese (Mandarin, latin as Pinyin)'],
  ['cs', 'zlw/cs', 'Czech'],
  ['cv', 'trk/cv', 'Chuvash'],
  ['cy', 'cel/cy', 'Welsh'],
  ['da', 'gmq/da', 'Danish'],
  ['de', 'gmw/de', 'German'],
  ['el', 'grk/el', 'Greek'],
  ['en-029', 'gmw/en-029', 'English (Caribbean)'],
  ['en-gb', 'gmw/en', 'English (Great Britain)'],
  ['en-gb-scotland', 'gmw/en-GB-scotland', 'English (Scotland)'],
  ['en-gb-x-gbclan', 'gmw/en-GB-x-gbclan', 'English (Lancaster)'],
  ['en-gb-x-gbcwmd', 'gmw/en-GB-x-gbcwmd', 'English (West Midlands)'],
  ['en-gb-x-rp', 'gmw/en-GB-x-rp', 'English (Received Pronunciation)'],
  ['en-us', 'gmw/en-US', 'English (America)'],
  ['en-us-nyc', 'gmw/en-US-nyc', 'English (America, New York City)'],
  ['eo', 'art/eo', 'Esperanto'],
  ['es', 'roa/es', 'Spanish (Spain)'],
  ['es-419', 'roa/es-419', 'Spanish (Latin America)'],
  ['et', 'urj/et', 'Estonian'],
  ['eu', 'eu', 'Basque'],
  ['fa', 'ira/fa', 'Persian'],
  ['fa-latn', 'ira/fa-Latn', 'Persian (Pinglish)'],
  ['fi', 'urj/fi', 'Finnish'],
  ['fo', 'gmq/fo', 'Faroese'],
  ['fr-be', 'roa/fr-BE', 'French (Belgium)'],
  ['fr-ch', 'roa/fr-CH', 'French (Switzerland)'],
  ['fr-fr', 'roa/fr', 'French (France)'],
  ['ga', 'cel/ga', 'Gaelic (Irish)'],
  ['gd', 'cel/gd', 'Gaelic (Scottish)'],
  ['gn', 'sai/gn', 'Guarani'],
  ['grc', 'grk/grc', 'Greek (Ancient)'],
  ['gu', 'inc/gu', 'Gujarati'],
  ['hak', 'sit/hak', 'Hakka Chinese'],
  ['haw', 'map/haw', 'Hawaiian'],
  ['he', 'sem/he', 'Hebrew'],
  ['hi', 'inc/hi', 'Hindi'],
  ['hr', 'zls/hr', 'Croatian'],
  ['ht', 'roa/ht', 'Haitian Creole'],
  ['hu', 'urj/hu', 'Hungarian'],
  ['hy', 'ine/hy', 'Armenian (East Armenia)'],
  ['hyw', 'ine/hyw', 'Armenian (West Armenia)'],
  ['ia', 'art/ia', 'Interlingua'],
  ['id', 'poz/id', 'Indonesian'],
  ['io', 'art/io', 'Ido'],
  ['is', 'gmq/is', 'Icelandic'],
  ['it', 'roa/it', 'Italian'],
  ['ja', 'jpx/ja', 'Japanese'],
  ['jbo', 'art/jbo', 'Lojban'],
  ['ka', 'ccs/ka', 'Georgian'],
  ['kaa', 'trk/kaa', 'Karakalpak'],
  ['kk', 'trk/kk', 'Kazakh'],
  ['kl', 'esx/kl', 'Greenlandic'],
  ['kn', 'dra/kn', 'Kannada'],
  ['ko', 'ko', 'Korean'],
  ['kok', 'inc/kok', 'Konkani'],
  ['ku', 'ira/ku', 'Kurdish'],
  ['ky', 'trk/ky', 'Kyrgyz'],
  ['la', 'itc/la', 'Latin'],
  ['lb', 'gmw/lb', 'Luxembourgish'],
  ['lfn', 'art/lfn', 'Lingua Franca Nova'],
  ['lt', 'bat/lt', 'Lithuanian'],
  ['ltg', 'bat/ltg', 'Latgalian'],
  ['lv', 'bat/lv', 'Latvian'],
  ['mi', 'poz/mi', 'Māori'],
  ['mk', 'zls/mk', 'Macedonian'],
  ['ml', 'dra/ml', 'Malayalam'],
  ['mr', 'inc/mr', 'Marathi'],
  ['ms', 'poz/ms', 'Malay'],
  ['mt', 'sem/mt', 'Maltese'],
  ['mto', 'miz/mto', 'Totontepec Mixe'],
  ['my', 'sit/my', 'Myanmar (Burmese)'],
  ['nb', 'gmq/nb', 'Norwegian Bokmål'],
  ['nci', 'azc/nci', 'Nahuatl (Classical)'],
  ['ne', 'inc/ne', 'Nepali'],
  ['nl', 'gmw/nl', 'Dutch'],
  ['nog', 'trk/nog', 'Nogai'],
  ['om', 'cus/om', 'Oromo'],
  ['or', 'inc/or', 'Oriya'],
  ['pa', 'inc/pa', 'Punjabi'],
  ['pap', 'roa/pap', 'Papiamento'],
  ['piqd', 'art/piqd', 'Klingon'],
  ['pl', 'zlw/pl', 'Polish'],
  ['pt', 'roa/pt', 'Portuguese (Portugal)'],
  ['pt-br', 'roa/pt-BR', 'Portuguese (Brazil)'],
  ['py', 'art/py', 'Pyash'],
  ['qdb', 'art/qdb', 'Lang Belta'],
  ['qu', 'qu', 'Quechua'],
  ['quc', 'myn/quc', "K'iche'"],
  ['qya', 'art/qya', 'Quenya'],
  ['ro', 'roa/ro', 'Romanian'],
  ['ru', 'zle/ru', 'Russian'],
  ['ru-cl', 'zle/ru-cl', 'Russian (Classic)'],
  ['ru-lv', 'zle/ru-LV', 'Russian (Latvia)'],
  ['sd', 'inc/sd', 'Sindhi'],
  ['shn', 'tai/shn', 'Shan (Tai Yai)'],
  ['si', 'inc/si', 'Sinhala'],
  ['sjn', 'art/sjn', 'Sindarin'],
  ['sk', 'zlw/sk', 'Slovak'],
  ['sl', 'zls/sl', 'Slovenian'],
  ['smj', 'urj/smj', 'Lule Saami'],
  ['sq', 'ine/sq', 'Albanian'],
  ['sr', 'zls/sr', 'Serbian'],
  ['sv', 'gmq/sv', 'Swedish'],
  ['sw', 'bnt/sw', 'Swahili'],
  ['ta', 'dra/ta', 'Tamil'],
  ['te', 'dra/te', 'Telugu'],
  ['th', 'tai/th', 'Thai'],
  ['ti', 'sem/ti', 'Tigrinya'],
  ['tk', 'trk/tk', 'Turkmen'],
  ['tn', 'bnt/tn', 'Setswana'],
  ['tr', 'trk/tr', 'Turkish'],
  ['tt', 'trk/tt', 'Tatar'],
  ['ug', 'trk/ug', 'Uyghur'],
  ['uk', 'zle/uk', 'Ukrainian'],
  ['ur', 'inc/ur', 'Urdu'],
  ['uz', 'trk/uz', 'Uzbek'],
  ['vi', 'aav/vi', 'Vietnamese (Northern)'],
  ['vi-vn-x-central', 'aav/vi-VN-x-central', 'Vietnamese (Central)'],
  ['vi-vn-x-south', 'aav/vi-VN-x-south', 'Vietnamese (Southern)'],
  ['yue', 'sit/yue', 'Chinese (Cantonese)'],
  ['yue-latn-jyutping', 'sit/yue-Latn-jyutping', 'Chinese (Cantonese, latin as Jyutping)'],
]

/** The language of a tag such as `en-gb`. Voice packs use the tag of all Chinese languages for Mandarin. */
export function baseLanguage(tag: string): string {
  const base = tag.toLowerCase().split('-')[0] ?? ''
  return base === 'zh' ? 'cmn' : base
}

/** The languages of natural voices, which are known only for installed voice packs. */

/** Language tags by voice id. */
export type PackLanguages = ReadonlyMap<string, string>

export const NO_PACKS: PackLanguages = new Map()

interface ListedVoice {
  readonly id: string
  readonly language: string
  readonly pack: object | null
}

const known = new WeakMap<readonly ListedVoice[], PackLanguages>()

/** The languages of the natural voices in a list: the same object for the same list. */
export function packLanguagesOf(voices: readonly ListedVoice[]): PackLanguages {
  const before = known.get(voices)
  if (before !== undefined) return before
  const natural = voices.filter(({ pack }) => pack !== null)
  const languages =
    natural.length === 0 ? NO_PACKS : new Map(natural.map(({ id, language }) => [id, language]))
  known.set(voices, languages)
  return languages
}
