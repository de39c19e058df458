/** The options of the command line: what is read of them, and what `--help` says, follow from one table. */
import type { parseArgs } from 'node:util'
import { CAPTION_FORMAT_NAMES } from '../../../shared/captions/captionFormats.ts'
import {
  EXPORT_FORMAT_NAMES,
  exportFormat,
  CAST_FORMAT,
  NOTES_FORMAT,
  SPOKEN_FORMAT,
  TEXT_FORMATS,
} from '../../../shared/export/exportFormats.ts'
import {
  EXPORT_PRESET_NAMES,
  LEAST_EXPORT_SPEED,
  LEAST_SAMPLE_MINUTES,
  MOST_EXPORT_SPEED,
  MOST_SAMPLE_MINUTES,
  SPLITS,
} from '../../../shared/export/exportSettings.ts'
import { TEXT_ENCODING_NAMES } from '../../../shared/files/textEncodings.ts'
import type { LeftOutReason } from '../../../shared/import/coverage.ts'

export const COMMAND_NAMES = [
  'render',
  'import',
  'update',
  'export',
  'connections',
  'voices',
  'sample',
  'diagnostics',
] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

/** Why words are left out, as the terminal names it; `--read` takes the names: “footnotes,page-numbers”. */
export const REASON_NAMES = {
  footnote: 'footnotes',
  pageNumber: 'page-numbers',
  runningHeader: 'running-headers',
  citation: 'citations',
  link: 'links',
  picture: 'pictures',
  speakerNotes: 'speaker-notes',
  licence: 'licence',
  sound: 'sounds',
  scriptNote: 'script-notes',
  markup: 'markup',
  hidden: 'hidden',
  repeated: 'repeated',
  frontMatter: 'front-matter',
  contents: 'contents',
  notes: 'notes',
  backMatter: 'back-matter',
} as const satisfies Record<Exclude<LeftOutReason, 'chapter' | 'cell'>, string>

interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly short?: string
  /** The commands that take it. */
  readonly of: readonly CommandName[]
  /** An option without which it has no effect. */
  readonly goesWith?: string
  /** What stands behind it, as help shows it. */
  readonly value?: string
  readonly does: string
}

const QUALITIES = EXPORT_FORMAT_NAMES.map((name) => `${name} ${exportFormat(name).qualities.join(', ')}`)

const RATES = EXPORT_FORMAT_NAMES.map((name) => `${name} ${exportFormat(name).rates.join(', ')}`)

const READING = ['render', 'import', 'export'] as const
const UPDATING = [...READING, 'update'] as const

const text = (of: readonly CommandName[], value: string, does: string) =>
  ({ type: 'string', of, value, does }) as const
const flag = (of: readonly CommandName[], does: string) => ({ type: 'boolean', of, does }) as const
const renderText = (value: string, does: string) => text(['render'], value, does)
const renderFlag = (does: string) => flag(['render'], does)
const audioText = (value: string, does: string) => ({ ...renderText(value, does), goesWith: 'out' }) as const
const audioFlag = (does: string) => ({ ...renderFlag(does), goesWith: 'out' }) as const

