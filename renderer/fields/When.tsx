import { formatTime, formatWhen } from '../i18n/format.ts'

/** When something happened, relative to today if that is clear; the tooltip is the exact date and time. */
export function When({ atMs }: { readonly atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatTime(atMs)}>
      {formatWhen(atMs)}
    </time>
  )
}
