/** The options of the command line. One table defines how they are parsed and what `--help` prints. */
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

/** The reasons why words are left out, by the names that `--read` takes: “footnotes,page-numbers”. */
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
  /** The commands that take the option. */
  readonly of: readonly CommandName[]
  /** An option that must also be given. */
  readonly goesWith?: string
  /** The placeholder for its value in the help. */
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
    'The file to write, or a folder if the options ask for several audio files.',
  ),
  'out-dir': renderText(
    '<folder>',
    'The folder for several stories, which are rendered one after another. Each result is named after its story: one.fabula becomes one.mp3, or the folder one. If a story fails, the others are still rendered, and the exit code is 1.',
  ),
  project: {
    ...renderText(
      '<file.fabula>',
      'Keeps the audio in the story, as the app does, so that nothing is rendered or paid for twice. Without --out, no audio file is written. Can be repeated, with --out-dir or without any output.',
    ),
    multiple: true,
  },
  plan: renderFlag(
    'Renders nothing. Prints what a render would keep and make, why, and how many credits it would cost.',
  ),
  blocks: text(
    ['render', 'sample'],
    '<numbers>',
    'Renders only these blocks and writes only them to --out. Takes numbers, ranges and ids, such as 3,7-9. For sample: how many blocks to write.',
  ),
  'only-changed': renderFlag(
    'Renders only blocks that changed since they were last rendered, not those that were never rendered.',
  ),
  'leave-out-missing': audioFlag(
    'Renders nothing. Writes the audio that is there and leaves out blocks without audio, or with outdated audio. With --only-changed, changed blocks are rendered first.',
  ),
  format: audioText(
    EXPORT_FORMAT_NAMES.join('|'),
    'The audio format, if the name in --out does not show it.',
  ),
  preset: audioText(
    EXPORT_PRESET_NAMES.join('|'),
    'Sets loudness, format and files: audiobook (for ACX, a file for each chapter), podcast (-16 LUFS), broadcast (-23 LUFS) or game (a file for each line, with a list). none, the default, leaves the sound as it is.',
  ),
  split: audioText(SPLITS.join('|'), 'Writes one file for the story, or one for each chapter or block.'),
  stems: audioFlag('Also writes a file for each character and one for the music, each as long as the story.'),
  'playback-speed': audioText(
    `<${LEAST_EXPORT_SPEED}-${MOST_EXPORT_SPEED}>`,
    'Plays everything slower or faster at the same pitch, and adjusts captions and chapters: 0.8 suits learners. It costs nothing and does not change the takes. How fast a voice reads is a setting of the story.',
  ),
  'sample-rate': audioText(
    '<Hz>|takes',
    `The sample rate. takes keeps that of the takes. ${RATES.join('; ')}.`,
  ),
  channels: audioText('1|2|takes', 'Mono or stereo. takes is stereo if any take is.'),
  loudness: audioText(
    '<number>LUFS|<number>RMS|none',
    'Matches the loudness of the voices and brings each file to a value from -40 to -8, such as --loudness=-16LUFS or --loudness=-20RMS (in dB).',
  ),
  peak: audioText('<dB>|none', 'The highest peak, from -20 to 0, such as --peak=-3.'),
  head: audioText(
    '<seconds>|none',
    'Room tone before the first words of each file, from 0 to 10 seconds. none keeps the silence of the story at both ends.',
  ),
  tail: audioText('<seconds>', 'Room tone after the last words of each file, from 0 to 10 seconds.'),
  chapter: renderText(
    '<numbers>',
    'Renders only these chapters and writes only them to --out. Counts from 1 and takes ranges, such as 2 or 1,3-5.',
  ),
  'sample-from': audioText(
    '<block>',
    'The block at which the retail sample begins, by its number or id. By default, the first words of the first chapter.',
  ),
  'sample-minutes': audioText(
    `<${LEAST_SAMPLE_MINUTES}-${MOST_SAMPLE_MINUTES}>`,
    'The length of the retail sample: 3 by default. It is written beside files of chapters.',
  ),
  'no-sample': audioFlag(
    'Writes no retail sample. Without this option, an audiobook of a minute or more gets one.',
  ),
  'no-music': audioFlag(
    'Leaves out the music. Without this option, it plays under the words, except in files of single blocks.',
  ),
  quality: audioText('<quality>', `The audio quality: ${QUALITIES.join('; ')}.`),
  names: audioText(
    '<pattern>',
    'How several files are named: a pattern with {n}, {n:04}, {title}, {chapter}, {character} and {name}.',
  ),
  title: audioText('<title>', 'The title for players and credits, if it differs from that of the story.'),
  author: audioText('<name>', 'The author for players and credits, if it differs from that of the story.'),
  year: audioText('<year>', 'The year for players, in four digits.'),
  'read-by': audioText('<name>', 'The reader for players and credits.'),
  credits: audioFlag('Speaks credits in the usual words before and after the story, with any preset.'),
  'opening-credits': audioText(
    '<wording>',
    'The words before the story, with {title}, {author} and {reader}. The audiobook preset has them by default.',
  ),
  'closing-credits': audioText('<wording>', 'The words after the story, in the same form.'),
  'no-credits': audioFlag('Leaves out the credits of the audiobook preset.'),
  cover: audioText('<picture>', 'The cover for players.'),
  captions: audioText(
    CAPTION_FORMAT_NAMES.join(','),
    'Writes captions beside the audio, in one or more formats: srt, vtt (with speakers), json (all times), audacity (labels), or youtube and podcast, the lists of --chapters.',
  ),
  'no-chapter-marks': audioFlag(
    'Writes no chapter marks into the files. Without this option, formats that can hold them have them.',
  ),
  manifest: audioFlag('Writes a list of the files beside them, as CSV. The game preset does so by default.'),
  chapters: audioFlag(
    'Writes lists of the chapters for video descriptions (.chapters.txt) and for podcasts (.chapters.json).',
  ),
  connection: renderText('<name>', 'The connection to use. built-in is the local voice.'),
  way: renderText(
    'story|blocks',
    'How to ask a service that reports no times: one request for the whole story, or one for each block. Block by block, times are exact, and a later change costs only the changed blocks. By default, --project uses the setting of the story, or blocks.',
  ),
  'max-credits': renderText(
    '<number>',
    'Refuses a render that would cost more. For several stories, the limit covers all of them together.',
  ),
  'over-cap': renderFlag('Allows a render to exceed the credit limits of the app.'),
  'send-again': renderFlag(
    'Repeats requests that got no answer, or whose audio cannot be fetched. They may be charged twice.',
  ),
  as: text(
    ['export'],
    [...TEXT_FORMATS, CAST_FORMAT, NOTES_FORMAT, SPOKEN_FORMAT].join('|'),
    'The format. cast is a table of characters and voices, as CSV, or as JSON if the name ends in .json. notes is a table of notes and marks, as CSV. spoken is a line for each block, with the words as its voice gets them.',
  ),
  'dry-run': flag(['update'], 'Changes nothing. Prints what an update would change.'),
  force: flag(['export'], 'Replaces an existing file.'),
  request: flag(['export'], 'Prints the body of a story-maker request for the story. Sends nothing.'),
  'block-size': text(
    UPDATING,
    'sentence|paragraph|<characters>',
    'The size of blocks: a paragraph by default.',
  ),
  read: text(
    UPDATING,
    '<pieces>',
    `What to read beside the text: any of ${Object.values(REASON_NAMES).join(', ')}. By default citations,links.`,
  ),
  sheet: text(UPDATING, '<name>', 'The sheet of a workbook to read. By default all, each as a chapter.'),
  'one-voice': flag(READING, 'Does not look for the speakers of quoted speech.'),
  language: text(
    READING,
    '<tag>',
    'The language of the text, such as de or pt-BR. Voices are chosen to match. By default, the language that the file states, or else that of its words.',
  ),
  voice: text(
    ['render', 'import'],
    '<id>',
    'The voice of the narrator and of every character whom --cast does not name, by its ID or its name. “fabula voices” lists them.',
  ),
  cast: text(
    ['render', 'import'],
    '<file>',
    'A table of characters and voices, as CSV or JSON, such as “export --as cast” writes. A voice is an ID, or a name that no other voice has. The narrator is named Narrator.',
  ),
  encoding: text(
    UPDATING,
    '<name>',
    `The encoding of a text file, if Fabula does not recognise it: ${TEXT_ENCODING_NAMES.join(', ')}.`,
  ),
  json: flag(
    ['render', 'import', 'update', 'voices'],
    'Prints the JSON described above to standard output, for programs.',
  ),
  data: text(
    ['render', 'import', 'update', 'connections', 'voices', 'diagnostics'],
    '<folder>',
    'The folder for natural voices, connections, engines, credit limits, the list of conversions and the log, instead of the app’s own.',
  ),
  help: { ...flag(COMMAND_NAMES, 'Prints this help.'), short: 'h' },
  version: { ...flag([], 'Prints the version of Fabula.'), short: 'V' },
} as const satisfies Readonly<Record<string, Option>>

/** The parsed options of a command line, as typed. */
export type Values = Readonly<ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']>

/** An option with its name. */
export interface NamedOption extends Option {
  readonly name: string
}

/** All options, in the order of the help. */
export const NAMED_OPTIONS: readonly NamedOption[] = Object.entries(OPTIONS).map(([name, option]) => ({
  name,
  ...option,
}))

/** The options that were given. */
export function givenOptions(values: Values): readonly NamedOption[] {
  return NAMED_OPTIONS.filter(({ name }) => name in values)
}
