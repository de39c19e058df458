/** An audio element whose time is the test's clock: it plays audio in `lengthsMs`, and fails on anything else. */
export interface FakeElements {
  readonly open: () => HTMLAudioElement
  /** The audio that is playing now, as "address@ms"; joined if there are several. */
  sounding(): string
  /** Every start of playback so far, with its time on the test's clock. */
  readonly starts: { readonly place: string; readonly atMs: number }[]
  /** Every source that was set on an element so far. */
  readonly loads: string[]
  readonly opened: FakeElement[]
}

export function fakeElements(lengthsMs: Readonly<Record<string, number>>): FakeElements {
  const opened: FakeElement[] = []
  const starts: { place: string; atMs: number }[] = []
  const loads: string[] = []
  return {
    // It has only the members that the player uses.
    open() {
      const element = new FakeElement(
        lengthsMs,
        (place) => starts.push({ place, atMs: performance.now() }),
        (source) => loads.push(source),
      )
      opened.push(element)
      return element as unknown as HTMLAudioElement
    },
    sounding: () => opened.flatMap((element) => (element.isSounding ? [element.place()] : [])).join(' + '),
    starts,
    loads,
    opened,
  }
}

class FakeElement extends EventTarget {
  preload = ''
  preservesPitch = false
  defaultPlaybackRate = 1
  error: { code: number } | null = null
  listenerCount = 0
  isSounding = false
  readonly #lengthsMs: Readonly<Record<string, number>>
  readonly #onStart: (start: string) => void
  readonly #onLoad: (source: string) => void
  #src = ''
  #atMs = 0
  #rate = 1
  #sinceMs = 0
  #end: ReturnType<typeof setTimeout> | undefined

  constructor(
    lengthsMs: Readonly<Record<string, number>>,
    onStart: (start: string) => void,
    onLoad: (source: string) => void,
  ) {
    super()
    this.#lengthsMs = lengthsMs
    this.#onStart = onStart
    this.#onLoad = onLoad
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listenerCount += 1
    super.addEventListener(...args)
  }
  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listenerCount -= 1
    super.removeEventListener(...args)
  }

  get src() {
    return this.#src
  }
  set src(src: string) {
    this.pause()
    this.#onLoad(src)
    this.#src = src
    this.#atMs = 0
    this.#rate = this.defaultPlaybackRate
  }
  get currentTime() {
    const lengthMs = this.#lengthsMs[this.#src] ?? 0
    const playedMs = this.isSounding ? (performance.now() - this.#sinceMs) * this.#rate : 0
    return Math.min(lengthMs, this.#atMs + playedMs) / 1000
  }
  set currentTime(seconds: number) {
    this.#atMs = seconds * 1000
    this.#sinceMs = performance.now()
  }
  get playbackRate() {
    return this.#rate
  }
  set playbackRate(rate: number) {
    this.#atMs = this.currentTime * 1000
    this.#sinceMs = performance.now()
    this.#rate = rate
    if (this.isSounding) this.#endAfter(((this.#lengthsMs[this.#src] ?? 0) - this.#atMs) / rate)
  }
  get ended() {
    const lengthMs = this.#lengthsMs[this.#src]
    return lengthMs !== undefined && this.currentTime * 1000 >= lengthMs
  }

  play(): Promise<void> {
    if (this.isSounding) return Promise.resolve()
    const lengthMs = this.#lengthsMs[this.#src]
    if (lengthMs === undefined) {
      this.error = { code: 4 }
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
      return Promise.reject(new DOMException('No source', 'NotSupportedError'))
    }
    this.#onStart(this.place())
    this.isSounding = true
    this.#sinceMs = performance.now()
    this.#endAfter((lengthMs - this.#atMs) / this.#rate)
    return Promise.resolve()
  }
  pause(): void {
    this.#atMs = this.currentTime * 1000
    this.isSounding = false
    clearTimeout(this.#end)
  }
  #endAfter(ms: number): void {
    clearTimeout(this.#end)
    this.#end = setTimeout(() => {
      this.pause()
      this.dispatchEvent(new Event('ended'))
    }, ms)
  }
  load(): void {
    this.pause()
  }
  removeAttribute(): void {
    this.#src = ''
  }
  place(): string {
    return `${this.#src}@${Math.round(this.currentTime * 1000)}`
  }
}
