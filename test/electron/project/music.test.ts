import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'
import {
  cleanMusic,
  copyMusic,
  heldMusic,
  storeMusic,
  withAudioOfFile,
} from '../../../electron/project/music.ts'
import type { Project } from '../../../electron/project/project.ts'
import { addMusic, removeMusic } from '../../../shared/story/musicCommands.ts'
import { musicIdSchema } from '../../../shared/story/records.ts'
import { bytesOf, newProject, refusalOfAsync, reopen, storeAudio, takeOf, tempFolder } from './support.ts'

const SECOND = 22_050
const FIXTURES = join(import.meta.dirname, '../../fixtures/audio')

function wavFile(seconds: number): string {
  const path = join(tempFolder(), 'music.wav')
  const samples = Int16Array.from({ length: Math.round(seconds * SECOND) }, (_, n) => n % 997)
  writeFileSync(path, encodeWav({ sampleRate: SECOND, samples }))
  return path
}

/** Adds music of the given length as the page does, and returns its audio. */
async function add(project: Project, name: string, seconds: number): Promise<string> {
  const stored = await storeMusic(project, wavFile(seconds))
  const id = musicIdSchema.parse(name)
  const place = { kind: 'story', startMs: 0, endMs: 0 } as const
  project.commit(addMusic(project.story(), { id, name, place, ...stored }))
  return stored.audioId
}

const remove = (project: Project, name: string) =>
  project.commit(removeMusic(project.story(), musicIdSchema.parse(name)))
const needs = (project: Project) =>
  heldMusic(project)
    .map(({ name, need }) => `${name} ${need}`)
    .toSorted()

describe('the music of a project', () => {
  it('is a complete, measured copy of the file', async () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    const audioId = await add(project, 'rain', 2.5)
    expect(project.audio.find(audioId)).toMatchObject({ type: 'audio/wav', durationMs: 2500 })
    expect(project.story().music).toMatchObject([{ name: 'rain', audioMs: 2500 }])
  })

  it.each(['tone.ogg', 'tone.oga'])('is stored only as WAV if it comes as %s', async (name) => {
    const folder = tempFolder()
    const project = newProject(join(folder, 'story.fabula'))
    const { audioId, audioMs } = await storeMusic(project, join(FIXTURES, name))
    expect([audioMs, project.audio.find(audioId)?.type]).toEqual([700, 'audio/wav'])
    expect(readdirSync(folder).filter((each) => each.includes('.part'))).toEqual([])
  })

  it.each([
    [
      'is cut FLAC in Ogg',
      (path: string) => writeFileSync(path, readFileSync(join(FIXTURES, 'tone.oga')).subarray(0, 3000)),
    ],
    ['is M4A', (path: string) => writeFileSync(path, Buffer.from('\0\0\0\x20ftypM4A \0\0\0\0', 'latin1'))],
    [
      'has a sample rate that audio does not have',
      (path: string) => writeFileSync(path, encodeWav({ ...tone(), sampleRate: 2_000_000_000 })),
    ],
    ['is no audio', (path: string) => writeFileSync(path, 'Words, and no sound.')],
    ['ends too early', (path: string) => writeFileSync(path, encodeWav(tone()).subarray(0, 20_000))],
    ['is hardly there', (path: string) => writeFileSync(path, encodeWav(tone(SECOND / 100)))],
  ])('is refused from a file that %s, and nothing is stored', async (_, write) => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    const path = join(tempFolder(), 'music.wav')
    write(path)
    expect(await refusalOfAsync(() => storeMusic(project, path))).toBe('music-unreadable')
    expect(project.audioOfNothing()).toEqual([])
  })

  it('is listed with its uses, and cleaned only if there are none', async () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    const kept = await add(project, 'used', 1)
    await add(project, 'of a version', 1)
    project.saveVersion('With both')
    remove(project, 'of a version')
    const gone = await add(project, 'spare', 20)
    remove(project, 'spare')
    // The audio of takes is not music, used or not.
    project.addTakes([takeOf('take', storeAudio(project, bytesOf(50_000)))])
    expect(needs(project)).toEqual([' spare', 'of a version version', 'used used'])
    expect(heldMusic(project).find(({ need }) => need === 'used')?.bytes).toBeGreaterThan(2 * SECOND)

    const { count, freedBytes } = await cleanMusic(project)
    expect(count).toBe(1)
    expect(freedBytes).toBeGreaterThan(20 * SECOND)
    expect(project.audio.find(gone)).toBeUndefined()
    expect(project.audio.find(kept)).toBeDefined()
    expect(needs(project)).toEqual(['of a version version', 'used used'])
    expect((await cleanMusic(project)).count).toBe(0)
  })

  it('is not cleaned before it has been placed, since another page may be about to place it', async () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    const stored = await storeMusic(project, wavFile(1))
    const other = newProject(join(tempFolder(), 'other.fabula'))
    const copied = await copyMusic(other, [stored.audioId], (use) => use(project.audio))
    for (const each of [project, other]) {
      expect((await cleanMusic(each)).count).toBe(0)
      const id = musicIdSchema.parse('rain')
      const place = { kind: 'story', startMs: 0, endMs: 0 } as const
      each.commit(addMusic(each.story(), { id, name: 'rain', place, ...stored }))
      expect(each.audio.find(stored.audioId)).toBeDefined()
      remove(each, 'rain')
      expect(needs(each)).toEqual([' spare'])
      expect((await cleanMusic(each)).count).toBe(1)
    }
    expect(copied.audio).toEqual([{ ...stored }])
  })

  it('is cleaned once the story is reopened, if it was never placed', async () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    await storeMusic(project, wavFile(1))
    project.close()
    expect((await cleanMusic(reopen(path))).count).toBe(1)
  })

  it('is in a copy of the story', async () => {
    const folder = tempFolder()
    const project = newProject(join(folder, 'story.fabula'))
    const audioId = await add(project, 'rain', 1)
    await project.saveAs(join(folder, 'copy.fabula'))
    project.close()
    const copy = reopen(join(folder, 'copy.fabula'))
    expect(copy.story().music).toMatchObject([{ name: 'rain', audioId }])
    expect(copy.audio.find(audioId)?.durationMs).toBe(1000)
  })
})

