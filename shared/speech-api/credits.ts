/**
 * Credits as Fabula counts them: whole, and never below 0. Returns null for any other number, from a service or from a file of an
 * older version: such a number is meaningless.
 */
export function readCredits(said: number | null | undefined): number | null {
  if (typeof said !== 'number' || !(said >= 0)) return null
  const whole = Math.round(said)
  return Number.isSafeInteger(whole) ? whole + 0 : null // -0 becomes 0
}
