import type { TFunction } from 'i18next'

/** A file's size as a writer reads it: megabytes with one decimal, or whole kilobytes. */
export function formatSize(t: TFunction, bytes: number): string {
  return bytes < 1024 ** 2
    ? t('documents.kilobytes', { size: String(Math.max(1, Math.round(bytes / 1024))) })
    : t('documents.megabytes', { size: (bytes / 1024 ** 2).toFixed(1) })
}
