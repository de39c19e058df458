/** Mixdown and encoding of the takes of a story, compared with ffmpeg on the same takes, and the loudness of both as ffmpeg measures it. */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { audioProcess, pinnedNode } from '../../build/pinnedNode.mjs'
import { openAudio } from '../../electron/lib/audio/decode.ts'
import { createProject } from '../../electron/project/createProject.ts'
import { projectIdSchema } from '../../shared/ipc/views.ts'
import { addBlocks } from '../../shared/story/blockCommands.ts'
import { apply } from '../../shared/story/changes.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../shared/story/selectors.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { blockKeys } from '../../shared/story/takes.ts'

const SILENCE_MS = 500
/** Different takes; the story contains each many times. */
const DISTINCT = 10
const RATE = 44_100
const KBPS = 192

export interface Figures {
  readonly seconds: number
  /** Of all processes together. */
  readonly cpuSeconds: number
  /**
   * The most that all processes took at a time. A page that several processes share (Node's own code) counts in parts: each process
   * has its share, also processes beside the bench. Null if the system does not tell.
   */
  readonly peakMb: number | null
  /** The most that the largest process had resident. */
  readonly peakProcessMb: number | null
}

type Measure = (command: string, folder: string) => Promise<Figures>

/** Writes that many hours of takes into a story and lets Fabula and ffmpeg make one MP3 file of them, at 44.1 kHz and 192 kbit/s. */
export async function benchMixdown(folder: string, hours: number, measure: Measure) {
  const words = 'The lamp was lit, and the kettle sang; nobody in this house had any thought of going to bed.'
  const takes = await Promise.all(
    Array.from({ length: DISTINCT }, async (_, index) => {
      const name = `take${index}.mp3`
      const text = Array.from({ length: 2 + (index % 4) }, () => words).join(' ')
      const wav = execFileSync('espeak-ng', ['--stdout', '-p', String(30 + 5 * index), text], {
        maxBuffer: 1 << 28,
      })
      execFileSync('lame', ['--quiet', '-b', '64', '-', join(folder, name)], { input: wav })
      const bytes = await readFile(join(folder, name))
      return { name, bytes, durationMs: Math.floor((await openAudio(new Uint8Array(bytes))).durationMs) }
    }),
  )
  const roundMs = takes.reduce((sum, { durationMs }) => sum + durationMs + SILENCE_MS, 0)
  const rounds = Math.max(1, Math.round((hours * 3_600_000) / roundMs))
  await writeStory(join(folder, 'takes.fabula'), takes, rounds)
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'anullsrc=r=22050:cl=mono',
    '-t',
    String(SILENCE_MS / 1000),
    join(folder, 'silence.wav'),
  ])
  // ffmpeg joins files of one kind only.
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    join(folder, 'silence.wav'),
    '-b:a',
    '64k',
    join(folder, 'silence.mp3'),
  ])
  const once = takes.flatMap(({ name }) => ["file 'silence.mp3'", `file '${name}'`]).join('\n')
  await writeFile(join(folder, 'list.txt'), Array.from({ length: rounds }, () => once).join('\n'))

  const render = (out: string, preset: string) => {
    const cli = audioProcess('electron/cli.ts', [
      ...['render', 'takes.fabula', '--out', out, '--data', 'data', '--json'],
      ...['--preset', preset, '--split', 'story'],
    ])
    return `${[pinnedNode, ...cli.args].map((part) => `'${part}'`).join(' ')} > ${out}.json`
  }
  const joined = 'ffmpeg -v error -f concat -safe 0 -i list.txt'
  const encoded = `-ar ${RATE} -ac 1 -b:a ${KBPS}k`
  const ffmpeg = await measure(`${joined} ${encoded} ffmpeg.mp3`, folder)
  // For an audiobook: the first run measures, the second changes the gain and limits.
  const ffmpegMatched = await measure(
    `${joined} -af ebur128=peak=true -f null - && ` +
      `${joined} -af volume=-3dB,aresample=${RATE},alimiter=limit=-3dB:level=false ${encoded} matched.mp3`,
    folder,
  )
  const asItIs = await measure(
    render('asItIs.mp3', 'none').replace("'--split'", `'--quality' '${KBPS}' '--split'`),
    folder,
  )
  const audiobook = await measure(render('audiobook.mp3', 'audiobook'), folder)
  const told = await lufsTold(join(folder, 'audiobook.mp3.json'))
  const heard = lufsByFfmpeg(join(folder, 'audiobook.mp3'))
  return {
    hours: round((roundMs * rounds) / 3_600_000),
    ffmpeg,
    ffmpegMatched,
    /** The sound as it is, in the rate of the takes. */
    asItIs,
    /** At 44.1 kHz: measured, matched, limited. */
    audiobook,
    /** 1 is as fast as ffmpeg at the same work. */
    speedRatio: {
      asItIs: round(ffmpeg.seconds / asItIs.seconds),
      audiobook: round(ffmpegMatched.seconds / audiobook.seconds),
      /** Compared with ffmpeg without measuring or limiting. */
      audiobookBesidePlain: round(ffmpeg.seconds / audiobook.seconds),
    },
    loudness: { told, heardByFfmpeg: heard, differenceLu: round(Math.abs(told - heard)) },
  }
}

type Take = { readonly bytes: Uint8Array; readonly durationMs: number }

async function writeStory(path: string, takes: readonly Take[], rounds: number): Promise<void> {
  const ids = { story: storyIdSchema.parse('story'), block: blockIdSchema.parse('unused') }
  const empty = storyFromRecords(newStoryRecords(ids, 'Takes').filter(({ type }) => type === 'story'))
  const blocks = Array.from({ length: rounds * takes.length }, (_, index) => ({
    id: blockIdSchema.parse(`b${index}`),
    text: `Words of take ${index % takes.length}.`,
    silenceBeforeMs: SILENCE_MS,
  }))
  const story = apply(empty, addBlocks(empty, blocks, null))
  const project = createProject(path, [...story.records.values()], {
    projectId: projectIdSchema.parse('bench'),
    isDraft: false,
    now: () => 0,
    createId: randomUUID,
  })
  for (const [index, { bytes, durationMs }] of takes.entries()) {
    const block = blocksOf(project.story())[index]
    if (block === undefined) continue
    const writer = project.audio.begin()
    writer.write(bytes)
    const { audioId } = writer.finish({ type: 'audio/mpeg', durationMs })
    const { voiceId, model, speed } = settingsOf(project.story(), block)
    const key = blockKeys(project.story(), block).own
    project.addTakes([
      {
        ...{ id: `take${index}`, key, audioId, startMs: 0, endMs: durationMs, blockId: block.id },
        ...{ voiceId, model, speed, createdAtMs: 0, name: '', kind: 'speech' as const },
      },
    ])
  }
  project.close()
}

async function lufsTold(path: string): Promise<number> {
  // What the terminal has just printed.
  const { files } = JSON.parse(await readFile(path, 'utf8')) as {
    files: { sound: { lufs: number } | null }[]
  }
  return round(files[0]?.sound?.lufs ?? NaN)
}

/** The integrated loudness that ffmpeg's `ebur128` prints at the end. */
function lufsByFfmpeg(path: string): number {
  const told = execFileSync('bash', [
    '-c',
    `ffmpeg -hide_banner -nostats -i '${path}' -af ebur128 -f null - 2>&1 | tail -12`,
  ])
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(told.toString())?.[1] ?? NaN)
}

const round = (value: number) => Math.round(value * 100) / 100
