import { basename, dirname } from 'node:path'
import { plannedBytes } from '../../shared/export/plannedBytes.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { freeBytesAt } from '../lib/files/freeSpace.ts'
import type { MixSource } from './mixSource.ts'

/** Throws `export-disk-full` where the disk of `path` has less room than the files need: before work that would be in vain. */
export async function checkRoom(source: MixSource, settings: ExportSettings, path: string): Promise<void> {
  const durations =
    source.kind === 'takes'
      ? source.files.map(({ durationMs, speed }) => durationMs / speed)
      : [source.render.durationMs / settings.speed]
  const needed = durations.reduce((sum, durationMs) => sum + plannedBytes(settings, durationMs), 0)
  const free = await freeBytesAt(dirname(path))
  if (free !== null && free < needed) throw new UserFacingError('export-disk-full', { name: basename(path) })
}
