import { useTranslation } from 'react-i18next'
import { blockNumber } from '../../shared/story/selectors.ts'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { findVoice } from '../../shared/voices/builtInVoices.ts'
import { voicesReading } from '../../shared/voices/scripts.ts'
import { useStoryState } from './world.ts'

/** Block numbers that a sentence names. */
const NAMED = 6

/** Gives sentences on what a voice does not read, and in which blocks of the open story where blocks are named. */
export function useUnreadText(): (unread: UnreadBlocks) => string {
  const { t } = useTranslation()
  const story = useStoryState((state) => state.open?.story)
  return ({ voiceId, script, blocks }) => {
    const voice = findVoice(voiceId)?.name ?? voiceId
    const isPartly = script === 'Kanji'
    const sentences: string[] = [
      isPartly
        ? t('inspector.unread.kanji', { voice })
        : t('inspector.unread.spells', { voice, letters: t(`scripts.${script}`) }),
    ]
    if (!isPartly && voicesReading(script).length === 0) sentences.push(t('inspector.unread.noVoice'))
    if (story !== undefined && blocks.length > 0) {
      const numbers = blocks.slice(0, NAMED).map(({ id }) => blockNumber(story, id))
      const rest = blocks.length - numbers.length
      const values = { count: blocks.length, numbers: numbers.join(', ') }
      sentences.push(
        rest === 0
          ? t('inspector.unread.blocks', values)
          : t('inspector.unread.moreBlocks', { ...values, rest }),
      )
    }
    return sentences.join(' ')
  }
}
