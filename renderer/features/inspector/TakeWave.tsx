import { useMemo } from 'react'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { usePeaks } from '../../hooks/peaks.ts'
import { barPath, barsIn } from '../../ui/waveformBars.ts'
import styles from './Takes.module.css'

interface TakeWaveProps {
  readonly take: Take
  readonly widthPx: number
  readonly heightPx: number
}

/** The waveform of a take, once it is known. */
export function TakeWave({ take: { audioId, startMs, endMs }, widthPx, heightPx }: TakeWaveProps) {
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
