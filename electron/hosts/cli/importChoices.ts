/** The reading options of the command line: which pieces of a file, in blocks of which size, in how many voices. */
import { MIN_BLOCK_CHARACTERS, type BlockSize } from '../../../shared/import/options.ts'
import { PIECES, SECTION_KINDS, type Piece, type SectionKind } from '../../../shared/import/source.ts'
import { canonicalLanguage } from '../../../shared/lib/languageTag.ts'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import type { CastChoice } from './castChoice.ts'
import { REASON_NAMES, type Values } from './options.ts'
import { englishLanguageName } from './terminalText.ts'

export interface ImportChoices {
  /** Undefined for one block per paragraph. */
  readonly blockSize: BlockSize | undefined
  /** The pieces that are read besides the text; undefined for the default. */
  readonly pieces: readonly Piece[] | undefined
  /** The kinds of chapters that are read besides the body. */
  readonly kinds: readonly SectionKind[]
  /** Whether quotations are read in the narrator's voice, without a search for their speakers. */
  readonly hasOneVoice: boolean
  /** The name of the sheet of a workbook; undefined for all. */
  readonly sheet: string | undefined
  /** A canonical tag; undefined to use the file's own language, or to guess it from the words. */
  readonly language: string | undefined
  readonly cast: CastChoice
}

/** The reading options, or a sentence that says what is wrong. */
export function parseImportChoices(values: Values): ImportChoices | string {
  const blockSize = parseBlockSize(values['block-size'])
  if (blockSize === null)
    return `--block-size is sentence, paragraph, or a number of characters from ${MIN_BLOCK_CHARACTERS} to ${MAX_INPUT_CHARACTERS}.`
  const names = values.read?.split(',').filter((name) => name !== '')
  const all = Object.values(REASON_NAMES)
  const unknown = names?.find((name) => !all.some((each) => each === name))
  if (unknown !== undefined) return `--read knows no “${unknown}”, but ${all.join(', ')}.`
  const isNamed = (reason: keyof typeof REASON_NAMES) => names?.includes(REASON_NAMES[reason]) ?? false
  const pieces = names === undefined ? undefined : PIECES.filter(isNamed)
  const kinds = SECTION_KINDS.filter((kind) => kind !== 'body' && isNamed(kind))
  const language = values.language === undefined ? undefined : canonicalLanguage(values.language)
  if (language !== undefined && !isKnownLanguage(language))
    return `--language takes a language tag, such as de or pt-BR; “${values.language ?? ''}” is none that Fabula knows.`
  if (values.voice?.trim() === '') return '--voice takes the id of a voice.'
  return {
    blockSize,
    pieces,
    kinds,
    language,
    hasOneVoice: values['one-voice'] ?? false,
    sheet: values.sheet,
    cast: { voice: values.voice, castPath: values.cast },
  }
}

/** Whether the language of a tag has a name: a typing error, or a name such as “German”, passes as a tag too. */
function isKnownLanguage(tag: string): boolean {
  return tag !== '' && englishLanguageName(tag.split('-')[0] ?? '') !== undefined
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
