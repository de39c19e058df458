import { blockNumber } from '../../shared/story/selectors.ts'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { findVoice } from '../../shared/voices/builtInVoices.ts'
import { isLatinLanguage, voicesReading, type Script } from '../../shared/voices/scripts.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useAppState } from './app.ts'
import { useStoryIfOpen } from './session.ts'

/** Returns a function for the name of a voice on this computer, or its id if the name is not known. */
export function useVoiceName(): (voiceId: string) => string {
  const voices = useAppState((state) => state.voices)
  return (voiceId) => findVoice(voiceId)?.name ?? voices.find(({ id }) => id === voiceId)?.name ?? voiceId
}

/** The most block numbers in a sentence. */
const NAMED = 6

/** Returns a function for sentences about what a voice does not read, with the numbers of the blocks if there are any. */
export function useUnreadText(): (unread: UnreadBlocks) => string {
  const { t } = useTranslation()
  const story = useStoryIfOpen((state) => state.story)
  const nameOf = useVoiceName()
  return ({ voiceId, script, blocks }) => {
    const voice = nameOf(voiceId)
    const text = sentences(voice, script).join(' ')
    if (story === undefined || blocks.length === 0) return text
    const numbers = blocks.slice(0, NAMED).map(({ id }) => blockNumber(story, id))
    const rest = blocks.length - numbers.length
    const values = { count: blocks.length, numbers: numbers.join(', '), text }
    return rest === 0
      ? t('inspector.unread.inBlocks', values)
      : t('inspector.unread.inMoreBlocks', { ...values, rest })
  }

  function sentences(voice: string, script: Script): string[] {
    if (script === 'Kanji') return [t('inspector.unread.kanji', { voice })]
    if (isLatinLanguage(script))
      return [t('inspector.unread.otherLanguage', { voice, language: t(`scripts.${script}`) })]
    const spells = t('inspector.unread.spells', { voice, letters: t(`scripts.${script}`) })
    return voicesReading(script).length === 0 ? [spells, t('inspector.unread.noVoice')] : [spells]
  }
}
