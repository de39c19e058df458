import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import NodeID3 from 'node-id3'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createExports, type ExportsOptions } from '../../../electron/mixdown/exports.ts'
import type { CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import { events, type EventPayload } from '../../../shared/ipc/contract.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { WHOLE_STORY, type ExportPart } from '../../../shared/export/exportPart.ts'
import { findingsOf } from '../../../shared/export/findings.ts'
import { EXPORT_PRESETS, withFormat } from '../../../shared/export/exportSettings.ts'
import { blockIdSchema, chapterIdSchema, type ChapterId } from '../../../shared/story/records.ts'
import { canMount, smallDisk } from '../project/smallDisk.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'
import { long } from '../../support/tags.ts'

type Progress = EventPayload<'export:progress'>

/** Exports of one story, their events so far, and a wait for an event. */
function exportsOf(story: StoryWithAudio) {
  const told: Progress[] = []
  const waiting: { until: (progress: Progress) => boolean; resolve: (progress: Progress) => void }[] = []
  const reported: unknown[] = []
  const shown: string[] = []
  let nowMs = 0
  const options: ExportsOptions = {
    findProject: () => story.project,
    files: {
      pathOf: async (ref) => join(story.folder, ref),
      downloadLink: (path) => `download/${path.length}`,
      showFile: (path) => void shown.push(path),
    },
    emit: (event, payload) => {
      const progress: Progress = events['export:progress'].parse(payload)
      expect(event).toBe('export:progress')
      told.push(progress)
      for (const { until, resolve } of waiting) if (until(progress)) resolve(progress)
    },
    clock: { now: () => (nowMs += 60), sleep: () => Promise.resolve() },
    newId: () => `export-${told.length}`,
    report: (_, error) => void reported.push(error),
  }
  const next = (until: (progress: Progress) => boolean) =>
    new Promise<Progress>((resolve) => void waiting.push({ until, resolve }))
  const start = (
    name: string,
    format: 'mp3' | 'wav' = 'mp3',
    part: ExportPart = WHOLE_STORY,
    captions: CaptionFormatName[] = [],
  ) =>
    exports.start({
      projectId: story.project.projectId,
      settings: { ...withFormat(EXPORT_PRESETS.none, format), captions },
      ref: fileRefSchema.parse(name),
      part,
      cover: null,
      leavesOutMissing: false,
    })
  const exports = createExports(options)
  return {
    exports,
    told,
    reported,
    shown,
    start,
    end: () => next(({ outcome }) => outcome.kind !== 'running'),
    next,
  }
}

async function story(blocks = 60): Promise<StoryWithAudio> {
  const made = storyWithAudio(
    Array.from({ length: blocks }, () => ({ text: 'Same words.', silenceBeforeMs: 500 })),
  )
  made.addTake(1, await made.store(tone(1000)), 0, 1000)
  return made
}
const filesOf = async (made: StoryWithAudio) =>
  (await readdir(made.folder)).filter((name) => name.startsWith('out'))

test('a cover drawn by the page is in the file, and data that is not a picture is refused', async () => {
  using made = await story(1)
  const { exports, end } = exportsOf(made)
  const order = (base64: string) => ({
    ...{ projectId: made.project.projectId, settings: EXPORT_PRESETS.none, part: WHOLE_STORY },
    ...{ ref: fileRefSchema.parse('out.mp3'), cover: { jpeg: base64 }, leavesOutMissing: false },
  })
  const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
  const written = end()
  await exports.start(order(picture.toString('base64')))
  expect((await written).outcome.kind).toBe('done')
  const { image } = NodeID3.read(await readFile(join(made.folder, 'out.mp3')))
  expect(typeof image === 'object' && [image.mime, image.imageBuffer]).toEqual(['image/jpeg', picture])
  const refused = end()
  await exports.start(order(Buffer.from('no picture').toString('base64')))
  expect((await refused).outcome).toMatchObject({ kind: 'failed', error: { code: 'cover-unreadable' } })
})

test('a file written in another way can be shown and dragged like an exported one', async () => {
  using made = await story(1)
  const { exports, shown } = exportsOf(made)
  const path = join(made.folder, 'Fox.csv')
  const { exportId, ...file } = exports.written(path)
  expect(file).toEqual({ fileName: 'Fox.csv', location: path, download: `download/${path.length}` })
  expect(exports.filesOf(exportId)).toEqual([path])
  await exports.show({ exportId })
  expect(shown).toEqual([path])
})

describe('an export', () => {
  test(
    'reports its progress a few times a second, the remaining time, and the file’s path',
    long,
    async () => {
      using made = await story()
      const { start, end, told } = exportsOf(made)
      const done = end()
      const { exportId } = await start('out.mp3')
      expect(await done).toEqual({
        exportId,
        fraction: 1,
        remainingMs: 0,
        outcome: {
          kind: 'done',
          fileName: 'out.mp3',
          fileCount: 1,
          location: join(made.folder, 'out.mp3'),
          download: expect.stringContaining('download/') as unknown,
          beside: [],
          durationMs: 90_000,
        },
      })
      const running = told.filter(({ outcome }) => outcome.kind === 'running')
      expect(running.length).toBeGreaterThan(0)
      expect(running.map(({ fraction }) => fraction)).toEqual(
        running.map(({ fraction }) => fraction).sort((a, b) => a - b),
      )
      expect(running.some(({ remainingMs }) => remainingMs !== null && remainingMs > 0)).toBe(true)
    },
  )

  test.skipIf(!canMount)(
    'is refused before it starts if the disk has less room than its files need',
    async () => {
      using made = await story()
      const disk = smallDisk('1m')
      const { start, end, told } = exportsOf(made)
      const done = end()
      await start(relative(made.folder, join(disk, 'out.wav')), 'wav')
      expect(await done).toMatchObject({
        fraction: 0,
        outcome: { kind: 'failed', error: { code: 'export-disk-full' } },
      })
      expect([told.length, await readdir(disk)]).toEqual([1, []])
    },
  )

  test('writes captions and chapters beside the audio, and reports their paths', long, async () => {
    using made = await story(3)
    const { start, end } = exportsOf(made)
    const done = end()
    await start('out.mp3', 'mp3', WHOLE_STORY, ['vtt', 'podcast'])
    expect((await done).outcome).toMatchObject({
      kind: 'done',
      fileName: 'out.mp3',
      beside: [
        { fileName: 'out.vtt', download: expect.stringContaining('download/') as unknown },
        { fileName: 'out.chapters.json', download: expect.stringContaining('download/') as unknown },
      ],
    })
    expect((await filesOf(made)).toSorted()).toEqual(['out.chapters.json', 'out.mp3', 'out.vtt'])
    expect(await readFile(join(made.folder, 'out.vtt'), 'utf8')).toContain('00:00:02.000 --> 00:00:03.000')
  })

  test('can be cancelled, and leaves nothing', async () => {
    using made = await story(400)
    const { exports, start, end, next } = exportsOf(made)
    const [ended, begun] = [end(), next(({ fraction }) => fraction > 0)]
    const { exportId } = await start('out.mp3')
    await begun
    await exports.cancel({ exportId })
    expect((await ended).outcome).toEqual({ kind: 'cancelled' })
    expect(await filesOf(made)).toEqual([])
    expect(await exports.cancel({ exportId })).toEqual({})
  })

  test('reports what the user can do about a failure', async () => {
    using made = storyWithAudio([{}])
    const { start, end, reported } = exportsOf(made)
    const ended = end()
    await start('out.wav', 'wav')
    expect((await ended).outcome).toEqual({
      kind: 'failed',
      error: { code: 'export-needs-render', params: { count: 1 } },
    })
    expect(reported).toEqual([])
  })

  test('does not write the same file twice at the same time', async () => {
    using made = await story(400)
    const { exports, start } = exportsOf(made)
    const { exportId } = await start('out.mp3')
    await expect(start('out.mp3')).rejects.toMatchObject({
      code: 'export-under-way',
      params: { name: 'out.mp3' },
    })
    await exports.cancel({ exportId })
  })

  test('of a chapter contains only its blocks, and requires no others to be rendered', async () => {
    using made = storyWithAudio([{}, { silenceBeforeMs: 500 }, {}])
    const [first, second, gone] = ['c1', 'c2', 'c3'].map((id) => chapterIdSchema.parse(id)) as [
      ChapterId,
      ChapterId,
      ChapterId,
    ]
    const add = (id: ChapterId, block: string) => {
      made.project.commit(addChapter(made.project.story(), { id, title: id }, blockIdSchema.parse(block)))
    }
    add(first, 'b1')
    add(second, 'b2')
    const audioId = await made.store(tone(3000))
    made.addTake(2, audioId, 0, 1000)
    made.addTake(3, audioId, 1000, 3000)
    const { start, end } = exportsOf(made)
    const outcomeOf = async (id: ChapterId) => {
      const ended = end()
      await start('out.wav', 'wav', { kind: 'chapter', id })
      return (await ended).outcome
    }
    expect(await outcomeOf(second)).toMatchObject({ kind: 'done', durationMs: 3500 })
    expect(await outcomeOf(first)).toMatchObject({ error: { code: 'export-needs-render' } })
    expect(await outcomeOf(gone)).toMatchObject({ error: { code: 'export-empty' } })
  })

  test('ends before its project is closed', async () => {
    using made = await story(400)
    const { start, end } = exportsOf(made)
    const ended = end()
    await start('out.mp3')
    await made.project.work.close(systemClock)
    expect((await ended).outcome).toEqual({ kind: 'cancelled' })
    expect(await filesOf(made)).toEqual([])
  })
})

describe('a check', () => {
  test('measures what an export would write, and writes nothing', async () => {
    using made = storyWithAudio([{}, {}, {}])
    const loud = await made.store(tone(1000, { amplitude: 12_000 }))
    const quiet = await made.store(tone(1000, { amplitude: 3000 }))
    made.addTake(1, loud, 0, 1000)
    made.addTake(3, quiet, 0, 1000)
    const before = await readdir(made.folder)
    const { exports, end } = exportsOf(made)
    const done = end()
    await exports.start({
      ...{ projectId: made.project.projectId, settings: EXPORT_PRESETS.none, ref: null, cover: null },
      ...{ part: WHOLE_STORY, leavesOutMissing: true },
    })
    const { outcome } = await done
    if (outcome.kind !== 'checked') throw new Error(`The check ended as ${outcome.kind}`)
    const [file] = outcome.files
    expect(outcome.files).toHaveLength(1)
    expect(file?.blocks.map(({ id, startMs }) => [id, startMs])).toEqual([
      ['b1', 0],
      ['b3', 1000],
    ])
    const [first, second] = file?.blocks ?? []
    // A quarter of the amplitude is 12 dB less.
    expect((first?.lufs ?? 0) - (second?.lufs ?? 0)).toBeCloseTo(12, 0)
    expect(file?.sound?.durationMs).toBeCloseTo(2000, 0)
    expect(await readdir(made.folder)).toEqual(before)
    expect(findingsOf(made.project.story(), outcome.files, [], false).map(({ kind }) => kind)).toEqual([
      'jump',
    ])
  })

  test('can be cancelled', async () => {
    using made = await story()
    const { exports, end, next } = exportsOf(made)
    const running = next(({ outcome }) => outcome.kind === 'running')
    const done = end()
    const { exportId } = await exports.start({
      ...{ projectId: made.project.projectId, settings: EXPORT_PRESETS.audiobook, ref: null, cover: null },
      ...{ part: WHOLE_STORY, leavesOutMissing: true },
    })
    await running
    await exports.cancel({ exportId })
    expect((await done).outcome.kind).toBe('cancelled')
  })
})

test('only exported files can be shown in the file manager', long, async () => {
  using made = await story(3)
  const { exports, start, end, shown } = exportsOf(made)
  const done = end()
  const { exportId } = await start('out.mp3')
  await done
  await exports.show({ exportId: 'another' })
  expect(shown).toEqual([])
  await exports.show({ exportId })
  expect(shown).toEqual([join(made.folder, 'out.mp3')])
})
