/** How each story was exported last: the app remembers it on this computer, outside of the story's file. */
import * as z from 'zod'
import { exportSettingsSchema, type ExportSettings } from './exportSettings.ts'

export const storyExportSchema = z.strictObject({
  /** The story among those that were open on this computer. */
  recentId: z.string().min(1).max(64),
  settings: exportSettingsSchema,
  /** The last export that was written; null if none was. */
  last: z
    .strictObject({
      atMs: z.number(),
      fileCount: z.int().min(1),
      /** The file, or the folder of several. */
      location: z.string().max(4096),
    })
    .nullable(),
})
export type StoryExport = z.infer<typeof storyExportSchema>

/** Of so many stories it is remembered. */
export const MOST_STORY_EXPORTS = 200

/** What is remembered of a story. */
export function storyExportOf(kept: readonly StoryExport[], recentId: string): StoryExport | undefined {
  return kept.find((each) => each.recentId === recentId)
}

/** Remembers the settings of a story's export. */
export function withExportSettings(
  kept: readonly StoryExport[],
  recentId: string,
  settings: ExportSettings,
): StoryExport[] {
  return first(kept, { recentId, settings, last: storyExportOf(kept, recentId)?.last ?? null })
}

/** Remembers what a story's export wrote; the same list where its settings are not known. */
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
