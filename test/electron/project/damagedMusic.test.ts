/** Whatever an audio file contains, it becomes music or is refused: nothing else is thrown. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'
import { createFlacFile } from '../../../electron/mixdown/formats/createSink.ts'
import { createOpusFile } from '../../../electron/mixdown/formats/opusFile.ts'
import { storeMusic } from '../../../electron/project/music.ts'
import { mutations } from '../../support/mutations.ts'
import { long } from '../../support/tags.ts'
import { pcm, RATE, sine } from '../lib/audio/signals.ts'
import { newProject, refusalOfAsync, tempFolder } from './support.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/audio')
const TAGS = {
  ...{
    title: 'A tone',
    artist: '',
    narrator: '',
    album: '',
    year: '',
    comment: '',
    genre: 'Speech' as const,
    albumArtist: '',
    language: '',
    series: null,
    description: '',
  },
  ...{ track: null, cover: null, chapters: [] },
}
const SOUND = pcm(sine(330, RATE / 2))

async function written(
  create: (
    path: string,
  ) => Promise<{ write(planes: [Float32Array]): Promise<void>; finish(): Promise<unknown> }>,
) {
  const path = join(tempFolder(), 'tone')
  const file = await create(path)
  await file.write([Float32Array.from(SOUND.samples, (value) => value / 32768)])
  await file.finish()
  return readFileSync(path)
}

it.each<[ending: string, make: () => Uint8Array | Promise<Uint8Array>]>([
  ['.ogg', () => readFileSync(join(FIXTURES, 'tone.ogg'))],
  ['.oga', () => readFileSync(join(FIXTURES, 'tone.oga'))],
  ['.opus', () => written((path) => createOpusFile(path, { channels: 1 }, 96, TAGS))],
  ['.flac', () => written((path) => createFlacFile(path, { sampleRate: RATE, channels: 1 }, TAGS))],
  ['.mp3', () => encodeMp3(SOUND, { kbps: 64 })],
  ['.wav', () => encodeWav(SOUND)],
])('a damaged %s becomes music or is refused', long, async (ending, make) => {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  const path = join(tempFolder(), `tone${ending}`)
  const whole = Buffer.from(await make())
  const HEAD = 200
  for (const [at, mutate] of mutations(14).entries()) {
    // The description of the audio is in its header.
    const inHead = Buffer.concat([mutate(whole.subarray(0, HEAD)), whole.subarray(HEAD)])
    writeFileSync(path, at % 2 === 0 ? inHead : mutate(whole))
    const fate = await refusalOfAsync(() => storeMusic(project, path))
    expect(['accepted', 'music-unreadable', 'music-too-long']).toContain(fate)
  }
})
