import type { MouseEvent } from 'react'
import type { CheckedFile, Finding } from '../../../shared/export/findings.ts'
import { ACX_LIMITS, FRAMES_PER_SECOND } from '../../../shared/export/soundChecks.ts'
import { formatClock, formatClockTenths, formatDb } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Export.module.css'

/** So much of the file is drawn around the place. */
const SHOWN_MS = 15_000
const FRAME_MS = 1000 / FRAMES_PER_SECOND
/** The frames that are marked as the place, on both sides. */
const MARKED_MS = 300
/** Noise is drawn larger, with its limit at a quarter of the height. */
const NOISE_SHARE = 0.25
const factorOf = (db: number) => 10 ** (db / 20)

interface PlaceWaveProps {
  readonly file: CheckedFile
  readonly kind: Finding['kind']
  readonly atMs: number
  /** Called with a time of the file, from which it is to be heard. */
  readonly onHear: (fromMs: number) => void
}

/** The sound around a place of a file, with the limit that it breaks: a press lets it be heard from there. */
export function PlaceWave({ file, kind, atMs, onHear }: PlaceWaveProps) {
  const { t } = useTranslation()
  const endMs = file.peaks.length * FRAME_MS
  if (endMs === 0) return null
  const shownMs = Math.min(SHOWN_MS, endMs)
  const fromMs = Math.max(0, Math.min(endMs - shownMs, atMs - shownMs / 2))
  const first = Math.round(fromMs / FRAME_MS)
  const shown = file.peaks.slice(first, first + Math.round(shownMs / FRAME_MS))
  const limitDb = kind === 'peak' ? ACX_LIMITS.peak.max : kind === 'noise' ? ACX_LIMITS.noise.max : null
  const limit = limitDb === null ? null : kind === 'noise' ? NOISE_SHARE : factorOf(limitDb)
  const scale = kind === 'noise' ? NOISE_SHARE / factorOf(ACX_LIMITS.noise.max) : 1
  const heights = shown.map((peak) => Math.min(1, peak * scale))
  // Above its limit a peak is drawn in red; speech is always above that of noise.
  const isOver = (height: number) => kind === 'peak' && height > (limit ?? 1)
  const bars = (over: boolean) =>
    heights
      .map((height, index) =>
        isOver(height) === over
          ? `M${index + 0.5} ${50 - height * 50}V${50 + Math.max(0.5, height * 50)}`
          : '',
      )
      .join('')
  const marked = Math.round((atMs - fromMs) / FRAME_MS)
  const half = Math.round(MARKED_MS / FRAME_MS)
  const hear = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    // A key has no place.
    const share = event.detail === 0 || width === 0 ? null : (event.clientX - left) / width
    onHear(share === null ? Math.max(fromMs, atMs - 1000) : fromMs + share * shownMs)
  }
  const limitText = limitDb === null ? null : `${formatDb(limitDb)} ${t('music.db')}`
  const label = t('exports.hearPlace', { time: formatClockTenths(atMs) })
  return (
    <div className={styles.wave}>
      <button
        type="button"
        className={styles.waveButton}
        aria-label={limitText === null ? label : `${label}, ${limitText}`}
        onClick={hear}
      >
        <svg viewBox={`0 0 ${shown.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          <path d={bars(false)} />
          <path d={bars(true)} className={styles.over} />
          <rect className={styles.marked} x={marked - half} y={2} width={2 * half} height={96} rx={2} />
          {limit === null ? null : (
            <path className={styles.limit} d={`M0 ${50 - limit * 50}H${shown.length}`} />
          )}
        </svg>
        {limitText === null ? null : (
          <span className={styles.limitText} style={{ insetBlockStart: `${50 - (limit ?? 0) * 50}%` }}>
            {limitText}
          </span>
        )}
      </button>
      <div className={styles.waveTimes} aria-hidden="true">
        {[0, 1 / 2, 1].map((share) => (
          <span key={share}>{formatClock(fromMs + share * shownMs)}</span>
        ))}
      </div>
    </div>
  )
}
