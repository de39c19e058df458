/**
 * The estimated size of an export, compared with the file, for speech of the local voice.
 * @module-tag long
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, ENGINE_SAMPLE_RATE } from '../../../electron/local-service/engines/engine.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import type { ExportFormatName } from '../../../shared/export/exportFormats.ts'
import { EXPORT_PRESETS, withFormat, plannedBytes } from '../../../shared/export/exportSettings.ts'
import { storyWithAudio, type StoryWithAudio } from './storyWithAudio.ts'

const TEXTS = [
  'The lamp had burned for eleven winters before anybody thought to ask who lit it.',
  'In the village they said it was the keeper’s widow, and in the harbour they said it was nobody at all.',
  'The light came by itself, as the tide does.',
  'Only the fox, who passed the rocks each night, knew the sound of the key in the door.',
  'And the slow steps that followed it, up and up, until the whole tower seemed to be breathing.',
]

let made: StoryWithAudio
let durationMs = 0

beforeAll(async () => {
  const voice = { identifier: 'gmw/en-US', pitch: 50, range: 50, wordsPerMinute: 175 }
  const engine = await createEngine()
  made = storyWithAudio(TEXTS.map(() => ({ silenceBeforeMs: 700 })))
  for (const [index, text] of TEXTS.entries()) {
    const { samples } = engine.speak(text, voice)
    const ms = Math.floor((samples.length * 1000) / ENGINE_SAMPLE_RATE)
    const audioId = await made.store({ samples, sampleRate: ENGINE_SAMPLE_RATE }, 'audio/mpeg')
    made.addTake(index + 1, audioId, 0, ms)
    durationMs += 700 + ms
  }
})
afterAll(() => made[Symbol.dispose]())

test.each<[ExportFormatName, string, number | null]>([
  ['m4b', '64', null],
  ['m4b', '128', null],
  ['m4b', '128', 44_100],
  ['mp3', '128', null],
  ['mp3', 'v2', null],
  ['flac', '16', null],
  ['opus', '64', null],
])(
  'a %s file of the quality %s at %s Hz is within a tenth of the estimated size',
  async (format, quality, sampleRate) => {
    const settings = { ...withFormat(EXPORT_PRESETS.none, format), quality, sampleRate }
    const path = join(made.folder, `out.${format}`)
    const signal = new AbortController().signal
    await mixdown({ project: made.project, settings, path, signal, onProgress: () => {} })
    const told = plannedBytes(settings, durationMs)
    expect(Math.abs(statSync(path).size / told - 1)).toBeLessThanOrEqual(0.1)
  },
)
