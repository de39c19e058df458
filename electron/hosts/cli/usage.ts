/** What `--help` prints: of Fabula, or of one command. */
import { COMMAND_NAMES, NAMED_OPTIONS, type CommandName, type NamedOption } from './options.ts'

interface Usage {
  /** What the command does, in a line. */
  readonly does: string
  /** How it is typed, after its name. */
  readonly forms: readonly string[]
  readonly more: readonly string[]
}

const INPUT =
  '<in> is a .fabula story (it is not changed), plain text (.txt), Markdown (.md), a document (.docx .odt .rtf .pdf .epub .mobi .azw .azw3 .fb2 .fb2.zip .fbz .html .htm .xhtml .pptx .odp .xlsx .ods), a screenplay (.fountain .fdx), a table of lines (.csv .tsv .tab, .xlsx and .ods with such columns: id, speaker, line, emotion, start, end), translations (.po .pot .xlf .xliff), captions (.srt .vtt .ass .ssa), a portable story or the body of a story-maker request (.json), or - for standard input. Paragraphs become blocks, headings chapters; the cast are those whose name stands before their words, and those who are said to speak in quotation marks, where it is more than 80 % sure. The password of a document is taken from FABULA_DOCUMENT_PASSWORD.'

const USAGES: Readonly<Record<CommandName, Usage>> = {
  render: {
    does: 'speaks a story and writes it to an audio file',
    forms: [
      '<in> --out <file|folder>',
      '<in>… --out-dir <folder>',
      '--project <file.fabula> [--out <file|folder>]',
      '<in> --plan',
    ],
    more: [
      'The file is .mp3, .m4b, .m4a, .wav, .flac or .opus; a file for each chapter or block, and stems, go into a folder. Progress goes to standard error.',
      '--json prints {path, files: [{path, title, durationMs, sound, acx}], findings, captions, durationMs, credits, blocks: [{block, id, name, did, why, startMs, endMs}]} when it is done: did is keep, make or locked, why says why a block was rendered, and times are from the beginning of the file. Of several stories it prints a line for each, with its input, or {input, error: {code, message}} where it failed. With --plan it prints {keep, make: [{block, id, why, credits}], locked, cannot, way, characters, credits}.',
      'The connection that --connection names speaks; else the service that FABULA_BASE_URL and FABULA_API_KEY name, by https; else the connection that the story has chosen, which is the local voice unless the app was told otherwise. The key from the environment is never stored. The local voice also has the voices of the engines that were set up in the app under “Use a voice server…”.',
      'What a hosted service is asked for stands in the app’s list of conversions and counts against its credit limits: nothing that goes over one is sent without --over-cap. A command that was interrupted, in whatever way, goes on where it was when it is repeated, and pays nothing twice. What was sent without an answer, or was accepted and cannot be fetched, may have been charged: it is sent again only with --send-again.',
      INPUT,
    ],
  },
  import: {
    does: 'makes a story of any file that Fabula reads, with chapters, blocks and a cast',
    forms: ['<in> --out <file.fabula>'],
    more: [
      'It says how many of the words are in the script, and what it left out, by reason; --read takes these reasons.',
      '--json prints {path, chapters, blocks, characters, words, scriptWords, leftOut: [{reason, words, texts}]}.',
      INPUT,
    ],
  },
  update: {
    does: 'brings a story to what a file says now, and tells what that changes',
    forms: ['<file.fabula> <in>'],
    more: [
      'Lines are known again by their ids, scenes by their numbers, and all else by its words. What the file has as before keeps its voice, settings, silences, locks and takes; a block whose words changed keeps all but its take. What is locked, what was changed in the story too, and what never came from this file stays as it is. Before it, the story is kept as a version.',
      'A file is read as it was read for the story, unless an option says otherwise. --dry-run changes nothing.',
      '--json prints {path, input, dryRun, found, added, changed, removed, moved: [{type, ids, chapter, before, after, fields}], left: [{kind, why}], repeatedIds: [{name, count}], blocksToRender, credits}.',
      INPUT.replace('(it is not changed)', '(the second one is not changed)'),
    ],
  },
  export: {
    does: 'writes a story as text, a screenplay, a table or a request',
    forms: ['<in> --as <format> --out <file>', '<in> --as spoken [--out <file>]', '<in> --request'],
    more: [
      'The formats are Markdown, screenplays (Fountain, Final Draft), a table of lines, the body of a story-maker request and a portable story. It says what of the story is not in the file.',
      'spoken prints each block in a line, just as its voice gets the words: the lexicon is used, and for the voices of this computer numbers, abbreviations and signs are written out.',
      INPUT,
    ],
  },
  connections: {
    does: 'lists or changes the connections to speech services',
    forms: ['', 'add <name> <base-url>', 'test [<name>]', 'remove <name>'],
    more: [
      'The app and the terminal share them. The key of a new one is read from standard input. It is kept in a file that only your account may read; it is not encrypted. Without a name, test asks the service that the environment names.',
    ],
  },
  voices: {
    does: 'lists voices, and gets, adds, renames or removes natural ones',
    forms: [
      '[list]',
      'get <voice>…',
      'add <file|archive|folder>…',
      'rename <voice> <name>',
      'remove <voice>',
    ],
    more: [
      'list tells the natural voices that are here or can be got, with their languages, size and licence. get gets some from their publisher, one after another; a download that was interrupted goes on where it was. add adds one that you have: a Piper voice by its .onnx file, with its .onnx.json beside it or named too; a .tar.bz2, .tar.gz or .zip file; or a folder with one of these, or with a model for sherpa-onnx. remove also names the stories that use it. Nothing is fetched but what get names.',
      '--json prints {folder, usedBytes, freeBytes, packs: [{id, name, author, languages, licence, size, isHere, voices}]}.',
    ],
  },
  sample: {
    does: 'writes a new story to try Fabula on, with chapters and a cast',
    forms: ['[--blocks <number>] --out <file.fabula>'],
    more: ['It has 5,000 blocks, or as many as --blocks says.'],
  },
  diagnostics: {
    does: 'prints what somebody who looks for a fault needs to know',
    forms: [''],
    more: [
      'It prints versions, the system, settings and the last lines of the log, which the app, the browser host and the terminal share. No key and no word of a story is in it.',
    ],
  },
}

