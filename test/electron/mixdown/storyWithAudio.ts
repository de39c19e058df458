/** A project in a separate folder, whose blocks have audio made by a test: tones, so that positions can be measured. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import { msToSamples, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'
import { createProject } from '../../../electron/project/createProject.ts'
import type { Project } from '../../../electron/project/project.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { addBlocks, type NewBlock } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { blockKeys, storyKey } from '../../../shared/story/takes.ts'

export interface StoryWithAudio extends Disposable {
  readonly folder: string
  readonly project: Project
  /** Stores audio and returns its id. */
  store(pcm: Pcm, type?: 'audio/mpeg' | 'audio/wav'): Promise<string>
  /** Makes a slice of stored audio the take of block N (from 1). */
  addTake(blockNumber: number, audioId: string, startMs: number, endMs: number): void
  /** Makes stored audio the render of the current story. */
  addRender(audioId: string): void
}

let audioCount = 0

/** A story with a block for each entry; a text by default. */
export function storyWithAudio(blocks: readonly Partial<Omit<NewBlock, 'id'>>[]): StoryWithAudio {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-mixdown-'))
  const ids = { story: storyIdSchema.parse('story'), block: blockIdSchema.parse('unused') }
  const empty = storyFromRecords(newStoryRecords(ids, 'Story').filter((record) => record.type === 'story'))
  const added = blocks.map((block, index) => ({
    text: `Words ${index}.`,
    ...block,
    id: blockIdSchema.parse(`b${index + 1}`),
  }))
  const story = apply(empty, addBlocks(empty, added, null))
  let count = 0
  const project = createProject(join(folder, 'story.fabula'), [...story.records.values()], {
    projectId: projectIdSchema.parse('project'),
    isDraft: false,
    now: () => 0,
    // Measurements are cached by audio id, so ids must be unique.
    createId: () => `made-${(audioCount += 1)}`,
  })
  return {
    folder,
    project,
    async store(pcm, type = 'audio/wav') {
      const writer = project.audio.begin()
      writer.write(type === 'audio/wav' ? encodeWav(pcm) : await encodeMp3(pcm, { kbps: 64 }))
      return writer.finish({ type, durationMs: Math.round((pcm.samples.length * 1000) / pcm.sampleRate) })
        .audioId
    },
    addTake(blockNumber, audioId, startMs, endMs) {
      const now = project.story()
      const block = blocksOf(now)[blockNumber - 1]
      if (block === undefined) throw new Error(`There is no block ${blockNumber}`)
      const { voiceId, model, speed } = settingsOf(now, block)
      const key = blockKeys(now, block).own
      const id = `take-${(count += 1)}`
      project.addTakes([
        {
          kind: 'speech',
          name: '',
          id,
          key,
          audioId,
          startMs,
          endMs,
          blockId: block.id,
          voiceId,
          model,
          speed,
          createdAtMs: count,
        },
      ])
    },
    addRender(audioId) {
      const durationMs = project.audio.find(audioId)?.durationMs ?? 0
      project.addTakes([], {
        id: `render-${(count += 1)}`,
        audioId,
        storyKey: storyKey(project.story()),
        durationMs,
        credits: 12,
        createdAtMs: 0,
      })
    },
    [Symbol.dispose]() {
      project.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A tone of whole milliseconds that is loud from its first to its last sample. */
export function tone(durationMs: number, { hz = 441, sampleRate = 22_050, amplitude = 12_000 } = {}): Pcm {
  const samples = Int16Array.from({ length: msToSamples(durationMs, sampleRate) }, (_, n) =>
    Math.round(amplitude * Math.cos((2 * Math.PI * hz * n) / sampleRate)),
  )
  return { sampleRate, samples }
}
