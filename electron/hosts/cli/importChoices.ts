/** How the terminal is told to read a file: which pieces of it, in blocks of which size, and in how many voices. */
import { MIN_BLOCK_CHARACTERS } from '../../../shared/import/options.ts'
import type { BlockSize } from '../../../shared/import/options.ts'
import { PIECES } from '../../../shared/import/source.ts'
import type { Piece } from '../../../shared/import/source.ts'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'

export interface ImportChoices {
  /** Undefined for a block for each paragraph. */
  readonly blockSize: BlockSize | undefined
  /** The pieces that are read beside the text; undefined for the usual ones. */
  readonly pieces: readonly Piece[] | undefined
  /** Whether nobody is looked for in quotation marks. */
  readonly hasOneVoice: boolean
}

export const IMPORT_OPTIONS = {
  'block-size': { type: 'string' },
  read: { type: 'string' },
  'one-voice': { type: 'boolean' },
} as const

export interface ImportValues {
  readonly 'block-size'?: string | undefined
  readonly read?: string | undefined
  readonly 'one-voice'?: boolean | undefined
}

const NAMES: Readonly<Record<string, Piece>> = Object.fromEntries(
  PIECES.map((piece) => [
    `${piece.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`.replace(/ss$/, 's'),
    piece,
  ]),
)
/** The pieces as they are typed: “footnotes,page-numbers”. */
export const PIECE_NAMES = Object.keys(NAMES)

/** What the options say, or a sentence that says what is wrong with them. */
export function parseImportChoices(values: ImportValues): ImportChoices | string {
  const blockSize = parseBlockSize(values['block-size'])
  if (blockSize === null)
    return `--block-size is sentence, paragraph, or a number of characters from ${MIN_BLOCK_CHARACTERS} to ${MAX_INPUT_CHARACTERS}.`
  const names = values.read?.split(',').filter((name) => name !== '')
  const unknown = names?.find((name) => NAMES[name] === undefined)
  if (unknown !== undefined) return `--read knows no “${unknown}”, but ${PIECE_NAMES.join(', ')}.`
  const pieces = names?.flatMap((name) => NAMES[name] ?? [])
  return { blockSize, pieces, hasOneVoice: values['one-voice'] ?? false }
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
