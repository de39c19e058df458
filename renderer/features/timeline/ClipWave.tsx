import { useMemo } from 'react'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { usePeaks } from '../../hooks/peaks.ts'
import { barPath, barsIn } from '../../ui/waveformBars.ts'
import styles from './Clip.module.css'

/** The height that the path is made for; the style sheet stretches it to the clip's. */
const HEIGHT_PX = 40
/** A waveform is made for widths in steps, and stretched in between: while the timeline zooms, most steps draw nothing anew. */
const WIDTH_STEP_PX = 12

/**
 * A clip's waveform as one SVG path. Clips come and go by the dozen while the timeline scrolls: a path is there in half a
 * millisecond. It has its colour from the style sheet and is sharp at any zoom.
 */
export function ClipWave({ take, widthPx }: { readonly take: Take; readonly widthPx: number }) {
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
