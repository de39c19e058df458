import type { ExportPart } from '../../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'

interface Checked {
  readonly settings: ExportSettings
  readonly part: ExportPart
}

/** Whether a check is of these settings and this part. Tags and captions change no sound. */
export function isCheckOf(checking: Checked, settings: ExportSettings, part: ExportPart): boolean {
  const sound = (checked: Checked) =>
    JSON.stringify([{ ...checked.settings, tags: null, captions: [] }, checked.part])
  return sound(checking) === sound({ settings, part })
}
