/** The panels of the editor: their possible sizes, and what fits in a window. */
import type { Settings } from '../../shared/ipc/views.ts'

export type PanelName = keyof Settings['panels']
export type SectionName = Settings['openSections'][number]

/** `large`: three columns. `medium`: the inspector covers the script. `small`: so does the left panel, and the timeline is folded. */
export type WindowSize = 'large' | 'medium' | 'small'

/** The size of a window from its width and height in CSS pixels, so that a page at 200 % counts as half as large. */
export function windowSizeOf(widthPx: number, heightPx: number): WindowSize {
  if (widthPx < 800 || heightPx < 560) return 'small'
  return widthPx < 1100 ? 'medium' : 'large'
}

export interface PanelLimits {
  readonly leastPx: number
  readonly mostPx: number
  /** The size of a panel that was never dragged. */
  readonly usualPx: number
}

const WIDTHS = {
  left: { leastPx: 180, mostPx: 360, usualPx: 232 },
  inspector: { leastPx: 280, mostPx: 480, usualPx: 304 },
} as const
const TIMELINE_LEAST_PX = 88
/** The minimum height of the script above the timeline, in addition to the bars. */
const SCRIPT_LEAST_PX = 280
const BARS_PX = 74
/** Beyond this window size, panels share the additional space. */
const USUAL_WINDOW = { widthPx: 1440, heightPx: 900 } as const
const SHARES = { left: 0.08, inspector: 0.1, timeline: 0.35 } as const
const TIMELINE_USUAL_PX = 208
const TIMELINE_MOST_SHARE = 0.6
const LEFT_USUAL_IN_MEDIUM_PX = 208

/** The sizes that a panel may have: widths, and the height of the timeline. All are in CSS pixels. */
export function limitsOf(
  name: PanelName,
  windowSize: WindowSize,
  windowHeightPx: number,
  windowWidthPx: number = USUAL_WINDOW.widthPx,
): PanelLimits {
  if (name === 'timeline') {
    const sharePx = Math.round(windowHeightPx * TIMELINE_MOST_SHARE)
    // In a small window it covers the script.
    const roomPx = windowSize === 'small' ? sharePx : windowHeightPx - BARS_PX - SCRIPT_LEAST_PX
    const mostPx = Math.max(TIMELINE_LEAST_PX, Math.min(sharePx, roomPx))
    const morePx = Math.max(0, windowHeightPx - USUAL_WINDOW.heightPx) * SHARES.timeline
    return {
      leastPx: TIMELINE_LEAST_PX,
      mostPx,
      usualPx: Math.min(Math.round(TIMELINE_USUAL_PX + morePx), mostPx),
    }
  }
  const isNarrow = name === 'left' && windowSize === 'medium'
  if (isNarrow) return { ...WIDTHS.left, usualPx: LEFT_USUAL_IN_MEDIUM_PX }
  const { leastPx, mostPx, usualPx } = WIDTHS[name]
  const morePx = Math.round(Math.max(0, windowWidthPx - USUAL_WINDOW.widthPx) * SHARES[name])
  return { leastPx, mostPx: mostPx + morePx, usualPx: usualPx + morePx }
}

/** The size of a panel in px, from the size that the writer dragged it to (null for none). */
export function panelSize(sizePx: number | null, { leastPx, mostPx, usualPx }: PanelLimits): number {
  return sizePx === null ? usualPx : Math.round(Math.min(mostPx, Math.max(leastPx, sizePx)))
}

export interface PanelState {
  /** Whether it covers the script, or, for the timeline, is only opened temporarily. */
  readonly isDrawer: boolean
  readonly isOpen: boolean
}

/** How a panel is shown: beside the script, or as a drawer, only one of which is open at a time. */
export function panelState(
  name: PanelName,
  view: { readonly windowSize: WindowSize; readonly drawer: PanelName | null },
  panels: Settings['panels'],
): PanelState {
  const isDrawer = view.windowSize === 'small' || (view.windowSize === 'medium' && name === 'inspector')
  return { isDrawer, isOpen: isDrawer ? view.drawer === name : !panels[name].isFolded }
}
