/** Waves of long or zoomed audio, with draggable marks: wavesurfer.js, in a separate chunk of the page. All other waveforms are drawn by Fabula itself. */
import WaveSurfer from 'wavesurfer.js'
import RegionsPlugin, { type Region } from 'wavesurfer.js/plugins/regions'
import SpectrogramPlugin from 'wavesurfer.js/plugins/spectrogram'

/** A marked stretch of the sound. */
export interface SoundMark {
  readonly id: string
  readonly startMs: number
  readonly endMs: number
  /** The value of a color for it. */
  readonly color: string
  /** Whether its ends can be dragged. */
  readonly canChange: boolean
}

export interface SoundOptions {
  /** Samples of the sound, or its lowest and highest values alternating, −1 to 1, at even distances. */
  readonly samples: Float32Array
  readonly durationMs: number
  readonly heightPx: number
  /** For the wave, for the part before the playhead, and for the playhead. */
  readonly colors: { readonly wave: string; readonly heard: string; readonly playhead: string }
  /** Drawn below the wave; needs samples of the sound. */
  readonly spectrum: ReturnType<typeof createSpectrum> | null
  /** Whether a range can be marked by dragging. */
  readonly canMark: boolean
  readonly onSeek: (ms: number) => void
  /** Called when a mark was dragged. */
  readonly onChange: (id: string, startMs: number, endMs: number) => void
  /** Called when a range was marked. */
  readonly onMark: (startMs: number, endMs: number) => void
}

export interface DrawnSound {
  setPosition(ms: number): void
  setMarks(marks: readonly SoundMark[]): void
  /** 1 fits all of it into the available width, 2 half of it. */
  setZoom(times: number): void
  close(): void
}

/** A shorter drag is a click. */
const LEAST_DRAG_PX = 4

/** Draws sound into an element, without playing it. */
export function drawSound(container: HTMLElement, options: SoundOptions): DrawnSound {
  const { samples, durationMs, heightPx, colors, spectrum, canMark } = options
  const seconds = durationMs / 1000
  const regions = RegionsPlugin.create()
  const surfer = WaveSurfer.create({
    container,
    height: heightPx,
    peaks: [samples],
    duration: seconds,
    waveColor: colors.wave,
    progressColor: colors.heard,
    cursorColor: colors.playhead,
    cursorWidth: 2,
    autoCenter: false,
    plugins: spectrum === null ? [regions] : [regions, spectrum],
    // The style sheet of its shadow root carries the nonce of the page; all other styles are set by script.
    cspNonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
  })
  const own = new Set<string>()
  let times = 1
  const rangeOf = ({ start, end }: Region) => [Math.round(start * 1000), Math.round(end * 1000)] as const
  const zoom = () => surfer.zoom(times === 1 ? 0 : (times * surfer.getWidth()) / seconds)
  surfer.on('interaction', (atSeconds) => options.onSeek(Math.round(atSeconds * 1000)))
  regions.on('region-updated', (region) => options.onChange(region.id, ...rangeOf(region)))
  regions.on('region-created', (region) => {
    if (own.has(region.id)) return
    const range = rangeOf(region)
    region.remove()
    options.onMark(...range)
  })
  if (canMark) regions.enableDragSelection({ color: 'transparent' }, LEAST_DRAG_PX)
  let isReady = false
  let marks: readonly SoundMark[] = []
  const showMarks = () => {
    regions.clearRegions()
    own.clear()
    for (const { id, startMs, endMs, color, canChange } of marks) {
      own.add(id)
      const range = { start: startMs / 1000, end: endMs / 1000 }
      regions.addRegion({ id, ...range, color, drag: false, resize: canChange })
    }
  }
  surfer.on('ready', () => {
    isReady = true
    if (times !== 1) zoom()
    showMarks()
  })
  return {
    setPosition: (ms) => surfer.setTime(ms / 1000),
    setMarks(next) {
      marks = next
      if (isReady) showMarks()
    },
    setZoom(next) {
      times = next
      if (isReady) zoom()
    },
    close() {
      isReady = false // a change of the page that was under way may still set its zoom
      surfer.destroy()
    },
  }
}

// The frequencies of sound below its wave, which show breaths and clicks: a plugin of wavesurfer.js, in a separate chunk of the page.

/** Computed on the main thread: the page's security policy does not allow workers created by scripts. */
export function createSpectrum(heightPx: number) {
  return SpectrogramPlugin.create({
    height: heightPx,
    rendering: 'windowed',
    scale: 'mel',
    fftSamples: 512,
    labels: false,
    gainDB: 25,
    rangeDB: 70,
    useWebWorker: false,
  })
}

// The bars of a waveform: how many fit, and their path.

/** Width of a bar, in px. */
export const BAR_PX = 2
/** Distance from bar to bar, in px. */
const BAR_PITCH_PX = 3
/** The most bars of one waveform. A longer waveform spreads them, so that a chapter-long block is cheap to draw. */
const MOST_BARS = 8000

/** How many bars fit a width. */
export function barsIn(widthPx: number): number {
  return Math.max(1, Math.min(MOST_BARS, Math.floor(widthPx / BAR_PITCH_PX)))
}

/** A path of upright strokes, one per height (0 to 1), centred in `heightPx`. */
export function barPath(heights: readonly number[], widthPx: number, heightPx: number): string {
  const pitch = Math.max(BAR_PITCH_PX, widthPx / Math.max(1, heights.length))
  return heights
    .map((height, index) => {
      const length = Math.max(0.1, height * (heightPx - BAR_PX))
      const x = (index * pitch + BAR_PX / 2).toFixed(1)
      return `M${x} ${((heightPx - length) / 2).toFixed(1)}v${length.toFixed(1)}`
    })
    .join('')
}
