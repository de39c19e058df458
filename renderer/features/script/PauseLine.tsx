import { Pin, Timer } from 'lucide-react'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { MAX_SILENCE_MS } from '../../../shared/story/limits.ts'
import type { Block } from '../../../shared/story/records.ts'
import { isPinned, silenceBeforeOf } from '../../../shared/story/silences.ts'
import { useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { SecondsField } from '../../ui/SecondsField.tsx'
import styles from './PauseLine.module.css'

interface PauseLineProps {
  readonly block: Block
  readonly number: number
  readonly isTabStop: boolean
}

/** The silence before a block, changed in place. An empty field follows the story's rules. */
export function PauseLine({ block, number, isTabStop }: PauseLineProps) {
  const { t } = useTranslation()
  const session = useSession()
  const silenceMs = useOfStory((story) => silenceBeforeOf(story, block))
  const Mark = isPinned(block) ? Pin : Timer
  return (
    <div className={styles.line}>
      <div className={styles.pause}>
        <Mark size={12} aria-hidden="true" />
        <SecondsField
          isInline
          tabIndex={isTabStop ? 0 : -1}
          label={t('script.silenceOf', { number })}
          unit={t('inspector.secondsUnit')}
          valueMs={silenceMs}
          maxMs={MAX_SILENCE_MS}
          onChange={(value) => {
            const story = storyOf(session)
            const change = patchBlocks(story, [block.id], { silenceBeforeMs: value })
            session.edit('edits.silence', change, `silence:${block.id}`)
          }}
        />
        {isPinned(block) ? <span>{t('script.pinned')}</span> : null}
      </div>
      {block.breakBefore === 'scene' ? (
        <span className={styles.scene} title={t('script.newScene')}>
          <span aria-hidden="true">* * *</span>
          <span className="visually-hidden">{t('script.newScene')}</span>
        </span>
      ) : null}
    </div>
  )
}
