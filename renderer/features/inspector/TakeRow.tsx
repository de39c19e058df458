import { Check, Ellipsis, Pause, Play, Scissors } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { Take } from '../../../shared/story/takes.ts'
import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { openTake } from '../../actions/blockTakes.ts'
import {
  askToRemoveTake,
  changeTakeGain,
  removeTake,
  renameTake,
  takeForBlock,
  toggleTake,
} from '../../actions/takes.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { GainField } from '../../fields/GainField.tsx'
import { useAppState, useCloseDialog } from '../../hooks/app.ts'
import { usePeaks } from '../../hooks/peaks.ts'
import { useEditor, usePlayback, useSession, useStory } from '../../hooks/session.ts'
import { creditsText, type TakeTag } from '../../hooks/takes.ts'
import { formatBlockLength, formatSpeed, formatTime, formatWhen, takeName } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { changeTakes, shownTakes } from '../../stores/editorStore.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { barPath, barsIn } from '../../ui/drawSound.ts'
import styles from './Takes.module.css'

interface TakeRowProps {
  readonly blockTake: BlockTake
  readonly blockId: BlockId
  readonly isLocked: boolean
  /** Why it does not fit the block; null if it does. */
  readonly tag: TakeTag | null
  /** Its place in the comparison. */
  readonly letter: 'A' | 'B' | null
  /** Compares it with take A; null while there is no comparison. */
  readonly onCompare: (() => void) | null
}

/** A take: play, use, rename with F2 or a double click, delete with the Delete key. */
export function TakeRow({ blockTake, blockId, isLocked, tag, letter, onCompare }: TakeRowProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { take, heard, isUsed } = blockTake
  const name = useTakeName(blockTake)
  const facts = useFacts(blockTake)
  const isNaming = useEditor((state) => shownTakes(state).named === take.id)
  const setNaming = (isOn: boolean) => changeTakes(session.editor, { named: isOn ? take.id : null })
  const [isGaining, setGaining] = useState(false)
  const gainDb = useStory((story) => findBlock(story, blockId)?.takeGains[take.id] ?? 0)
  const row = useRef<HTMLLIElement>(null)
  const isPlaying = usePlayback(
    ({ clip }) => clip?.audioId === heard.audioId && clip.startMs === heard.startMs,
  )
  const keepsTake = isLocked && isUsed
  const focusPlay = () => row.current?.querySelector<HTMLElement>('[data-play]')?.focus()
  const remove = () => {
    if (keepsTake) session.note('takes.usedByLock')
    else askToRemoveTake(session, take, name).catch(session.report)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isNaming || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'F2') setNaming(true)
    else if (event.key === 'Delete') remove()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <li
      ref={row}
      className={styles.take}
      data-used={isUsed || undefined}
      data-older={tag !== null || undefined}
      onKeyDown={onKeyDown}
    >
      {letter === null ? null : (
        <span className={styles.letter} aria-hidden="true">
          {letter}
        </span>
      )}
      <button
        type="button"
        data-play
        className={styles.play}
        data-on={isPlaying || undefined}
        aria-label={t(isPlaying ? 'takes.stop' : 'takes.play', { name })}
        onClick={() => toggleTake(session, heard)}
      >
        {isPlaying ? <Pause size={12} fill="currentColor" /> : <Play size={12} fill="currentColor" />}
      </button>
      <div className={styles.words}>
        {isNaming ? (
          <TakeName
            take={take}
            label={t('takes.name', { name })}
            onDone={(next) => {
              setNaming(false)
              requestAnimationFrame(focusPlay)
              if (next !== null && next !== take.name) renameTake(session, take, next).catch(session.report)
            }}
          />
        ) : (
          <span className={styles.nameLine}>
            <span className={styles.name} dir="auto" title={name} onDoubleClick={() => setNaming(true)}>
              {name}
            </span>
            {heard === take ? null : <Scissors size={12} role="img" aria-label={t('sound.isCut')} />}
          </span>
        )}
        <small title={`${facts}\n${formatTime(take.createdAtMs)}`}>
          <TakeWave take={heard} widthPx={64} heightPx={16} />
          <span>{facts}</span>
        </small>
        {tag === null ? null : (
          <span className={styles.tag}>
            <TakeTagMark tag={tag} />
          </span>
        )}
      </div>
      <span className={styles.length}>{formatBlockLength(t, heard.endMs - heard.startMs, false)}</span>
      {isUsed ? (
        <span className={styles.used} aria-label={t('takes.usedOne', { name })} role="img">
          <Check size={14} aria-hidden="true" />
          {t('takes.used')}
        </span>
      ) : (
        <Button
          size="small"
          isDisabled={isLocked}
          aria-label={t('takes.useOne', { name })}
          onPress={() => {
            takeForBlock(session, blockId, take, name)
            focusPlay()
          }}
        >
          {t('takes.use')}
        </Button>
      )}
      <MenuButton
        label={t('takes.more', { name })}
        entries={[
          { id: 'gain', label: t('takes.gain'), onAction: () => setGaining(true) },
          {
            id: 'cut',
            label: t('sound.open'),
            isDisabled: isLocked,
            onAction: () => openTake(session, blockId, take, name),
          },
          { id: 'rename', label: t('takes.rename'), shortcut: 'F2', onAction: () => setNaming(true) },
          ...(onCompare === null || letter !== null
            ? []
            : [{ id: 'compare', label: t('takes.compareWith', { name: 'A' }), onAction: onCompare }]),
          {
            id: 'delete',
            label: t('takes.delete'),
            shortcut: 'Delete',
            isDisabled: keepsTake,
            startsGroup: true,
            onAction: remove,
          },
        ]}
      >
        <Ellipsis size={14} />
      </MenuButton>
      {isGaining || gainDb !== 0 ? (
        <div className={styles.gain}>
          <GainField
            label={t('takes.gainOf', { name })}
            gainDb={gainDb}
            onChange={(value) => changeTakeGain(session, blockId, take, value)}
          />
        </div>
      ) : null}
    </li>
  )
}

