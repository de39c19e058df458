/** How fast a story can be played, as factors of its own speed, ascending. The pitch does not change. */
export const PLAYBACK_RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export type PlaybackRate = (typeof PLAYBACK_RATES)[number]

/** The rate a step faster or slower; the same if there is none. */
export function nextRate(rate: PlaybackRate, direction: -1 | 1): PlaybackRate {
  return PLAYBACK_RATES[PLAYBACK_RATES.indexOf(rate) + direction] ?? rate
}
