/** What voices are like, and the names of their languages, in the language of the page. */
import type { TFunction } from 'i18next'
import type { Voice } from '../../shared/ipc/views.ts'
import { localeFormats } from './locale.ts'
import { optionalText } from './textKeys.ts'

/** The name of a language by its BCP 47 tag; the tag where it has none, as servers of voices may tell anything. */
export function languageName(tag: string): string {
  try {
    return localeFormats().languages.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** What a voice is like. Voices that Fabula does not bring along are described as their server does. */
export function describeVoice(t: TFunction, voice: Pick<Voice, 'id' | 'language' | 'description'>): string {
  const { id, language, description } = voice
  if (id.startsWith('ES-')) return t('voices.speaks', { language: languageName(language) })
  return optionalText(t, `voices.descriptions.${id}`) || description
}
