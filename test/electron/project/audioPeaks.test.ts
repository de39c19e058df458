import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAudioPeaks } from '../../../electron/project/audioPeaks.ts'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import { concatSamples } from '../../../electron/lib/audio/pcm.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import { pcm, RATE, silence, sine } from '../lib/audio/signals.ts'
import { newProject, refusalOfAsync, storeAudio } from './support.ts'
import { tempFolder } from '../speech/support.ts'

/** A second of tone, a second of silence, a second of louder tone. */
const SAMPLES = concatSamples([sine(300, RATE, 8_000), silence(RATE), sine(300, RATE, 24_000)])

async function projectWithAudio() {
  const folder = tempFolder()
  const project = newProject(join(folder, 'story.fabula'))
  const audioId = storeAudio(project, await encodeMp3(pcm(SAMPLES), { kbps: 64 }), 3_000)
  return { project, audioId, cacheDir: join(folder, 'cache', 'peaks') }
}

test('show where audio is loud and where it is silent', async () => {
  const { project, audioId, cacheDir } = await projectWithAudio()
  const peaks = await createAudioPeaks({ cacheDir }).get(project, audioId)
  expect(peaks).toHaveLength(600)
  const [quiet = 0, silent = 1, loud = 0] = slicePeaks(peaks, 0, 3_000, 3)
  expect(quiet).toBeCloseTo(8_000 / 32_768, 1)
  expect(slicePeaks(peaks, 1_200, 1_800, 1)[0]).toBeLessThan(0.02)
  expect(loud).toBeCloseTo(24_000 / 32_768, 1)
  expect(silent).toBeLessThan(loud)
})

test('are computed once and then read from the cache', async () => {
  const { project, audioId, cacheDir } = await projectWithAudio()
  const first = createAudioPeaks({ cacheDir })
  const [one, two] = await Promise.all([first.get(project, audioId), first.get(project, audioId)])
  expect(two).toBe(one)
  const [name = ''] = readdirSync(cacheDir)
  const marked = Int8Array.from(one, () => 42)
  writeFileSync(join(cacheDir, name), marked)
  expect(await createAudioPeaks({ cacheDir }).get(project, audioId)).toEqual(marked)
})

test('are computed again if the cache is damaged, and without a cache if none can be written', async () => {
  const { project, audioId, cacheDir } = await projectWithAudio()
  const peaks = await createAudioPeaks({ cacheDir }).get(project, audioId)
  const [name = ''] = readdirSync(cacheDir)
  writeFileSync(join(cacheDir, name), 'short')
  expect(await createAudioPeaks({ cacheDir }).get(project, audioId)).toEqual(peaks)
  writeFileSync(join(cacheDir, '..', 'in-the-way'), '')
  const blocked = createAudioPeaks({ cacheDir: join(cacheDir, '..', 'in-the-way', 'peaks') })
  expect(await blocked.get(project, audioId)).toEqual(peaks)
})

test('are refused for audio that the project does not have', async () => {
  const { project, cacheDir } = await projectWithAudio()
  const get = () => createAudioPeaks({ cacheDir }).get(project, '../../etc/passwd')
  expect(await refusalOfAsync(get)).toBe('audio-not-in-project')
})