function tone(samples = 2 * SECOND) {
  return { sampleRate: SECOND, samples: Int16Array.from({ length: samples }, (_, n) => n % 997) }
}

const projectIn = (name: string) => newProject(join(tempFolder(), name))
const from = (source: Project) => (use: (audio: Project['audio']) => Promise<void>) => use(source.audio)
const bytesIn = ({ audio }: Project, audioId: string) =>
  audio.read(audioId, 0, audio.find(audioId)?.byteLength ?? 0)

it('is copied byte for byte under its own id, once, and missing audio is skipped', async () => {
  const [source, target] = [projectIn('source.fabula'), projectIn('target.fabula')]
  const bytes = bytesOf(2_500_000)
  const audioId = storeAudio(source, bytes, 1_500)
  const both = await Promise.all([
    copyMusic(target, [audioId, 'gone', audioId], from(source)),
    copyMusic(target, [audioId], from(source)),
  ])
  expect(both).toEqual([{ audio: [{ audioId, audioMs: 1_500 }] }, { audio: [{ audioId, audioMs: 1_500 }] }])
  expect(Buffer.compare(bytesIn(target, audioId), bytes)).toBe(0)
  expect(heldMusic(target), 'until the story names it').toEqual([])
})

it('opens the source only for missing audio, and copies nothing after a failure', async () => {
  const target = projectIn('target.fabula')
  const audioId = storeAudio(target, bytesOf(10), 700)
  const refuse = () => Promise.reject(new Error('The source is not needed'))
  expect(await copyMusic(target, [audioId], refuse)).toEqual({ audio: [{ audioId, audioMs: 700 }] })
  await expect(copyMusic(target, ['other'], refuse)).rejects.toThrow('not needed')
  expect(await copyMusic(target, [audioId], refuse)).toEqual({ audio: [{ audioId, audioMs: 700 }] })
})

it('can be copied from a closed file, which stays unchanged', async () => {
  const [source, target] = [projectIn('source.fabula'), projectIn('target.fabula')]
  const bytes = bytesOf(5_000)
  const audioId = storeAudio(source, bytes, 900)
  source.close()
  const before = readFileSync(source.path)
  await copyMusic(target, [audioId], (use) => withAudioOfFile(source.path, use))
  expect(Buffer.compare(bytesIn(target, audioId), bytes)).toBe(0)
  expect(readFileSync(source.path).equals(before)).toBe(true)
})
