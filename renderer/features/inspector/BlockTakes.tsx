import { Check, Play } from 'lucide-react'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { findTake } from '../../../shared/story/takes.ts'
import { formatSeconds, formatSpeed, formatTime } from '../../i18n/format.ts'
import { useAppState, useAudioState, useOfStory, useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import styles from './Inspector.module.css'

const SHOWN = 6

/** The audio that was made for a block, newest first; the take that fits its words and voice is marked. */
export function BlockTakes({ blockId }: { blockId: BlockId }) {
  const { t } = useTranslation()
  const world = useWorld()
  const allTakes = useAudioState((state) => state.allTakes)
  const byKey = useAudioState((state) => state.takes)
  const voices = useAppState((state) => state.voices)
  const used = useOfStory((story) => {
    const block = findBlock(story, blockId)
    return block && findTake(story, block, byKey)
  })
  const ofBlock = allTakes.filter((take) => take.blockId === blockId)
  if (ofBlock.length === 0) {
    return (
      <>
        <h2 className={styles.title}>{t('inspector.takes')}</h2>
        <p className={styles.empty}>{t('inspector.noTakes')}</p>
      </>
    )
  }
  const numbered = ofBlock.map((take, index) => ({ take, number: index + 1 })).reverse()
  return (
    <>
      <h2 className={styles.title}>{t('inspector.takes')}</h2>
      <ul className={styles.takes}>
        {numbered.slice(0, SHOWN).map(({ take, number }) => (
          <li key={take.id} className={styles.take} data-used={take.id === used?.id || undefined}>
            <IconButton
              label={t('inspector.playTake', { number })}
              look="round"
              onPress={() => {
                world.player.playAudio(take.audioId, take.startMs, take.endMs)
              }}
            >
              <Play size={12} fill="currentColor" />
            </IconButton>
            <div>
              {t('inspector.take', {
                number,
                voice: voices.find((voice) => voice.id === take.voiceId)?.name ?? take.voiceId,
                speed: t('units.speed', { value: formatSpeed(take.speed) }),
              })}
              <small>
                {t('inspector.takeFacts', {
                  seconds: formatSeconds(take.endMs - take.startMs),
                  time: formatTime(take.createdAtMs),
                })}
              </small>
            </div>
            {take.id === used?.id ? <Check size={15} aria-label={t('inspector.takeUsed')} /> : null}
          </li>
        ))}
      </ul>
    </>
  )
}
