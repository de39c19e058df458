/** Work in an open story, as phases that a kill interrupts. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeAudio } from '../../../../electron/lib/audio/decode.ts'
import { encodeWav } from '../../../../electron/lib/audio/wav.ts'
import { EXPORT_PRESETS } from '../../../../shared/export/exportSettings.ts'
import type { ProjectView } from '../../../../shared/ipc/projectView.ts'
import type { RecentId } from '../../../../shared/ipc/views.ts'
import { musicIdSchema, type Music } from '../../../../shared/story/records.ts'
import { tone } from '../../mixdown/storyWithAudio.ts'
import { blockId, missing, OpenStory, place, words, WORDS, type KillPhase } from './killPhases.ts'

export const STORY_PHASES: Readonly<Record<string, KillPhase>> = {
  'an export': {
    kills: 24,
    withinMs: 900,
    async begin(host) {
      const story = await OpenStory.create(host, 'Exported', WORDS)
      for (const { id } of story.blocks)
        await host.call('takes:make', { projectId: story.projectId, blockId: id })
      const acknowledged = new Set<string>()
      let turn = 0
      return {
        async work() {
          const { projectId } = await OpenStory.reopen(host, story.view.recentId)
          for (;;) {
            const name = `book ${(turn += 1)}.mp3`
            const ref = await place(host, 'export-mp3', name)
            const settings = { ...EXPORT_PRESETS.none, captions: ['srt' as const] }
            const whole = {
              ...{ projectId, settings, ref, cover: null },
              part: { kind: 'story' as const },
              leavesOutMissing: false,
            }
            const { exportId } = await host.call('export:start', whole)
            const { outcome } = await host.next(
              'export:progress',
              (told) => told.exportId === exportId && told.outcome.kind !== 'running',
            )
            if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
            acknowledged.add(name)
          }
        },
        async faults() {
          const names = (await readdir(host.folders.folder)).filter((name) => name.endsWith('.mp3'))
          const lengths = new Set<number>()
          for (const name of names.slice(-3)) {
            const { samples, sampleRate } = await decodeAudio(await readFile(join(host.folders.folder, name)))
            lengths.add(Math.round((samples.length / sampleRate) * 10))
          }
          const cut =
            lengths.size > 1 ? [`exports of one story have the lengths ${[...lengths].join(', ')}`] : []
          return [...cut, ...missing(acknowledged, new Set(names), 'the export')]
        },
      }
    },
  },

  'cleaning takes': {
    kills: 24,
    withinMs: 1_200,
    async begin(host) {
      const { view } = await OpenStory.create(host, 'Cleaned', WORDS.slice(0, 2))
      const made = new Map<string, string>()
      let turn = 0
      return {
        async work() {
          const story = await OpenStory.reopen(host, view.recentId)
          for (;;) {
            const block = story.blocks[turn % 2]
            if (block === undefined) throw new Error('The story has two blocks')
            made.delete(block.id)
            await story.commit([{ ...block, text: words((turn += 1)) }])
            const { projectId } = story
            made.set(block.id, (await host.call('takes:make', { projectId, blockId: block.id })).id)
            const { takes } = await host.call('takes:held', { projectId })
            // Takes that a block needs are skipped.
            await host.call('takes:clean', { projectId, takeIds: takes.map(({ id }) => id) })
          }
        },
        async faults() {
          const story = await OpenStory.reopen(host, view.recentId)
          const there = new Set(story.view.takes.map(({ id }) => id))
          return [...missing(made.values(), there, 'the take'), ...(await story.takesWithoutAudio())]
        },
      }
    },
  },

  'storing, copying and cleaning music': {
    kills: 24,
    withinMs: 600,
    async begin(host) {
      const stories = [await OpenStory.create(host, 'From', WORDS), await OpenStory.create(host, 'To', WORDS)]
      const recentIds = stories.map(({ view }) => view.recentId)
      const [from] = recentIds
      if (from === undefined) throw new Error('There are two stories')
      const acknowledged = recentIds.map(() => new Set<string>())
      const wav = encodeWav(tone(700))
      let turn = 0
      const musicOf = (audioId: string, audioMs: number): Music => ({
        ...{ type: 'music', id: musicIdSchema.parse(`music-${(turn += 1)}`), name: 'Bed', audioId, audioMs },
        place: { kind: 'story', startMs: 0, endMs: 0 },
        ...{ fromMs: 0, gainDb: 0, fadeInMs: 0, fadeOutMs: 0, isLooped: true, loopEndMs: null, duckDb: 0 },
      })
      return {
        async work() {
          const opened = await Promise.all(recentIds.map((id) => OpenStory.reopen(host, id)))
          for (;;) {
            for (const [index, story] of opened.entries()) {
              const { projectId } = story
              const stored = await host.call('music:store', {
                projectId,
                ref: await host.upload('music', 'bed.wav', Uint8Array.from(wav)),
              })
              const music = musicOf(stored.audioId, stored.audioMs)
              await story.commit([music])
              acknowledged[index]?.add(music.id)
              const old = story.music.slice(0, -2).map(({ id }) => id)
              for (const id of old) acknowledged[index]?.delete(id)
              if (old.length > 0) await story.commit([], old)
              await host.call('music:clean', { projectId })
              if (index === 0) continue
              const wanted = opened[0]?.music.map(({ audioId }) => audioId) ?? []
              const { audio } = await host.call('music:copy', {
                projectId,
                from: { recentId: from },
                audioIds: wanted,
              })
              for (const each of audio) await story.commit([musicOf(each.audioId, each.audioMs)])
            }
          }
        },
        async faults() {
          const found: string[] = []
          for (const [index, id] of recentIds.entries()) {
            const story = await OpenStory.reopen(host, id)
            found.push(
              ...missing(
                acknowledged[index] ?? [],
                new Set(story.music.map((music) => music.id as string)),
                'the music',
              ),
            )
            for (const { id: musicId, audioId } of story.music)
              if ((await host.audioBytes(story.projectId, audioId)) === 0)
                found.push(`the audio of ${musicId} is gone`)
          }
          return found
        },
      }
    },
  },

  recording: {
    kills: 20,
    withinMs: 700,
    async begin(host) {
      const { view } = await OpenStory.create(host, 'Recorded', WORDS)
      const acknowledged = new Set<string>()
      const samples = Buffer.from(tone(1_500, { sampleRate: 44_100 }).samples.buffer).toString('base64')
      return {
        async work() {
          const { projectId } = await OpenStory.reopen(host, view.recentId)
          for (let turn = 0; ; turn += 1)
            acknowledged.add(
              (await host.call('takes:record', { projectId, blockId: blockId(turn % WORDS.length), samples }))
                .id,
            )
        },
        async faults() {
          const story = await OpenStory.reopen(host, view.recentId)
          const there = new Set(story.view.takes.map(({ id }) => id))
          return [...missing(acknowledged, there, 'the recording'), ...(await story.takesWithoutAudio())]
        },
      }
    },
  },

  'saving versions': {
    kills: 20,
    withinMs: 500,
    async begin(host) {
      const { view } = await OpenStory.create(host, 'Versions', WORDS)
      const textOf = new Map<string, string>()
      let turn = 0
      return {
        async work() {
          const story = await OpenStory.reopen(host, view.recentId)
          const [block] = story.blocks
          if (block === undefined) throw new Error('The story has blocks')
          for (;;) {
            const text = words((turn += 1))
            await story.commit([{ ...block, text }])
            const { id } = await host.call('project:saveVersion', {
              projectId: story.projectId,
              name: `v${turn}`,
            })
            textOf.set(id, text)
          }
        },
        async faults() {
          const { projectId } = await OpenStory.reopen(host, view.recentId)
          const versions = await host.call('project:versions', { projectId })
          const found = missing(textOf.keys(), new Set(versions.map(({ id }) => id)), 'the version')
          for (const { id } of versions.slice(-3)) {
            const records = await host.call('project:readVersion', { projectId, versionId: id })
            const texts = records.flatMap((record) => (record.type === 'block' ? [record.text] : []))
            const expected = textOf.get(id)
            if (expected !== undefined && !texts.includes(expected))
              found.push(`the version ${id} has other words`)
          }
          return found
        },
      }
    },
  },

  'pausing and reordering a queue': {
    kills: 30,
    withinMs: 900,
    async begin(host, { service }) {
      const draft = {
        kind: 'connection' as const,
        id: null,
        name: 'Paid',
        baseUrl: service.baseUrl,
        webhookPublicKey: '',
      }
      const { id: connectionId } = await host.call('servers:save', {
        ...draft,
        key: { text: 'paid-key', keep: 'file' },
      })
      let recentId: RecentId
      let turn = 0
      let paused: boolean | null = null
      async function begin(): Promise<void> {
        turn += 1
        const story = await OpenStory.create(
          host,
          `Queue ${turn}`,
          Array.from({ length: 40 }, (_, index) => `Line ${index} of queue ${turn}.`),
        )
        const info = [...story.records.values()].find((record) => record.type === 'story')
        if (info !== undefined) await story.commit([{ ...info, connectionId, renderWay: 'blocks' }])
        recentId = story.view.recentId
      }
      const findJob = (view: ProjectView) =>
        view.jobs.find(({ activity }) => (activity?.blocks ?? null) !== null)
      await begin()
      return {
        async work() {
          const { view, projectId } = await OpenStory.reopen(host, recentId)
          let job =
            findJob(view) ?? (await host.call('jobs:start', { kind: 'story', projectId, way: 'blocks' })).job
          while (job !== null) {
            const id = job.id
            const isPaused = Math.random() < 0.5
            paused = null
            await host.call('jobs:pause', { id, isPaused })
            paused = isPaused
            const blocks = Array.from({ length: 40 }, (_, index) => blockId(index))
            const some = blocks[Math.floor(Math.random() * blocks.length)] ?? blockId(0)
            await host.call('jobs:changeQueue', {
              id,
              blockId: some,
              act: Math.random() < 0.5 ? 'first' : 'down',
            })
            const now = await OpenStory.reopen(host, recentId)
            job = findJob(now.view) ?? null
          }
          paused = null
          await begin()
          await new Promise<never>(() => undefined) // the next story is rendered after the next kill
        },
        async faults() {
          const texts = Map.groupBy(service.bought, ({ input }) => input)
          const twice = [...texts]
            .filter(([, same]) => same.length > 1)
            .map(([text]) => `bought twice: ${text}`)
          const { view } = await OpenStory.reopen(host, recentId)
          const queue = findJob(view)?.activity?.blocks
          const wentOn = paused === true && queue !== undefined && queue !== null && !queue.isPaused
          return [...twice, ...(wentOn ? ['a paused queue goes on'] : [])]
        },
      }
    },
  },
}
