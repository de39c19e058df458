/** Possible faults in measured files, which a listener or a shop might notice, each with its position. */
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
  /** The number of chapters heard in the file; text before the first heading counts as one. 0 for a single block, a sample and stems. */
  sections: z.int(),
  encoding: fileEncodingSchema,
  /** Null if a service's audio was copied unchanged. */
  sound: soundMeasuresSchema.nullable(),
  /** The highest level of each frame (`FRAMES_PER_SECOND`), 0 to 1, for drawing. */
  peaks: z.array(z.number()).readonly(),
  /** The time of each block in the file, and its loudness, if that was measured. */
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
  /** A failed ACX check of the sound at a position, or another possible fault. Checks of a file as a whole are not findings. */
  readonly kind: FindingKind | SoundCheck
  /** The index of the file; null for a block that is in no file. */
  readonly file: number | null
  readonly blockId: BlockId | null
  /** The position in the file. */
  readonly atMs: number | null
  /** dB or ms for ACX checks, ms for a silence, LU for a jump, a fraction of the usual length for short and long; otherwise null. */
  readonly value: number | null
}

/** Limits of a block's length relative to the story's usual pace: beyond them, words were probably left out or repeated. */
const SHORTEST_PART = 0.5
const LONGEST_PART = 2
/** Shorter texts have no reliable pace: a single breath may double it. */
const LEAST_CHARACTERS = 20
/**
 * Loudness that differs by this much is clearly noticeable: 10 LU sound twice as loud (ISO 532, the sone), 3 LU are just noticed in speech.
 * Whispers and shouts are found as well: the writer knows which are intended.
 */
const JUMP_LU = 6

/** The possible faults in the files, in order, after the blocks without audio. Stems repeat other files and are skipped. */
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
            // The file of its chapter has the same faults as a sample.
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

/** The block heard at a position in a file, or the one before it. */
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
    // Silence between blocks is shown by the timeline and intended; within a block, only the pauses of its text are.
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

/** The intended silence within a block, with a tolerance for the quiet ends of words. */
function pausesIn(story: Story, id: BlockId): number {
  const block = findHeardBlock(story, id)
  const pauseMs = block === undefined ? 0 : pauseMsOf(block)
  return pauseMs === 0 ? 0 : pauseMs + 1000
}

/** The median ratio of blocks' lengths to their estimates; 1 if none can be compared. */
function usualPart(story: Story, files: readonly CheckedFile[]): number {
  const parts = files
    .filter(({ isStem, isSample }) => !isStem && !isSample)
    .flatMap(({ blocks }) => blocks.flatMap((block) => partOfEstimate(story, block) ?? []))
    .sort((a, b) => a - b)
  return parts[parts.length >> 1] ?? 1
}

function partOfEstimate(story: Story, { id, startMs, endMs }: CheckedFile['blocks'][number]): number | null {
  const block = findHeardBlock(story, id)
  // A length that the writer set is intended.
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
