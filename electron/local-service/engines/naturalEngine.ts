/** The natural voices of this computer as one more engine. */
import type { PacedJob } from './exactLength.ts'

export interface NaturalJob extends PacedJob {
  /** Id of the voice pack. */
  readonly pack: string
  /** The speaker's number in the model. */
  readonly speaker: number
  readonly text: string
}
