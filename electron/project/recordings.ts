/** The writer's own recordings, as takes of a project. */
import { AUDIO_TYPES } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { recordingKey, type Take } from '../../shared/story/takes.ts'
import type { MsRange } from '../../shared/story/takeCuts.ts'
import { bytesSource } from '../lib/audio/audioSource.ts'
import { decodeAudio } from '../lib/audio/decode.ts'
import {
  COMMON_LUFS,
  createLoudnessMeter,
  factorOf,
  integratedLoudness,
  matchingGain,
} from '../lib/audio/loudness.ts'
import { msToSamples, samplesToMs, toFloats, toInt16, type Pcm } from '../lib/audio/pcm.ts'
import { encodeWav } from '../lib/audio/wav.ts'
import { storeAudio, storedAudio } from './audioFiles.ts'
import type { Project } from './project.ts'

/** The number of newest takes from which the loudness of a story's voices is measured, and how much of each. */
const HEARD_TAKES = 5
const HEARD_MS = 20_000
/** The highest peak of a levelled recording, of full scale 1: −1 dB true peak. */
const HIGHEST_PEAK = factorOf(-1)

/**
 * Stores a recording of a block's words, levelled to the voices of the story, and its take, in one transaction. `speech` is the part of it
 * in which its loudness is measured, in ms; all of it by default. Throws `block-gone` and `block-locked`, and the errors of writing
 * to the file.
 */
export async function storeRecording(
  project: Project,
  blockId: BlockId,
  pcm: Pcm,
  made: { readonly id: string; readonly nowMs: number },
  speech?: MsRange,
): Promise<Take> {
  const story = project.story()
  const block = findBlock(story, blockId)
  if (block === undefined) throw new UserFacingError('block-gone')
  if (isLocked(block)) throw new UserFacingError('block-locked')
  const durationMs = Math.round(samplesToMs(pcm.samples.length, pcm.sampleRate))
  const take = {
    id: made.id,
    key: recordingKey(story, block),
    kind: 'recording' as const,
    name: '',
    startMs: 0,
    endMs: durationMs,
    blockId,
    createdAtMs: made.nowMs,
    voiceId: '',
    model: 'tts-1' as const,
    speed: 1,
  }
  const matched = asLoudAs(pcm, await loudnessOfVoices(project), speech)
  const file = { source: bytesSource(encodeWav(matched)), type: AUDIO_TYPES.wav, durationMs }
  const { audioId } = await storeAudio(project.audio, file, project.work.closing, (id) =>
    project.addTakes([{ ...take, audioId: id }]),
  )
  return { ...take, audioId }
}

/** Levels the speech of a recording to a target in LUFS, or as near as its peaks allow. Sounds outside the speech may be clipped. */
function asLoudAs(pcm: Pcm, targetLufs: number, speech?: MsRange): Pcm {
  const { samples, sampleRate } = pcm
  const [from, to] = [speech?.startMs ?? 0, speech?.endMs ?? Infinity].map((ms) =>
    msToSamples(ms, sampleRate),
  )
  const { lufs, truePeak } = measured({ sampleRate, samples: samples.subarray(from, to) })
  const gain = Math.min(matchingGain(lufs, targetLufs), HIGHEST_PEAK / truePeak)
  return { ...pcm, samples: Int16Array.from(toFloats(pcm.samples), (sample) => toInt16(sample * gain)) }
}

/** The median loudness of the newest takes by voices, in LUFS; `COMMON_LUFS` if there are none. */
async function loudnessOfVoices(project: Pick<Project, 'audio' | 'takes'>): Promise<number> {
  const spoken = project.takes().filter(({ kind }) => kind === 'speech')
  const newest = spoken.toSorted((a, b) => b.createdAtMs - a.createdAtMs).slice(0, HEARD_TAKES)
  const levels: number[] = []
  for (const { audioId, startMs, endMs } of newest) {
    const range = { startMs, endMs: Math.min(endMs, startMs + HEARD_MS) }
    // Unreadable audio is ignored here; playing it reports the reason.
    const pcm = await decodeAudio(storedAudio(project.audio, audioId), range).catch(() => null)
    const lufs = pcm === null ? NaN : measured(pcm).lufs
    if (Number.isFinite(lufs)) levels.push(lufs)
  }
  return levels.toSorted((a, b) => a - b)[levels.length >> 1] ?? COMMON_LUFS
}

function measured({ samples, sampleRate }: Pcm): { readonly lufs: number; readonly truePeak: number } {
  const meter = createLoudnessMeter(sampleRate, 1)
  meter.push([toFloats(samples)])
  const { energies, truePeak } = meter.finish()
  return { lufs: integratedLoudness(energies), truePeak }
}
