import type { MediaPlaying, MediaStream } from '../../../renderer/bridge/bridge.ts'

/** Audio that a fake source plays: from a place in a file, at a speed. */
interface FakeBuffer {
  readonly name: string
  readonly fromMs: number
  readonly rate: number
  readonly isStreamed: boolean
  readonly duration: number
  readonly length: number
  getChannelData(): Float32Array
}

/** Numbers in the samples of streams identify the audio. */
const NAMES: string[] = []
const [LARGE, SMALL] = [1 << 10, 100]

/** Audio of a length as a host decodes it. Its first samples encode its name, its start in ms, and its speed. At `breaksAtMs` it cannot be read. */
export function fakeStream(
  name: string,
  lengthMs: number | undefined,
  { fromMs, rate, sampleRate, passMs }: MediaPlaying,
  breaksAtMs = Infinity,
): Promise<MediaStream> {
  if (lengthMs === undefined) return Promise.reject(new Error(`There is no audio ${name}`))
  if (!NAMES.includes(name)) NAMES.push(name)
  let left = passMs === undefined ? Math.round(((lengthMs - fromMs) / 1000 / rate) * sampleRate) : Infinity
  let atMs = fromMs
  return Promise.resolve({
    channels: 1,
    read(frames) {
      if (atMs >= breaksAtMs) return Promise.reject(new Error('The host is gone'))
      const samples = new Int16Array(Math.max(0, Math.min(frames, left)))
      const whole = Math.floor(passMs === undefined ? atMs : atMs % passMs)
      const said = [NAMES.indexOf(name), Math.floor(whole / LARGE), whole % LARGE, rate * SMALL]
      samples.set(said.slice(0, samples.length))
      left -= samples.length
      atMs += (samples.length / sampleRate) * rate * 1000
      return Promise.resolve(samples.length === 0 ? null : samples)
    },
    close: () => void (left = 0),
  })
}

/** An audio context whose clock is the test's: it decodes audio in `lengthsMs`, from bytes that spell the name, and rejects anything else. */
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
    const gain = {
      ...{ value: 1, cancelScheduledValues: () => gain },
      setValueAtTime: (value: number) => Object.assign(gain, { value }),
      linearRampToValueAtTime: () => gain,
      setTargetAtTime: (value: number) => Object.assign(gain, { value }),
    }
    this.gains.push(gain)
    return { gain, connect: () => undefined, disconnect: () => undefined }
  }
  /** The gains of all gain nodes, in the order in which they were made. */
  readonly gains: { readonly value: number }[] = []
  createBufferSource() {
    const source = new FakeSource(this)
    this.sources.push(source)
    return source
  }
  createBuffer(_channels: number, length: number, sampleRate: number): FakeBuffer {
    const plane = new Float32Array(length)
    const number = (index: number) => Math.round((plane[index] ?? 0) * 32768)
    return {
      ...{ length, duration: length / sampleRate, isStreamed: true, getChannelData: () => plane },
      get name() {
        return NAMES[number(0)] ?? ''
      },
      get fromMs() {
        return number(1) * LARGE + number(2)
      },
      get rate() {
        return number(3) / SMALL
      },
    }
  }
  decodeAudioData(bytes: ArrayBuffer): Promise<FakeBuffer> {
    const name = new TextDecoder().decode(bytes)
    const lengthMs = this.#lengthsMs[name]
    if (lengthMs === undefined) return Promise.reject(new DOMException('Not known', 'EncodingError'))
    this.decodedNames.push(name)
    const plane = new Float32Array()
    const whole = {
      name,
      fromMs: 0,
      rate: 1,
      isStreamed: false,
      duration: lengthMs / 1000,
      length: lengthMs * 48,
    }
    return Promise.resolve({ ...whole, getChannelData: () => plane })
  }
  /** The audio that is playing now, as "name@ms". */
  sounding(): string[] {
    return this.sources.flatMap((source) => source.place() ?? [])
  }
}

class FakeSource {
  buffer: FakeBuffer | null = null
  onended: (() => void) | null = null
  startS = Infinity
  /** The time of the test's clock at which it begins to play, while the context runs. */
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
  /** Whether it has begun to play, and is not only scheduled. */
  hasBegun(): boolean {
    return this.startS < this.endS && this.startS <= this.#context.currentTime
  }
  /** Whether another begins where this one ends, in the same stream. */
  goesOnIn(other: FakeSource): boolean {
    const [own, next] = [this.buffer, other.buffer]
    if (own?.isStreamed !== true || own.name !== next?.name || own.rate !== next.rate) return false
    const isNext = Math.abs(next.fromMs - own.fromMs - own.duration * 1000 * own.rate) <= 1
    return isNext && this.hasBegun() && Math.abs(other.startS - this.endS) < 1e-6
  }
  /** Its start in the file, in s. */
  fromS(): number {
    return (this.buffer?.fromMs ?? 0) / 1000 + this.offsetS
  }
  /** Its start. */
  begin(): string {
    return this.#placeAt(this.offsetS)
  }
  #placeAt(atS: number): string {
    const { name, fromMs, rate } = this.buffer ?? { name: '', fromMs: 0, rate: 1 }
    return `${name}@${Math.round(fromMs + atS * 1000 * rate)}`
  }
  /** Its current position. */
  place(): string | null {
    const { currentTime } = this.#context
    if (!this.hasBegun() || currentTime >= this.endS) return null
    return this.#placeAt(this.offsetS + currentTime - this.startS)
  }
}
