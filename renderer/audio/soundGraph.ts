/**
 * The Web Audio graph of the page: decoded audio is scheduled on the clock of the audio context, which is exact to the sample,
 * and reaches the speakers through a node for each part, which can be muted, and one common node.
 */
import { NOTHING_MUTED, type Muted, type SoundPart } from '../stores/player.ts'

export interface SoundGraph {
  /** The clock in s. It stands still while the graph does not run. */
  nowS(): number
  /** The earliest time of the clock at which sound scheduled now can begin without losing its start. */
  soonS(): number
  /** Decodes a whole audio file, at the sample rate of the graph. Rejects if the browser cannot decode it. */
  decode(bytes: ArrayBuffer): Promise<AudioBuffer>
  /** Plays decoded audio from `offsetS` on, between two times of the clock, into `to`, by default among the voices. */
  schedule(buffer: AudioBuffer, offsetS: number, startS: number, endS: number, to?: AudioNode): ScheduledSound
  /** The context, and the node of each part of the sound. They are replaced after `close`. */
  open(): Opened
  /** Mutes these parts, and unmutes all others. */
  mute(muted: Muted): void
  /** Starts or stops the clock and, with it, all sound. */
  run(isRunning: boolean): void
  /** Releases the context and its sounds; the next use opens another. */
  close(): void
}

interface Opened {
  readonly context: AudioContext
  readonly parts: Readonly<Record<SoundPart, GainNode>>
}

export interface ScheduledSound {
  /** Moves the time at which the sound ends. */
  endAt(endS: number): void
  /** Ends it at once. */
  cancel(): void
}

/** The length of the fade on muting and unmuting, which prevents clicks. */
const MUTE_S = 0.02

/** Creates a graph over contexts from `openContext`, opened when first needed. */
export function createSoundGraph(openContext: () => AudioContext): SoundGraph {
  let opened: Opened | null = null
  let runs = false
  let muted = NOTHING_MUTED

  function open(): Opened {
    if (opened !== null) return opened
    const context = openContext()
    const output = context.createGain()
    output.connect(context.destination)
    const part = (isMuted: boolean) => {
      const node = context.createGain()
      node.gain.value = isMuted ? 0 : 1
      node.connect(output)
      return node
    }
    opened = { context, parts: { voices: part(muted.voices), music: part(muted.music) } }
    followRunning(context)
    return opened
  }

  function followRunning(context: AudioContext): void {
    // Each rejects only if `close` closes the context meanwhile.
    if (runs) context.resume().catch(() => undefined)
    else context.suspend().catch(() => undefined)
  }

  /** A time at the border of two samples: between them, the browser would interpolate each sample. */
  const onSample = (timeS: number) => {
    const { sampleRate } = open().context
    return Math.round(timeS * sampleRate) / sampleRate
  }

  return {
    nowS: () => open().context.currentTime,
    soonS() {
      // The context renders a piece at a time, ahead of the page: sound starting now would lose its first moments.
      const { context } = open()
      return context.currentTime + 2 * context.baseLatency
    },
    decode: (bytes) => open().context.decodeAudioData(bytes),
    schedule(buffer, offsetS, startS, endS, to) {
      const { context, parts } = open()
      const node = context.createBufferSource()
      node.buffer = buffer
      node.connect(to ?? parts.voices)
      node.onended = () => node.disconnect()
      node.start(onSample(startS), onSample(offsetS))
      node.stop(onSample(endS))
      return {
        endAt: (timeS) => node.stop(onSample(timeS)),
        cancel() {
          node.stop()
          node.disconnect()
        },
      }
    },
    open,
    mute(wanted) {
      muted = wanted
      if (opened === null) return
      const { context, parts } = opened
      for (const part of ['voices', 'music'] as const)
        parts[part].gain.setTargetAtTime(muted[part] ? 0 : 1, context.currentTime, MUTE_S / 5)
    },
    run(isRunning) {
      runs = isRunning
      if (opened !== null) followRunning(opened.context)
    },
    close() {
      opened?.context.close().catch(() => undefined) // it is closed already
      opened = null
    },
  }
}
