/** An audio context whose clock is the test's: it decodes what `lengthsMs` knows, out of bytes that spell the name, and rejects else. */
export class FakeContext {
  readonly baseLatency = 0
  readonly sampleRate = 48_000
  readonly destination = {}
  readonly sources: FakeSource[] = []
  isClosed = false
  /** Every audio that was decoded, in order. */
  readonly decodedNames: string[] = []
  readonly #lengthsMs: Readonly<Record<string, number>>
  #ranMs = 0
  #sinceMs: number | null = performance.now()

  constructor(lengthsMs: Readonly<Record<string, number>>) {
    this.#lengthsMs = lengthsMs
  }

  get currentTime() {
    return (this.#ranMs + (this.#sinceMs === null ? 0 : performance.now() - this.#sinceMs)) / 1000
  }
  resume(): Promise<void> {
    this.#sinceMs ??= performance.now()
    return Promise.resolve()
  }
  suspend(): Promise<void> {
    this.#ranMs = this.currentTime * 1000
    this.#sinceMs = null
    return Promise.resolve()
  }
  close(): Promise<void> {
    for (const source of this.sources) source.stop()
    this.isClosed = true
    return this.suspend()
  }
  createGain() {
    return { connect: () => undefined }
  }
  createBufferSource() {
    const source = new FakeSource(this)
    this.sources.push(source)
    return source
  }
  decodeAudioData(bytes: ArrayBuffer): Promise<{ name: string }> {
    const name = new TextDecoder().decode(bytes)
    if (!(name in this.#lengthsMs)) return Promise.reject(new DOMException('Not known', 'EncodingError'))
    this.decodedNames.push(name)
    return Promise.resolve({ name })
  }
  /** What sounds now, as "name@ms". */
  sounding(): string[] {
    return this.sources.flatMap((source) => source.place() ?? [])
  }
}

class FakeSource {
  buffer: { name: string } | null = null
  onended: (() => void) | null = null
  startS = Infinity
  /** The time of the test's clock at which it begins to sound, while the context runs. */
  startsAtMs = Infinity
  offsetS = 0
  endS = Infinity
  readonly #context: FakeContext

  constructor(context: FakeContext) {
    this.#context = context
  }

  connect(): void {}
  disconnect(): void {}
  start(startS: number, offsetS: number): void {
    this.startS = Math.max(startS, this.#context.currentTime)
    this.startsAtMs = performance.now() + (this.startS - this.#context.currentTime) * 1000
    this.offsetS = offsetS
  }
  stop(endS = this.#context.currentTime): void {
    this.endS = Math.max(endS, this.#context.currentTime)
  }
  /** Whether it has begun to sound, and not only been scheduled. */
  hasBegun(): boolean {
    return this.startS < this.endS && this.startS <= this.#context.currentTime
  }
  /** Where it sounds now. */
  place(): string | null {
    const { currentTime } = this.#context
    if (!this.hasBegun() || currentTime >= this.endS) return null
    return `${this.buffer?.name}@${Math.round((this.offsetS + currentTime - this.startS) * 1000)}`
  }
}