/** How and when a take was made. */
function useFacts({ take }: BlockTake): string {
  const { t } = useTranslation()
  const voice = useAppState(
    ({ voices }) => voices.find(({ id }) => id === take.voiceId)?.name ?? take.voiceId,
  )
  const time = formatWhen(take.createdAtMs)
  if (take.kind === 'recording') return t('takes.recordedAt', { time })
  const model = t(`inspector.models.${take.model}`)
  const speed = t('units.speed', { value: formatSpeed(take.speed) })
  return t('takes.facts', { voice, model, speed, time })
}

interface TakeNameProps {
  readonly take: Take
  readonly label: string
  /** Called once, with the name, or with null on cancel. */
  readonly onDone: (name: string | null) => void
}

/** The field for a take's name. Enter and leaving it keep the name, Escape cancels. */
function TakeName({ take, label, onDone }: TakeNameProps) {
  const [name, setName] = useState(take.name)
  const isDone = useRef(false)
  const end = (value: string | null) => {
    if (isDone.current) return
    isDone.current = true
    onDone(value)
  }
  return (
    <input
      className={styles.field}
      aria-label={label}
      dir="auto"
      autoFocus
      maxLength={MAX_LABEL}
      value={name}
      onChange={({ target }) => setName(target.value)}
      onBlur={() => end(name.trim())}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(name.trim())
        else if (event.key === 'Escape') end(null)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

interface TakeWaveProps {
  readonly take: Take
  readonly widthPx: number
  readonly heightPx: number
}

/** The waveform of a take, once it is known. */
function TakeWave({ take: { audioId, startMs, endMs }, widthPx, heightPx }: TakeWaveProps) {
  const peaks = usePeaks(audioId)
  const path = useMemo(
    () =>
      peaks === undefined
        ? ''
        : barPath(slicePeaks(peaks, startMs, endMs, barsIn(widthPx)), widthPx, heightPx),
    [peaks, startMs, endMs, widthPx, heightPx],
  )
  return (
    <svg className={styles.wave} viewBox={`0 0 ${widthPx} ${heightPx}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** Why a take does not fit its block, in lists and comparisons of takes. */
export function TakeTagMark({ tag }: { readonly tag: TakeTag | null }) {
  return tag === null ? null : (
    <span className={styles.older} title={`${tag.text}\n${tag.hint}`} dir="auto">
      {tag.text}
    </span>
  )
}

/** The name of a take, in the page's language. */
export function useTakeName(blockTake: BlockTake): string {
  const { t } = useTranslation()
  return takeName(t, blockTake)
}

interface DeleteTakeDialogProps {
  readonly take: Take
  readonly name: string
  /** Its cost; for audio that several takes share, its part. */
  readonly credits: number
}

/** Asks for confirmation before deleting a paid take. */
export function DeleteTakeDialog({ take, name, credits }: DeleteTakeDialogProps) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <DeleteQuestion
      question={t('takes.held.paidSure', { count: 1, credits: creditsText(t, credits) })}
      go={t('takes.deleteGo', { name })}
      onDelete={async () => removeTake(session, take, name)}
      onClose={useCloseDialog()}
    />
  )
}
