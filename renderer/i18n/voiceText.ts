/** Names of the built-in voices, of languages and of emotions, and descriptions of voices, in the language of the page. */
import type { TFunction } from 'i18next'
import type { VoiceView } from '../../shared/ipc/views.ts'
import { chooseLanguage, LANGUAGES } from '../../shared/messages/languages.ts'
import { SPOKEN_LANGUAGES } from '../../shared/messages/spokenLanguages.ts'
import { localeFormats } from './format.ts'
import { optionalText } from './textKeys.ts'

/**
 * The name of a language by its BCP 47 tag: the app's own name, the browser's, or that of the language without subtags that have no name,
 * such as a region. A tag without a name is shown as it is, because voice servers may send anything.
 */
export function languageName(tag: string): string {
  const subtags = tag.split(/[-_]/)
  for (let count = subtags.length; count > 0; count -= 1) {
    const name = nameOf(subtags.slice(0, count))
    if (name !== undefined) return name
  }
  return tag
}

const words = new Map<string, string>()

/** A language by its own name and by its names in the languages of the app, for searches; '' for ''. */
export function languageWords(tag: string): string {
  const [base = ''] = tag.split('-')
  const known = words.get(base)
  if (known !== undefined || base === '') return known ?? ''
  const names = [
    nameIn(base, base),
    ...LANGUAGES.map((language) => SPOKEN_LANGUAGES[base]?.[language] ?? nameIn(language, base)),
  ]
    .join(' ')
    .trim()
  words.set(base, names)
  return names
}

/** The name of a language in another language; '' if it is unknown, because voice servers may send anything. */
function nameIn(locale: string, tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(tag) ?? ''
  } catch {
    return ''
  }
}

/** The name of a tag in the language that is shown; undefined if the browser would put a subtag itself into it, as in “English (029)”. */
function nameOf(subtags: readonly string[]): string | undefined {
  const { locale, languages } = localeFormats()
  const tag = subtags.join('-').toLowerCase()
  const own = SPOKEN_LANGUAGES[tag]?.[chooseLanguage('system', [locale]).language]
  if (own !== undefined) return own
  try {
    const name = languages.of(tag)
    if (name === undefined || name === tag) return undefined
    const words = new Set(name.toLowerCase().split(/[^\p{L}\d]+/u))
    return subtags.slice(1).some((subtag) => words.has(subtag.toLowerCase())) ? undefined : name
  } catch {
    return undefined
  }
}

/** A description of a voice. Voices that are not part of Fabula are described as by their server. */
export function describeVoice(
  t: TFunction,
  voice: Pick<VoiceView, 'id' | 'language' | 'description'>,
): string {
  const { id, language, description } = voice
  if (id.startsWith('ES-')) return t('voices.speaks', { language: languageName(language) })
  return optionalText(t, `voices.descriptions.${id}`) || description
}

/**
 * The name of a built-in voice that is named after its language: “Deutsch, tief” for “German, low”. Other voices have names of their own.
 */
export function voiceName(
  t: TFunction,
  { id, language, name }: Pick<VoiceView, 'id' | 'language' | 'name'>,
): string {
  const plainId = `ES-${language}`
  if (!id.startsWith(plainId)) return name
  const own = languageName(language)
  const named = own.slice(0, 1).toLocaleUpperCase(localeFormats().locale) + own.slice(1)
  const variant = id.slice(plainId.length + 1)
  return [named, optionalText(t, `voices.variants.${variant}`)].filter((part) => part !== '').join(', ')
}

/** An emotion as it is shown: services know English words, and people can write any word. */
export function emotionName(t: TFunction, emotion: string): string {
  return optionalText(t, `inspector.emotions.${emotion}`) || emotion
}
