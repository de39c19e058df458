/** What a listener or a shop could trip over in files that were measured: each with its place, to walk through. */
import * as z from 'zod'
import { blockIdSchema, type Block, type BlockId } from '../story/records.ts'
import { estimateMs } from '../story/layout.ts'
import { pauseMsOf } from '../story/pauses.ts'
import { findHeardBlock } from '../story/heardBlocks.ts'
import type { Story } from '../story/story.ts'
import {
  acxVerdicts,
  fileEncodingSchema,
  SOUND_CHECKS,
  soundMeasuresSchema,
  type SoundCheck,
} from './soundChecks.ts'

export const checkedFileSchema = z.object({
  name: z.string(),
  title: z.string(),
  durationMs: z.number(),
  isStem: z.boolean(),
  /** Whether it is the sample for shops. */
  isSample: z.boolean(),
  /** How many chapters are heard in the file, with the text before the first heading as one; 0 for a single block, a sample and stems. */
  sections: z.int(),
  encoding: fileEncodingSchema,
  /** Null if audio is copied as a service made it. */
  sound: soundMeasuresSchema.nullable(),
  /** The highest level of each frame (`FRAMES_PER_SECOND`), 0 to 1, to be drawn. */
  peaks: z.array(z.number()).readonly(),
  /** Where each block is heard in the file, and how loud, if that was measured. */
  blocks: z
    .array(
      z.object({ id: blockIdSchema, startMs: z.number(), endMs: z.number(), lufs: z.number().nullable() }),
    )
    .readonly(),
})
export type CheckedFile = Readonly<z.infer<typeof checkedFileSchema>>

export const FINDING_KINDS = ['missing', 'clipping', 'silence', 'short', 'long', 'jump'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

export interface Finding {
  /** A check of ACX on the sound that failed at a place, or what else is odd. Checks of a file as a whole are not findings. */
  readonly kind: FindingKind | SoundCheck
  /** The number of the file, from 0; null for a block that no file has. */
  readonly file: number | null
  readonly blockId: BlockId | null
  /** In the file. */
  readonly atMs: number | null
  /** dB or ms for checks of ACX, ms for a silence, LU for a jump, the part of the usual length for short and long; null else. */
  readonly value: number | null
}

/** A voice that reads half as long, or twice as long, as the story's usual pace: what a take with words left out or said twice does. */
const SHORTEST_PART = 0.5
const LONGEST_PART = 2
/** A shorter text has no pace: one breath more or less doubles it. */
const LEAST_CHARACTERS = 20
/**
 * Loudness that differs by so much is clearly heard as louder: 10 LU sound twice as loud (ISO 532, the sone), 3 LU are just
 * noticed in speech. Whispers and shouts are found, too: the writer knows which are meant.
 */
const JUMP_LU = 6

/** What is odd in the files, in their order, after the blocks that have no audio. Stems are parts of the others, and are not looked at. */
export function findingsOf(
  story: Story,
  files: readonly CheckedFile[],
  missing: readonly BlockId[],
  checksAcx: boolean,
): readonly Finding[] {
  const usual = usualPart(story, files)
  return [
    ...missing.map((blockId): Finding => ({ kind: 'missing', file: null, blockId, atMs: null, value: null })),
    ...files.flatMap((checked, file) =>
      checked.isStem
        ? []
        : [
            ...(checksAcx ? acxFindings(checked, file) : []),
            // What a sample has, the file of its chapter has too.
            ...(checked.isSample
              ? []
              : [
                  ...soundFindings(story, checked, file),
                  ...lengthFindings(story, checked, file, usual),
                  ...jumps(checked, file),
                ]
            ).sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0)),
          ],
    ),
  ]
}

/** The block that is heard at a place of a file, or the one before it. */
export function blockAt({ blocks }: CheckedFile, atMs: number): BlockId | null {
  return (blocks.findLast(({ startMs }) => startMs <= atMs) ?? blocks[0])?.id ?? null
}

function acxFindings(checked: CheckedFile, file: number): readonly Finding[] {
  return acxVerdicts(checked).flatMap(({ check, isPassed, value, atMs }): Finding[] => {
    const kind = SOUND_CHECKS.find((each) => each === check)
    if (isPassed || kind === undefined || atMs === null) return []
    return [{ kind, file, atMs, value, blockId: blockAt(checked, atMs) }]
  })
}

function soundFindings(story: Story, checked: CheckedFile, file: number): readonly Finding[] {
  const { sound } = checked
  if (sound === null) return []
  return [
    ...sound.clippedAtMs.map((atMs): Finding => ({
      kind: 'clipping',
      file,
      atMs,
      blockId: blockAt(checked, atMs),
      value: null,
    })),
    // Silence that the timeline shows between blocks is meant; within a block only pauses of its text are.
    ...sound.silences
      .filter(({ startMs, endMs }) =>
        checked.blocks.some(
          ({ id, ...block }) =>
            block.startMs < startMs && endMs < block.endMs && endMs - startMs > pausesIn(story, id),
        ),
      )
      .map(({ startMs, endMs }): Finding => ({
        kind: 'silence',
        file,
        atMs: startMs,
        value: endMs - startMs,
        blockId: blockAt(checked, startMs),
      })),
  ]
}

/** How long a block is quiet because its text asks for it, with some slack for the quiet ends of words. */
function pausesIn(story: Story, id: BlockId): number {
  const block = findHeardBlock(story, id)
  const pauseMs = block === undefined ? 0 : pauseMsOf(block)
  return pauseMs === 0 ? 0 : pauseMs + 1000
}

/** The length that blocks have of their estimate, in the middle of all; 1 if none can be compared. */
function usualPart(story: Story, files: readonly CheckedFile[]): number {
  const parts = files
    .filter(({ isStem, isSample }) => !isStem && !isSample)
    .flatMap(({ blocks }) => blocks.flatMap((block) => partOfEstimate(story, block) ?? []))
    .sort((a, b) => a - b)
  return parts[parts.length >> 1] ?? 1
}

function partOfEstimate(story: Story, { id, startMs, endMs }: CheckedFile['blocks'][number]): number | null {
  const block = findHeardBlock(story, id)
  // A length that the writer set is meant.
  if (block === undefined || block.durationMs !== null || lettersOf(block) < LEAST_CHARACTERS) return null
  const expected = estimateMs(story, block)
  return expected === 0 ? null : (endMs - startMs) / expected
}

const lettersOf = ({ text }: Block) => text.replace(/\s/g, '').length

function lengthFindings(story: Story, checked: CheckedFile, file: number, usual: number): readonly Finding[] {
  return checked.blocks.flatMap((block): Finding[] => {
    const part = partOfEstimate(story, block)
    if (part === null) return []
    const value = part / usual
    if (value >= SHORTEST_PART && value <= LONGEST_PART) return []
    return [{ kind: value < 1 ? 'short' : 'long', file, atMs: block.startMs, blockId: block.id, value }]
  })
}

function jumps({ blocks }: CheckedFile, file: number): readonly Finding[] {
  return blocks.flatMap(({ id, startMs, lufs }, index): Finding[] => {
    const before = blocks[index - 1]?.lufs ?? null
    if (before === null || lufs === null || Math.abs(lufs - before) <= JUMP_LU) return []
    return [{ kind: 'jump', file, atMs: startMs, blockId: id, value: lufs - before }]
  })
}
