/** The words of a block as they are sent to a service. They are never stored in the story, and never shown as its text. */
import type { Block } from './records.ts'
import type { Story } from './story.ts'

/** The words that a service gets for a block: what take keys, requests, credits, limits and estimates go by. */
export function spokenTextOf(_story: Story, block: Block): string {
  return block.text
}

/** Whether a block has words to say. A block without is silence only and needs no take. A locked block has its audio. */
export function hasSpeech(story: Story, block: Block): boolean {
  return block.lockedKey !== null || /\S/.test(spokenTextOf(story, block))
}