const EXIT_CODES =
  'The exit code is 0 only when all is done; 1 for an error, 2 for a command that is not understood, 130 when interrupted.'

/** The help on a command, or on Fabula if none is named. */
export function usageOf(command: CommandName | null): string {
  if (command === null) {
    const width = Math.max(...COMMAND_NAMES.map(({ length }) => length))
    const commands = COMMAND_NAMES.map((name) => `  ${name.padEnd(width)}  ${USAGES[name].does}\n`)
    return `Fabula turns a text into a spoken story.\n\n${commands.join('')}\n${wrapped('“fabula render --help” tells how stories are rendered, and so for each command.', '')}${wrapped(EXIT_CODES, '')}`
  }
  const { does, forms, more } = USAGES[command]
  return [
    `fabula ${command} ${does}.\n`,
    forms.map((form) => `${`  fabula ${command} ${form}`.trimEnd()}\n`).join(''),
    ...[...more, EXIT_CODES].map((paragraph) => wrapped(paragraph, '')),
    `Options:\n${NAMED_OPTIONS.filter(({ of }) => of.includes(command))
      .map(optionHelp)
      .join('')}`,
  ].join('\n')
}

function optionHelp({ name, short, value = '', does }: NamedOption): string {
  const names = `  --${name}${short === undefined ? '' : `, -${short}`} ${value}`
  return `${names.trimEnd()}\n${wrapped(does, '      ')}`
}

/** Wide enough for most sentences, and narrower than most terminals. */
const COLUMNS = 100

/** A paragraph in lines, each with what stands before it. */
function wrapped(paragraph: string, indent: string): string {
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && indent.length + line.length + 1 + word.length > COLUMNS) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map((line) => `${indent}${line}\n`).join('')
}
