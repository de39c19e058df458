import type { ReactNode } from 'react'
import type { Block } from '../../../shared/story/records.ts'
import { blockNumber, findCharacter } from '../../../shared/story/selectors.ts'
import { revealBlock } from '../../actions/editing.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './RenderPlan.module.css'

interface BlockButtonProps {
  readonly block: Block
  /** Called before the block is shown in the script. */
  readonly onShow: () => void
  /** Shown beside the block's words. */
  readonly children?: ReactNode
}

/** A block in a list, by its number, character and words. A press shows it in the script. */
export function BlockButton({ block, onShow, children }: BlockButtonProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const character = findCharacter(story, block.characterId)
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => {
        onShow()
        revealBlock(session, block.id, false)
      }}
    >
      <span className={styles.number}>{blockNumber(story, block.id) || ''}</span>
      <b dir="auto" style={characterColor(character?.color)}>
        {character?.name ?? t('inspector.narrator')}
      </b>
      <span dir="auto" className={styles.text}>
        {block.text}
      </span>
      {children}
    </button>
  )
}
