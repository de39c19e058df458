/** Counts of a story and of each member of its cast, for the status bar, the render button and the lists of stories and of the cast. */
import type { Derived } from '../lib/derive.ts'
import { heardBlocksOf, isWritten } from './heardBlocks.ts'
import { isLocked } from './locks.ts'
import type { Block, BlockId, CharacterId } from './records.ts'
import { blockCharacters, isTooLong, type MissingAudio, missingAudioOf } from './renderPlan.ts'
import { blocksOf, findCharacter } from './selectors.ts'
import { hasSpeech, spokenWordsOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { findTake, type TakeIndex } from './takes.ts'
import { estimateMs } from './layout.ts'
import { heardTake } from './takeCuts.ts'

/** Spoken titles and credits count wherever audio is counted, but not among the blocks or words of the story. */
export interface StoryCounts {
  readonly blocks: number
  readonly words: number
  readonly rendered: number
  /** Blocks whose audio no longer fits. */
  readonly changed: number
  /** Blocks with speech that were never rendered. */
  readonly notMade: number
  /**
   * The cost of a render: one credit per character of the audio that these blocks need, an estimate until the service states it. Audio that
   * several blocks share counts once.
   */
  readonly missingCredits: number
  readonly missing: MissingCounts
  readonly tooLong: readonly BlockId[]
}

/** The number of blocks that need each missing audio, by its key, in buckets: an edit copies one bucket instead of an entry for each block. */
type MissingCounts = readonly ReadonlyMap<string, number>[]
const BUCKETS = 256
const NONE_MISSING: MissingCounts = Array.from({ length: BUCKETS }, () => new Map<string, number>())
/** A key is a hash in hexadecimal digits. */
const bucketOf = (key: string) => Number.parseInt(key.slice(0, 2), 16) % BUCKETS

/** Counts for the status bar, the render button and the chip beside it. `wasMade` returns whether a block ever had audio. */
export function countStory(story: Story, takes: TakeIndex, wasMade: (id: BlockId) => boolean): StoryCounts {
  const { needed, ...counts } = countsOfBlocks(story, heardBlocksOf(story), takes, wasMade)
  return { ...counts, ...withNeeds(NONE_MISSING, [], needed) }
}

/**
 * Updates the counts of an earlier story with the same audio that differs only in the blocks at some indices (`changedBlocks`), so that a
 * typed letter recounts only its own block.
 */
export function countStoryAfter(
  before: Derived<Story, StoryCounts>,
  changed: readonly number[],
  story: Story,
  takes: TakeIndex,
  wasMade: (id: BlockId) => boolean,
): StoryCounts {
  const at = (of: Story) => changed.flatMap((index) => blocksOf(of)[index] ?? [])
  const old = countsOfBlocks(before.of, at(before.of), takes, wasMade)
  const now = countsOfBlocks(story, at(story), takes, wasMade)
  const counts = before.value
  const needs = withNeeds(counts.missing, old.needed, now.needed)
  const isLongAsBefore = now.tooLong.join() === old.tooLong.join()
  return {
    blocks: counts.blocks,
    words: counts.words - old.words + now.words,
    rendered: counts.rendered - old.rendered + now.rendered,
    changed: counts.changed - old.changed + now.changed,
    notMade: counts.notMade - old.notMade + now.notMade,
    missing: needs.missing,
    missingCredits: counts.missingCredits + needs.missingCredits,
    tooLong: isLongAsBefore ? counts.tooLong : tooLongIn(story, heardBlocksOf(story)),
  }
}

/** The missing audio after some needs were removed and others added, and the change in credits. */
function withNeeds(
  before: MissingCounts,
  gone: readonly MissingAudio[],
  come: readonly MissingAudio[],
): Pick<StoryCounts, 'missing' | 'missingCredits'> {
  const missing = [...before]
  const copies = new Map<number, Map<string, number>>()
  let missingCredits = 0
  const add = ({ key, characters }: MissingAudio, by: 1 | -1) => {
    const index = bucketOf(key)
    const bucket = copies.get(index) ?? new Map(missing[index])
    copies.set(index, bucket)
    missing[index] = bucket
    const known = bucket.get(key) ?? 0
    if (known + by === 0) bucket.delete(key)
    else bucket.set(key, known + by)
    if (known === 0 || known + by === 0) missingCredits += by * characters
  }
  for (const need of come) add(need, 1)
  for (const need of gone) add(need, -1)
  return { missing, missingCredits }
}

function countsOfBlocks(
  story: Story,
  blocks: readonly Block[],
  takes: TakeIndex,
  wasMade: (id: BlockId) => boolean,
): Omit<StoryCounts, 'missing' | 'missingCredits'> & { readonly needed: readonly MissingAudio[] } {
  let [words, rendered, changed, notMade] = [0, 0, 0, 0]
  const tooLong: BlockId[] = []
  const needed: MissingAudio[] = []
  for (const block of blocks) {
    if (isTooLong(story, block)) tooLong.push(block.id)
    if (isWritten(block)) words += spokenWordsOf(story, block).writtenWords
    if (!hasSpeech(story, block)) continue
    if (findTake(story, block, takes) !== undefined) {
      rendered += 1
      continue
    }
    // A locked block that has lost its audio is not rendered again.
    if (isLocked(block)) continue
    if (wasMade(block.id)) changed += 1
    else notMade += 1
    needed.push(...missingAudioOf(story, block, takes))
  }
  const written = blocks.filter(isWritten).length
  return { blocks: written, words, rendered, changed, notMade, needed, tooLong }
}

function tooLongIn(story: Story, blocks: readonly Block[]): readonly BlockId[] {
  return blocks.filter((block) => isTooLong(story, block)).map(({ id }) => id)
}

/** The amount of speech of a member of the cast, and the part that still needs rendering. */
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
  /** By character; null stands for blocks without a character. A character without blocks has no entry. */
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
