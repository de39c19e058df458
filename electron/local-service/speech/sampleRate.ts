import type { Voice } from '../../../shared/voices/voice.ts'

/**
 * The rate of what the built-in voice speaks, in Hz: the lowest above its engine's own 22,050 Hz at which encoder delay and padding,
 * which many programs count as length, are 48 ms at most in an MP3 file without its first frame (mp3FirstFrame.ts). Twice the rate
 * takes twice the time, and nothing can be heard of it.
 */
const BUILT_IN_RATE = 24_000
/** Other engines may give more than that. */
const OTHER_ENGINES_RATE = 48_000

/** The rate of audio in which these voices speak, in Hz. */
export function sampleRateOf(voices: Iterable<Voice>): number {
  return [...voices].some((voice) => 'remote' in voice) ? OTHER_ENGINES_RATE : BUILT_IN_RATE
}
