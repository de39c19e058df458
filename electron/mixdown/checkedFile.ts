import type { CheckedFile } from '../../shared/export/findings.ts'
import type { MixdownFile } from './mixdown.ts'

/** The measurements of a file, as sent to pages and the terminal. */
export function checkedFileOf({
  name,
  title,
  durationMs,
  measures,
  peaks,
  isStem,
  isSample,
  sections,
  encoding,
  speech,
  levels,
}: MixdownFile): CheckedFile {
  return {
    name,
    title,
    durationMs,
    isStem,
    isSample,
    sections,
    encoding,
    sound: measures,
    peaks,
    blocks: [...speech].map(([id, { startMs, endMs }]) => ({
      id,
      startMs,
      endMs,
      lufs: levels.get(id) ?? null,
    })),
  }
}
