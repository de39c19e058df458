import { join } from 'node:path'
import { expect, it } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import type { Project } from '../../../electron/project/project.ts'
import { storeRecording } from '../../../electron/project/recordings.ts'
import { rmsDb } from '../../support/measure.ts'
import { tone } from '../mixdown/storyWithAudio.ts'
import { firstBlock, newProject, storeAudio, takeOf, tempFolder } from './support.ts'

/** A story whose voices spoke tones of these amplitudes, the newest last. */
function projectWith(...amplitudes: readonly number[]): Project {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  for (const [index, amplitude] of amplitudes.entries()) {
    const audioId = storeAudio(project, encodeWav(tone(1000, { amplitude })))
    project.addTakes([{ ...takeOf(`take-${String(index)}`, audioId), createdAtMs: index }])
  }
  return project
}

/** The amplitude that a recorded tone has in the file. */
async function storedAmplitude(project: Project, amplitude: number): Promise<number> {
  const made = { id: 'recording', nowMs: 100 }
  const take = await storeRecording(project, firstBlock(project).id, tone(1500, { amplitude }), made)
  expect(take).toMatchObject({ kind: 'recording', startMs: 0, endMs: 1500 })
  const { samples } = await decodeAudio(storedAudio(project.audio, take.audioId))
  return 32_768 * Math.SQRT2 * 10 ** (rmsDb(samples) / 20)
}

const nearly = (amplitude: number) => [0.98 * amplitude, 1.02 * amplitude] as const

it.each([
  ['a quiet recording', 800],
  ['a loud recording', 30_000],
])('%s gets the median loudness of the story’s voices', async (_, amplitude) => {
  const stored = await storedAmplitude(projectWith(12_000, 6_000, 3_000), amplitude)
  const [least, most] = nearly(6_000)
  expect(stored).toBeGreaterThan(least)
  expect(stored).toBeLessThan(most)
})

it('a recording gets the usual loudness of takes if no voice has spoken yet', async () => {
  const [first, second] = [
    await storedAmplitude(projectWith(), 1_000),
    await storedAmplitude(projectWith(), 20_000),
  ]
  expect(first / second).toBeCloseTo(1, 1)
})

it('no recording is amplified until its peaks are clipped, and noise is not amplified like speech', async () => {
  const loudest = await storedAmplitude(projectWith(32_000), 20_000)
  expect(loudest).toBeLessThan(32_768 * 10 ** (-1 / 20) * 1.01)
  expect(await storedAmplitude(projectWith(12_000), 20)).toBeLessThan(20 * 16.5)
})

it('a take whose audio cannot be read does not affect a recording', async () => {
  const project = projectWith(6_000)
  const audioId = storeAudio(project, new Uint8Array(2_000).fill(7))
  project.addTakes([{ ...takeOf('unreadable', audioId), createdAtMs: 50 }])
  const [least] = nearly(6_000)
  expect(await storedAmplitude(project, 1_000)).toBeGreaterThan(least)
})

it('silence stays silence', async () => {
  expect(await storedAmplitude(projectWith(6_000), 0)).toBe(0)
})

it('the loudness of a recording is measured from its speech, not from a click beside it', async () => {
  const recorded = tone(1500, { amplitude: 1_000 })
  const samples = Int16Array.from(recorded.samples, (sample, n) => (n < 200 ? 32_000 : sample))
  const project = projectWith(6_000)
  const made = { id: 'recording', nowMs: 100 }
  const speech = { startMs: 200, endMs: 1500 }
  const take = await storeRecording(project, firstBlock(project).id, { ...recorded, samples }, made, speech)
  expect(take).toMatchObject({ startMs: 0, endMs: 1500 }) // the whole recording is kept
  const stored = await decodeAudio(storedAudio(project.audio, take.audioId), { startMs: 300, endMs: 1400 })
  const [least, most] = nearly(6_000)
  const amplitude = 32_768 * Math.SQRT2 * 10 ** (rmsDb(stored.samples) / 20)
  expect(amplitude).toBeGreaterThan(least)
  expect(amplitude).toBeLessThan(most)
})
