/** The name of a block's audio while it is being made: players play it from its first sentence on. No stored audio has such a name. */
import { blockIdSchema, type BlockId } from './records.ts'

const PREFIX = 'making:'

export function makingAudioId(blockId: BlockId): string {
  return `${PREFIX}${blockId}`
}

export function isMakingAudio(audioId: string): boolean {
  return audioId.startsWith(PREFIX)
}

/** The block of such a name; null for any other name. */
export function blockOfMaking(audioId: string): BlockId | null {
  return isMakingAudio(audioId) ? (blockIdSchema.safeParse(audioId.slice(PREFIX.length)).data ?? null) : null
}
