/** A story for tests of playback and timeline: blocks `b1`, `b2`… with given lengths and silences. */
import { generateNKeysBetween } from 'fractional-indexing'
import type { ProjectId, RecentId } from '../../../shared/ipc/views.ts'
import {
  blockIdSchema,
  chapterIdSchema,
  BLANK_BLOCK,
  NO_BOOK,
  NO_SILENCES,
  storyIdSchema,
  type Block,
  type BlockId,
  type StoryRecord,
} from '../../../shared/story/records.ts'
import { findHeardBlock } from '../../../shared/story/heardBlocks.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { blockKeys, type Take } from '../../../shared/story/takes.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'

export const PROJECT = {
  projectId: 'project' as ProjectId,
  recentId: 'recent' as RecentId,
  location: null,
  fileName: null,
  keptCopy: null,
  revision: 0,
}

/** A project without any audio. */
export const NOTHING_MADE = { takes: [], render: null, jobs: [] }

export interface BlockSketch {
  readonly text?: string
  /** Set by hand; absent, it follows the rules. */
  readonly silenceMs?: number | null
  /** The title of a heading right before the block. */
  readonly heading?: string
}

export const id = (name: string): BlockId => blockIdSchema.parse(name)

/** A story whose nth block has the id `b<n>` and, by default, the text "Block n". */
export function sketchStory(blocks: readonly BlockSketch[], connectionId = 'built-in'): Story {
  return storyFromRecords(sketchRecords(blocks, connectionId))
}

export function sketchRecords(blocks: readonly BlockSketch[], connectionId = 'built-in'): StoryRecord[] {
  const ranks = generateNKeysBetween(null, null, blocks.length * 2)
  const info: StoryRecord = {
    type: 'story',
    id: storyIdSchema.parse('story'),
    title: 'A story',
    connectionId,
    defaults: DEFAULT_SETTINGS,
    silenceRules: NO_SILENCES,
    renderWay: null,
    book: NO_BOOK,
    language: null,
    speaksTitles: false,
  }
  const entries = blocks.flatMap(({ text, silenceMs = null, heading }, index): StoryRecord[] => {
    const number = index + 1
    const block: Block = {
      ...BLANK_BLOCK,
      type: 'block',
      id: id(`b${number}`),
      rank: ranks[index * 2 + 1] ?? '',
      name: '',
      text: text ?? `Block ${number}`,
      characterId: null,
      silenceBeforeMs: silenceMs,
      durationMs: null,
    }
    if (heading === undefined) return [block]
    const rank = ranks[index * 2] ?? ''
    return [
      { type: 'chapter', id: chapterIdSchema.parse(`c${number}`), rank, title: heading, speaksTitle: null },
      block,
    ]
  })
  return [info, ...entries]
}

/** A take that fits a block: a slice of `audioId`. */
export function takeOf(
  story: Story,
  blockId: BlockId,
  audioId: string,
  startMs: number,
  endMs: number,
): Take {
  const block = findHeardBlock(story, blockId)
  if (block === undefined) throw new Error(`The story has no block ${blockId}`)
  const key = blockKeys(story, block).own
  return {
    id: `take-${audioId}-${key}`,
    key,
    kind: 'speech',
    name: '',
    audioId,
    startMs,
    endMs,
    blockId,
    voiceId: 'OA001',
    model: 'tts-1',
    speed: 1,
    createdAtMs: 1,
  }
}
