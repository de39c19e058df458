/** The last export of each story, stored by the app on this computer rather than in the story's file. */
import * as z from 'zod'
import { exportSettingsSchema, type ExportSettings } from './exportSettings.ts'

export const storyExportSchema = z.strictObject({
  /** The story's id in the list of recent stories. */
  recentId: z.string().min(1).max(64),
  settings: exportSettingsSchema,
  /** The last finished export; null if there is none. */
  last: z
    .strictObject({
      atMs: z.number(),
      fileCount: z.int().min(1),
      /** The file, or the folder of several files. */
      location: z.string().max(4096),
    })
    .nullable(),
})
export type StoryExport = z.infer<typeof storyExportSchema>

/** The number of stories whose export is stored. */
export const MOST_STORY_EXPORTS = 200

/** The stored export of a story. */
export function storyExportOf(kept: readonly StoryExport[], recentId: string): StoryExport | undefined {
  return kept.find((each) => each.recentId === recentId)
}

/** Stores the settings of a story's export. */
export function withExportSettings(
  kept: readonly StoryExport[],
  recentId: string,
  settings: ExportSettings,
): StoryExport[] {
  return first(kept, { recentId, settings, last: storyExportOf(kept, recentId)?.last ?? null })
}

/** Stores the files of a story's export; returns the same list if the settings are not stored. */
export function withFinishedExport(
  kept: readonly StoryExport[],
  recentId: string,
  last: NonNullable<StoryExport['last']>,
): readonly StoryExport[] {
  const known = storyExportOf(kept, recentId)
  return known === undefined ? kept : first(kept, { ...known, last })
}

function first(kept: readonly StoryExport[], changed: StoryExport): StoryExport[] {
  const others = kept.filter(({ recentId }) => recentId !== changed.recentId)
  return [changed, ...others].slice(0, MOST_STORY_EXPORTS)
}
