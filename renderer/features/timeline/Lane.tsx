import { DndContext, DragOverlay } from '@dnd-kit/core'
import type { Modifier } from '@dnd-kit/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Layout } from '../../../shared/story/layout.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import {
  blockNumber,
  blocksOf,
  findBlock,
  findCharacter,
  sectionsOf,
} from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { runCommand } from '../../actions/commands.ts'
import { openStory, remove, revealBlock } from '../../actions/editing.ts'
import { usePlayback, useViewState, useWorld } from '../../hooks/world.ts'
import { Clip, ClipGhost } from './Clip.tsx'
import type { ClipEvents } from './Clip.tsx'
import { edgeChange } from './edges.ts'
import type { EdgeValue } from './edges.ts'
import styles from './Lane.module.css'
import { spansBetween, toMs, toPx } from './scale.ts'
import { chooseBlock, choiceOf } from '../../actions/choosing.ts'
import { useClipDrag } from './useClipDrag.ts'
import chapterFlagsStyles from './ChapterFlags.module.css'

interface LaneProps {
  /** The story and its timing as they are shown: with the edge that is being dragged. */
  readonly story: Story
  readonly layout: Layout
  readonly pxPerSecond: number
  readonly isSnapOn: boolean
  /** What is to be drawn, in px of the content. */
  readonly fromPx: number
  readonly toPx: number
  readonly content: RefObject<HTMLElement | null>
  readonly onPreview: (value: EdgeValue | null) => void
  /** Brings a stretch of the story into view. */
  readonly onShow: (startMs: number, endMs: number) => void
}

/** The ghost is narrower than most clips: it is carried by the hand, wherever the clip was taken. */
const GHOST_MODIFIERS: Modifier[] = [
  ({ transform, activatorEvent, activeNodeRect }) =>
    activatorEvent instanceof MouseEvent && activeNodeRect !== null
      ? { ...transform, x: transform.x + activatorEvent.clientX - activeNodeRect.left - 20 }
      : transform,
]

