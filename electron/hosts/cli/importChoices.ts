/** How the terminal is told to read a file: which pieces of it, in blocks of which size, and in how many voices. */
import { MIN_BLOCK_CHARACTERS } from '../../../shared/import/options.ts'
import type { BlockSize } from '../../../shared/import/options.ts'
import type { Piece } from '../../../shared/import/source.ts'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { PIECE_NAMES, PIECES_BY_NAME } from './options.ts'
import type { Values } from './options.ts'

export interface ImportChoices {
  /** Undefined for a block for each paragraph. */
  readonly blockSize: BlockSize | undefined
  /** The pieces that are read beside the text; undefined for the usual ones. */
  readonly pieces: readonly Piece[] | undefined
  /** Whether nobody is looked for in quotation marks. */
  readonly hasOneVoice: boolean
  /** The name of the sheet of a workbook; undefined for all. */
  readonly sheet: string | undefined
}

/** What the options say, or a sentence that says what is wrong with them. */
export function parseImportChoices(values: Values): ImportChoices | string {
  const blockSize = parseBlockSize(values['block-size'])
  if (blockSize === null)
    return `--block-size is sentence, paragraph, or a number of characters from ${MIN_BLOCK_CHARACTERS} to ${MAX_INPUT_CHARACTERS}.`
  const names = values.read?.split(',').filter((name) => name !== '')
  const unknown = names?.find((name) => PIECES_BY_NAME[name] === undefined)
  if (unknown !== undefined) return `--read knows no “${unknown}”, but ${PIECE_NAMES.join(', ')}.`
  const pieces = names?.flatMap((name) => PIECES_BY_NAME[name] ?? [])
  return { blockSize, pieces, hasOneVoice: values['one-voice'] ?? false, sheet: values.sheet }
}

function parseBlockSize(size: string | undefined): BlockSize | undefined | null {
  if (size === undefined || size === 'sentence' || size === 'paragraph') return size
  const characters = Number(size)
  return Number.isInteger(characters) &&
    characters >= MIN_BLOCK_CHARACTERS &&
    characters <= MAX_INPUT_CHARACTERS
    ? characters
    : null
}
