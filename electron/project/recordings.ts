/** The writer's own recordings, as takes of a project. */
import { AUDIO_TYPES } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { recordingKey } from '../../shared/story/takes.ts'
import type { Take } from '../../shared/story/takes.ts'
import { bytesSource } from '../lib/audio/audioSource.ts'
import type { Pcm } from '../lib/audio/pcm.ts'
import { samplesToMs } from '../lib/audio/pcm.ts'
import { encodeWav } from '../lib/audio/wav.ts'
import { storeAudio } from './audioFiles.ts'
import type { Project } from './project.ts'

/**
 * Stores a recording of a block's words, and its take, in one transaction. Throws `block-gone` and `block-locked`, and what writing
 * to the file throws.
 */
export async function storeRecording(
  project: Project,
  blockId: BlockId,
  pcm: Pcm,
  made: { readonly id: string; readonly nowMs: number },
): Promise<Take> {
  const story = project.story()
  const block = findBlock(story, blockId)
  if (block === undefined) throw new UserFacingError('block-gone')
  if (isLocked(block)) throw new UserFacingError('block-locked')
  const durationMs = Math.round(samplesToMs(pcm.samples.length, pcm.sampleRate))
  const take = {
    ...{ id: made.id, key: recordingKey(story, block), kind: 'recording' as const, name: '' },
    ...{ startMs: 0, endMs: durationMs, blockId, createdAtMs: made.nowMs },
    ...{ voiceId: '', model: 'tts-1' as const, speed: 1 },
  }
  const file = { source: bytesSource(encodeWav(pcm)), type: AUDIO_TYPES.wav, durationMs }
  const { audioId } = await storeAudio(project.audio, file, project.work.closing, (id) =>
    project.addTakes([{ ...take, audioId: id }]),
  )
  return { ...take, audioId }
}
