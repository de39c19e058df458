/** The samples that a page's audio contexts give to the speakers. The page must let worklets load from `blob:` (`bypassCSP`). */
import type { Page } from 'playwright-core'
import type { Pcm } from '../../../electron/lib/audio/pcm.ts'

const KEY = 'outputOfThisPage'

/** Loads the page again, and records what its contexts play from soon after each is opened: a worklet has to be loaded first. */
export async function recordOutput(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    const recorded = { sampleRate: 0, scheduled: 0, pieces: [] as { frame: number; samples: Float32Array }[] }
    Reflect.set(globalThis, key, recorded)
    const processor = `registerProcessor('output', class extends AudioWorkletProcessor {
      process([input]) {
        if (input[0]) this.port.postMessage({ frame: currentFrame, samples: input[0].slice() })
        return true
      }
    })`
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (...when) {
      recorded.scheduled += 1
      start.apply(this, when)
    }
    const { connect } = AudioNode.prototype
    const record = async (node: AudioNode) => {
      const context = node.context as AudioContext // a page plays through an AudioContext
      await context.audioWorklet.addModule(
        URL.createObjectURL(new Blob([processor], { type: 'text/javascript' })),
      )
      const recorder = new AudioWorkletNode(context, 'output', {
        numberOfOutputs: 0,
        channelCount: 1,
        channelCountMode: 'explicit',
      })
      recorded.sampleRate = context.sampleRate
      recorder.port.onmessage = ({ data }: MessageEvent<{ frame: number; samples: Float32Array }>) =>
        recorded.pieces.push(data)
      connect.call(node, recorder as unknown as AudioParam) // of the two forms of connect, the one for nodes
      Reflect.set(recorded, 'isOn', true)
    }
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode | AudioParam, ...rest: []) {
      if (to instanceof AudioDestinationNode) void record(this)
      return connect.call(this, to as unknown as AudioParam, ...rest)
    } as typeof connect
  }, KEY)
  await page.reload()
}

/** Waits until the output of the page's context is recorded. */
export async function outputIsRecorded(page: Page): Promise<void> {
  await page.waitForFunction(
    (key) => Reflect.get(Reflect.get(globalThis, key) as object, 'isOn') === true,
    KEY,
  )
}

/** Waits until this many pieces of audio are scheduled on the clock of the context since the output was last read. */
export async function untilScheduled(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    ({ key, least }) => Number(Reflect.get(Reflect.get(globalThis, key) as object, 'scheduled')) >= least,
    { key: KEY, least: count },
  )
}

/** The recorded output, on the clock of the context. */
export interface HeardOutput extends Pcm {
  /** The total length of missing output: a busy machine leaves gaps. They are silence here. */
  readonly missingMs: number
}

/** The output since the last call: silence if nothing was recorded. */
export async function takeOutput(page: Page): Promise<HeardOutput> {
  const { sampleRate, missing, base64 } = await page.evaluate((key) => {
    const recorded = Reflect.get(globalThis, key) as {
      sampleRate: number
      scheduled: number
      pieces: { frame: number; samples: Float32Array }[]
    } // the object that recordOutput defines
    const pieces = recorded.pieces.splice(0)
    recorded.scheduled = 0
    const isLoud = (samples?: Float32Array) => samples?.some((sample) => Math.abs(sample) > 0.001) ?? false
    const first = pieces[0]?.frame ?? 0
    const placed: { at: number; samples: Float32Array }[] = []
    let [end, missing] = [0, 0]
    for (const { frame, samples } of pieces) {
      // A late worklet may get the frame of its last piece again.
      const at = Math.max(frame - first, end)
      if (at > end && (isLoud(samples) || isLoud(placed.at(-1)?.samples))) missing += at - end
      placed.push({ at, samples })
      end = at + samples.length
    }
    const all = new Int16Array(end)
    for (const { at, samples } of placed)
      for (let index = 0; index < samples.length; index++)
        all[at + index] = Math.max(-32768, Math.min(32767, Math.round((samples[index] ?? 0) * 32768)))
    let binary = ''
    for (const byte of new Uint8Array(all.buffer)) binary += String.fromCharCode(byte)
    return { sampleRate: recorded.sampleRate, missing, base64: btoa(binary) }
  }, KEY)
  const bytes = Buffer.from(base64, 'base64')
  const samples = new Int16Array(bytes.length / 2)
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(2 * i)
  return { sampleRate, samples, missingMs: missing === 0 ? 0 : (1000 * missing) / sampleRate }
}

const MOST_TRIES = 5

/** The output while `play` runs. It runs again if the machine left gaps in the output. */
export async function hear(page: Page, play: () => Promise<void>): Promise<Pcm> {
  for (let tries = 1; ; tries += 1) {
    await takeOutput(page)
    await play()
    const heard = await takeOutput(page)
    if (heard.missingMs === 0 || tries === MOST_TRIES) return heard
    console.log(`${heard.missingMs.toFixed(1)} ms of the sound were left out: it is played again`)
  }
}
