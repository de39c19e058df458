import { useDraggable } from '@dnd-kit/core'
import {
  ChevronDown,
  GripVertical,
  Plus,
  Timer,
  Copy,
  Ellipsis,
  Lock,
  LockOpen,
  RefreshCw,
  Split,
} from 'lucide-react'
import { memo, useDeferredValue, useState, type FocusEvent, type MouseEvent } from 'react'
import { isLocked } from '../../../shared/story/locks.ts'
import type { Block } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { openMenu } from '../../actions/blockMenus.ts'
import { chooseBlock, choiceOf } from '../../actions/choosing.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { addBlockAfter } from '../../actions/editing.ts'
import { BlockProblem } from '../../fields/BlockProblem.tsx'
import { NoteMarks, noteTexts } from '../../fields/NoteMarks.tsx'
import { UnreadMark } from '../../fields/UnreadMark.tsx'
import {
  useBlockState,
  useEditor,
  usePlayback,
  useSession,
  useIsFree,
  useOfStory,
} from '../../hooks/session.ts'
import { useUnreadBlock } from '../../hooks/unreadBlocks.ts'
import { formatBlockState } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterColor } from '../../ui/characterColor.ts'
import { BlockChips } from './BlockChips.tsx'
import styles from './BlockRow.module.css'
import { BlockSound } from './BlockSound.tsx'
import { BlockText, problemId } from './BlockText.tsx'

interface BlockRowProps {
  readonly block: Block
  readonly number: number
  /** Whether the tab key stops at this row and its controls: at one row of the list. */
  readonly isTabStop: boolean
  /** Opens the silence before the block to be typed; null where it is open, and before the first block. */
  readonly onSetSilence: (() => void) | null
}

/** One block: its number, who says it, the words, its audio, and whether that fits. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { block, number, isTabStop, onSetSilence } = props
  const { t } = useTranslation()
  const session = useSession()
  const isChosen = useEditor(({ selection }) => selection.includes(block.id))
  const isSelecting = useEditor(({ selection }) => selection.length > 1)
  const character = useOfStory((story) => findCharacter(story, block.characterId) ?? null)
  const state = useBlockState(block)
  const unread = useUnreadBlock(block.id)
  const isHeard = usePlayback((playback) => playback.status === 'playing' && playback.blockId === block.id)
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: block.id,
  })
  const [isPointedAt, setPointedAt] = useState(false)
  const [focus, setFocus] = useState<'text' | 'row' | null>(null)
  const isActive = isPointedAt || focus === 'row'
  // The words come first: a row that comes into view has its audio a moment later, in the room that is kept for that.
  const hasSound = useDeferredValue(true, false)
  const tabIndex = isTabStop ? 0 : -1
  const name = character?.name ?? t('script.noCharacter')

  const choose = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const choice = choiceOf(event)
    if (choice !== 'alone') {
      // In the text that has the focus, the keys select words.
      if (choice === 'range' && target === document.activeElement) return
      // The browser would select the page's text, and a text that gets the focus would choose its block alone.
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    // A control of one of several chosen blocks is for them all.
    const isForAll = isChosen && choice === 'alone' && target.closest('button, input') !== null
    if (!isForAll) chooseBlock(session, block.id, choice, { reveals: false })
  }
  return (
    <div
      ref={setNodeRef}
      role="group"
      tabIndex={tabIndex}
      className={styles.row}
      style={characterColor(character?.color)}
      aria-label={t(isChosen ? 'script.rowChosen' : 'script.row', {
        number,
        name,
        state: [formatBlockState(t, state), ...noteTexts(t, block)].join(', '),
      })}
      data-row={block.id}
      data-state={state.kind}
      data-active={isActive || undefined}
      data-chosen={isChosen || undefined}
      data-alone={(isChosen && !isSelecting) || undefined}
      data-writing={focus === 'text' || undefined}
      data-dragging={isDragging || undefined}
      onMouseDown={choose}
      onClickCapture={(event) => {
        // Pressed by a key or by a screen reader: no mouse has chosen the block.
        const { target, detail } = event
        if (detail === 0 && target instanceof Element && target.closest('button') !== null) choose(event)
      }}
      onPointerEnter={(event) => setPointedAt(event.pointerType === 'mouse')}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ target }) => {
        setFocus(target.matches('textarea') ? 'text' : target.matches(':focus-visible') ? 'row' : null)
        if (target.matches('textarea') && !isChosen)
          chooseBlock(session, block.id, 'alone', { reveals: false })
      }}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocus(null)
      }}
      onContextMenu={(event) => {
        if (event.target instanceof HTMLTextAreaElement) return // the browser's own menu corrects words
        event.preventDefault()
        if (!isChosen) chooseBlock(session, block.id, 'alone', { reveals: false })
        openMenu(session, 'actions', { x: event.clientX, y: event.clientY })
      }}
    >
      <div className={styles.lead} data-selecting={isSelecting || undefined}>
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={styles.handle}
          tabIndex={tabIndex}
          {...listeners}
          aria-label={t('script.move', { number })}
          aria-describedby={attributes['aria-describedby']}
          aria-roledescription={t('script.draggable')}
        >
          {isActive ? <GripVertical size={14} /> : isSelecting ? null : number}
        </button>
        {isSelecting ? (
          <input
            type="checkbox"
            className={styles.check}
            tabIndex={tabIndex}
            checked={isChosen}
            aria-label={t('script.select', { number })}
            onMouseDown={(event) => event.stopPropagation()}
            onChange={() => chooseBlock(session, block.id, 'toggle', { reveals: false })}
          />
        ) : null}
      </div>
      <div className={styles.who}>
        <div className={styles.nameLine}>
          <button
            type="button"
            className={styles.name}
            tabIndex={tabIndex}
            aria-haspopup="menu"
            aria-label={t('script.characterOf', { name, number })}
            title={name}
            data-name
            onClick={(event) => openMenu(session, 'cast', event.currentTarget)}
          >
            <span dir="auto">{name}</span>
            {isActive ? <ChevronDown size={12} /> : null}
          </button>
          <NoteMarks block={block} />
          {unread === undefined ? null : <UnreadMark unread={unread} />}
        </div>
      </div>
      <div className={styles.line}>
        <div className={styles.words}>
          <BlockText block={block} number={number} isHeard={isHeard} tabIndex={tabIndex} />
          <BlockProblem block={block} state={state} textId={problemId(block)} />
        </div>
        <BlockChips block={block} />
      </div>
      {hasSound && (
        <BlockSound
          block={block}
          number={number}
          state={state}
          tabIndex={tabIndex}
          tools={isActive ? <RowTools block={block} number={number} /> : null}
        />
      )}
      {isPointedAt ? (
        <button
          type="button"
          className={styles.add}
          tabIndex={-1}
          aria-label={t('script.addAfter', { number })}
          title={t('script.addAfter', { number })}
          onMouseDown={(event) => event.stopPropagation()}
          onClick={() => addBlockAfter(session, block.id)}
        >
          <Plus size={12} />
        </button>
      ) : null}
      {isPointedAt && onSetSilence !== null ? (
        <button
          type="button"
          className={`${styles.add} ${styles.silence}`}
          tabIndex={-1}
          aria-label={t('script.setSilence', { number })}
          title={t('script.setSilence', { number })}
          onMouseDown={(event) => event.stopPropagation()}
          onClick={onSetSilence}
        >
          <Plus size={12} />
          <Timer size={12} />
        </button>
      ) : null}
    </div>
  )
})

/** What is done most with a block, in the place of its waveform. The press has chosen the block by then. */
function RowTools({ block, number }: { readonly block: Block; readonly number: number }) {
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
