import { TEXT_ENCODING_NAMES } from '../../../shared/files/textEncodings.ts'
import { PIECE_NAMES } from './importChoices.ts'

/** What `fabula --help` prints. */
export const USAGE = `Fabula turns a text into a spoken story.

  fabula render <in> --out <file|folder> [--format mp3|m4b|wav|flac|opus] [--preset audiobook|podcast|broadcast|game|none]
                [--split story|chapter|block] [--stems] [--no-music] [--quality <quality>] [--names <pattern>]
                [--author <name>] [--cover <picture>] [--captions <formats>] [--chapters] [--json] [--connection <name>]
                [--over-cap] [--send-again] [--max-credits <number>] [--way story|blocks]
  fabula render --project <file.fabula> [--out <file|folder>] [--only-changed] [--blocks <numbers or ids>] [the same options]
  fabula render <in>… --out-dir <folder> [the same options, but --blocks]
  fabula render <in> --plan [--json]
      Speaks a story and writes it to an audio file: .mp3, .m4b, .m4a, .wav, .flac or .opus. A file for each chapter or block, and
      stems (a file for each character and one for the music, as long as the story), go into a folder. The music of a story lies
      under its words, but in files of one block; --no-music leaves it out. A preset sets loudness, format and files:
      audiobook (ACX: a file for each chapter), podcast (-16 LUFS), broadcast (-23 LUFS), game (a file for each line, and a list of
      them); none leaves the sound as it is. --names takes {n}, {n:04}, {title}, {chapter}, {character} and {name}. Progress goes to
      standard error; --json prints {path, files: [{path, title, durationMs, sound, acx}], findings, captions, durationMs, credits, blocks:
      [{block, id, name, did, why, startMs, endMs}]} to standard output when it is done. did is keep, make or locked, and why tells
      why a block was made. Times of blocks are from the beginning of their file.
      --project keeps the audio in the story, as the app does: what is there is not made or paid again. Without --out no audio file
      is written. --blocks makes some blocks only, as 3,7-9 or by their ids; --only-changed leaves out blocks that were never made.
      --plan makes nothing and tells what a render would keep and make, why, and for how many credits; --json prints {keep, make:
      [{block, id, why, credits}], locked, cannot, way, characters, credits}. --max-credits refuses a render that costs more.
      --way says how a service is asked that tells no times: by one request for the whole story, or block by block, with exact
      times, where a change costs the changed blocks only. --project goes by what the story says, or else block by block.
      --out-dir renders several stories one after another into a folder, each named after its story (in audio/: one.fabula becomes
      one.mp3, or the folder one); several --project go with it or without. A story that fails does not stop the others, and the
      exit code is then 1. --json prints a line for each when it is done, with its input, and {input, error: {code, message}}
      where it failed. --max-credits holds for all stories together.
      --captions writes files beside the audio: srt, vtt (with speakers), json (all times) or audacity (labels), or several
      with commas. --chapters writes lists of the chapters, for a video’s description (.chapters.txt) and for podcasts
      (.chapters.json).
      What a hosted service is asked for stands in the app’s list of conversions and counts against its caps on credits:
      nothing that goes over one is sent, unless --over-cap says yes to it. A command that was interrupted, in whatever way,
      goes on where it was when it is repeated, and pays nothing twice. What was sent without an answer may have been charged:
      it is sent again only with --send-again.

  fabula import <in> --out <file.fabula>
      Makes a story of any file that Fabula reads, with chapters, blocks and a cast, and says what it left out.

  fabula export <in> --as md|fountain|fdx|csv|request|json --out <file> [--force]
      Writes a story as Markdown, as a screenplay (Fountain, Final Draft), as a table of lines, as the body of a story-maker
      request or as a portable story, and says what of the story is not in the file. --force replaces a file that is there.

  fabula export <in> --request
      Prints the body of the story-maker request that would be sent, and sends nothing.

  fabula connections [add <name> <base-url> | test [<name>] | remove <name>]
      Lists the connections to speech services that the app and the terminal share, or changes them. The key of a new
      one is read from standard input. It is kept in a file that only your account may read; it is not encrypted.
      Without a name, test asks the service that the environment names.

  fabula voices [list | get <voice>… | add <archive|folder> | remove <voice>] [--json]
      Lists the natural voices that are here or can be got, with their languages, size and licence; gets some from their
      publisher, one after another (a download that was interrupted goes on where it was); adds one that you have, as a .tar.bz2,
      .tar.gz or .zip file or as a folder with a model for sherpa-onnx; or removes one, and names the stories that use it. --json
      prints {folder, usedBytes, freeBytes, packs: [{id, name, author, languages, licence, size, isHere, voices}]}. Nothing is
      fetched but what get names.

  fabula sample [--blocks <number>] --out <file.fabula>
      Writes a new story, with chapters and a cast, to try Fabula on: of 5,000 blocks, or of as many as --blocks says.

<in> is a .fabula story (it is not changed), plain text (.txt), Markdown (.md), a document (.docx .odt .pdf .epub .mobi .azw .azw3
.html .pptx .odp .xlsx .ods), a screenplay (.fountain .fdx), a table of lines (.csv .tsv: speaker, line, emotion, start, end),
captions (.srt .vtt), a portable story or the body of a story-maker request (.json), or - for standard input. Paragraphs become
blocks, headings chapters; the cast are those whose name stands before their words, and those who are said to speak in quotation
marks, where it is more than 80 % sure. These options go with every <in> but a .fabula story:
  --block-size sentence|paragraph|<characters>   how large blocks are: a paragraph
  --read <pieces>      what is read beside the text, of ${PIECE_NAMES.join(', ')}:
                       citations,links
  --one-voice          looks for no speakers in quotation marks
  --encoding <name>    see below
The password of a document is taken from FABULA_DOCUMENT_PASSWORD. The encoding of a text is told from its letters. --encoding names it where that went wrong: ${TEXT_ENCODING_NAMES.slice(0, 8).join(', ')},
${TEXT_ENCODING_NAMES.slice(8, 19).join(', ')},
${TEXT_ENCODING_NAMES.slice(19).join(', ')}.

The connection that --connection names speaks (built-in is the local voice); else the service that FABULA_BASE_URL and
FABULA_API_KEY name, by https; else the connection that the story has chosen, which is the local voice unless the app
was told otherwise. The key from the environment is never stored. The local voice also has the voices of the engines that
were set up in the app under “Use a voice server…”.
--data <folder> uses another folder than Fabula’s own for connections, engines, caps and the list of conversions.
The exit code is 0 only when all is done; 1 for an error, 2 for a command that is not understood, 130 when interrupted.
`
