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
import { hasOwnPace } from '../../../shared/story/fitForecast.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import type { Block } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import { isEmotional, type VibeRef } from '../../../shared/story/speechSettings.ts'
import { openMenu } from '../../actions/speaking.ts'
import { chooseBlock, choiceOf } from '../../actions/choosing.ts'
import { commandTip, hostOf, runCommand } from '../../actions/commands.ts'
import { addBlockAfter } from '../../actions/editing.ts'
import { BlockProblem } from '../../fields/BlockProblem.tsx'
import { NoteMarks, noteTexts } from '../../fields/NoteFields.tsx'
import { UnreadMark } from '../../fields/UnreadWarning.tsx'
import { useAppState } from '../../hooks/app.ts'
import { useForecasts, useForecastText } from '../../hooks/forecast.ts'
import {
  useBlockState,
  useEditor,
  usePlayback,
  useSession,
  useIsFree,
  useStory,
} from '../../hooks/session.ts'
import { useUnreadBlock } from '../../hooks/voiceOptions.ts'
import { useVibeProblem } from '../../hooks/vibeLibrary.ts'
import { formatBlockState, formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { emotionName } from '../../i18n/voiceText.ts'
import { Chip } from '../../ui/Chip.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './BlockRow.module.css'
import { BlockSound } from './BlockSound.tsx'
import { BlockText, problemId } from './BlockText.tsx'

interface BlockRowProps {
  readonly block: Block
  readonly number: number
  /** Whether the Tab key stops at this row and its controls; true for one row of the list. */
  readonly isTabStop: boolean
  /** Opens the field for the silence before the block; null if it is open, and for the first block. */
  readonly onSetSilence: (() => void) | null
}

/** One block: its number, character, words, audio, and state. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { block, number, isTabStop, onSetSilence } = props
  const { t } = useTranslation()
  const session = useSession()
  const isChosen = useEditor(({ selection }) => selection.includes(block.id))
  const isSelecting = useEditor(({ selection }) => selection.length > 1)
  const character = useStory((story) => findCharacter(story, block.characterId) ?? null)
  const state = useBlockState(block)
  const unread = useUnreadBlock(block.id)
  const isHeard = usePlayback((playback) => playback.status === 'playing' && playback.blockId === block.id)
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: block.id,
  })
  const [isPointedAt, setPointedAt] = useState(false)
  const [focus, setFocus] = useState<'text' | 'row' | null>(null)
  const isActive = isPointedAt || focus === 'row'
  // The words come first: a row that becomes visible gets its audio a moment later, in the space reserved for it.
  const hasSound = useDeferredValue(true, false)
  const tabIndex = isTabStop ? 0 : -1
  const name = character?.name ?? t('script.noCharacter')

  const choose = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const choice = choiceOf(event)
    if (choice !== 'alone') {
      // In the focused text, these keys select words.
      if (choice === 'range' && target === document.activeElement) return
      // Otherwise the browser would select the page's text, and focusing a text would select only its block.
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    // A control of one of several chosen blocks acts on all of them.
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
        // Pressed by a key or a screen reader, so no mouse press has selected the block.
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
        const isInWords = event.target instanceof HTMLTextAreaElement
        // On the desktop the menu in words is Fabula's own. The browser's menu, which offers corrections, stays reachable.
        if (isInWords && (event.shiftKey || hostOf(session) === 'desktop')) return
        event.preventDefault()
        if (!isChosen) chooseBlock(session, block.id, 'alone', { reveals: false })
        openMenu(session, isInWords ? 'words' : 'actions', { x: event.clientX, y: event.clientY })
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
          <BlockProblem block={block} state={state} textId={problemId(block)} isInList />
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

/** The most frequent actions on a block, in the place of its waveform. The press has already selected the block. */
function RowTools({ block, number }: { readonly block: Block; readonly number: number }) {
  const isKept = isLocked(block)
  const { t } = useTranslation()
  const session = useSession()
  const isFree = useIsFree()
  const credits = useStory((story) => blockCharacters(story, block))
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

/** Fewer characters than fit on a line of the script at its usual width. */
const LINE_CHARACTERS = 60
/** With more chips, they get their own lines. */
const MOST_IN_LINE = 3
/** With more chips than these and a name, there is no room below the length of a block. */
const MOST_BESIDE = 2

/** The chips of a block: its name, and the settings that it does not inherit. */
function BlockChips({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const voice = useAppState(({ voices }) => voices.find(({ id }) => id === block.voiceId)?.name)
  const isExpressive = useStory((story) => isEmotional(settingsOf(story, block)))
  const { model, speed, vibe, emotion } = block
  const hasEmotion = isExpressive && emotion !== null && emotion !== ''
  const texts = [
    voice ?? block.voiceId,
    // An emotion is only heard in the Expressive model.
    hasEmotion ? null : model && t(`inspector.models.${model}`),
    speed === null ? null : t('units.speed', { value: formatSpeed(speed) }),
    hasEmotion ? emotionName(t, emotion) : null,
    isExpressive && block.customPrompt !== null ? t('inspector.settings.customPrompt') : null,
  ].filter((text): text is string => typeof text === 'string' && text !== '')
  const ownVibe = isExpressive && vibe !== null && vibe !== 'none' ? vibe : null
  const hasPace = hasOwnPace(block)
  const count = texts.length + Number(ownVibe !== null) + Number(hasPace)
  if (block.name === '' && count === 0) return null
  const lines = Math.ceil(block.text.length / LINE_CHARACTERS)
  return (
    <div
      className={styles.chips}
      data-under={(block.name === '' && count < lines) || undefined}
      data-beside={(block.name !== '' && count < MOST_BESIDE && lines > 1) || undefined}
      data-many={count > MOST_IN_LINE || undefined}
    >
      {block.name === '' ? null : <BlockName name={block.name} />}
      {texts.map((text) => (
        <Chip key={text} size="small" title={text}>
          {text}
        </Chip>
      ))}
      {ownVibe === null ? null : <VibeChip vibe={ownVibe} />}
      {hasPace ? <FitChip block={block} /> : null}
    </div>
  )
}

/** Characters kept at the end of a name, however little room there is: line ids differ there. */
const NAME_END = 7

/** A block's name, shortened in the middle if it does not fit. */
function BlockName({ name }: { readonly name: string }) {
  const at = Math.max(0, name.length - NAME_END)
  return (
    <span className={styles.title} dir="auto" title={name}>
      <span className="visually-hidden">{name}</span>
      <span className={styles.titleStart} aria-hidden="true">
        {name.slice(0, at)}
      </span>
      <span aria-hidden="true">{name.slice(at)}</span>
    </span>
  )
}

/** Marks a block that will sound rushed or dragged, with the reason. */
function FitChip({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const [forecast] = useForecasts([block.id])
  const textOf = useForecastText()
  if (forecast === undefined) return null
  const text = textOf(forecast)
  return (
    <Chip size="small" dot="--warn" title={text}>
      {t(`inspector.fit.${forecast.kind}`)}
      <span className="visually-hidden">{text}</span>
    </Chip>
  )
}

/** A block's vibe. A vibe that the service no longer has is marked, with what to do. */
export function VibeChip({ vibe }: { readonly vibe: VibeRef }) {
  const { t } = useTranslation()
  const problem = useVibeProblem(vibe)
  const { name } = vibe
  if (problem === null) {
    const text = t('vibes.chip', { name })
    return (
      <Chip size="small" title={text}>
        {text}
      </Chip>
    )
  }
  const text = t(problem.kind === 'gone' ? 'vibes.chipGone' : 'vibes.chipChanged', { name })
  return (
    <Chip size="small" dot="--warn" title={`${text}\n${problem.text}`}>
      {text}
      <span className="visually-hidden">{problem.text}</span>
    </Chip>
  )
}
