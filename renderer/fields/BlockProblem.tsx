import { Split } from 'lucide-react'
import type { WireError } from '../../shared/ipc/result.ts'
import { MAX_INPUT_CHARACTERS } from '../../shared/speech-api/limits.ts'
import { blockCharacters } from '../../shared/story/renderPlan.ts'
import type { Block } from '../../shared/story/records.ts'
import { blockNumber, blocksOf } from '../../shared/story/selectors.ts'
import { runCommand } from '../actions/commands.ts'
import { playBlock } from '../actions/playing.ts'
import { splitInMiddle } from '../actions/editing.ts'
import { useBlockStates, useEditor, useIsFree, useSession, useStory } from '../hooks/session.ts'
import { errorText } from '../i18n/textKeys.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { BlockState } from '../stores/blockState.ts'
import { Button } from '../ui/Button.tsx'
import styles from './BlockProblem.module.css'

interface BlockProblemProps {
  readonly block: Block
  readonly state: BlockState
  /** The id of the text about the problem, if another element refers to it. */
  readonly textId?: string
  /** Whether it is in the script, which does not repeat a reason that the block above also has. */
  readonly isInList?: boolean
}

/** Why a block cannot be rendered, or was not: what happened, what is safe, and what to do; nothing for a block without a problem. */
export function BlockProblem({ block, state, textId, isInList = false }: BlockProblemProps) {
  if (state.kind === 'tooLong') return <TooLong block={block} textId={textId} />
  if (state.kind !== 'failed' || state.error === null) return null
  return <Failed block={block} error={state.error} textId={textId} isInList={isInList} />
}

interface PartProps {
  readonly block: Block
  readonly textId: string | undefined
}

function TooLong({ block, textId }: PartProps) {
  const { t } = useTranslation()
  const session = useSession()
  const characters = useStory((story) => blockCharacters(story, block))
  return (
    <div className={styles.problem}>
      <p id={textId}>{t('script.tooLong', { count: characters, limit: MAX_INPUT_CHARACTERS })}</p>
      <Button size="small" icon={<Split size={14} />} onPress={() => splitInMiddle(session, block.id)}>
        {t('script.splitInTwo')}
      </Button>
      <span>{t('script.splitWhere')}</span>
    </div>
  )
}

interface FailedProps extends PartProps {
  readonly error: WireError
  readonly isInList: boolean
}

function Failed({ block, error, textId, isInList }: FailedProps) {
  const { t } = useTranslation()
  const session = useSession()
  const isFree = useIsFree()
  const characters = useStory((story) => blockCharacters(story, block))
  const errorAbove = useErrorAbove(block)
  const details = Object.values(error.params).join(' · ')
  const tryAgain = (
    <Button size="small" onPress={() => void playBlock(session, block.id).catch(session.report)}>
      {t('script.tryAgain')}
    </Button>
  )
  if (isInList && errorAbove !== null && errorText(t, errorAbove) === errorText(t, error))
    return (
      <div className={styles.problem} data-brief>
        <p id={textId}>{t('script.sameProblem')}</p>
        {tryAgain}
      </div>
    )
  return (
    <div className={styles.problem}>
      <p id={textId}>{errorText(t, error)}</p>
      {tryAgain}
      <Button size="small" onPress={() => runCommand(session, 'connections')}>
        {t('commands.connections')}
      </Button>
      <span>{isFree ? '' : t('units.estimate', { count: characters })}</span>
      <details>
        <summary>{t('script.details')}</summary>
        <code>{details === '' ? error.code : `${error.code} · ${details}`}</code>
      </details>
    </div>
  )
}

/** Why the block above failed; null if it did not, or if a filter may hide it. */
function useErrorAbove(block: Block): WireError | null {
  const above = useStory((story) => blocksOf(story)[blockNumber(story, block.id) - 2])
  const states = useBlockStates()
  // A filter by states shows all that failed.
  const isShown = useEditor(({ filter }) => filter.every(({ kind }) => kind === 'state'))
  const state = above === undefined || !isShown ? undefined : states.get(above.id)
  return state?.kind === 'failed' ? state.error : null
}
