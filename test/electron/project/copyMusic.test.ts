import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyMusic, withAudioOfFile } from '../../../electron/project/copyMusic.ts'
import { heldMusic } from '../../../electron/project/music.ts'
import type { Project } from '../../../electron/project/project.ts'
import { bytesOf, newProject, storeAudio, tempFolder } from './support.ts'

const projectIn = (name: string) => newProject(join(tempFolder(), name))
const from = (source: Project) => (use: (audio: Project['audio']) => Promise<void>) => use(source.audio)
const bytesIn = ({ audio }: Project, audioId: string) =>
  audio.read(audioId, 0, audio.find(audioId)?.byteLength ?? 0)

it('is copied byte for byte under its own id, once, and what the source lacks is left out', async () => {
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

it('opens the source only for audio that is missing, and copies nothing after a failure', async () => {
  const target = projectIn('target.fabula')
  const audioId = storeAudio(target, bytesOf(10), 700)
  const refuse = () => Promise.reject(new Error('The source is not needed'))
  expect(await copyMusic(target, [audioId], refuse)).toEqual({ audio: [{ audioId, audioMs: 700 }] })
  await expect(copyMusic(target, ['other'], refuse)).rejects.toThrow('not needed')
  expect(await copyMusic(target, [audioId], refuse)).toEqual({ audio: [{ audioId, audioMs: 700 }] })
})

it('comes from a file that is not open, which stays as it is', async () => {
  const [source, target] = [projectIn('source.fabula'), projectIn('target.fabula')]
  const bytes = bytesOf(5_000)
  const audioId = storeAudio(source, bytes, 900)
  source.close()
  const before = readFileSync(source.path)
  await copyMusic(target, [audioId], (use) => withAudioOfFile(source.path, use))
  expect(Buffer.compare(bytesIn(target, audioId), bytes)).toBe(0)
  expect(readFileSync(source.path).equals(before)).toBe(true)
})
