import { useDraggable } from '@dnd-kit/core'
import { memo, useMemo, useSyncExternalStore } from 'react'
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockSpan } from '../../../shared/story/layout.ts'
import type { Block, BlockId, Character } from '../../../shared/story/records.ts'
import { formatClock, formatSeconds } from '../../i18n/format.ts'
import styles from './Clip.module.css'
import { EdgeHandle } from './EdgeHandle.tsx'
import type { EdgeValue } from './edges.ts'
import { toPx } from './scale.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { useWorld } from '../../hooks/world.ts'
import { barPath, barsIn } from '../../ui/waveformBars.ts'

/** Room left free at a clip's right, so that neighbours are told apart. */
const APART_PX = 3
/** Narrower clips show their colour only. */
const LEAST_TEXT_PX = 30
/** Narrower clips have their edges' handles reach out, so that there is a middle to take them by. */
const LEAST_INNER_EDGES_PX = 26
/** In narrower ones still, edges could not be told apart: they show at the clip that has the focus. */
const LEAST_EDGES_PX = 10
const LEAST_CLIP_PX = 3
/** More of a text than fits the widest screen. */
const MOST_TEXT = 400

export interface ClipEvents {
  readonly onChoose: (id: BlockId, event: MouseEvent | KeyboardEvent) => void
  readonly onOpenText: (id: BlockId) => void
  readonly onClipKey: (id: BlockId, event: KeyboardEvent) => void
  readonly onPreview: (value: EdgeValue | null) => void
  readonly onCommit: (value: EdgeValue, isByKey: boolean) => void
}

interface ClipProps extends ClipEvents {
  readonly span: BlockSpan
  readonly block: Block
  readonly number: number
  readonly count: number
  readonly character: Character | undefined
  readonly pxPerSecond: number
  readonly isSnapOn: boolean
  readonly isChosen: boolean
  readonly isTabStop: boolean
  readonly isDragged: boolean
  readonly isHeard: boolean
}

/** A block on the timeline: the hatched silence before it, and a clip as long as its speech. */
export const Clip = memo(function Clip(props: ClipProps) {
  const { span, block, number, character, pxPerSecond, isSnapOn, isTabStop, onPreview, onCommit } = props
  const { t } = useTranslation()
  const { listeners, setNodeRef } = useDraggable({ id: span.id })
  const left = toPx(span.startMs, pxPerSecond)
  const width = Math.max(LEAST_CLIP_PX, toPx(span.endMs, pxPerSecond) - left - APART_PX)
  const name = character?.name ?? ''
  const isNarrow = width < LEAST_INNER_EDGES_PX
  const edge = { blockId: span.id, number, isTabStop, isNarrow, pxPerSecond, isSnapOn, onPreview, onCommit }
  const looks = [
    styles.clip,
    props.isChosen ? styles.chosen : '',
    span.take === null ? styles.estimate : '',
    props.isDragged ? styles.dragged : '',
    props.isHeard ? styles.heard : '',
  ]
  return (
    <li aria-posinset={number} aria-setsize={props.count} style={colorOf(character)}>
      {block.silenceBeforeMs > 0 && <Gap span={span} pxPerSecond={pxPerSecond} />}
      <div className={styles.place} style={{ transform: `translateX(${left}px)`, width }}>
        <div className={looks.join(' ')} aria-hidden>
          {width >= LEAST_TEXT_PX && (
            <>
              <b dir="auto">{name === '' ? t('timeline.blockShort', { number }) : name}</b>
              <span dir="auto">
                {block.text === '' ? t('timeline.noWords') : block.text.slice(0, MOST_TEXT)}
              </span>
              {span.take !== null && <ClipWave take={span.take} widthPx={Math.floor(width - 18)} />}
            </>
          )}
        </div>
        <button
          ref={setNodeRef}
          type="button"
          data-clip={span.id}
          tabIndex={isTabStop ? 0 : -1}
          aria-pressed={props.isChosen}
          aria-describedby="timeline-drag-help"
          aria-label={t(clipLabel(span.isEstimate, name), {
            number,
            name,
            length: formatSeconds(span.endMs - span.startMs),
            start: formatClock(span.startMs),
          })}
          className={styles.press}
          onMouseDown={(event) => void listeners?.onMouseDown?.(event)}
          onTouchStart={(event) => void listeners?.onTouchStart?.(event)}
          onKeyDown={(event) => {
            props.onClipKey(span.id, event)
            if (!event.defaultPrevented) listeners?.onKeyDown?.(event)
          }}
          onKeyUp={(event) => {
            if (event.key === ' ') event.preventDefault() // the key picks up; it is no click
          }}
          onClick={(event) => props.onChoose(span.id, event)}
          onDoubleClick={() => props.onOpenText(span.id)}
        />
        {(width >= LEAST_EDGES_PX || isTabStop) && (
          <>
            <EdgeHandle {...edge} edge="silence" valueMs={block.silenceBeforeMs} isAuto={false} />
            {block.text.trim() !== '' && (
              <EdgeHandle
                {...edge}
                edge="duration"
                valueMs={block.durationMs ?? span.endMs - span.startMs}
                isAuto={block.durationMs === null}
              />
            )}
          </>
        )}
      </div>
    </li>
  )
})

