import { useDraggable } from '@dnd-kit/core'
import type { TFunction } from 'i18next'
import { Pin, Volume2 } from 'lucide-react'
import { memo, useMemo, type KeyboardEvent, type MouseEvent } from 'react'
import type { BlockSpan } from '../../../shared/story/layout.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { Block, BlockId, Character } from '../../../shared/story/records.ts'
import { isPinned } from '../../../shared/story/silences.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { NoteMarks, noteTexts } from '../../fields/NoteFields.tsx'
import { usePeaks } from '../../hooks/peaks.ts'
import {
  formatBlockState,
  formatClock,
  formatClockTenths,
  formatGain,
  formatSeconds,
} from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isMade, type BlockState } from '../../stores/blockState.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { barPath, barsIn } from '../../ui/drawSound.ts'
import styles from './Clip.module.css'
import { EdgeHandle, type EdgeEvents } from './EdgeHandle.tsx'
import { initialOf, LEAST_NAME_PX, LEAST_WAVE_PX, LEAST_WORD_PX } from './lanes.ts'

/** Narrower clips show only their name. */
const LEAST_DETAIL_PX = 72
/** Narrower clips have no border, which would be wider than they are. */
const LEAST_BORDER_PX = 6
/** On narrower clips the handles extend beyond the edges, so that the middle can still be grabbed. */
const LEAST_INNER_EDGES_PX = 40
/** Narrower silences show no number. */
const LEAST_GAP_TEXT_PX = 24
/** Narrower silences show no pin. */
const LEAST_GAP_PIN_PX = 48

export interface ClipEvents extends EdgeEvents {
  readonly onChoose: (id: BlockId, event: MouseEvent | KeyboardEvent) => void
  readonly onOpen: (id: BlockId) => void
  readonly onClipKey: (id: BlockId, event: KeyboardEvent) => void
  readonly onFocusClip: (id: BlockId) => void
}

interface ClipProps extends ClipEvents {
  readonly leftPx: number
  readonly widthPx: number
  /** The width of the silence before it. */
  readonly gapPx: number
  /** The number of its lane, from 0. */
  readonly lane: number
  /** Whether its lane has clips of its character only, whose name is shown at the lane. */
  readonly isNamedByLane: boolean
  readonly span: BlockSpan
  readonly block: Block
  readonly number: number
  readonly count: number
  readonly character: Character | undefined
  readonly state: BlockState
  /** The audio that it shows: its own, or if that no longer fits, the latest one. */
  readonly take: Take | null
  /** Its gain relative to its take. */
  readonly gainDb: number
  readonly isPreviewed: boolean
  readonly isChosen: boolean
  readonly isTabStop: boolean
  readonly isPointedAt: boolean
  readonly isDragged: boolean
  readonly isHeard: boolean
  /** The id of the card with its details, if shown. */
  readonly cardId: string | null
}

