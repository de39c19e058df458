import type { CheckedFile } from '../../shared/export/findings.ts'
import type { MixdownFile } from './mixdown.ts'

/** What was measured of a file, as pages and the terminal are told. */
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
