import { BUILT_IN_CONNECTION } from '../story/records.ts'

/** How many blocks a service makes at the same time by default: few enough for any service's rate. */
export const USUAL_AT_ONCE = 3
export const MOST_AT_ONCE = 10

/**
 * How many blocks a server makes at the same time, for all stories together: as many as the writer set for each service. The
 * built-in voice speaks as many at once on a small machine.
 */
export function blocksAtOnce(connectionId: string, wished = USUAL_AT_ONCE): number {
  return connectionId === BUILT_IN_CONNECTION ? 2 : wished
}
