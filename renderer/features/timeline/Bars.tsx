import { useCallback } from 'react'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { usePeaksOf } from '../../hooks/peaks.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Painted, type Paint } from '../../ui/Painted.tsx'
import { barPath, barsIn } from '../../ui/drawSound.ts'
import styles from './Lanes.module.css'
import {
  barsOf,
  initialOf,
  LEAST_NAME_PX,
  LEAST_WAVE_PX,
  LEAST_WORD_PX,
  isMadeIn,
  lookOf,
  tokenOf,
  type ClipBox,
  type View,
} from './lanes.ts'

/** Space above and below the bars of a lane. */
const PAD_PX = 5
/** A bar is painted at least this wide, so that it can be seen. */
const LEAST_PX = 0.6
/** A chosen clip has a frame of at least this width. */
const LEAST_FRAME_PX = 5
/** Height of the line with a clip's name, from the top of the clip. */
const NAME_PX = 20
/** Space between the edges of a clip and its name and waveform. */
const INNER_PX = 4

interface BarsProps {
  readonly view: View
  /** The clips of each lane. */
  readonly boxes: readonly (readonly ClipBox[])[]
  readonly chosen: ReadonlySet<BlockId>
}

/**
 * More clips than a page can move at the display's rate as elements, painted on a canvas: with name and waveform if they fit, otherwise as flat
 * bars. Only the hovered clip and the focused clip are elements.
 */
export function Bars({ view, boxes, chosen }: BarsProps) {
  const { t } = useTranslation()
  const peaksOf = usePeaksOf()
  const paint: Paint = useCallback(
    (context, { heightPx }, token) => {
      const { story, layout, fromPx, isByCharacter } = view
      const laneHeight = heightPx / boxes.length
      /** A clip with room for its name: tinted, or with an outline if its audio is not rendered. */
      const paintClip = ({ index, leftPx, widthPx }: ClipBox, top: number, height: number) => {
        const [look, x] = [lookOf(view, index), leftPx - fromPx]
        const [block, take] = [blocksOf(story)[index], layout.spans[index]?.take ?? null]
        const hasWave = widthPx >= LEAST_WAVE_PX
        context.save()
        context.beginPath()
        context.rect(x, top, widthPx, height)
        context.clip()
        if (isMadeIn(look)) {
          context.fillStyle = token('--surface')
          context.fillRect(x, top, widthPx, height)
          context.fillStyle = token(tokenOf(look))
          context.globalAlpha = hasWave ? 0.14 : 0.3
          context.fillRect(x, top, widthPx, height)
        } else context.setLineDash([3, 2])
        context.fillStyle = context.strokeStyle = token(tokenOf(look))
        context.globalAlpha = 0.4
        context.strokeRect(x + 0.5, top + 0.5, widthPx - 1, height - 1)
        context.setLineDash([])
        context.globalAlpha = 1
        if (!isByCharacter && block !== undefined) {
          const name = findCharacter(story, block.characterId)?.name
          const isShort = widthPx < LEAST_WORD_PX
          context.fillText(
            name === undefined
              ? isShort
                ? String(index + 1)
                : t('timeline.blockShort', { number: index + 1 })
              : isShort
                ? initialOf(name)
                : name,
            x + (hasWave ? INNER_PX : 2),
            top + NAME_PX / 2,
          )
        }
        const peaks = take === null ? undefined : peaksOf(take.audioId)
        if (hasWave && take !== null && peaks !== undefined) {
          const [roomPx, topPx] = [widthPx - 2 * INNER_PX, isByCharacter ? 0 : NAME_PX]
          const heights = slicePeaks(peaks, take.startMs, take.endMs, barsIn(roomPx))
          context.translate(x + INNER_PX, top + topPx)
          context.lineWidth = 1.6
          context.stroke(new Path2D(barPath(heights, roomPx, height - topPx - INNER_PX)))
        }
        context.restore()
      }
      context.font = `${token('--w-bold')} ${token('--t-12')} ${token('--ui')}`
      context.textBaseline = 'middle'
      boxes.forEach((ofLane, lane) => {
        const [top, height] = [lane * laneHeight + PAD_PX, laneHeight - 2 * PAD_PX]
        const { named = [], flat = [] } = Object.groupBy(ofLane, ({ widthPx }) =>
          widthPx >= LEAST_NAME_PX ? 'named' : 'flat',
        )
        for (const box of named) paintClip(box, top, height)
        const madeAlpha = named.length > 0 ? 0.5 : 0.82 // pale beside tinted clips
        for (const { leftPx, widthPx, index } of barsOf(flat, (each) => lookOf(view, each))) {
          const [look, x] = [lookOf(view, index), leftPx - fromPx]
          context.fillStyle = token(tokenOf(look))
          context.globalAlpha = isMadeIn(look) ? madeAlpha : 0.25
          context.fillRect(x, top, Math.max(LEAST_PX, widthPx), height)
        }
        context.globalAlpha = 1
        context.strokeStyle = token('--pick')
        context.lineWidth = 2
        for (const { index, leftPx, widthPx } of ofLane) {
          const id = layout.spans[index]?.id
          if (id === undefined || !chosen.has(id)) continue
          const width = Math.max(LEAST_FRAME_PX, widthPx)
          context.strokeRect(leftPx - fromPx + (widthPx - width) / 2, top, width, height)
        }
      })
    },
    [view, boxes, chosen, peaksOf, t],
  )
  const { fromPx, toPx } = view
  return <Painted paint={paint} className={styles.bars} style={{ left: fromPx, width: toPx - fromPx }} />
}
