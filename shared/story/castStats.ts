/** How much each member of the cast says, and how much of that still needs rendering. */
import { estimateMs } from './layout.ts'
import type { CharacterId } from './records.ts'
import { blockCharacters, missingAudioOf } from './renderPlan.ts'
import { heardBlocksOf, isWritten } from './heardBlocks.ts'
import { findCharacter } from './selectors.ts'
import { hasSpeech } from './spokenText.ts'
import type { Story } from './story.ts'
import { heardTake } from './takeCuts.ts'
import type { TakeIndex } from './takes.ts'

export interface SpeakerStats {
  readonly blocks: number
  /** Characters of the text that is sent. */
  readonly characters: number
  /** The length of audio that fits, in ms. */
  readonly madeMs: number
  /** The estimated length of blocks without audio that fits, in ms. */
  readonly estimatedMs: number
  /** One credit for each character of audio that is missing, an estimate until the service states the cost. Audio that several blocks share counts for the first of them. */
  readonly missingCredits: number
}

export interface CastStats {
  /** By character; null stands for blocks without a character. A character who says nothing has no entry. */
  readonly bySpeaker: ReadonlyMap<CharacterId | null, SpeakerStats>
  readonly all: SpeakerStats
}

export const NO_STATS: SpeakerStats = {
  blocks: 0,
  characters: 0,
  madeMs: 0,
  estimatedMs: 0,
  missingCredits: 0,
}

type Counting = { -readonly [Name in keyof SpeakerStats]: SpeakerStats[Name] }

/** Counts the blocks of each member of the cast, in one pass over the story. Spoken titles count for the narrator. */
export function castStats(story: Story, takes: TakeIndex): CastStats {
  const bySpeaker = new Map<CharacterId | null, Counting>()
  const all = { ...NO_STATS }
  const needed = new Set<string>()
  for (const block of heardBlocksOf(story)) {
    const speaker = findCharacter(story, block.characterId)?.id ?? null
    const own = bySpeaker.get(speaker) ?? { ...NO_STATS }
    bySpeaker.set(speaker, own)
    const characters = blockCharacters(story, block)
    const isSpoken = hasSpeech(story, block)
    const take = isSpoken ? heardTake(story, block, takes) : undefined
    const missing =
      isSpoken && take === undefined
        ? missingAudioOf(story, block, takes).filter(({ key }) => !needed.has(key))
        : []
    for (const { key } of missing) needed.add(key)
    for (const counting of [own, all]) {
      counting.blocks += isWritten(block) ? 1 : 0
      counting.characters += characters
      if (take !== undefined) counting.madeMs += take.endMs - take.startMs
      else if (isSpoken) {
        counting.estimatedMs += estimateMs(story, block)
        for (const each of missing) counting.missingCredits += each.characters
      }
    }
  }
  return { bySpeaker, all }
}
