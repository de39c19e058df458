import { Undo2 } from 'lucide-react'
import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { keepTake } from '../../actions/takes.ts'
import { useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { PendingDelete } from '../../stores/pendingDeletes.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Takes.module.css'
import { useTakeName } from './useTakeName.ts'

interface RemovedTakeProps {
  readonly blockTake: BlockTake
  readonly removal: PendingDelete
}

/** A take that is about to be deleted, and the way back while there is one. */
export function RemovedTake({ blockTake, removal }: RemovedTakeProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const name = useTakeName(blockTake)
  return (
    <li className={styles.removed}>
      <span className={styles.name}>{t('takes.deleted', { name })}</span>
      {removal.isDeleting ? null : (
        <Button
          autoFocus
          data-play
          size="small"
          icon={<Undo2 size={14} />}
          aria-label={t('takes.undoDelete', { name })}
          onPress={() => keepTake(world, blockTake.take, name)}
        >
          {t('takes.undo')}
        </Button>
      )}
    </li>
  )
}
