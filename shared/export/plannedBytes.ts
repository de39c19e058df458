import { exportFormat, rateFor } from './exportFormats.ts'
import type { ExportSettings } from './exportSettings.ts'

/** The rate of takes of which nothing else is known: that of the built-in voice. */
const TAKE_RATE = 22_050

/** How many bytes exported audio takes, as far as its settings tell; audio whose rate or channels are not known takes at least that. */
export function plannedBytes(
  { format, quality, sampleRate, channels }: ExportSettings,
  durationMs: number,
): number {
  const rate = rateFor(format, sampleRate, TAKE_RATE)
  return Math.round((exportFormat(format).bytesPerSecond(quality, rate, channels ?? 1) * durationMs) / 1000)
}
