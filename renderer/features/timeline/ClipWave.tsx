import { useMemo } from 'react'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { usePeaks } from '../../audio/usePeaks.ts'
import { barPath, barsIn } from './barPath.ts'
import styles from './Clip.module.css'

const HEIGHT_PX = 46

/**
 * A clip's waveform as one SVG path. Clips come and go by the dozen while the timeline scrolls: a path is there in half a
 * millisecond, where a wavesurfer instance takes ten. It has its colour from the style sheet and is sharp at any zoom.
 */
export function ClipWave({ take, widthPx }: { readonly take: Take; readonly widthPx: number }) {
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
