/** A story as the body of one story-maker request. */
import type { StoryBlockRequest, StoryMakerRequest } from '../speech-api/requests.ts'
import type { Block } from './records.ts'
import { blockNumber, blocksOf, settingsOf } from './selectors.ts'
import type { Story } from './story.ts'
import { hasSpeech } from './takes.ts'

export interface StoryRequestOptions {
  /** Whether the service knows the fields in milliseconds, an extension; others get whole seconds, rounded. */
  readonly exactMs: boolean
}

/** The blocks that a request carries, in its order: those that say something. */
export function spokenBlocksOf(story: Story): readonly Block[] {
  return blocksOf(story).filter(hasSpeech)
}

/**
 * The request for a whole story. Services refuse a block without text, so the silence of one is added to that of the next
 * block that speaks; at the end of a story it is left out. `blocks[n]` is `spokenBlocksOf(story)[n]`.
 */
export function storyMakerRequestOf(story: Story, { exactMs }: StoryRequestOptions): StoryMakerRequest {
  const blocks: StoryBlockRequest[] = []
  let silenceMs = 0
  for (const block of blocksOf(story)) {
    silenceMs += block.silenceBeforeMs
    if (!hasSpeech(block)) continue
    blocks.push(blockRequestOf(story, block, silenceMs, exactMs))
    silenceMs = 0
  }
  return { name: story.info.title.trim() === '' ? 'Story' : story.info.title, blocks }
}

function blockRequestOf(story: Story, block: Block, silenceMs: number, exactMs: boolean): StoryBlockRequest {
  const { voiceId, emotion, model, speed } = settingsOf(story, block)
  const { durationMs } = block
  return {
    name: block.name === '' ? `Block ${blockNumber(story, block.id)}` : block.name,
    input: block.text,
    silence_before: Math.round(silenceMs / 1000),
    ...(exactMs && silenceMs % 1000 !== 0 && { silence_before_ms: silenceMs }),
    voice_id: voiceId,
    emotion: emotion === '' ? 'neutral' : emotion,
    model,
    speed,
    // 0 is "as long as it takes", so a wish for less than half a second is for one second.
    duration: durationMs === null ? 0 : Math.max(1, Math.round(durationMs / 1000)),
    ...(exactMs && durationMs !== null && durationMs % 1000 !== 0 && { duration_ms: durationMs }),
  }
}
