import type { TFunction } from 'i18next'
import { localeFormats } from './locale.ts'

/** A file's size as a writer reads it: gigabytes and megabytes with one decimal, or whole kilobytes. */
export function formatSize(t: TFunction, bytes: number): string {
  if (bytes >= 1024 ** 3)
    return t('packs.gigabytes', { value: localeFormats().decimal(bytes / 1024 ** 3, 1, 1) })
  return bytes < 1024 ** 2
    ? t('documents.kilobytes', { size: String(Math.max(1, Math.round(bytes / 1024))) })
    : t('documents.megabytes', { size: localeFormats().decimal(bytes / 1024 ** 2, 1, 1) })
}
