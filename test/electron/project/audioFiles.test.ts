import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeAudio } from '../../../electron/project/audioFiles.ts'
import { tempFolder } from '../speech/support.ts'
import { newProject } from './support.ts'

test('audio of any length is copied into the project through one buffer', async () => {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  const bytes = Uint8Array.from({ length: 3_500_000 }, (_, index) => index % 251)
  const buffers = new Set<Uint8Array | undefined>()
  const source = {
    byteLength: bytes.length,
    read(offset: number, length: number, buffer?: Uint8Array) {
      buffers.add(buffer)
      const part = bytes.subarray(offset, offset + length)
      buffer?.set(part)
      return buffer?.subarray(0, part.length) ?? part
    },
  }
  const file = { source, type: 'audio/mpeg' as const, durationMs: 1000 }
  const { audioId } = await storeAudio(project.audio, file, new AbortController().signal, () => undefined)
  expect([buffers.size, buffers.has(undefined)]).toEqual([1, false])
  expect(Buffer.compare(project.audio.read(audioId, 0, bytes.length), bytes)).toBe(0)
})
