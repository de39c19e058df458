/** The sample rates of audio that Fabula reads, in Hz. Others are mistakes or attacks: work and memory grow with the ratio of two rates. */
export const LOWEST_RATE = 4_000
export const HIGHEST_RATE = 384_000

/** Whether audio can have this sample rate, in Hz. */
export function isSampleRate(rate: number): boolean {
  return Number.isInteger(rate) && rate >= LOWEST_RATE && rate <= HIGHEST_RATE
}
