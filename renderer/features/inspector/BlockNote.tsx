import type { BlockId } from '../../../shared/story/records.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Block } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { playBlock } from '../../actions/playing.ts'
import { BlockProblem } from '../../fields/BlockProblem.tsx'
import { useBlockState, useIsFree, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import styles from './Inspector.module.css'

/** Says that a block has changed since it was made, or why it cannot be made, with what makes it. */
export function BlockNote({ blockId }: { readonly blockId: BlockId }) {
  const block = useOfStory((story) => findBlock(story, blockId))
  return block === undefined ? null : <NoteOf block={block} />
}

function NoteOf({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const session = useSession()
  const state = useBlockState(block)
  const isFree = useIsFree()
  const characters = useOfStory((story) => blockCharacters(story, block))
  const { kind } = state
  if (kind === 'failed' || kind === 'tooLong') {
    const word = kind === 'failed' ? t('inspector.failed') : t('units.blockState.tooLong')
    return (
      <div role="note" className={`${styles.note} ${styles.failed}`}>
        <StateMark state={kind} word={word} showsWord />
        <BlockProblem block={block} state={state} />
      </div>
    )
  }
  if (isLocked(block)) {
    return (
      <div role="note" className={`${styles.note} ${styles.locked}`}>
        <StateMark state="locked" word={t('units.blockState.locked')} />
        <p>{t('inspector.lockedNote')}</p>
        <Button size="small" onPress={() => runCommand(session, 'toggleLock')}>
          {t('script.lock.unlock')}
        </Button>
      </div>
    )
  }
  if (kind !== 'changed') return null
  const price = t('units.estimate', { count: characters })
  return (
    <div role="note" className={`${styles.note} ${styles.changed}`}>
      <StateMark state="changed" word={t('units.blockState.changed')} />
      <p>{isFree ? t('inspector.changed') : t('inspector.changedCost', { price })}</p>
      <Button
        size="small"
        aria-label={t('commands.playBlock')}
        onPress={() => void playBlock(session, block.id).catch(session.report)}
      >
        {t('inspector.play')}
      </Button>
    </div>
  )
}
