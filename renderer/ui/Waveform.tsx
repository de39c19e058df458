import { useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { useTheme } from './useTheme.ts'
import styles from './Waveform.module.css'
import { BAR_PX, barPath } from './waveformBars.ts'

interface WaveformProps {
  /** Bar heights, 0 to 1; about one per 3 px. Keep the same array while nothing changes. */
  readonly heights: readonly number[]
  readonly durationMs: number
  /** A CSS colour; custom properties are resolved where the waveform stands. */
  readonly color: string
  /** The accessible name of the drawing. */
  readonly label: string
  readonly heightPx?: number
  /** The part that was played; the rest is drawn paler. */
  readonly progressMs?: number
  readonly onSeek?: (positionMs: number) => void
}

/** A waveform by wavesurfer, from given heights. It never loads audio. */
export function Waveform(props: WaveformProps) {
  const { heights, durationMs, color, label, heightPx = 30, progressMs, onSeek } = props
  const box = useRef<HTMLDivElement>(null)
  const [wave, setWave] = useState<WaveSurfer | null>(null)
  const theme = useTheme()

  useEffect(() => {
    const container = box.current
    if (container === null) return undefined
    let made: WaveSurfer | undefined
    // Cards come and go while the script scrolls: a waveform is made when the page has a moment for it.
    const cancel = whenIdle(() => {
      const ink = getComputedStyle(container).color
      made = WaveSurfer.create({
        container,
        height: heightPx,
        waveColor: ink,
        progressColor: ink,
        renderFunction: ([heights = []], canvas) => {
          paintBars(canvas, [...heights], heightPx)
        },
        cursorWidth: 0,
        interact: false,
        hideScrollbar: true,
        cspNonce: pageNonce(),
      })
      setWave(made)
    })
    return () => {
      cancel()
      made?.destroy()
      setWave(null)
    }
  }, [heightPx])

  const isPartlyHeard = progressMs !== undefined
  useEffect(() => {
    if (wave === null || box.current === null) return
    const ink = getComputedStyle(box.current).color // a canvas does not know custom properties
    // Opaque, because wavesurfer paints the played part through the alpha of the rest.
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--raised')
    const waveColor = isPartlyHeard ? `color-mix(in srgb, ${ink} 40%, ${ground})` : ink
    if (wave.options.waveColor !== waveColor) wave.setOptions({ waveColor, progressColor: ink })
  }, [wave, color, theme, isPartlyHeard])

  useEffect(() => {
    // Without an address, wavesurfer takes the heights as they are. A later load cancels an earlier one, which then rejects.
    wave?.load('', [[...heights]], Math.max(0.001, durationMs / 1000)).catch(() => undefined)
  }, [wave, heights, durationMs])

  useEffect(() => {
    if (wave !== null && progressMs !== undefined) wave.setTime(progressMs / 1000)
  }, [wave, progressMs])

  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onSeek?.(Math.max(0, Math.min(1, (event.clientX - left) / width)) * durationMs)
  }
  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      className={`${styles.waveform} ${onSeek === undefined ? '' : styles.seekable}`}
      style={{ color, height: heightPx }}
      onPointerDown={onSeek === undefined ? undefined : seek}
    />
  )
}

/** Paints bars in the canvas's own colour. The canvas has as many device pixels as the screen needs for `heightPx`. */
function paintBars(context: CanvasRenderingContext2D, heights: readonly number[], heightPx: number): void {
  const { width, height } = context.canvas
  const scale = height / heightPx
  context.scale(scale, scale)
  context.strokeStyle = context.fillStyle
  context.lineWidth = BAR_PX
  context.lineCap = 'round'
  context.stroke(new Path2D(barPath(heights, width / scale, heightPx)))
}

/** Runs a task when the page is idle, or after a moment where the browser cannot tell; returns a function that cancels it. */
function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 30)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 300 })
  return () => cancelIdleCallback(handle)
}

/** The nonce under which this page may add style sheets. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