function Gap({ span, pxPerSecond }: { readonly span: BlockSpan; readonly pxPerSecond: number }) {
  const { t } = useTranslation()
  const left = toPx(span.silenceStartMs, pxPerSecond)
  const width = toPx(span.startMs, pxPerSecond) - left - APART_PX
  const seconds = t('timeline.seconds', { value: formatSeconds(span.startMs - span.silenceStartMs) })
  return (
    <div className={styles.gap} style={{ transform: `translateX(${left}px)`, width: Math.max(0, width) }}>
      {width >= LEAST_TEXT_PX && seconds}
    </div>
  )
}

/** What follows the pointer while a clip is dragged. */
export function ClipGhost(props: {
  block: Block
  number: number
  character: Character | undefined
  count: number
}) {
  const { t } = useTranslation()
  const name = props.character?.name ?? t('timeline.blockShort', { number: props.number })
  return (
    <div className={`${styles.clip} ${styles.ghost}`} style={colorOf(props.character)}>
      <b>{props.count > 1 ? t('timeline.movingCount', { count: props.count }) : name}</b>
      <span>{props.block.text.slice(0, MOST_TEXT)}</span>
    </div>
  )
}

function clipLabel(isEstimate: boolean, name: string) {
  return `timeline.clip${isEstimate ? 'Estimate' : ''}${name === '' ? '' : 'Of'}` as const
}

function colorOf(character: Character | undefined): CSSProperties {
  // CSSProperties does not know custom properties.
  return { '--c': `var(--c${character?.color ?? 0})` } as CSSProperties
}

const HEIGHT_PX = 46

/**
 * A clip's waveform as one SVG path. Clips come and go by the dozen while the timeline scrolls: a path is there in half a
 * millisecond, where a wavesurfer instance takes ten. It has its colour from the style sheet and is sharp at any zoom.
 */
function ClipWave({ take, widthPx }: { readonly take: Take; readonly widthPx: number }) {
  const peaks = usePeaks(take.audioId)
  const path = useMemo(() => {
    if (peaks === undefined) return ''
    return barPath(slicePeaks(peaks, take.startMs, take.endMs, barsIn(widthPx)), widthPx, HEIGHT_PX)
  }, [peaks, take.startMs, take.endMs, widthPx])
  return (
    <svg className={styles.wave} width={widthPx} height={HEIGHT_PX} aria-hidden>
      <path d={path} />
    </svg>
  )
}

/** The peaks of a stored audio of the open story, once the host has answered; null requests no peaks. */
function usePeaks(audioId: string | null): Int8Array | undefined {
  const { peaks, story } = useWorld()
  return useSyncExternalStore(peaks.onChange, () => {
    const projectId = story.getState().open?.project.projectId
    return audioId === null || projectId === undefined ? undefined : peaks.get(projectId, audioId)
  })
}