/** A block on the timeline: a clip as long as its speech, with its name, its state and its waveform. */
export const Clip = memo(function Clip(props: ClipProps) {
  const { span, block, number, character, state, take, gainDb, widthPx, gapPx, isTabStop } = props
  const { t } = useTranslation()
  const { listeners, setNodeRef } = useDraggable({ id: span.id })
  const { limitsOf, onPreview, onCommit } = props
  // Texts are computed once: while the timeline zooms, only places and widths change.
  const { notes, mark } = block
  const name = useMemo(
    () =>
      [clipName(t, { span, number, character, state, gainDb }), ...noteTexts(t, { notes, mark })].join(', '),
    [t, span, number, character, state, gainDb, notes, mark],
  )
  const isNarrow = widthPx < LEAST_INNER_EDGES_PX
  const edge = { blockId: span.id, number, isTabStop, isNarrow, limitsOf, onPreview, onCommit }
  const looks = [
    styles.clip,
    take === null ? styles.unmade : isMade(state.kind) ? '' : styles.changed,
    state.kind === 'locked' ? styles.locked : '',
    widthPx < LEAST_WAVE_PX ? styles.bar : '',
    widthPx < LEAST_BORDER_PX ? styles.sliver : '',
    props.isNamedByLane ? styles.low : '',
    props.isChosen ? styles.chosen : '',
    props.isDragged ? styles.dragged : '',
    props.isHeard ? styles.heard : '',
  ]
  const place = { '--lane': props.lane, transform: `translateX(${props.leftPx}px)`, width: widthPx }
  return (
    <li
      aria-posinset={number}
      aria-setsize={props.count}
      className={styles.place}
      data-previewed={props.isPreviewed || undefined}
      style={{ ...characterColor(character?.color), ...place }}
    >
      {gapPx >= LEAST_GAP_TEXT_PX && (
        <span
          className={`${styles.gap} ${isPinned(block) ? styles.pinned : ''}`}
          style={{ width: gapPx }}
          aria-hidden
        >
          {isPinned(block) && gapPx >= LEAST_GAP_PIN_PX && <Pin size={12} />}
          <Seconds ms={span.startMs - span.silenceStartMs} />
        </span>
      )}
      <button
        ref={setNodeRef}
        type="button"
        data-clip={span.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-pressed={props.isChosen}
        aria-describedby={props.cardId === null ? 'timeline-drag-help' : `${props.cardId} timeline-drag-help`}
        aria-label={name}
        className={looks.join(' ')}
        onMouseDown={(event) => void listeners?.onMouseDown?.(event)}
        onTouchStart={(event) => void listeners?.onTouchStart?.(event)}
        onFocus={() => props.onFocusClip(span.id)}
        onKeyDown={(event) => {
          props.onClipKey(span.id, event)
          if (!event.defaultPrevented) listeners?.onKeyDown?.(event)
        }}
        onKeyUp={(event) => {
          if (event.key === ' ') event.preventDefault() // the key plays; it is not a click
        }}
        onClick={(event) => props.onChoose(span.id, event)}
        onDoubleClick={() => props.onOpen(span.id)}
      />
      {widthPx >= LEAST_NAME_PX && (
        <span className={styles.content} aria-hidden>
          <Face
            block={block}
            number={number}
            character={character}
            state={state}
            span={span}
            gainDb={gainDb}
            isNamedByLane={props.isNamedByLane}
            room={widthPx < LEAST_WORD_PX ? 'initial' : widthPx < LEAST_DETAIL_PX ? 'mark' : 'detail'}
          />
          {widthPx >= LEAST_WAVE_PX && take !== null && <ClipWave take={take} widthPx={widthPx - 10} />}
        </span>
      )}
      {(isTabStop || props.isPointedAt) && (
        <>
          <EdgeHandle {...edge} edge="silence" valueMs={span.startMs - span.silenceStartMs} isAuto={false} />
          {block.text.trim() !== '' && !isLocked(block) && (
            <EdgeHandle
              {...edge}
              edge="duration"
              valueMs={
                props.isPreviewed
                  ? span.endMs - span.startMs
                  : (block.durationMs ?? span.endMs - span.startMs)
              }
              isAuto={block.durationMs === null && !props.isPreviewed}
            />
          )}
        </>
      )}
    </li>
  )
})

/** The accessible name of a clip: number, character, length, start, its gain if it has one, and its state if that is not "ready". */
function clipName(
  t: TFunction,
  {
    span,
    number,
    character,
    state,
    gainDb,
  }: Pick<ClipProps, 'span' | 'number' | 'character' | 'state' | 'gainDb'>,
): string {
  const name = character?.name ?? ''
  const place = t(`timeline.clip${span.isEstimate ? 'Estimate' : ''}${name === '' ? '' : 'Of'}`, {
    number,
    name,
    length: formatSeconds(span.endMs - span.startMs),
    start: formatClock(span.startMs),
  })
  const label = gainDb === 0 ? place : t('timeline.clipState', { label: place, state: formatGain(t, gainDb) })
  return state.kind === 'ready'
    ? label
    : t('timeline.clipState', { label, state: formatBlockState(t, state) })
}

const Seconds = memo(function Seconds({ ms }: { readonly ms: number }) {
  const { t } = useTranslation()
  return t('timeline.seconds', { value: formatSeconds(ms) })
})

interface FaceProps extends Pick<
  ClipProps,
  'block' | 'number' | 'character' | 'state' | 'span' | 'gainDb' | 'isNamedByLane'
> {
  /** What fits: only the initial of the name, the name with the mark of its state, or also the estimated length. */
  readonly room: 'initial' | 'mark' | 'detail'
}

/** The content of a clip: its state if that is not "ready", its name, its gain, and its estimated length. */
const Face = memo(function Face(props: FaceProps) {
  const { block, number, character, state, span, gainDb, isNamedByLane, room } = props
  const { t } = useTranslation()
  const isMarked = state.kind !== 'ready' && state.kind !== 'notMade' && state.kind !== 'empty'
  const name = character?.name ?? t('timeline.blockShort', { number })
  const initial = character === undefined ? String(number) : initialOf(character.name)
  const detail =
    room !== 'detail' || !span.isEstimate || state.kind === 'changed'
      ? null
      : state.kind === 'making' && state.percentage !== null
        ? formatBlockState(t, state)
        : t('timeline.about', { value: formatSeconds(span.endMs - span.startMs) })
  return (
    <span className={styles.face}>
      {isMarked && room !== 'initial' && (
        <StateMark state={state.kind} percentage={state.percentage} word={formatBlockState(t, state)} />
      )}
      {!isNamedByLane && <b dir="auto">{room === 'initial' ? initial : name}</b>}
      {gainDb !== 0 && room !== 'initial' && (
        <span className={styles.gain} title={formatGain(t, gainDb)}>
          <Volume2 size={12} />
          {room === 'detail' && formatGain(t, gainDb)}
        </span>
      )}
      {detail === null ? null : <span className={styles.detail}>{detail}</span>}
      {room !== 'initial' && <NoteMarks block={block} />}
    </span>
  )
})

/** The preview at the pointer while a clip is dragged. */
export function ClipGhost(props: {
  readonly block: Block
  readonly number: number
  readonly character: Character | undefined
  readonly count: number
  readonly isCopy: boolean
  /** The time at which it would be dropped. */
  readonly timeMs: number
}) {
  const { t } = useTranslation()
  const { count } = props
  const name =
    count > 1
      ? t('timeline.movingCount', { count })
      : (props.character?.name ?? t('timeline.blockShort', { number: props.number }))
  return (
    <div className={styles.ghost} style={characterColor(props.character?.color)}>
      <span className={styles.face}>
        <b dir="auto">{props.isCopy ? t('timeline.copyOf', { name }) : name}</b>
        <span className={styles.time}>{formatClockTenths(props.timeMs)}</span>
      </span>
      <span className={styles.words} dir="auto">
        {props.block.text.slice(0, 80)}
      </span>
    </div>
  )
}

/** The height for which the path is made; the style sheet stretches it to the clip's. */
const HEIGHT_PX = 40
/** A waveform is made for widths in steps, and stretched in between: while the timeline zooms, most steps draw nothing again. */
const WIDTH_STEP_PX = 12

/**
 * A clip's waveform as one SVG path. Clips appear and disappear by the dozen while the timeline scrolls: a path is drawn in half a
 * millisecond. Its colour comes from the style sheet and is sharp at any zoom.
 */
function ClipWave({ take, widthPx }: { readonly take: Take; readonly widthPx: number }) {
  const peaks = usePeaks(take.audioId)
  const madeForPx = Math.ceil(widthPx / WIDTH_STEP_PX) * WIDTH_STEP_PX
  const path = useMemo(() => {
    if (peaks === undefined) return ''
    return barPath(slicePeaks(peaks, take.startMs, take.endMs, barsIn(madeForPx)), madeForPx, HEIGHT_PX)
  }, [peaks, take.startMs, take.endMs, madeForPx])
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${madeForPx} ${HEIGHT_PX}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={path} />
    </svg>
  )
}
