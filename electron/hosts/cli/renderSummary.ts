/** What a render came to, as `--json` prints it and for people to read. */
import type { Finding } from '../../../shared/export/findings.ts'
import {
  acxResultOf,
  acxVerdicts,
  type AcxVerdict,
  type SoundMeasures,
} from '../../../shared/export/soundChecks.ts'
import { formatClock } from '../../../shared/lib/formatClock.ts'
import type { MakeReason } from '../../../shared/story/makeReasons.ts'
import type { RenderPlan } from '../../../shared/story/renderPlan.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { checkedFileOf } from '../../mixdown/checkedFile.ts'
import type { MixdownFile } from '../../mixdown/mixdown.ts'
import { counted } from './progressLine.ts'
import type { Story } from '../../../shared/story/story.ts'

/** What `render --json` prints. */
export interface RenderSummary {
  /** The file, or the folder of the files; null if none was written. */
  readonly path: string | null
  readonly files: readonly FileSummary[]
  /** What else a listener could trip over, file by file. */
  readonly findings: readonly FindingSummary[]
  /** The files beside the audio. */
  readonly captions: readonly string[]
  /** Of the finished files, stems aside; null if there is none. */
  readonly durationMs: number | null
  /** What this run cost: 0 for the built-in voice, null if the service did not say. */
  readonly credits: number | null
  /** Blocks that are not in the files because they have no audio; more than 0 only if that was asked for. */
  readonly leftOut: number
  /** The blocks that speak: what was done with each, and where it is, which is null if the service did not say. */
  readonly blocks: readonly {
    /** Its number in the story; 0 for a title, and for credits. */
    readonly block: number
    readonly id: string
    readonly name: string
    /** Null if nothing was done, as with a block that was not asked for. */
    readonly did: 'keep' | 'make' | 'locked' | null
    readonly why: readonly MakeReason[]
    readonly startMs: number | null
    readonly endMs: number | null
  }[]
}

/** A file with audio. What is measured of the sound is null if a service's audio was copied as it is. */
interface FileSummary {
  readonly path: string
  readonly title: string
  readonly durationMs: number
  readonly sound: SoundMeasures | null
  /** Whether ACX takes the file, and each check; null if nothing speaks against it, but the sound was not measured. */
  readonly acx: { readonly isPassed: boolean; readonly checks: readonly AcxVerdict[] } | null
}

/** What is odd at a place of a file; `file` is its number in `files`, from 0. */
interface FindingSummary extends Finding {
  /** The number of the block. */
  readonly block: number | null
}

/** A file with audio that was written. */
export function summariseFile(file: MixdownFile): FileSummary {
  const { path, title, durationMs, measures } = file
  const checked = checkedFileOf(file)
  const result = acxResultOf(checked)
  return {
    path: path ?? '',
    title,
    durationMs: Math.round(durationMs),
    sound: measures,
    acx: result === 'unknown' ? null : { isPassed: result === 'pass', checks: acxVerdicts(checked) },
  }
}

/**
 * What was done with each block that speaks, and where it is in the files that were written. `written` is the part of the story
 * that is in them.
 */
export function summariseBlocks(
  story: Story,
  written: Story,
  plan: RenderPlan,
  files: readonly MixdownFile[],
): RenderSummary['blocks'] {
  const speech = new Map(files.flatMap((file) => [...file.speech]))
  const plans = new Map(plan.blocks.map((each) => [each.block.id, each]))
  const { blocks } = storyMakerRequestOf(written, { exactMs: true })
  return spokenBlocksOf(written).map(({ id }, index) => {
    const planned = plans.get(id)
    return {
      block: blockNumber(story, id),
      id,
      name: blocks[index]?.name ?? '',
      did: planned === undefined || planned.kind === 'barred' ? null : planned.kind,
      why: planned?.kind === 'make' ? planned.why : [],
      startMs: speech.get(id)?.startMs ?? null,
      endMs: speech.get(id)?.endMs ?? null,
    }
  })
}

/** What a render came to, for people to read: where the file is, how long it is, and what it cost. */
export function describeSummary({
  path,
  files,
  captions,
  durationMs,
  credits,
  leftOut,
  blocks,
}: RenderSummary): string {
  const cost =
    credits === null
      ? ' · credits unknown'
      : ` · ${credits.toLocaleString('en')} ${credits === 1 ? 'credit' : 'credits'}`
  const written = files.length > 1 ? files.map((file) => file.path) : path === null ? [] : [path]
  const lines = [...written, ...captions].map((each) => `${each}\n`).join('')
  const length = durationMs === null ? '' : `${formatClock(Math.round(durationMs / 1000) * 1000)} · `
  const left = leftOut === 0 ? '' : ` · ${leftOut} left out, without audio`
  return `${lines}${length}${counted(blocks.length - leftOut, 'block')}${left}${credits === 0 ? '' : cost}\n`
}
