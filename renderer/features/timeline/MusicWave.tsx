import { useCallback, useMemo } from 'react'
import { follow, musicGain } from '../../../shared/story/musicGain.ts'
import type { SpeechStretch } from '../../../shared/story/musicGain.ts'
import type { PlacedMusic } from '../../../shared/story/musicLayout.ts'
import { PEAKS_PER_SECOND } from '../../../shared/story/peaks.ts'
import { usePeaks } from '../../hooks/peaks.ts'
import { Painted } from '../../ui/Painted.tsx'
import type { Paint } from '../../ui/Painted.tsx'
import styles from './MusicLane.module.css'
import { toMs } from './scale.ts'
import type { View } from './view.ts'

/** From one bar to the next, and how wide a bar is. */
const PITCH_PX = 3
const BAR_PX = 2

interface MusicWaveProps {
  readonly placed: PlacedMusic
  readonly speech: readonly SpeechStretch[]
  readonly view: View
  readonly leftPx: number
  readonly widthPx: number
}

/** The part of music's waveform that is in view, with its gain as a line: how it fades, and dips under voices. */
export function MusicWave({ placed, speech, view, leftPx, widthPx }: MusicWaveProps) {
  const { pxPerSecond } = view
  const { music, startMs } = placed
  const peaks = usePeaks(music.audioId)
  // The moments of silence between passes of a loop are too short to be drawn.
  const points = useMemo(
    () => musicGain({ ...placed, music: { ...placed.music, isLooped: false } }, speech),
    [placed, speech],
  )
  const fromPx = Math.max(leftPx, view.fromPx)
  const shownPx = Math.min(leftPx + widthPx, view.toPx) - fromPx
  const paint: Paint = useCallback(
    (context, { widthPx: width, heightPx }, color) => {
      const gainOf = follow(points)
      const most = points.reduce((highest, { gain }) => Math.max(highest, gain), 0) || 1
      context.fillStyle = color('--ink-3')
      context.strokeStyle = color('--ink-2')
      context.globalAlpha = 0.5
      const line: (readonly [number, number])[] = []
      // Bars stay where they are in the music while the view scrolls.
      const first = Math.ceil((fromPx - leftPx) / PITCH_PX) * PITCH_PX - (fromPx - leftPx)
      for (let x = first; x < width; x += PITCH_PX) {
        const atMs = toMs(fromPx + x, pxPerSecond)
        const gain = gainOf(atMs) / most
        line.push([x, heightPx - 2 - gain * (heightPx - 6)])
        const audioMs = (music.fromMs + atMs - startMs) % music.audioMs
        const level = levelAt(peaks, audioMs, (PITCH_PX / pxPerSecond) * 1000)
        const high = Math.max(1, level * (0.25 + 0.75 * gain) * (heightPx - 8))
        context.fillRect(x, (heightPx - high) / 2, BAR_PX, high)
      }
      context.globalAlpha = 1
      context.beginPath()
      for (const [x, y] of line) context.lineTo(x, y)
      context.stroke()
    },
    [points, peaks, music.fromMs, music.audioMs, startMs, fromPx, leftPx, pxPerSecond],
  )
  if (shownPx <= 0) return null
  return <Painted paint={paint} className={styles.wave} style={{ left: fromPx - leftPx, width: shownPx }} />
}

/** The loudest of a stretch, 0 to 1. */
function levelAt(peaks: Int8Array | undefined, fromMs: number, lengthMs: number): number {
  if (peaks === undefined) return 0
  const first = Math.floor((fromMs / 1000) * PEAKS_PER_SECOND)
  const last = Math.max(first + 1, Math.floor(((fromMs + lengthMs) / 1000) * PEAKS_PER_SECOND))
  let highest = 0
  for (let at = first; at < last; at++)
    highest = Math.max(highest, -(peaks[at * 2] ?? 0), peaks[at * 2 + 1] ?? 0)
  return Math.min(1, highest / 127)
}
