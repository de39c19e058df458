/** What a command line says of a story that is read and rendered. */
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import type { ImportChoices } from './importChoices.ts'
import type { RenderChoice } from './renderChoice.ts'

/** A story to render. */
export interface RenderOrder {
  readonly kind: 'render'
  readonly input: string
  /** Whether `input` is a story of Fabula's in which the audio is kept. */
  readonly isInPlace: boolean
  /** Whether only a plan is asked for: nothing is made or written. */
  readonly isPlan: boolean
  readonly choice: RenderChoice
  /** Null if no audio file is asked for: with `isInPlace` and `isPlan` only. */
  readonly outPath: string | null
  readonly settings: ExportSettings
  /** The block with which the retail sample begins, by its number or id as it was typed; null for the usual place. */
  readonly sampleFrom: string | null
  /** A picture for the front of the story. */
  readonly coverPath: string | null
  readonly isJson: boolean
  /** A yes beforehand to what goes over a cap on credits. */
  readonly mayPassCaps: boolean
  /** A yes to sending again what an earlier command sent without an answer. */
  readonly maySendAgain: boolean
  /** By name; undefined leaves it to the environment and to the story. */
  readonly connection: string | undefined
  readonly data: string | undefined
  readonly reading: Reading
}

/** How a file is read that is not a story of Fabula's. */
export interface Reading {
  /** Of a text; undefined for the most likely one. */
  readonly encoding: TextEncoding | undefined
  readonly choices: ImportChoices
}
