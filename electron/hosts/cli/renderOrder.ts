/** A story to read and render, as the command line defines it. */
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import type { ImportChoices } from './importChoices.ts'
import type { RenderChoice } from './renderChoice.ts'

export interface RenderOrder {
  readonly kind: 'render'
  readonly input: string
  /** Whether `input` is a `.fabula` file that keeps the audio. */
  readonly isInPlace: boolean
  /** Whether only a plan is wanted: nothing is made or written. */
  readonly isPlan: boolean
  readonly choice: RenderChoice
  /** Null if no audio file is wanted: only with `isInPlace` or `isPlan`. */
  readonly outPath: string | null
  readonly settings: ExportSettings
  /** The block with which the retail sample begins, by its number or id as typed; null for the default start. */
  readonly sampleFrom: string | null
  /** A cover picture. */
  readonly coverPath: string | null
  readonly isJson: boolean
  /** Confirms in advance that caps on credits may be exceeded. */
  readonly mayPassCaps: boolean
  /** Confirms that requests of an earlier command without an answer are sent again. */
  readonly maySendAgain: boolean
  /** The name of a connection; undefined to use the environment or the story. */
  readonly connection: string | undefined
  readonly data: string | undefined
  readonly reading: Reading
}

/** How a file is read that is not a `.fabula` file. */
export interface Reading {
  /** The encoding of a text; undefined for the most likely one. */
  readonly encoding: TextEncoding | undefined
  readonly choices: ImportChoices
}