export const OPTIONS = {
  out: text(
    ['render', 'import', 'export', 'sample'],
    '<file|folder>',
    'Where the result goes. Several audio files go into a folder.',
  ),
  'out-dir': renderText(
    '<folder>',
    'Renders several stories one after another into a folder, each named after its story (in audio/: one.fabula becomes one.mp3, or the folder one). A story that fails does not stop the others, and the exit code is then 1.',
  ),
  project: {
    ...renderText(
      '<file.fabula>',
      'Keeps the audio in the story, as the app does: what is there is not rendered or paid for again. Without --out no audio file is written. Several go with --out-dir or without.',
    ),
    multiple: true,
  },
  plan: renderFlag(
    'Makes nothing and tells what a render would keep and make, why, and for how many credits.',
  ),
  blocks: text(
    ['render', 'sample'],
    '<numbers>',
    'Makes these blocks only, as 3,7-9 or by their ids; of sample, how many blocks it writes.',
  ),
  'only-changed': renderFlag('Leaves out blocks that were never rendered.'),
  format: audioText(
    EXPORT_FORMAT_NAMES.join('|'),
    'The format of the audio, where the name in --out does not say it.',
  ),
  preset: audioText(
    EXPORT_PRESET_NAMES.join('|'),
    'Sets loudness, format and files: audiobook (ACX: a file for each chapter), podcast (-16 LUFS), broadcast (-23 LUFS), game (a file for each line, and a list of them). none leaves the sound as it is.',
  ),
  split: audioText(SPLITS.join('|'), 'Writes a file for the story, for each chapter or for each block.'),
  stems: audioFlag('Writes a file for each character and one for the music, each as long as the story.'),
  'playback-speed': audioText(
    `<${LEAST_EXPORT_SPEED}-${MOST_EXPORT_SPEED}>`,
    'Writes everything slower or faster at its own pitch, with captions and chapters to match: 0.8 for learners. It costs nothing, and the takes stay as they are. The speed at which a voice reads is part of the story.',
  ),
  'sample-rate': audioText(
    '<Hz>|takes',
    `The samples per second; takes keeps those of the audio that is there. ${RATES.join('; ')}.`,
  ),
  channels: audioText('1|2|takes', 'Mono or stereo; takes is stereo if some of the audio is.'),
  loudness: audioText(
    '<number>LUFS|<number>RMS|none',
    'Matches the voices and brings each file to a loudness from -40 to -8, as --loudness=-16LUFS or --loudness=-20RMS (in dB).',
  ),
  peak: audioText('<dB>|none', 'The highest peak, from -20 to 0, as --peak=-3.'),
  head: audioText(
    '<seconds>|none',
    'Room tone before the first words of each file, from 0 to 10; none keeps the silence of the story at both ends.',
  ),
  tail: audioText('<seconds>', 'Room tone after the last words of each file, from 0 to 10.'),
  chapter: audioText(
    '<number>',
    'Writes this chapter only, by its place in the story: 1 is the first. Other chapters are not rendered.',
  ),
  'sample-from': audioText(
    '<block>',
    'The block, by its number or id, with which the retail sample begins; the first words of the first chapter by default.',
  ),
  'sample-minutes': audioText(
    `<${LEAST_SAMPLE_MINUTES}-${MOST_SAMPLE_MINUTES}>`,
    'How long the retail sample is: 3 by default. It stands beside files of chapters.',
  ),
  'no-sample': audioFlag(
    'Leaves out the retail sample, which else stands beside the chapters of an audiobook that lasts a minute or more.',
  ),
  'no-music': audioFlag('Leaves the music out, which else lies under the words, but in files of one block.'),
  quality: audioText('<quality>', `The quality of the audio: ${QUALITIES.join('; ')}.`),
  names: audioText(
    '<pattern>',
    'The names of several files, with {n}, {n:04}, {title}, {chapter}, {character} and {name}.',
  ),
  title: audioText(
    '<title>',
    'The title that players show and credits say, if it is not the title of the story.',
  ),
  author: audioText(
    '<name>',
    'The author that players show and credits say, if it is not that of the story.',
  ),
  year: audioText('<year>', 'The year that players show, in four digits.'),
  'read-by': audioText('<name>', 'Who reads, as players show it and credits say it.'),
  credits: audioFlag('Says credits in the usual words before and after the story, with any preset.'),
  'opening-credits': audioText(
    '<wording>',
    'What is said before the story, with {title}, {author} and {reader}; the audiobook preset says it of itself.',
  ),
  'closing-credits': audioText('<wording>', 'What is said after the story, in the same way.'),
  'no-credits': audioFlag(
    'Leaves out the credits that the audiobook preset says before and after the story.',
  ),
  cover: audioText('<picture>', 'The cover that players show.'),
  captions: audioText(
    CAPTION_FORMAT_NAMES.join(','),
    'Writes captions beside the audio, in one format or several: srt, vtt (with speakers), json (all times), audacity (labels); or one of the lists that --chapters writes.',
  ),
  'no-chapter-marks': audioFlag(
    'Leaves out the chapter marks, which else are in the files of formats that have them.',
  ),
  manifest: audioFlag('Writes a list of the files as CSV beside them, as the game preset does.'),
  chapters: audioFlag(
    'Writes lists of the chapters, for a video’s description (.chapters.txt) and for podcasts (.chapters.json).',
  ),
  connection: renderText('<name>', 'The connection that speaks; built-in is the local voice.'),
  way: renderText(
    'story|blocks',
    'How a service is asked that tells no times: by one request for the whole story, or block by block, with exact times, where a change costs the changed blocks only. --project goes by what the story says, or else block by block.',
  ),
  'max-credits': renderText(
    '<number>',
    'Refuses a render that costs more. It holds for all stories together.',
  ),
  'over-cap': renderFlag('Allows what goes over a credit limit.'),
  'send-again': renderFlag(
    'Sends again what was sent without an answer, or was accepted and cannot be fetched: it may be charged twice.',
  ),
  as: text(
    ['export'],
    [...TEXT_FORMATS, CAST_FORMAT, NOTES_FORMAT, SPOKEN_FORMAT].join('|'),
    'The format of the text; cast is the table of characters and voices, as CSV or, with a name in .json, as JSON; notes is the table of notes and marks, as CSV; spoken is a line a block, as its voice gets the words.',
  ),
  'dry-run': flag(['update'], 'Changes nothing and tells what an update would change.'),
  force: flag(['export'], 'Replaces a file that is there.'),
  request: flag(
    ['export'],
    'Prints the body of the story-maker request that would be sent, and sends nothing.',
  ),
  'block-size': text(
    UPDATING,
    'sentence|paragraph|<characters>',
    'How large blocks are: a paragraph by default.',
  ),
  read: text(
    UPDATING,
    '<pieces>',
    `What is read beside the text, of ${Object.values(REASON_NAMES).join(', ')}: citations,links by default.`,
  ),
  sheet: text(
    UPDATING,
    '<name>',
    'The sheet of a workbook of lines: all of them by default, each a chapter.',
  ),
  'one-voice': flag(READING, 'Looks for no speakers in quotation marks.'),
  language: text(
    READING,
    '<tag>',
    'The language of the text, such as de or pt-BR, by which voices are chosen; by default as the file says it, or as its words tell.',
  ),
  voice: text(
    ['render', 'import'],
    '<id>',
    'The voice of the narrator and of everybody whom --cast does not name; “fabula voices” lists their ids.',
  ),
  cast: text(
    ['render', 'import'],
    '<file>',
    'A table of characters and voices, as CSV or JSON; “export --as cast” writes one. Narrator is who speaks what nobody of the cast says.',
  ),
  encoding: text(
    UPDATING,
    '<name>',
    `The encoding of a text, where it is not told rightly from its letters: ${TEXT_ENCODING_NAMES.join(', ')}.`,
  ),
  json: flag(
    ['render', 'import', 'update', 'voices'],
    'Prints to standard output, for programs, what the text above says.',
  ),
  data: text(
    ['render', 'import', 'update', 'connections', 'voices', 'diagnostics'],
    '<folder>',
    'Uses another folder than Fabula’s own for natural voices, connections, engines, credit limits, the list of conversions and the log.',
  ),
  help: { ...flag(COMMAND_NAMES, 'Shows this.'), short: 'h' },
} as const satisfies Readonly<Record<string, Option>>

/** The options of a command line, as they were typed. */
export type Values = Readonly<ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']>

/** An option by its name. */
export interface NamedOption extends Option {
  readonly name: string
}

/** All options, in the order in which help shows them. */
export const NAMED_OPTIONS: readonly NamedOption[] = Object.entries(OPTIONS).map(([name, option]) => ({
  name,
  ...option,
}))

/** The options that were given. */
export function givenOptions(values: Values): readonly NamedOption[] {
  return NAMED_OPTIONS.filter(({ name }) => name in values)
}
