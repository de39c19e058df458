import { useLayoutEffect, useRef, useSyncExternalStore, type CSSProperties } from 'react'

/** Paints a canvas of a size in CSS px. `color` returns the value of a design token, such as `--pick`. */
export type Paint = (
  context: CanvasRenderingContext2D,
  size: { readonly widthPx: number; readonly heightPx: number },
  color: (token: string) => string,
) => void

interface PaintedProps {
  /** Keep the same function while nothing changes: a new function repaints. */
  readonly paint: Paint
  readonly className?: string | undefined
  readonly style?: CSSProperties
}

/** A canvas as large as the style sheet makes it, repainted when its size, the theme or its content changes. Hidden from screen readers. */
export function Painted({ paint, className, style }: PaintedProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  // Before the page is drawn, because a moved canvas would show its old content.
  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d') ?? null
    if (element === null || context === null) return undefined
    const show = () => {
      const [widthPx, heightPx] = [element.clientWidth, element.clientHeight]
      const scale = window.devicePixelRatio || 1
      element.width = Math.round(widthPx * scale)
      element.height = Math.round(heightPx * scale)
      context.scale(scale, scale)
      const tokens = getComputedStyle(element)
      const known = new Map<string, string>() // asking the style sheet for each bar costs more than painting it
      const color = (token: string) => {
        const value = known.get(token) ?? tokens.getPropertyValue(token)
        known.set(token, value)
        return value
      }
      paint(context, { widthPx, heightPx }, color)
    }
    const resized = new ResizeObserver(show) // also reports once at the start
    resized.observe(element)
    return () => resized.disconnect()
  }, [paint, theme])
  return <canvas ref={canvas} className={className} style={style} aria-hidden />
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme that is shown, for content that is painted rather than styled and must be repainted. */
export function useTheme(): string {
  return useSyncExternalStore(watchTheme, () => document.documentElement.dataset.theme ?? 'light')
}
