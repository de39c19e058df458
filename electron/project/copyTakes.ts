/** Takes of another project, for blocks that were copied from it: the audio is copied too, and a take keeps its id and its name. */
import { AUDIO_TYPES } from '../../shared/files/fileTypes.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { blockKeys, type Take } from '../../shared/story/takes.ts'
import { bytesSource } from '../lib/audio/audioSource.ts'
import { decodeAudio } from '../lib/audio/decode.ts'
import { samplesToMs } from '../lib/audio/pcm.ts'
import { encodeWav } from '../lib/audio/wav.ts'
import { storeAudio, storedAudio, type AudioFile } from './audioFiles.ts'
import type { Project } from './project.ts'

/** A block of the source, and the block of the target that is its copy. */
export interface CopiedBlock {
  readonly from: BlockId
  readonly to: BlockId
}

/**
 * Copies the takes of blocks: those in their lists, those that fit their words, and the picked ones. From longer audio only the part of
 * the take is copied. Returns what was added; takes that the target already has are skipped.
 */
export async function copyTakes(
  source: Project,
  target: Project,
  blocks: readonly CopiedBlock[],
): Promise<readonly Take[]> {
  const known = new Set(target.takes().map(({ id }) => id))
  const added: Take[] = []
  for (const take of takesOfBlocks(source, blocks)) {
    if (known.has(take.id)) continue
    const { file, startMs, endMs } = await audioOf(source, take)
    await storeAudio(target.audio, file, target.work.closing, (audioId) => {
      const copy = { ...take, audioId, startMs, endMs }
      target.addTakes([copy])
      added.push(copy)
    })
  }
  return added
}

/** The audio of a single take, and the take's position in it. */
async function audioOf(
  { audio }: Project,
  { audioId, startMs, endMs }: Take,
): Promise<{ readonly file: AudioFile; readonly startMs: number; readonly endMs: number }> {
  const source = storedAudio(audio, audioId)
  const info = audio.find(audioId)
  if (info !== undefined && endMs - startMs >= info.durationMs / 2)
    return { file: { ...info, source }, startMs, endMs }
  const pcm = await decodeAudio(source, { startMs, endMs })
  const durationMs = Math.round(samplesToMs(pcm.samples.length, pcm.sampleRate))
  const file = { source: bytesSource(encodeWav(pcm)), type: AUDIO_TYPES.wav, durationMs }
  return { file, startMs: 0, endMs: durationMs }
}

/** The takes of the source's blocks, each for the copy of its block. */
function takesOfBlocks(source: Project, blocks: readonly CopiedBlock[]): readonly Take[] {
  const story = source.story()
  const copies = new Map(blocks.map(({ from, to }) => [from, to]))
  const byKey = new Map<string, BlockId>()
  const byId = new Map<string, BlockId>()
  for (const { from, to } of blocks) {
    const block = findBlock(story, from)
    if (block === undefined) continue
    const { own, inStory, unfitted } = blockKeys(story, block)
    for (const key of [own, inStory, unfitted]) byKey.set(key, to)
    if (block.pick !== null) byId.set(block.pick.takeId, to)
  }
  return source.takes().flatMap((take) => {
    const own = take.blockId === null ? undefined : copies.get(take.blockId)
    const blockId = own ?? byId.get(take.id) ?? byKey.get(take.key)
    return blockId === undefined ? [] : [{ ...take, blockId }]
  })
}
