/** The writer's own recordings, from the microphone or from a file of any format that the browser decodes: trimmed, stored as a take, and used for their block. */
import i18next from 'i18next'
import { MAX_RECORDING_MS, RECORDING_RATE } from '../../shared/ipc/takesContract.ts'
import { levelDb, speechSpan } from '../../shared/lib/speechSpan.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { tidyCuts } from '../../shared/story/takeCuts.ts'
import { addAudio } from '../stores/audioStore.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { changeTakes, shownTakes } from '../stores/editorStore.ts'
import { openTake } from './blockTakes.ts'
import { noteLocked } from './editing.ts'
import { showBlockInspector } from './panels.ts'
import { takeForBlock } from './takes.ts'

/** The longest recording, in samples. */
const MOST_SAMPLES = (RECORDING_RATE * MAX_RECORDING_MS) / 1000
/** The bytes of text for one call of `String.fromCharCode`. */
const PIECE_BYTES = 0x8000

/** Opens the recorder for a block in the inspector. */
export function openRecording(session: Session, blockId: BlockId): void {
  if (!canRecord(session, blockId)) return
  session.player.pause()
  showBlockInspector(session, { recording: blockId })
}

/** Closes the recorder of a block. */
export function closeRecording(session: Session, blockId: BlockId): void {
  const { recording } = shownTakes(session.editor.getState())
  if (recording === blockId) changeTakes(session.editor, { recording: null })
}

/** Lets the writer choose an audio file, which becomes a take of a block. */
export function chooseRecording(session: Session, blockId: BlockId): void {
  if (!canRecord(session, blockId)) return
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'audio/*'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file !== undefined && !session.isClosed()) addRecording(session, blockId, file).catch(session.report)
  })
  input.click()
}

/**
 * Adds a recording to the takes of a block, and uses it without the silence at its ends. The silence stays in the file, unless the
 * recording is too long with it, and can be restored. Throws `recording-unreadable`, `recording-silent` and `recording-too-long`.
 */
export async function addRecording(session: Session, blockId: BlockId, file: Blob): Promise<void> {
  const projectId = session.story.getState().project.projectId
  const all = await decodeRecording(file)
  const span = speechSpan(all, RECORDING_RATE)
  if (span === null) throw new UserFacingError('recording-silent')
  if (span.end - span.start > MOST_SAMPLES)
    throw new UserFacingError('recording-too-long', { count: MAX_RECORDING_MS / 60_000 })
  await session.saver.flush() // the host reads the words from disk
  if (session.isClosed()) return
  const isWhole = all.length <= MOST_SAMPLES
  const samples = toBase64(isWhole ? all : all.subarray(span.start, span.end))
  const toMs = (count: number) => Math.round((count / RECORDING_RATE) * 1000)
  const speech = { startMs: toMs(span.start), endMs: toMs(span.end) }
  const heard = isWhole ? { speech } : {}
  const take = await session.bridge.call('takes:record', { projectId, blockId, samples, ...heard })
  if (session.isClosed()) return
  addAudio(session.audio, { takes: [take], render: null })
  const ends = [
    { startMs: 0, endMs: speech.startMs },
    { startMs: speech.endMs, endMs: take.endMs },
  ]
  const cuts = isWhole ? (tidyCuts(ends, take.endMs) ?? undefined) : undefined
  const name = i18next.t('takes.recording')
  takeForBlock(session, blockId, take, name, cuts)
  session.note(
    'takes.recorded',
    {},
    {
      label: 'sound.open',
      run: async () => openTake(session, blockId, take, name),
    },
  )
}

function canRecord(session: Session, blockId: BlockId): boolean {
  const story = storyOf(session)
  const block = findBlock(story, blockId)
  if (block !== undefined && isLocked(block)) noteLocked(session, [blockId])
  return block !== undefined && !isLocked(block)
}

/** Samples as 16-bit little-endian numbers, in base64. */
function toBase64(samples: Float32Array): string {
  const bytes = new Uint8Array(2 * samples.length)
  const view = new DataView(bytes.buffer)
  for (const [at, sample] of samples.entries())
    view.setInt16(2 * at, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true)
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))
  return btoa(text)
}

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
