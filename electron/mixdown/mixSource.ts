/** The sources of the files of an export: the takes of blocks, laid out as in the timeline, or the audio of the whole story. */
import { exportFilesOf, type ExportFile, type StemNames } from '../../shared/export/exportFiles.ts'
import { exportFormat } from '../../shared/export/exportFormats.ts'
import { storyWithoutMissing } from '../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import { fileNameOf } from '../../shared/export/fileNames.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { layout, type Layout } from '../../shared/story/layout.ts'
import { musicLayout } from '../../shared/story/musicLayout.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { speechGainOf } from '../../shared/story/gain.ts'
import type { Story } from '../../shared/story/story.ts'
import {
  lastTakes,
  indexTakes,
  isCurrentRender,
  type StoryRender,
  type Take,
} from '../../shared/story/takes.ts'

/** The time of each block's speech in a file. */
export type SpeechTimes = ReadonlyMap<BlockId, { readonly startMs: number; readonly endMs: number }>

export type MixSource =
  | { readonly kind: 'takes'; readonly story: Story; readonly files: readonly ExportFile[] }
  /** The audio of a service in one file; `speech` is empty if the service reported no times. */
  | {
      readonly kind: 'whole'
      readonly story: Story
      readonly name: string
      readonly render: StoryRender
      readonly speech: ReadonlyMap<BlockId, Take>
    }

export interface SourceOptions {
  readonly settings: ExportSettings
  /** Whether blocks without audio are left out; otherwise they are an error. */
  readonly leavesOutMissing: boolean
  /** The names of stems that do not belong to a character. */
  readonly names: StemNames
}

/**
 * Throws the errors of `planMixdown`, and `export-without-times` if a story rendered as a whole must be divided, or its voices
 * matched, and the places of its blocks are not known; if it has music, `export-music-without-times`, and if a block has a gain,
 * `export-gain-without-times`.
 */
export function mixSourceOf(
  material: MixdownMaterial,
  { settings, leavesOutMissing, names }: SourceOptions,
): MixSource {
  const plan = planMixdown(leavesOutMissing ? withoutMissing(material) : material)
  const { story } = material
  if (plan.kind === 'takes')
    return { kind: 'takes', story, files: exportFilesOf(plan.story, plan.layout, settings, names) }
  const isDivided = settings.split !== 'story' || settings.stems
  const laidOut = layout(story, indexTakes(plan.takes))
  const hasMusic = settings.music && musicLayout(story, laidOut).length > 0
  const hasGain = laidOut.heard.some(({ id, take }) => speechGainOf(story, id, take?.id ?? null) !== 0)
  const isAsItIs =
    !isDivided && !hasMusic && !hasGain && settings.loudness.kind === 'none' && settings.roomTone === null
  if (!isAsItIs && !laidOut.heard.some(({ isEstimate }) => isEstimate))
    return { kind: 'takes', story, files: exportFilesOf(story, laidOut, settings, names) }
  if (isDivided) throw new UserFacingError('export-without-times')
  if (hasMusic) throw new UserFacingError('export-music-without-times')
  if (hasGain) throw new UserFacingError('export-gain-without-times')
  const title = settings.tags.title.trim() || story.info.title
  const base = fileNameOf(settings.names, { n: 1, title, chapter: title, character: '', name: title })
  return {
    kind: 'whole',
    story,
    name: `${base}${exportFormat(settings.format).extensions[0]}`,
    render: plan.render,
    speech: lastTakes(plan.takes),
  }
}

/** The material without the blocks that have no audio; a whole render that still fits has audio for all of them. */
function withoutMissing(material: MixdownMaterial): MixdownMaterial {
  return { ...material, story: storyWithoutMissing(material.story, indexTakes(material.takes)) }
}

/** The source of a story's audio. */
type MixdownPlan =
  /** The audio of the story's last conversion: nothing was edited since. */
  | { readonly kind: 'render'; readonly render: StoryRender; readonly takes: readonly Take[] }
  /** The take of each block, laid out as in the timeline. */
  | { readonly kind: 'takes'; readonly story: Story; readonly layout: Layout }

/** The input of the plan. */
export interface MixdownMaterial {
  readonly story: Story
  readonly takes: readonly Take[]
  readonly render: StoryRender | null
}

/** Chooses the source of the file. Throws `export-empty` and `export-needs-render` (params: `count`, blocks without audio). */
function planMixdown({ story, takes, render }: MixdownMaterial): MixdownPlan {
  const index = indexTakes(takes)
  if (render !== null && isCurrentRender(story, render, index)) {
    return { kind: 'render', render, takes: takes.filter((take) => take.audioId === render.audioId) }
  }
  const laidOut = layout(story, index)
  const { heard } = laidOut
  const count = heard.filter((span) => span.isEstimate).length
  if (count > 0) throw new UserFacingError('export-needs-render', { count })
  if (heard.every((span) => span.take === null)) throw new UserFacingError('export-empty')
  return { kind: 'takes', story, layout: laidOut }
}
