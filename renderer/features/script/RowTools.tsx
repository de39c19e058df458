import { Copy, Ellipsis, Lock, LockOpen, RefreshCw, Split } from 'lucide-react'
import { isLocked } from '../../../shared/story/locks.ts'
import type { Block } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { openMenu } from '../../actions/blockMenus.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { useIsFree, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './BlockRow.module.css'

/** What is done most with a block, in the place of its waveform. The press has chosen the block by then. */
export function RowTools({ block, number }: { readonly block: Block; readonly number: number }) {
  const isKept = isLocked(block)
  const { t } = useTranslation()
  const session = useSession()
  const isFree = useIsFree()
  const credits = useOfStory((story) => blockCharacters(story, block))
  const price = isFree ? t('app.free') : t('units.estimate', { count: credits })
  const tools = [
    {
      id: 'readAgain',
      label: t('takes.readOne', { number }),
      note: ` · ${price}`,
      icon: <RefreshCw size={14} />,
    },
    { id: 'splitBlock', label: t('script.split', { number }), note: '', icon: <Split size={14} /> },
    { id: 'duplicateBlocks', label: t('script.duplicate', { number }), note: '', icon: <Copy size={14} /> },
    {
      id: 'toggleLock',
      label: t(isKept ? 'script.lock.unlockOne' : 'script.lock.lockOne', { number }),
      note: '',
      icon: isKept ? <Lock size={14} /> : <LockOpen size={14} />,
    },
  ] as const
  return (
    <div className={styles.tools}>
      {tools.map(({ id, label, note, icon }) => (
        <button
          key={id}
          type="button"
          className={styles.tool}
          aria-label={label}
          title={`${commandTip(session, id, label)}${note}`}
          onClick={() => runCommand(session, id)}
        >
          {icon}
        </button>
      ))}
      <button
        type="button"
        className={styles.tool}
        aria-label={t('script.more', { number })}
        title={t('script.more', { number })}
        aria-haspopup="menu"
        onClick={(event) => openMenu(session, 'actions', event.currentTarget)}
      >
        <Ellipsis size={14} />
      </button>
    </div>
  )
}
