import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCommandLine, usageOf } from '../../../../electron/hosts/cli/commandLine.ts'
import { COMMAND_NAMES, NAMED_OPTIONS } from '../../../../electron/hosts/cli/options.ts'

const parse = (line: string) => parseCommandLine(line === '' ? [] : line.split(' '))

describe('the command line', () => {
  test.each([
    [
      'render story.md --out story.mp3',
      { kind: 'render', input: 'story.md', settings: { format: 'mp3' }, isJson: false },
    ],
    [
      'render --json --out=story.WAV story.md',
      { kind: 'render', input: 'story.md', settings: { format: 'wav' }, isJson: true },
    ],
    ['render - --out story.mp3', { kind: 'render', input: '-' }],
    [
      'render --project a.fabula --blocks 3,7-9 --max-credits 20 --only-changed',
      {
        ...{ kind: 'render', input: 'a.fabula', isInPlace: true, isPlan: false, outPath: null },
        choice: { blocks: ['3', '7-9'], isOnlyChanged: true, maxCredits: 20, way: null },
      },
    ],
    ['render a.md --plan --json', { kind: 'render', isPlan: true, isJson: true, outPath: null }],
    ['render story.md --out story.mp3 --over-cap', { kind: 'render', mayPassCaps: true }],
    [
      'render a.md --out a.mp3 --captions vtt,srt --chapters',
      { kind: 'render', settings: { captions: ['srt', 'vtt', 'youtube', 'podcast'] } },
    ],
    [
      'render a.md --out a.mp3 --captions podcast,json',
      { kind: 'render', settings: { captions: ['json', 'podcast'] } },
    ],
    [
      'render a.md --out a.wav --sample-rate 48000 --channels 2 --loudness=-18.5lufs --peak=-2 --head 0.5 --no-chapter-marks',
      {
        kind: 'render',
        settings: {
          ...{ sampleRate: 48_000, channels: 2, loudness: { kind: 'lufs', target: -18.5 }, peakDb: -2 },
          ...{ roomTone: { headMs: 500, tailMs: 2000 }, chapters: false },
        },
      },
    ],
    [
      'render a.md --out a.mp3 --preset podcast --sample-rate takes --loudness none --peak none --tail none',
      {
        kind: 'render',
        settings: { sampleRate: null, loudness: { kind: 'none' }, peakDb: null, roomTone: null },
      },
    ],
    [
      'render a.md --out a --preset audiobook --sample-from 12 --sample-minutes 1.5 --loudness=-19rms --channels takes',
      {
        ...{ kind: 'render', sampleFrom: '12' },
        settings: {
          sample: { blockId: null, minutes: 1.5 },
          ...{ loudness: { kind: 'rms', target: -19 }, channels: null },
        },
      },
    ],
    [
      'render a.md --out a --manifest --title Fox --year 1901 --credits --closing-credits End',
      {
        kind: 'render',
        settings: {
          ...{ manifest: true, credits: { opening: null, closing: 'End' } },
          tags: { title: 'Fox', author: '', readBy: '', year: '1901' },
        },
      },
    ],
    [
      'render --project a.fabula --chapter 2 --out b.mp3',
      { kind: 'render', isInPlace: true, choice: { chapters: ['2'], blocks: null } },
    ],
    ['render a.txt --out a.mp3 --encoding Shift_JIS', { kind: 'render', reading: { encoding: 'shift_jis' } }],
    [
      'import a.epub --out a.fabula --block-size 300 --read footnotes,page-numbers --one-voice',
      {
        ...{ kind: 'import', input: 'a.epub', outPath: resolve('a.fabula') },
        reading: { choices: { blockSize: 300, pieces: ['footnote', 'pageNumber'], hasOneVoice: true } },
      },
    ],
    [
      'import a.txt --out a.fabula --language PT_br',
      { kind: 'import', reading: { choices: { language: 'pt-BR' } } },
    ],
    [
      'render a.md --out a.mp3 --block-size sentence',
      { kind: 'render', reading: { choices: { blockSize: 'sentence' } } },
    ],
    [
      'render a.fabula b/two.md --out-dir audio --format flac --json --max-credits 9',
      {
        ...{ kind: 'several', outDir: resolve('audio'), isJson: true },
        orders: [
          {
            input: 'a.fabula',
            isInPlace: false,
            outPath: resolve('audio/a.flac'),
            choice: { maxCredits: 9 },
          },
          { input: 'b/two.md', outPath: resolve('audio/two.flac'), settings: { format: 'flac' } },
        ],
      },
    ],
    [
      'render a.fabula.json --out-dir . --preset audiobook',
      { kind: 'several', orders: [{ outPath: resolve('a'), settings: { split: 'chapter' } }] },
    ],
    [
      'render --project a.fabula --project b.fabula',
      {
        ...{ kind: 'several', outDir: null },
        orders: [
          { input: 'a.fabula', isInPlace: true, outPath: null },
          { input: 'b.fabula', isInPlace: true, outPath: null },
        ],
      },
    ],
    ['render a.md b.md --plan', { kind: 'several', orders: [{ isPlan: true }, { isPlan: true }] }],
    ['export story.md --request', { kind: 'export-request', input: 'story.md' }],
    ['sample --out big.fabula', { kind: 'sample', outPath: resolve('big.fabula'), blockCount: 5_000 }],
    ['sample --blocks 12 --out a.fabula', { kind: 'sample', blockCount: 12 }],
    ['', { kind: 'help', command: null }],
    ['--help', { kind: 'help', command: null }],
    ['render -h', { kind: 'help', command: 'render' }],
    ['help', { kind: 'help', command: null }],
    ['help render', { kind: 'help', command: 'render' }],
    ['--version', { kind: 'version' }],
    ['-V', { kind: 'version' }],
  ])('is parsed: %s', (line, command) => {
    expect(parse(line)).toMatchObject(command)
  })

  test('resolves the output path against the current folder', () => {
    expect(parse('render a.md --out b/c.mp3')).toMatchObject({ outPath: resolve('b/c.mp3') })
  })

  test.each([
    ['sing story.md', 'There is no command “sing”.'],
    ['render', 'Name the file to read.'],
    ['render a.md', 'Say where the audio is to go, with --out.'],
    ['render a.md --out b.doc', '“b.doc” must end in .mp3, .m4b, .m4a, .wav, .flac, .opus, .ogg.'],
    [
      'render a.md --out b.mp3 --split chapter',
      'There are several files: “b.mp3” must be a folder for them, without .mp3 at its end.',
    ],
    ['render a.md --out b.mp3 --format flac', '“b.mp3” does not end as FLAC files do.'],
    [
      'render a.md --out b.mp3 --preset radio',
      '--preset takes audiobook, podcast, broadcast, game, none, not “radio”.',
    ],
    ['export a.md --as md --out b.md --stems', '--stems belongs to render.'],
    ['render a.md b.md --out c.mp3', 'Several stories go into a folder, with --out-dir'],
    ['render a.md b.md', 'Say where the audio of several stories is to go, with --out-dir.'],
    ['render a.md - --out-dir c', 'Standard input is one story'],
    ['render a.md x/A.txt --out-dir c', '“a.md” and “x/A.txt” would both be written to “A.mp3”.'],
    ['render --project a.fabula --project b.fabula --blocks 1', '--blocks belongs to one story.'],
    ['render a.md --out-dir c --format ogg', '--format takes'],
    ['export a.md b.md --request', '“b.md” is too much: one file at a time.'],
    ['sample --out a.fabula --out-dir b', '--out-dir belongs to render.'],
    ['render a.md --out', '--out needs a value after it.'],
    ['render a.md --voice --out a.mp3', '--voice needs a value after it.'],
    ['render a.md --out a.mp3 --json=3', '--json takes no value.'],
    ['render a.md -q', 'There is no option -q.'],
    ['render a.md --out b.mp3 --loud', '--loud'],
    ['render a.md --out b.mp3 --json=yes', '--json'],
    ['render a.md --out b.mp3 --request', '--request belongs to export.'],
    ['sample', 'Say where the story is to go'],
    ['sample --out a.mp3', 'a name that ends in .fabula'],
    ['sample a.md --out a.fabula', 'sample reads no file'],
    ['sample --blocks many --out a.fabula', '--blocks must be a whole number from 1 to 100000.'],
    ['sample --out a.fabula --json', '--json belongs to render, import, update, voices.'],
    ['update a.md b.md', 'Name the story to update, which ends in .fabula, and then the file.'],
    ['update a.fabula', 'Name the file to read, after the story.'],
    ['update a.fabula b.md --one-voice', '--one-voice belongs to render, import, export.'],
    ['import a.md --out b.fabula --dry-run', '--dry-run belongs to update.'],
    ['render a.md --out b.mp3 --only-changed', '--only-changed belongs to --project.'],
    ['render a.md --out b.mp3 --blocks 3 --credits', 'Credits belong to the whole story'],
    ['render a.fabula --out b.mp3 --way story --leave-out-missing', '--way story makes all blocks'],
    ['render --project a.fabula --leave-out-missing', '--leave-out-missing goes with --out.'],
    ['render a.md --out b.mp3 --chapter 3-1', '--chapter takes numbers of chapters'],
    ['render a.md --out b.mp3 --chapter one', 'not “one”.'],
    ['render --project a.md', '--project names a story of Fabula’s, with a name that ends in .fabula.'],
    ['render b.fabula --project a.fabula', '--project names the file to read.'],
    ['render --project a.fabula --max-credits many', '--max-credits must be a whole number.'],
    ['render --project a.fabula --way fast', '--way takes blocks or story.'],
    ['render --project a.fabula --way story --blocks 1', '--way story makes all blocks'],
    ['render --project a.fabula --captions srt', '--captions goes with --out.'],
    ['export a.md --request --plan', '--plan belongs to render.'],
    ['import a.md', 'Say where the story is to go'],
    ['import a.md --out a.fabula --preset game', '--preset belongs to render.'],
    ['connections --json', '--json belongs to render, import, update, voices.'],
    ['voices --out a', '--out belongs to render, import, export, sample.'],
    ['import a.md --out a.fabula --block-size 20', 'or a number of characters from 50'],
    ...['???', 'German', 'xx'].map((tag): [string, string] => [
      `import a.md --out a.fabula --language ${tag}`,
      `--language takes a language tag, such as de or pt-BR; “${tag}” is none`,
    ]),
    ['import a.md --out a.fabula --read adverts', '--read knows no “adverts”'],
    ['export a.md', 'Say what to export: --request, or --as with a format.'],
    ['export a.md --request --over-cap', '--over-cap belongs to render.'],
    ['export a.md --request --encoding klingon', 'There is no encoding “klingon”.'],
    ['export a.md --request --force', '--request prints: --out and --force go with --as.'],
    ['export a.md --request --chapters', '--chapters belongs to render.'],
    [
      'render a.md --out b.mp3 --captions srt,ass',
      'There are no captions “ass”: srt, vtt, json, audacity, youtube, podcast.',
    ],
    ['render a.md --out b.wav --sample-rate 12345', '--sample-rate takes takes, 16000, 22050'],
    ['render a.md --out b.opus --sample-rate 44100', '--sample-rate takes takes, 48000, not “44100”.'],
    ['render a.md --out b.mp3 --channels 3', '--channels takes 1, 2, takes, not “3”.'],
    ['render a.md --out b.mp3 --loudness=-16', '--loudness takes none, or -40 to -8 with LUFS or RMS'],
    ['render a.md --out b.mp3 --loudness=-3LUFS', 'not “-3LUFS”'],
    ['render a.md --out b.mp3 --peak 3', '--peak takes -20 to 0, not “3”.'],
    ['render a.md --out b.mp3 --head 11', '--head takes 0 to 10, not “11”.'],
    ['render a.md --out b.mp3 --head none --tail 2', 'they go without a length'],
    ['render a.md --out b.mp3 --sample-minutes 2', '--sample-minutes goes with files of chapters'],
    ['render a.md --out b --preset audiobook --sample-minutes 9', '--sample-minutes takes 1 to 5, not “9”.'],
    ['render a.md --out b --preset audiobook --no-sample --sample-from 3', 'does not go with --no-sample'],
    ['render a.md --out b.mp3 --no-credits --credits', '--no-credits does not go with credits.'],
    ['render a.md --out b.mp3 --year 19', '--year takes four digits, not “19”.'],
    ['render a.md --out b.mp3 --chapter 0', '--chapter takes numbers of chapters'],
    ['render a.md --out b.mp3 --chapter 1 --credits', 'Credits belong to the whole story'],
    ['render a.fabula --plan --chapter 1 --blocks 2', '--chapter goes without --blocks'],
    ['render a.md b.md --out-dir c --chapter 1', '--chapter belongs to one story.'],
    ['render a.md --chapter 2', 'Say where the audio is to go, with --out.'],
  ])('is rejected with the reason: %s', (line, problem) => {
    const command = parse(line)
    expect(command.kind).toBe('wrong')
    expect(command.kind === 'wrong' ? command.problem : '').toContain(problem)
  })

  test.each([
    ['--read-by', 200],
    ['--opening-credits', 500],
    ['--names', 300],
  ])('is rejected because %s takes at most %i characters', (option, most) => {
    const command = parse(`render a.md --out b --split chapter ${option} ${'a'.repeat(most + 1)}`)
    expect(command).toMatchObject({ problem: `${option} takes at most ${most} characters.` })
  })
})

describe('the help', () => {
  test('lists the commands, and for each command exactly its options', () => {
    for (const command of COMMAND_NAMES) {
      expect(usageOf(null)).toContain(`\n  ${command} `)
      const options = usageOf(command).matchAll(/^ {2}--(\S+?)(?:,| |$)/gm)
      const names = NAMED_OPTIONS.filter(({ of }) => of.includes(command)).map(({ name }) => name)
      expect([...options].map(([, name]) => name)).toEqual(names)
    }
  })

  test('fits into a terminal’s width', () => {
    for (const command of [null, ...COMMAND_NAMES])
      for (const line of usageOf(command).split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })
})
