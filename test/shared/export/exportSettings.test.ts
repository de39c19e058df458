import { expect, test } from 'vitest'
import {
  EXPORT_PRESETS,
  MOST_STORY_EXPORTS,
  type StoryExport,
  storyExportOf,
  withExportSettings,
  withFinishedExport,
} from '../../../shared/export/exportSettings.ts'

const { audiobook, podcast } = EXPORT_PRESETS
const LAST = { atMs: 5, fileCount: 9, location: '/home/anna/Ferry' }

test('the settings and the last result of each story’s export are remembered', () => {
  let kept: readonly StoryExport[] = withExportSettings([], 'ferry', audiobook)
  kept = withExportSettings(kept, 'storm', podcast)
  kept = withFinishedExport(kept, 'ferry', LAST)
  expect(storyExportOf(kept, 'ferry')).toEqual({ recentId: 'ferry', settings: audiobook, last: LAST })
  expect(storyExportOf(kept, 'storm')).toEqual({ recentId: 'storm', settings: podcast, last: null })
  kept = withExportSettings(kept, 'ferry', podcast)
  expect(storyExportOf(kept, 'ferry')).toEqual({ recentId: 'ferry', settings: podcast, last: LAST })
})

test('the result of an export is not remembered if its settings are unknown', () => {
  expect(withFinishedExport([], 'ferry', LAST)).toEqual([])
})

test('the stories that were exported longest ago are forgotten first', () => {
  let kept: StoryExport[] = []
  for (let n = 0; n <= MOST_STORY_EXPORTS; n++) kept = withExportSettings(kept, `story-${n}`, audiobook)
  expect(kept).toHaveLength(MOST_STORY_EXPORTS)
  expect([storyExportOf(kept, 'story-0'), kept[0]?.recentId]).toEqual([
    undefined,
    `story-${MOST_STORY_EXPORTS}`,
  ])
})
