import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { PEAKS_PER_SECOND } from '../../shared/story/peaks.ts'
import type { MsRange } from '../../shared/story/takeCuts.ts'
import type { DrawnSound, SoundMark } from './drawSound.ts'
import { useTheme } from './Painted.tsx'
import styles from './SoundWave.module.css'

interface SoundWaveProps {
  /** The purpose of the slider, which moves the playhead. */
  readonly label: string
  /** The id of a text that describes the sound further. */
  readonly describedBy?: string
  /** The peaks of the stored audio; undefined until they are known. */
  readonly peaks: Int8Array | undefined
  /** The part of the audio that is shown. All other times are in ms from its start. */
  readonly range: MsRange
  /** All samples of the part, to draw its frequencies below the wave. */
  readonly samples?: Float32Array | null
  readonly positionMs: number
  /** A time in words for screen readers. */
  readonly timeText: (ms: number) => string
  readonly heightPx: number
  /** 1 shows all of it. */
  readonly zoom?: number
  /** Keep the same list while nothing changes. Colors are names of tokens. */
  readonly marks?: readonly SoundMark[]
  readonly isDisabled?: boolean
  readonly onSeek: (ms: number) => void
  readonly onChange?: (id: string, startMs: number, endMs: number) => void
  /** If set, a range can be marked by dragging. */
  readonly onMark?: (startMs: number, endMs: number) => void
  /** Called for keys other than those that move the playhead. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

const STEP_MS = 100
const FINE_STEP_MS = 10
const PAGE_MS = 1000
const SPECTRUM_PX = 112
const NO_MARKS: readonly SoundMark[] = []

/** The wave of a part of some audio with a playhead, which a click, a drag and the arrow keys move. */
export function SoundWave(props: SoundWaveProps) {
  const { label, peaks, range, positionMs, timeText, heightPx, zoom = 1, marks = NO_MARKS, onSeek } = props
  const { startMs, endMs } = range
  const durationMs = Math.max(1, endMs - startMs)
  const theme = useTheme()
  const box = useRef<HTMLDivElement>(null)
  const [sound, setSound] = useState<DrawnSound | null>(null)
  const ofPeaks = useMemo(
    () => (peaks === undefined ? null : samplesOf(peaks, { startMs, endMs })),
    [peaks, startMs, endMs],
  )
  const hasSpectrum = props.samples !== undefined && props.samples !== null
  const samples = props.samples ?? ofPeaks
  const seek = useEffectEvent((ms: number) => onSeek(Math.max(0, Math.min(durationMs, ms))))
  const change = useEffectEvent((...args: Parameters<NonNullable<SoundWaveProps['onChange']>>) =>
    props.onChange?.(...args),
  )
  const mark = useEffectEvent((...args: Parameters<NonNullable<SoundWaveProps['onMark']>>) =>
    props.onMark?.(...args),
  )
  const canMark = props.onMark !== undefined

  useEffect(() => {
    // Fetched while the host is asked for the peaks.
    void import('./drawSound.ts').catch(() => undefined)
  }, [])
  useEffect(() => {
    const container = box.current
    if (samples === null || container === null) return undefined
    let drawn: DrawnSound | null = null
    let isGone = false
    const color = colorsOf(container)
    const spectrum = hasSpectrum ? import('./drawSound.ts') : null
    void Promise.all([import('./drawSound.ts'), spectrum]).then(([{ drawSound }, drawing]) => {
      if (isGone) return
      drawn = drawSound(container, {
        samples,
        durationMs,
        heightPx,
        colors: { wave: color('--ink-3'), heard: color('--ink'), playhead: color('--accent') },
        spectrum: drawing?.createSpectrum(SPECTRUM_PX) ?? null,
        canMark,
        onSeek: (ms) => seek(ms),
        onChange: (...args) => change(...args),
        onMark: (...args) => mark(...args),
      })
      setSound(drawn)
    })
    return () => {
      isGone = true
      drawn?.close()
      setSound(null)
    }
  }, [samples, hasSpectrum, durationMs, heightPx, canMark, theme])
  useEffect(() => sound?.setPosition(positionMs), [sound, positionMs])
  useEffect(() => sound?.setZoom(zoom), [sound, zoom])
  useEffect(() => {
    const container = box.current
    if (sound === null || container === null) return
    const color = colorsOf(container)
    sound.setMarks(
      marks.map((each) => ({ ...each, color: `color-mix(in srgb, ${color(each.color)} 30%, transparent)` })),
    )
  }, [sound, marks])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next =
      event.ctrlKey || event.metaKey || event.altKey ? null : movedBy(event, positionMs, durationMs)
    if (next === null) {
      props.onKeyDown?.(event)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    onSeek(Math.max(0, Math.min(durationMs, next)))
  }
  return (
    <div
      className={styles.sound}
      style={{ height: heightPx + (hasSpectrum ? SPECTRUM_PX : 0) }}
      dir="ltr"
      role="slider"
      tabIndex={props.isDisabled === true ? -1 : 0}
      aria-label={label}
      aria-describedby={props.describedBy}
      aria-disabled={props.isDisabled}
      aria-valuemin={0}
      aria-valuemax={durationMs}
      aria-valuenow={Math.round(positionMs)}
      aria-valuetext={timeText(positionMs)}
      data-ready={sound !== null || undefined}
      onKeyDown={onKeyDown}
    >
      <div ref={box} aria-hidden="true" className={styles.drawn} />
    </div>
  )
}

function movedBy({ key, shiftKey }: KeyboardEvent, fromMs: number, durationMs: number): number | null {
  const step = shiftKey ? FINE_STEP_MS : STEP_MS
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return fromMs + step
    case 'ArrowLeft':
    case 'ArrowDown':
      return fromMs - step
    case 'PageUp':
      return fromMs + PAGE_MS
    case 'PageDown':
      return fromMs - PAGE_MS
    case 'Home':
      return 0
    case 'End':
      return durationMs
    default:
      return null
  }
}

/** More than a wide screen shows at the highest zoom, so that an hour draws as fast as a minute. */
const MOST_BUCKETS = 40_000

/** Converts peaks to samples for wavesurfer.js: minimum and maximum alternate. Null if there are none. */
function samplesOf(peaks: Int8Array, { startMs, endMs }: MsRange): Float32Array | null {
  const bucketOf = (ms: number) => Math.round((ms / 1000) * PEAKS_PER_SECOND)
  const [first, last] = [bucketOf(startMs), Math.min(peaks.length / 2, bucketOf(endMs))]
  if (last <= first) return null
  const merged = Math.ceil((last - first) / MOST_BUCKETS)
  const samples = new Float32Array(2 * Math.ceil((last - first) / merged))
  for (let bucket = first, at = 0; bucket < last; bucket += merged, at += 2) {
    let [lowest, highest] = [127, -127]
    for (let each = bucket; each < Math.min(last, bucket + merged); each += 1) {
      lowest = Math.min(lowest, peaks[2 * each] ?? 0)
      highest = Math.max(highest, peaks[2 * each + 1] ?? 0)
    }
    samples[at] = lowest / 127
    samples[at + 1] = highest / 127
  }
  return samples
}

function colorsOf(element: Element): (token: string) => string {
  const tokens = getComputedStyle(element)
  return (token) => tokens.getPropertyValue(token)
}
