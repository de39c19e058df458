/** A file's size as a writer reads it: megabytes with one decimal, or whole kilobytes. */
export function formatSize(t: (key: string, params: { count: string }) => string, bytes: number): string {
  return bytes < 1024 ** 2
    ? t('documents.kilobytes', { count: String(Math.max(1, Math.round(bytes / 1024))) })
    : t('documents.megabytes', { count: (bytes / 1024 ** 2).toFixed(1) })
}
