import { DndContext, DragOverlay, type Modifier } from '@dnd-kit/core'
import { Heading } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useLayoutEffect,
  type PointerEvent,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { titleBlockOf } from '../../../shared/story/heardBlocks.ts'
import type { BlockSpan } from '../../../shared/story/layout.ts'
import type { BlockId, Block, Character } from '../../../shared/story/records.ts'
import {
  blockNumber,
  blocksOf,
  findBlock,
  findCharacter,
  sectionsOf,
} from '../../../shared/story/selectors.ts'
import { speechGainDb } from '../../../shared/story/gain.ts'
import { chooseBlock, choiceOf } from '../../actions/choosing.ts'
import { playBlock } from '../../actions/playing.ts'
import { useAudioState, useEditor, usePlayback, useSession } from '../../hooks/session.ts'
import { formatBlockState, formatClock, formatGain, formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { BlockState } from '../../stores/blockState.ts'
import { lastTakeOf } from '../../stores/timing.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { Bars } from './Bars.tsx'
import { Clip, ClipGhost } from './Clip.tsx'
import styles from './Lanes.module.css'
import type { EdgeValue } from './edges.ts'
import { blockAt, boxesBetween, LEAST_WAVE_PX, lookOf, type ClipBox, type View } from './lanes.ts'
import { toMs, toPx } from './scale.ts'
import { useClipDrag } from './useClipDrag.ts'
import { useClipEvents, useRubberBand } from './useClipEvents.ts'

interface LanesProps {
  readonly view: View
  readonly isSnapOn: boolean
  readonly isRippleOn: boolean
  readonly previewedId: BlockId | null
  readonly scroller: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLElement | null>
  readonly onPreview: (value: EdgeValue | null) => void
  /** Scrolls a range of the story into view. */
  readonly onShow: (startMs: number, endMs: number) => void
  /** Zooms in to a range of the story. */
  readonly onZoomTo: (startMs: number, endMs: number) => void
}

/** More clips than these are painted on a canvas: zooming lays out each element again in each frame, which takes about 0.2 ms. */
const MOST_CLIPS = 60
/** Narrower clips show a card on hover or focus. */
const LEAST_READABLE_PX = 48
const NO_STATE = { kind: 'empty', percentage: null, error: null } as const

/** The ghost is narrower than most clips: it is centred at the pointer, wherever the clip was grabbed. */
const GHOST_MODIFIERS: Modifier[] = [
  ({ transform, activatorEvent, activeNodeRect }) =>
    activatorEvent instanceof MouseEvent && activeNodeRect !== null
      ? { ...transform, x: transform.x + activatorEvent.clientX - activeNodeRect.left - 20 }
      : transform,
]

/** The clips in their lanes: a list with one tab stop, in which the arrow keys go from clip to clip. */
export function Lanes(props: LanesProps) {
  const { view, scroller, content, onShow } = props
  const { story, layout, lanes, pxPerSecond, states } = view
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const heardId = usePlayback((state) => state.blockId)
  const allTakes = useAudioState((state) => state.allTakes)
  const list = useRef<HTMLUListElement>(null)
  const band = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<BlockId | null>(null)
  const [hoveredId, setHoveredId] = useState<BlockId | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const isFocusMoving = useRef(false)
  const lastPoint = useRef<{ readonly clientX: number; readonly clientY: number } | null>(null)

  const { drag, context } = useClipDrag({
    story,
    layout,
    pxPerSecond,
    content,
    onPlace: ({ atMs }) => onShow(atMs, atMs),
  })
  const { events, isFocusByPointer } = useClipEvents({
    ...props,
    isDragging: drag !== null,
    onFocus(id, moves) {
      isFocusMoving.current = moves
      setFocusedId(id)
    },
  })
  useEffect(() => {
    if (!isFocusMoving.current || focusedId === null) return
    isFocusMoving.current = false
    list.current
      ?.querySelector<HTMLElement>(`[data-clip="${CSS.escape(focusedId)}"]`)
      ?.focus({ preventScroll: true })
  }, [focusedId, layout])

  const blocks = blocksOf(story)
  const chosen = useMemo(() => new Set(selection), [selection])
  const tabStop =
    [focusedId, selection.at(-1), blocks[0]?.id].find((id) => id && story.records.has(id)) ?? null
  const boxes = useMemo(
    () =>
      lanes.map((lane) =>
        boxesBetween({ ...view, spans: layout.spans, lane, lookOf: (index) => lookOf(view, index) }),
      ),
    [view, lanes, layout],
  )
  const isPainted = boxes.reduce((count, { length }) => count + length, 0) > MOST_CLIPS
  const mounted = new Map<number, ClipBox & { readonly lane: number }>()
  const mount = (lane: number, box: ClipBox) => mounted.set(box.index, { ...box, lane })
  if (!isPainted) boxes.forEach((ofLane, lane) => ofLane.forEach((box) => mount(lane, box)))
  // A focused, hovered or dragged clip is in the page, however far it is scrolled away.
  for (const id of [tabStop, hoveredId, drag?.ids[0] ?? null]) {
    const index = id === null ? -1 : blockNumber(story, id) - 1
    const lane = lanes.findIndex(({ indices }) => indices.includes(index))
    const span = layout.spans[index]
    if (span === undefined || lane < 0 || mounted.has(index)) continue
    const known = boxes[lane]?.find((box) => box.index === index)
    const left = toPx(span.startMs, pxPerSecond)
    mount(lane, known ?? { index, leftPx: left, widthPx: toPx(span.endMs, pxPerSecond) - left })
  }

  const blockUnder = ({ clientX, clientY }: PointerEvent): BlockId | null => {
    const area = list.current?.getBoundingClientRect()
    if (area === undefined || area.height === 0) return null
    const lane = lanes[Math.floor(((clientY - area.top) / area.height) * lanes.length)]
    const index = lane === undefined ? null : blockAt(lane, layout.spans, clientX - area.left, pxPerSecond)
    return (index === null ? undefined : layout.spans[index]?.id) ?? null
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons !== 0) return // the pressed clip stays
    const { clientX, clientY } = event
    const isAtRest = lastPoint.current?.clientX === clientX && lastPoint.current.clientY === clientY
    lastPoint.current = { clientX, clientY }
    if (isAtRest) return // the page scrolls or zooms under the pointer
    const id = blockUnder(event)
    setHoveredId(id)
  }
  const onClick = useCallback(
    (px: number) => session.player.seek(toMs(px, pxPerSecond)),
    [session, pxPerSecond],
  )
  const startBand = useRubberBand({ view, scroller, band, onClick })

  const cardId = hoveredId ?? (hasFocus && !isFocusByPointer.current ? tabStop : null)
  const carded = cardId === null ? undefined : mounted.get(blockNumber(story, cardId) - 1)
  const cardBox =
    carded !== undefined && carded.widthPx < LEAST_READABLE_PX && drag === null ? carded : undefined
  const ghost = drag?.ids[0] === undefined ? undefined : findBlock(story, drag.ids[0])
  return (
    <DndContext {...context}>
      <p id="timeline-drag-help" className="visually-hidden">
        {t('timeline.dragHelp')}
      </p>
      <ul
        ref={list}
        aria-label={t('timeline.clips')}
        className={styles.clips}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setHoveredId(null)}
        onPointerDownCapture={() => (isFocusByPointer.current = true)}
        onPointerDown={(event) => {
          if (event.target instanceof Element && event.target.closest('button, [role=slider]') !== null)
            return
          const under = isPainted ? blockUnder(event) : null
          if (under === null) startBand(event)
          else chooseBlock(session, under, choiceOf(event), { reveals: true })
        }}
        onFocus={() => setHasFocus(true)}
        onBlur={() => {
          isFocusByPointer.current = false
          setHasFocus(false)
        }}
      >
        {[...mounted.values()]
          .sort((a, b) => a.index - b.index)
          .map(({ index, lane, leftPx, widthPx }) => {
            const [span, block] = [layout.spans[index], blocks[index]]
            if (span === undefined || block === undefined) return null
            return (
              <Clip
                key={span.id}
                {...events}
                lane={lane}
                isNamedByLane={view.isByCharacter}
                leftPx={leftPx}
                widthPx={widthPx}
                gapPx={((span.startMs - span.silenceStartMs) / 1000) * pxPerSecond}
                span={span}
                block={block}
                number={index + 1}
                count={blocks.length}
                character={findCharacter(story, block.characterId)}
                state={states.get(span.id) ?? NO_STATE}
                take={span.take ?? lastTakeOf(span.id, allTakes)}
                gainDb={speechGainDb(story, block, span.take?.id ?? null)}
                isPreviewed={span.id === props.previewedId}
                isChosen={chosen.has(span.id)}
                isTabStop={span.id === tabStop}
                isPointedAt={span.id === hoveredId}
                isDragged={drag?.isCopy === false && drag.ids.includes(span.id)}
                isHeard={span.id === heardId}
                cardId={cardBox?.index === index ? CARD_ID : null}
              />
            )
          })}
      </ul>
      <TitleClips view={view} />
      {isPainted && <Bars view={view} boxes={boxes} chosen={chosen} />}
      <div ref={band} className={styles.band} hidden aria-hidden />
      {cardBox !== undefined && <CardOf view={view} index={cardBox.index} />}
      {drag !== null && (!drag.place.isInPlace || drag.isCopy) && (
        <div
          className={styles.dropLine}
          style={{ transform: `translateX(${toPx(drag.place.atMs, pxPerSecond)}px)` }}
          aria-hidden
        />
      )}
      {createPortal(
        <DragOverlay dropAnimation={null} modifiers={GHOST_MODIFIERS}>
          {drag?.isByPointer === true && ghost !== undefined && (
            <ClipGhost
              block={ghost}
              number={blockNumber(story, ghost.id)}
              character={findCharacter(story, ghost.characterId)}
              count={drag.ids.length}
              isCopy={drag.isCopy}
              timeMs={drag.place.atMs}
            />
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

function CardOf({ view, index }: { readonly view: View; readonly index: number }) {
  const { story, layout, states } = view
  const [span, block] = [layout.spans[index], blocksOf(story)[index]]
  if (span === undefined || block === undefined) return null
  const character = findCharacter(story, block.characterId)
  return (
    <ClipCard
      span={span}
      block={block}
      number={index + 1}
      character={character}
      state={states.get(span.id) ?? NO_STATE}
      gainDb={speechGainDb(story, block, span.take?.id ?? null)}
    />
  )
}

/** Spoken titles of chapters, in the narrator's lane. They move with their chapters, and a press plays one. */
function TitleClips({ view }: { readonly view: View }) {
  const { t } = useTranslation()
  const session = useSession()
  const heardId = usePlayback(({ blockId }) => blockId)
  const { story, layout, lanes, pxPerSecond, fromPx, toPx: untilPx } = view
  return sectionsOf(story).map(({ chapter, number }, index) => {
    const span = layout.chapters[index]?.title ?? null
    if (chapter === null || span === null) return null
    const leftPx = toPx(span.startMs, pxPerSecond)
    const widthPx = Math.max(2, toPx(span.endMs, pxPerSecond) - leftPx - 1)
    if (leftPx + widthPx < fromPx || leftPx > untilPx) return null
    const speaker = titleBlockOf(story, chapter)?.characterId ?? null
    const lane = Math.max(
      0,
      lanes.findIndex(({ character }) => (character?.id ?? null) === speaker),
    )
    const place = { '--lane': lane, transform: `translateX(${leftPx}px)`, width: widthPx }
    const name = t('timeline.titleClip', { number, title: chapter.title })
    return (
      <button
        key={chapter.id}
        type="button"
        tabIndex={-1}
        className={styles.title}
        data-unmade={span.take === null || undefined}
        data-heard={span.id === heardId || undefined}
        aria-label={name}
        title={name}
        style={place}
        onClick={() => {
          playBlock(session, span.id).catch(session.report)
        }}
      >
        {widthPx < LEAST_WAVE_PX ? null : (
          <>
            <Heading size={12} aria-hidden="true" />
            <bdi>{chapter.title}</bdi>
          </>
        )}
      </button>
    )
  })
}

const CARD_ID = 'timeline-clip-card'
/** More text than fits in the card. */
const MOST_TEXT = 120
const MARGIN_PX = 8

interface ClipCardProps {
  readonly span: BlockSpan
  readonly block: Block
  readonly number: number
  readonly character: Character | undefined
  readonly state: BlockState
  /** Its gain relative to its take. */
  readonly gainDb: number
}

/** A card with what a narrow clip cannot show: name, time, state and first words. */
function ClipCard({ span, block, number, character, state, gainDb }: ClipCardProps) {
  const { t } = useTranslation()
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const clip = document.querySelector(`[data-clip="${CSS.escape(span.id)}"]`)?.getBoundingClientRect()
      if (card.current === null || clip === undefined) return
      const { width, height } = card.current.getBoundingClientRect()
      const left = Math.max(MARGIN_PX, Math.min(clip.left - 30, window.innerWidth - width - MARGIN_PX))
      const above = clip.top - height - MARGIN_PX
      card.current.style.transform = `translate(${left}px, ${above > 0 ? above : clip.bottom + MARGIN_PX}px)`
    }
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', place, { capture: true })
  }, [span])
  const time = `${formatClock(span.startMs)}, ${t('timeline.seconds', { value: formatSeconds(span.endMs - span.startMs) })}`
  return createPortal(
    <div ref={card} id={CARD_ID} className={styles.card}>
      <div className={styles.head} style={characterColor(character?.color)}>
        <b dir="auto">{character?.name ?? t('timeline.blockShort', { number })}</b>
        <span className={styles.time}>{gainDb === 0 ? time : `${time}, ${formatGain(t, gainDb)}`}</span>
        {state.kind !== 'empty' && (
          <StateMark state={state.kind} percentage={state.percentage} word={formatBlockState(t, state)} />
        )}
      </div>
      <div className={styles.words} dir="auto">
        {block.text.trim() === '' ? t('timeline.noWords') : block.text.slice(0, MOST_TEXT)}
      </div>
    </div>,
    document.body,
  )
}
