/** The outcome of a render, as `--json` prints it and as text. */
import type { Finding } from '../../../shared/export/findings.ts'
import {
  acxResultOf,
  type AcxVerdict,
  acxVerdicts,
  type SoundMeasures,
} from '../../../shared/export/soundChecks.ts'
import { formatClock } from '../../../shared/lib/formatClock.ts'
import type { MakeReason, RenderPlan } from '../../../shared/story/renderPlan.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { checkedFileOf } from '../../mixdown/checkedFile.ts'
import type { MixdownFile } from '../../mixdown/mixdown.ts'
import { counted } from './terminalText.ts'
import type { Story } from '../../../shared/story/story.ts'

/** What `render --json` prints. */
export interface RenderSummary {
  /** The file, or the folder of the files; null if none was written. */
  readonly path: string | null
  readonly files: readonly FileSummary[]
  /** Other possible faults in the sound, file by file. */
  readonly findings: readonly FindingSummary[]
  /** The caption files. */
  readonly captions: readonly string[]
  /** The duration of the files without stems; null if no file was written. */
  readonly durationMs: number | null
  /** The credits of this run: 0 for the built-in voice, null if the service did not state them. */
  readonly credits: number | null
  /** The number of blocks left out of the files because they have no audio; 0 unless `leavesOutMissing`. */
  readonly leftOut: number
  /** The blocks with speech: what was done with each, and its position, which is null if the service did not state it. */
  readonly blocks: readonly {
    /** Its number in the story; 0 for a title or credits. */
    readonly block: number
    readonly id: string
    readonly name: string
    /** Null if nothing was done, for example because the block was not chosen. */
    readonly did: 'keep' | 'make' | 'locked' | null
    readonly why: readonly MakeReason[]
    readonly startMs: number | null
    readonly endMs: number | null
  }[]
}

/** An audio file. Measurements of the sound are null if the service's audio was copied unchanged. */
interface FileSummary {
  readonly path: string
  readonly title: string
  readonly durationMs: number
  readonly sound: SoundMeasures | null
  /** Whether the file meets ACX's requirements, and each check; null if no check failed, but the sound was not measured. */
  readonly acx: { readonly isPassed: boolean; readonly checks: readonly AcxVerdict[] } | null
}

/** A possible fault at a position in a file; `file` is its index in `files`. */
interface FindingSummary extends Finding {
  /** The number of its block. */
  readonly block: number | null
}

/** A summary of an audio file that was written. */
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

/** What was done with each block with speech, and its position in the files. `written` is the part of the story in the files. */
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

/** The outcome of a render as text: the path of the file, its length, and the cost. */
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
