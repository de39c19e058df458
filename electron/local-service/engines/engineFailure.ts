/** Why an engine did not speak, in words for the record of the conversion. */
export class EngineFailure extends Error {
  /** Whether the engine could not be reached at all, and so nothing is known of it. */
  readonly isAbsent: boolean

  constructor(message: string, isAbsent: boolean) {
    super(message)
    this.name = 'EngineFailure'
    this.isAbsent = isAbsent
  }
}
