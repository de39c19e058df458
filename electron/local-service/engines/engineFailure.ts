/** A failure of an engine, with a message for the record of the conversion. */
export class EngineFailure extends Error {
  /** Whether the engine could not be reached at all. */
  readonly isAbsent: boolean

  constructor(message: string, isAbsent: boolean) {
    super(message)
    this.name = 'EngineFailure'
    this.isAbsent = isAbsent
  }
}