/** The clips: a list with one stop for the tab key, in which the arrow keys go from clip to clip. */
export function Lane(props: LaneProps) {
  const { story, layout, pxPerSecond, isSnapOn, fromPx, toPx: untilPx, content, onPreview, onShow } = props
  const { t } = useTranslation()
  const world = useWorld()
  const selection = useViewState((state) => state.selection)
  const heardId = usePlayback((state) => state.blockId)
  const list = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<BlockId | null>(null)
  /** A clip that got the focus by a press leaves the space key to playback. */
  const isFocusByPointer = useRef(false)
  const isFocusMoving = useRef(false)

  const { drag, context } = useClipDrag({
    story,
    layout,
    pxPerSecond,
    content,
    onPlace: ({ atMs }) => onShow(atMs, atMs),
  })

  const blocks = blocksOf(story)
  const chosen = useMemo(() => new Set(selection), [selection])
  const tabStop =
    [focusedId, selection.at(-1), blocks[0]?.id].find((id) => id && story.records.has(id)) ?? null
  const seen = spansBetween(layout.spans, toMs(fromPx, pxPerSecond), toMs(untilPx, pxPerSecond))
  const mounted = new Set<number>()
  if (seen !== null) for (let index = seen.first; index <= seen.last; index += 1) mounted.add(index)
  // What has the focus or is dragged stays, however far it is scrolled away.
  for (const id of [tabStop, drag?.ids[0] ?? null]) if (id !== null) mounted.add(blockNumber(story, id) - 1)

  useEffect(() => {
    if (!isFocusMoving.current || focusedId === null) return
    isFocusMoving.current = false
    list.current
      ?.querySelector<HTMLElement>(`[data-clip="${CSS.escape(focusedId)}"]`)
      ?.focus({ preventScroll: true })
  }, [focusedId])

  const isDragging = drag !== null
  const events = useMemo((): ClipEvents => {
    const focusClip = (number: number) => {
      const span = layout.spans[Math.max(0, Math.min(layout.spans.length - 1, number - 1))]
      if (span === undefined) return
      isFocusMoving.current = true
      setFocusedId(span.id)
      onShow(span.silenceStartMs, span.endMs)
    }
    return {
      onChoose(id, event) {
        setFocusedId(id)
        chooseBlock(world, id, choiceOf(event), { reveals: true })
      },
      onOpenText: (id) => revealBlock(world, id, true),
      onClipKey(id, event) {
        const number = blockNumber(story, id)
        const target = { ArrowLeft: number - 1, ArrowRight: number + 1, Home: 1, End: layout.spans.length }[
          event.key
        ]
        if (isDragging || event.altKey || event.ctrlKey || event.metaKey) return
        if (target !== undefined) {
          isFocusByPointer.current = false
          focusClip(target)
        } else if (event.key === ' ' && isFocusByPointer.current) {
          runCommand(world, 'playStory')
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
          remove(world, world.view.getState().selection.includes(id) ? world.view.getState().selection : [id])
        } else {
          // What is picked up is chosen too; several that are chosen already move together.
          if (event.key === ' ' && !chosen.has(id)) chooseBlock(world, id, 'alone', { reveals: true })
          return
        }
        event.preventDefault()
        event.stopPropagation()
      },
      onPreview,
      onCommit(value, isByKey) {
        const label = value.edge === 'silence' ? 'edits.silence' : 'edits.duration'
        const latest = openStory(world) ?? story // what is shown may lag behind what is typed
        world.edit(label, edgeChange(latest, value), isByKey ? `${value.edge}:${value.blockId}` : undefined)
      },
    }
  }, [world, story, layout, chosen, isDragging, onPreview, onShow])

  const shownDrag = drag?.ids[0]
  const ghost = shownDrag === undefined ? undefined : findBlock(story, shownDrag)
  return (
    <DndContext {...context}>
      <p id="timeline-drag-help" className="visually-hidden">
        {t('timeline.dragHelp')}
      </p>
      <ChapterFlags story={story} layout={layout} pxPerSecond={pxPerSecond} fromPx={fromPx} toPx={untilPx} />
      <ul
        ref={list}
        aria-label={t('timeline.clips')}
        className={styles.clips}
        onPointerDownCapture={() => (isFocusByPointer.current = true)}
        onBlur={() => (isFocusByPointer.current = false)}
      >
        {[...mounted]
          .sort((a, b) => a - b)
          .map((index) => {
            const [span, block] = [layout.spans[index], blocks[index]]
            if (span === undefined || block === undefined) return null
            return (
              <Clip
                key={span.id}
                {...events}
                span={span}
                block={block}
                number={index + 1}
                count={blocks.length}
                character={findCharacter(story, block.characterId)}
                pxPerSecond={pxPerSecond}
                isSnapOn={isSnapOn}
                isChosen={chosen.has(span.id)}
                isTabStop={span.id === tabStop}
                isDragged={drag?.ids.includes(span.id) ?? false}
                isHeard={span.id === heardId}
              />
            )
          })}
      </ul>
      {drag !== null && !drag.place.isInPlace && (
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
            />
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

interface ChapterFlagsProps {
  readonly story: Story
  readonly layout: Layout
  readonly pxPerSecond: number
  readonly fromPx: number
  readonly toPx: number
}

/** Where chapters begin: a line through the lane with the chapter's title. For the eye; the outline names them to all. */
function ChapterFlags({ story, layout, pxPerSecond, fromPx, toPx: untilPx }: ChapterFlagsProps) {
  return sectionsOf(story).map(({ chapter, number }, index) => {
    const span = layout.chapters[index]
    if (chapter === null || span === undefined) return null
    const [x, endX] = [toPx(span.startMs, pxPerSecond), toPx(span.endMs, pxPerSecond)]
    if (endX < fromPx || x > untilPx) return null
    return (
      <div
        key={chapter.id}
        className={chapterFlagsStyles.flag}
        style={{ transform: `translateX(${x - 2}px)` }}
        aria-hidden
      >
        <span style={{ maxWidth: Math.max(0, endX - x - 8) }}>
          {number} · {chapter.title}
        </span>
      </div>
    )
  })
}
