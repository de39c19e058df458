import { Split } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import type { Block } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { playBlock } from '../../actions/playing.ts'
import { splitInMiddle } from '../../actions/writing.ts'
import { useIsFree, useWorld } from '../../hooks/world.ts'
import { errorText } from '../../i18n/errorText.ts'
import type { BlockState } from '../../stores/blockState.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './BlockRow.module.css'

interface BlockProblemProps {
  readonly block: Block
  readonly state: BlockState
}

/** Why a block cannot be made, or was not, below its words: what happened, and what to do. */
export function BlockProblem({ block, state }: BlockProblemProps) {
  if (state.kind === 'tooLong') return <TooLong block={block} />
  return state.kind === 'failed' && state.error !== null ? <Failed block={block} error={state.error} /> : null
}

/** The id of a block's problem, which describes its text field. */
export const problemId = ({ id }: Block) => `problem-${id}`

function TooLong({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <div className={styles.problem}>
      <p id={problemId(block)}>
        {t('script.tooLong', { count: blockCharacters(block), limit: MAX_INPUT_CHARACTERS })}
      </p>
      <Button icon={<Split size={14} />} onPress={() => splitInMiddle(world, block.id)}>
        {t('script.splitInTwo')}
      </Button>
      <span>{t('script.splitWhere')}</span>
    </div>
  )
}

function Failed({
  block,
  error,
}: {
  readonly block: Block
  readonly error: NonNullable<BlockState['error']>
}) {
  const { t } = useTranslation()
  const world = useWorld()
  const isFree = useIsFree()
  const details = Object.values(error.params).join(' · ')
  return (
    <div className={styles.problem}>
      <p id={problemId(block)}>{errorText(t, error)}</p>
      <Button onPress={() => void playBlock(world, block.id).catch(world.report)}>
        {t('script.tryAgain')}
      </Button>
      <Button onPress={() => runCommand(world, 'connections')}>{t('commands.connections')}</Button>
      <span>{isFree ? '' : t('units.estimate', { count: blockCharacters(block) })}</span>
      <details>
        <summary>{t('script.details')}</summary>
        <code>{details === '' ? error.code : `${error.code} · ${details}`}</code>
      </details>
    </div>
  )
}
