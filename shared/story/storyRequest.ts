/** Request bodies for a whole story or one of its blocks. */
import type { StoryBlockRequest, StoryMakerRequest } from '../speech-api/requests.ts'
import { heardBlocksOf } from './heardBlocks.ts'
import { pausedBlockOf, pauseMsOf, shareOut, speechMsWithin, type BlockPart } from './pauses.ts'
import { BUILT_IN_CONNECTION, type Block } from './records.ts'
import { blockNumber, settingsOf } from './selectors.ts'
import { heardSilencesOf } from './silences.ts'
import { isEmotional, settingsInRequest } from './speechSettings.ts'
import { hasSpeech, spokenTextOf, spokenWordsOf } from './spokenText.ts'
import type { Story } from './story.ts'

export interface StoryRequestOptions {
  /** Whether the service knows the extensions of the embedded one; others receive rounded whole seconds instead of milliseconds. */
  readonly exactMs: boolean
}

/** The blocks that a request carries, in order: those with words, with the titles and credits that are spoken. */
export function spokenBlocksOf(story: Story): readonly Block[] {
  return heardBlocksOf(story).filter((block) => hasSpeech(story, block))
}

/**
 * The request for a whole story. Services refuse a block without text, so its silence is added to that of the next block with words; at the
 * end of a story it is left out. A block with pauses becomes a block of the request for each of its parts, in the order of
 * `spokenBlocksOf(story)`.
 */
export function storyMakerRequestOf(story: Story, { exactMs }: StoryRequestOptions): StoryMakerRequest {
  const blocks: StoryBlockRequest[] = []
  const silences = heardSilencesOf(story)
  let silenceMs = 0
  for (const [index, block] of heardBlocksOf(story).entries()) {
    silenceMs += silences[index] ?? 0
    if (!hasSpeech(story, block)) {
      silenceMs += pauseMsOf(block)
      continue
    }
    const paused = pausedBlockOf(block)
    const parts = paused?.parts ?? [{ block, silenceBeforeMs: 0, stretches: [] }]
    const durations = partDurations(story, block, parts)
    for (const [at, part] of parts.entries()) {
      const durationMs = durations[at] ?? null
      silenceMs += part.silenceBeforeMs
      blocks.push(blockInStory(story, part.block, { silenceMs, durationMs, exactMs }))
      silenceMs = 0
    }
    silenceMs += paused?.silenceAfterMs ?? 0
  }
  return { name: story.info.title.trim() === '' ? 'Story' : story.info.title, blocks }
}

/** The target lengths of the parts of a block with a target length: by their words, without the pauses. */
function partDurations(story: Story, block: Block, parts: readonly BlockPart[]): readonly number[] {
  if (block.durationMs === null) return []
  if (parts.length === 1 && parts[0]?.block === block) return [block.durationMs]
  const lengths = parts.map((part) => spokenTextOf(story, part.block).length)
  return shareOut(speechMsWithin(block.durationMs, block), lengths).map((ms) => Math.max(1, ms))
}

function blockInStory(
  story: Story,
  block: Block,
  timing: { readonly silenceMs: number; readonly durationMs: number | null; readonly exactMs: boolean },
): StoryBlockRequest {
  const { voice_id, emotion, ...others } = settingsInRequest(settingsOf(story, block), 'story')
  const { silenceMs, durationMs, exactMs } = timing
  return {
    name: block.name === '' ? `Block ${blockNumber(story, block.id)}` : block.name,
    input: spokenTextOf(story, block),
    ...(exactMs && asIsOf(story, block)),
    silence_before: Math.round(silenceMs / 1000),
    ...(exactMs && silenceMs % 1000 !== 0 && { silence_before_ms: silenceMs }),
    voice_id,
    emotion,
    ...others,
    // 0 is "as long as it takes", so a target below half a second is sent as one second.
    duration: durationMs === null ? 0 : Math.max(1, Math.round(durationMs / 1000)),
    ...(exactMs && durationMs !== null && durationMs % 1000 !== 0 && { duration_ms: durationMs }),
  }
}

/** The request that makes the audio of one block alone: the endpoint of its model, and the body as JSON. */
export function blockRequestOf(
  story: Story,
  block: Block,
): { readonly endpoint: 'speech' | 'emotion'; readonly body: string } {
  const settings = settingsOf(story, block)
  const endpoint = isEmotional(settings) ? 'emotion' : 'speech'
  const { model, voice_id, speed, ...others } = settingsInRequest(settings, endpoint)
  // The request is identified by a hash of the body, so the order of the fields must not change.
  return {
    endpoint,
    body: JSON.stringify({
      model,
      voice_id,
      speed,
      input: spokenTextOf(story, block),
      ...others,
      ...asIsOf(story, block),
    }),
  }
}

/** Text from the lexicon is spoken as it is: an extension of the embedded service, which expands numbers and the like. */
function asIsOf(story: Story, block: Block): Pick<StoryBlockRequest, 'as_is'> {
  if (story.info.connectionId !== BUILT_IN_CONNECTION) return {}
  const { asIs } = spokenWordsOf(story, block)
  return asIs.length === 0 ? {} : { as_is: asIs.map(({ from, to }) => ({ from, to })) }
}
