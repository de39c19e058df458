import { BUILT_IN_CONNECTION } from '../story/records.ts'

/**
 * How many blocks a server makes at the same time, for all stories together. The built-in voice speaks as many at once on a small
 * machine; other servers get few enough for any service's rate.
 */
export function blocksAtOnce(connectionId: string): number {
  return connectionId === BUILT_IN_CONNECTION ? 2 : 3
}
