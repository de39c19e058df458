/**
 * `npm run -s bench:audio [-- --json] [-- --paragraphs N] [-- --hours N]`: how long the built-in voice takes for a story of four hours, from the
 * terminal, beside `espeak-ng | lame` (Debian's packages of these names) on the same text in the same run; then mixdown and encoding of takes beside ffmpeg. It is not a part of
 * `npm test`: the figures depend on the machine, and on what else it does.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { audioProcess, pinnedNode } from '../../build/pinnedNode.mjs'
import { benchMixdown, type Figures } from './mixdown.ts'
import { benchNaturalVoice } from './naturalVoice.ts'
import { withWholeAudio } from '../../electron/project/audioFiles.ts'

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, paragraphs: { type: 'string' }, hours: { type: 'string' } },
})
const paragraphs = Number(values.paragraphs ?? 700)
const hours = Number(values.hours ?? 10)

const WORDS =
  'the lamp was lit and a kettle sang nobody in this house had any thought of going to bed when old keeper came down narrow stairs with letter that he would not read aloud before morning harbour water grey ships turning slowly under cloud'.split(
    ' ',
  )

/** Paragraphs of some 380 characters, the same in every run. */
function storyText(): string {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647 // the "minimal standard" generator of Park and Miller
    return seed % below
  }
  const sentence = () => {
    const words = Array.from({ length: 6 + random(14) }, () => WORDS[random(WORDS.length)]).join(' ')
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  }
  const paragraph = () => {
    let text = sentence()
    while (text.length < 350) text += ` ${sentence()}`
    return text
  }
  return Array.from({ length: paragraphs }, paragraph).join('\n\n')
}

const cli = audioProcess('electron/cli.ts', ['render', 'story.txt', '--out', 'fabula.mp3', '--data', 'data'])

/** Runs a command line of bash, and measures it with all its processes. Throws if it fails. */
async function measure(command: string, folder: string): Promise<Figures> {
  const script = `TIMEFORMAT='%R %U %S'; set -o pipefail; time { ${command}; }`
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: cli.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
  let [peakKb, peakProcessKb] = [0, 0]
  const timer = setInterval(() => {
    void memoryOf(child.pid ?? 0).then(({ proportionalKb, largestKb }) => {
      peakKb = Math.max(peakKb, proportionalKb)
      peakProcessKb = Math.max(peakProcessKb, largestKb)
    })
  }, 200)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${command}\n${told}`)
  const [seconds = NaN, user = NaN, system = NaN] = (told.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number)
  const mb = (kb: number) => (kb === 0 ? null : Math.round(kb / 1024))
  return { seconds, cpuSeconds: round(user + system), peakMb: mb(peakKb), peakProcessMb: mb(peakProcessKb) }
}

/** The memory that Linux reports for a process and all its children; 0 if it reports none. */
async function memoryOf(pid: number): Promise<{ proportionalKb: number; largestKb: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const field = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0)
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = await Promise.all(threads.map((thread) => read(`task/${thread}/children`)))
  const ofChildren = await Promise.all(
    children.flatMap((ids) => ids.split(' ').filter(Boolean)).map((id) => memoryOf(Number(id))),
  )
  return {
    proportionalKb: ofChildren.reduce(
      (sum, child) => sum + child.proportionalKb,
      field(await read('smaps_rollup'), 'Pss'),
    ),
    largestKb: ofChildren.reduce(
      (most, child) => Math.max(most, child.largestKb),
      field(await read('status'), 'VmRSS'),
    ),
  }
}

const round = (value: number) => Math.round(value * 100) / 100

const folder = await mkdtemp(join(tmpdir(), 'fabula-bench-'))
try {
  const text = storyText()
  await writeFile(join(folder, 'story.txt'), text)
  await mkdir(join(folder, 'data'))
  const load = round(loadavg()[0] ?? 0)
  const native = await measure('espeak-ng --stdout -f story.txt | lame --quiet -b 64 - native.mp3', folder)
  const fabula = await measure([pinnedNode, ...cli.args].map((part) => `'${part}'`).join(' '), folder)
  const minutesOf = (name: string) =>
    withWholeAudio(join(folder, name), ({ durationMs }) => Promise.resolve(round(durationMs / 60_000)))
  const result = {
    paragraphs,
    characters: text.length,
    loadAverage: load,
    native: { ...native, audioMinutes: await minutesOf('native.mp3') },
    fabula: { ...fabula, audioMinutes: await minutesOf('fabula.mp3') },
    /** 1 is as fast as the native pipeline. */
    speedRatio: round(native.seconds / fabula.seconds),
    /** Mixdown and encoding of existing takes. */
    mixdown: await benchMixdown(folder, hours, measure),
    /** The synthetic voice of the tests: everything except a real model. Null if natural voices cannot speak. */
    naturalVoice: await benchNaturalVoice(folder),
  }
  if (values.json === true) console.log(JSON.stringify(result, null, 2))
  else {
    console.log(
      `${result.paragraphs} paragraphs, ${result.characters} characters; load of the machine ${load}`,
    )
    console.table({ 'espeak-ng | lame': result.native, 'fabula render': result.fabula })
    console.log(`Fabula's speed is ${result.speedRatio} of the native pipeline's.`)
    console.log('Mixdown and encoding:')
    console.dir(result.mixdown)
    console.log('A natural voice, synthetic:')
    console.dir(result.naturalVoice)
  }
} catch (error) {
  console.error(
    `The bench needs bash, espeak-ng, lame and ffmpeg (apt-get install -y espeak-ng lame ffmpeg).\n${String(error)}`,
  )
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}
