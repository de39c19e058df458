/** Descriptions of voices, and the names of their languages, in the language of the page. */
import type { TFunction } from 'i18next'
import type { VoiceView } from '../../shared/ipc/views.ts'
import { LANGUAGES } from '../../shared/messages/languages.ts'
import { ENGINE_LANGUAGES } from '../../shared/voices/languages.ts'
import { localeFormats } from './locale.ts'
import { optionalText } from './textKeys.ts'

/**
 * The name of a language by its BCP 47 tag. Browsers know the names of few languages; the others use the English name of the local voice,
 * or the name of the language without its region. A tag without a name is shown as it is, because voice servers may send anything.
 */
export function languageName(tag: string): string {
  const [base = tag] = tag.split('-')
  return nameOf(tag) ?? localName(tag) ?? nameOf(base) ?? localName(base) ?? tag
}

const words = new Map<string, string>()

/** A language by its own name and by its names in the languages of the app, for searches; '' for ''. */
export function languageWords(tag: string): string {
  const [base = ''] = tag.split('-')
  const known = words.get(base)
  if (known !== undefined || base === '') return known ?? ''
  const names = [base, ...LANGUAGES]
    .map((locale) => nameIn(locale, base))
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

function nameOf(tag: string): string | undefined {
  try {
    const name = localeFormats().languages.of(tag)
    return name === tag ? undefined : name
  } catch {
    return undefined
  }
}

function localName(tag: string): string | undefined {
  return ENGINE_LANGUAGES.find(([id]) => id === tag)?.[2]
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
