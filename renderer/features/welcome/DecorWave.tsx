import { barPath, barsIn } from '../../ui/waveformBars.ts'
import styles from './Welcome.module.css'

const [WIDTH_PX, HEIGHT_PX] = [240, 24]
/** Rises and falls as a sentence does; it is of no audio. */
const PATH = barPath(
  Array.from(
    { length: barsIn(WIDTH_PX) },
    (_, bar) => Math.abs(Math.sin(bar / 3) * Math.cos(bar / 11)) * 0.8 + 0.1,
  ),
  WIDTH_PX,
  HEIGHT_PX,
)

/** A waveform as a picture of sound that is to come. */
export function DecorWave() {
  return (
    <svg className={styles.wave} viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`} aria-hidden="true">
      <path d={PATH} />
    </svg>
  )
}
