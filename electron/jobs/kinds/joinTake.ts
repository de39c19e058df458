/** Makes the take of a block with pauses from the takes of its parts: no service is asked. */
import { shareOut, speechMsWithin, type PausedBlock } from '../../../shared/story/pauses.ts'
import type { Block } from '../../../shared/story/records.ts'
import { spokenTextOf } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { moveWords, wordsOfParts, type WordTime } from '../../../shared/story/wordTimes.ts'
import { decodeAudio } from '../../lib/audio/decode.ts'
import { concatSamples, msToSamples, samplesToMs, type Pcm } from '../../lib/audio/pcm.ts'
import { resample } from '../../lib/audio/resample.ts'
import { storedAudio } from '../../project/audioFiles.ts'
import { storeMade, type Made, type ChangeLength } from './fitTake.ts'
import { sliceOfTake } from './slices.ts'

export interface Join extends Made {
  readonly story: Story
  readonly block: Block
  readonly paused: PausedBlock
  /** The takes of its parts, in their order. */
  readonly takes: readonly Take[]
}

/**
 * Joins the takes of a block's parts with its pauses between them, and stores the audio and its take in one transaction. Where the
 * block has a target length, its words are stretched to what the pauses leave of it.
 */
export async function joinTake(join: Join): Promise<Take> {
  const { project, block, paused, takes, stretch } = join
  const decoded: Pcm[] = []
  for (const { audioId, startMs, endMs } of takes) {
    const part = await decodeAudio(storedAudio(project.audio, audioId), { startMs, endMs })
    decoded.push(resample(part, decoded[0]?.sampleRate ?? part.sampleRate))
  }
  const sampleRate = decoded[0]?.sampleRate ?? 0
  const spoken = await fitParts(block, decoded, stretch)
  const silenceOf = (ms: number) => new Int16Array(msToSamples(ms, sampleRate))
  const samples = concatSamples([
    ...spoken.flatMap((part, index) => [silenceOf(paused.parts[index]?.silenceBeforeMs ?? 0), part.samples]),
    silenceOf(paused.silenceAfterMs),
  ])
  const endMs = Math.round(samplesToMs(samples.length, sampleRate))
  return storeMade({ sampleRate, samples }, join, { startMs: 0, endMs, words: joinedWords(join, spoken) })
}

/** The words of the parts, in the audio that they became. */
function joinedWords({ story, paused, takes }: Join, spoken: readonly Pcm[]): readonly WordTime[] {
  let startMs = 0
  const parts = paused.parts.map(({ block, silenceBeforeMs }, index) => {
    const [take, pcm] = [takes[index], spoken[index]]
    if (take === undefined || pcm === undefined) throw new Error('A part has no take')
    const { words, ...slice } = sliceOfTake(take)
    const lengthMs = samplesToMs(pcm.samples.length, pcm.sampleRate)
    const factor = lengthMs / Math.max(1, slice.endMs - slice.startMs)
    startMs += silenceBeforeMs
    const part = {
      words: moveWords(words, 0, factor),
      startMs,
      textLength: spokenTextOf(story, block).length,
    }
    startMs += lengthMs
    return part
  })
  return wordsOfParts(parts)
}

async function fitParts(block: Block, parts: readonly Pcm[], stretch: ChangeLength): Promise<readonly Pcm[]> {
  if (block.durationMs === null) return parts
  const lengths = shareOut(
    speechMsWithin(block.durationMs, block),
    parts.map(({ samples }) => samples.length),
  )
  const fitted: Pcm[] = []
  for (const [index, part] of parts.entries())
    fitted.push(await stretch(part, msToSamples(lengths[index] ?? 0, part.sampleRate)))
  return fitted
}
