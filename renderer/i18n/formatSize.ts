import type { TFunction } from 'i18next'
import { localeFormats } from './locale.ts'

/** A size on the disk, in decimal units: whole kilobytes, megabytes with a decimal below ten, or gigabytes with one. */
export function formatSize(t: TFunction, bytes: number): string {
  const { decimal } = localeFormats()
  if (bytes < 1e6) return t('units.kilobytes', { value: decimal(Math.ceil(bytes / 1e3), 0, 0) })
  const digits = bytes < 1e7 ? 1 : 0
  if (bytes < 1e9) return t('units.megabytes', { value: decimal(bytes / 1e6, digits, digits) })
  return t('units.gigabytes', { value: decimal(bytes / 1e9, 1, 1) })
}
