import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { exportFilesOf, plannedFilesOf } from '../../../shared/export/exportFiles.ts'
import { exportFormat } from '../../../shared/export/exportFormats.ts'
import { storyWithoutMissing, type ExportPart } from '../../../shared/export/exportPart.ts'
import { plannedBytes, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { StoryCounts } from '../../../shared/story/storyCounts.ts'
import { partOf } from '../../actions/rendering.ts'
import { useAppState } from '../../hooks/app.ts'
import { useAudioState, useDeferredStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isHeardWhole, layoutOf } from '../../stores/timing.ts'

interface PlannedFile {
  readonly name: string
  readonly durationMs: number
  readonly bytes: number
  /** Whether it is a stem or the sample, which duplicates audio of other files. */
  readonly isPart: boolean
}

export interface ExportPlan {
  readonly story: Story
  readonly counts: StoryCounts
  /** Blocks without audio that fits. */
  readonly toRender: number
  /** Whether those blocks are rendered first; otherwise they are left out. */
  readonly rendersFirst: boolean
  /** Whether there is nothing to write. */
  readonly isEmpty: boolean
  readonly files: readonly PlannedFile[]
  readonly durationMs: number
  readonly bytes: number
  /** Whether the story has one audio in which the times of its blocks are unknown. */
  readonly isUntimed: boolean
  /** Blocks with words and without audio. */
  readonly missing: readonly BlockId[]
}

/** What an export would write of the current story, including missing blocks unless `leavesOut`. */
export function usePlan(settings: ExportSettings, part: ExportPart, leavesOut: boolean): ExportPlan {
  const { t } = useTranslation()
  const story = useDeferredStory()
  const audio = useAudioState(useShallow(({ takes, allTakes, render }) => ({ takes, allTakes, render })))
  const narrator = t('inspector.narrator')
  const music = t('music.lane')
  const sample = t('exports.sample')
  return useMemo(() => {
    const { part: chosen, counts } = partOf(story, audio, part, settings)
    const isUntimed = part.kind === 'story' && isHeardWhole(story, audio)
    const toRender = counts.changed + counts.notMade
    const rendersFirst = toRender > 0 && !(leavesOut && counts.rendered > 0)
    const isWhole = isUntimed || rendersFirst
    const made = isWhole ? chosen : storyWithoutMissing(chosen, audio.takes)
    const layout = layoutOf(made, audio.takes)
    const { totalMs } = layout
    const wholeMs = isUntimed ? (audio.render?.durationMs ?? totalMs) : totalMs
    const planned = isUntimed
      ? [
          {
            name: `${settings.tags.title.trim() || story.info.title}${exportFormat(settings.format).extensions[0]}`,
            durationMs: wholeMs,
            speed: settings.speed,
            stem: null,
            isSample: false,
          },
        ]
      : (rendersFirst ? plannedFilesOf : exportFilesOf)(made, layout, settings, { narrator, music, sample })
    const files = planned.map(({ name, durationMs, speed, stem, isSample }) => ({
      name,
      durationMs: durationMs / speed,
      bytes: plannedBytes(settings, durationMs / speed),
      isPart: stem !== null || isSample,
    }))
    return {
      story: chosen,
      counts,
      toRender,
      rendersFirst,
      files,
      isUntimed,
      isEmpty: files.length === 0 || (counts.rendered === 0 && !rendersFirst),
      durationMs: files.reduce((sum, { durationMs, isPart }) => sum + (isPart ? 0 : durationMs), 0),
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: isUntimed
        ? []
        : layoutOf(chosen, audio.takes).heard.flatMap(({ id, isEstimate }) => (isEstimate ? [id] : [])),
    }
  }, [story, audio, part, leavesOut, settings, narrator, music, sample])
}

/** Whether the last check, successful or running, used these settings, this part, and the current story and audio. Tags and captions do not affect sound. */
export function useIsChecked(settings: ExportSettings, part: ExportPart): boolean {
  const checking = useAppState((state) => state.checking)
  const story = useDeferredStory()
  const { takes, render } = useAudioState(
    useShallow((state) => ({ takes: state.takes, render: state.render })),
  )
  if (checking === null || checking.outcome.kind === 'failed' || checking.outcome.kind === 'cancelled')
    return false
  const sound = (each: ExportSettings) => JSON.stringify({ ...each, tags: null, captions: [] })
  return (
    sound(checking.settings) === sound(settings) &&
    JSON.stringify(checking.part) === JSON.stringify(part) &&
    checking.story === story &&
    checking.takes === takes &&
    checking.render === render
  )
}
