/** Samples from the microphone, and from audio of any format that the browser decodes. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { RECORDING_RATE } from '../../shared/ipc/takesContract.ts'
import { levelDb } from '../../shared/lib/speechSpan.ts'

/** An open microphone. */
export interface Recorder {
  /** Starts recording. */
  start(): void
  /** The current level, in dB of full scale. */
  levelDb(): number
  /** Ends the recording, closes the microphone and returns the recording. */
  stop(): Promise<Blob>
  /** Closes the microphone. */
  close(): void
}

/** Opens the microphone. Throws `microphone-denied` and `microphone-missing`. */
export async function openRecorder(): Promise<Recorder> {
  const stream = await openMicrophone()
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  const samples = new Float32Array(analyser.fftSize)
  context.createMediaStreamSource(stream).connect(analyser)
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
    void context.close().catch(() => undefined) // it is closed already
  }
  return {
    start: () => recorder.start(),
    levelDb() {
      analyser.getFloatTimeDomainData(samples)
      return levelDb(samples)
    },
    async stop() {
      const stopped = new Promise((resolve) => {
        recorder.addEventListener('stop', resolve, { once: true })
      })
      recorder.stop()
      await stopped
      close()
      return new Blob(parts, { type: recorder.mimeType })
    },
    close,
  }
}

async function openMicrophone(): Promise<MediaStream> {
  // Processing that makes a call clearer makes a reading worse.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio })
  } catch (cause) {
    const isMissing = cause instanceof DOMException && cause.name === 'NotFoundError'
    throw new UserFacingError(isMissing ? 'microphone-missing' : 'microphone-denied', {}, { cause })
  }
}

/** The samples of a recording or an audio file, one channel at `RECORDING_RATE`. Throws `recording-unreadable`. */
export async function decodeRecording(file: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, RECORDING_RATE)
  let audio: AudioBuffer
  try {
    audio = await context.decodeAudioData(await file.arrayBuffer())
  } catch (cause) {
    throw new UserFacingError('recording-unreadable', {}, { cause })
  }
  const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index))
  if (channels.length === 1 && channels[0] !== undefined) return channels[0]
  const mono = new Float32Array(audio.length)
  for (const channel of channels)
    for (const [at, sample] of channel.entries()) mono[at] = (mono[at] ?? 0) + sample / channels.length
  return mono
}
