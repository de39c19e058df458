import { ArrowDown, ChevronDown, Copy, Lock, LockOpen, Trash2, X } from 'lucide-react'
import { useMemo } from 'react'
import type { BlockId } from '../../../shared/story/records.ts'
import { SPEECH_MODELS } from '../../../shared/speech-api/models.ts'
import { openMenu, setSpeech } from '../../actions/speaking.ts'
import { chooseAllOf } from '../../actions/choosing.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { useEditor, useLayout, useSelectionLocked, useSession } from '../../hooks/session.ts'
import { formatClock, formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { type ScriptRow, type ScriptScroll, useScrolled } from './rows.ts'
import styles from './SubBar.module.css'

/** The speeds to choose from for several blocks at once. */
const SPEEDS = [1, 1.1, 1.25, 1.5, 2]

interface SelectionBarProps {
  /** The rows that the script shows. */
  readonly rows: readonly ScriptRow[]
  readonly scroll: ScriptScroll
}

/** Replaces the bar above the script while several blocks are selected, with actions on all of them. */
export function SelectionBar({ rows, scroll }: SelectionBarProps) {
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const chosen = useMemo(() => new Set(selection), [selection])
  const lengthMs = useLayout().spans.reduce(
    (sum, { id, startMs, endMs }) => (chosen.has(id) ? sum + endMs - startMs : sum),
    0,
  )
  const isLocked = useSelectionLocked()
  const lock = t(isLocked ? 'script.lock.unlock' : 'script.lock.lock')
  const isAll = rows.every(({ block }) => chosen.has(block.id))
  const lastInView = useScrolled(scroll, ({ range }) => range?.endIndex ?? 0)
  const below = rows.flatMap(({ block }, index) =>
    index > lastInView && chosen.has(block.id) ? [index] : [],
  )
  const [firstBelow] = below
  const clear = () => runCommand(session, 'clearSelection')
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('script.selection.label')}>
      <input
        type="checkbox"
        className={styles.check}
        ref={(box) => {
          if (box !== null) box.indeterminate = !isAll
        }}
        checked={isAll}
        aria-label={t('script.selection.all')}
        onChange={() =>
          isAll
            ? clear()
            : chooseAllOf(
                session,
                rows.map(({ block }): BlockId => block.id),
              )
        }
      />
      <span className={styles.count}>
        <b>{t('script.selection.count', { count: selection.length })}</b> {formatClock(lengthMs)}
      </span>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        onClick={(event) => openMenu(session, 'cast', event.currentTarget)}
      >
        {t('inspector.character')} <ChevronDown size={12} />
      </button>
      <MenuButton
        label={t('inspector.settings.model')}
        className={styles.button}
        entries={SPEECH_MODELS.map((model) => ({
          id: model,
          label: t(`inspector.models.${model}`),
          onAction: () => setSpeech(session, selection, { model }),
        }))}
      >
        {t('inspector.settings.model')} <ChevronDown size={12} />
      </MenuButton>
      <MenuButton
        label={t('inspector.settings.speed')}
        className={styles.button}
        entries={SPEEDS.map((speed) => ({
          id: String(speed),
          label: t('units.speed', { value: formatSpeed(speed) }),
          onAction: () => setSpeech(session, selection, { speed }),
        }))}
      >
        {t('inspector.settings.speed')} <ChevronDown size={12} />
      </MenuButton>
      <button
        type="button"
        className={styles.button}
        aria-label={lock}
        title={commandTip(session, 'toggleLock', lock)}
        onClick={() => runCommand(session, 'toggleLock')}
      >
        {isLocked ? <LockOpen size={14} /> : <Lock size={14} />}
        <span>{lock}</span>
      </button>
      {ACTIONS.map(({ id, icon }) => (
        <button
          key={id}
          type="button"
          className={styles.button}
          aria-label={t(`commands.${id}`)}
          title={commandTip(session, id)}
          onClick={() => runCommand(session, id)}
        >
          {icon}
          <span>{t(`commands.${id}`)}</span>
        </button>
      ))}
      <span className={styles.space} />
      {firstBelow === undefined ? null : (
        <button
          type="button"
          className={styles.button}
          onClick={() => scroll.virtualizer.current?.scrollToIndex(firstBelow, { align: 'center' })}
        >
          {t('script.selection.below', { count: below.length })} <ArrowDown size={13} />
        </button>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={t('commands.clearSelection')}
        title={commandTip(session, 'clearSelection')}
        onClick={clear}
      >
        <X size={15} />
      </button>
    </div>
  )
}

const ACTIONS = [
  { id: 'duplicateBlocks', icon: <Copy size={14} /> },
  { id: 'deleteBlocks', icon: <Trash2 size={14} /> },
] as const
