import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { CHUNK_BYTES } from '../../../electron/project/audioStore.ts'
import { bytesOf, newProject, reopen, storeAudio, takeOf, tempFolder, writeText } from './support.ts'

describe('stored audio', () => {
  it('can be read from any offset, across chunks, and stops at its end', () => {
    const path = join(tempFolder(), 'story.fabula')
    const bytes = bytesOf(2 * CHUNK_BYTES + 12_345)
    const project = newProject(path)
    const writer = project.audio.begin()
    for (let at = 0; at < bytes.length; at += 65_000) writer.write(bytes.subarray(at, at + 65_000))
    const info = writer.finish({ type: 'audio/wav', durationMs: 777 })
    expect(info).toMatchObject({ type: 'audio/wav', byteLength: bytes.length, durationMs: 777 })
    project.close()

    const { audio } = reopen(path)
    expect(audio.find(info.audioId)).toEqual(info)
    for (const [offset, length] of [
      [0, bytes.length],
      [0, 1],
      [CHUNK_BYTES - 1, 2],
      [CHUNK_BYTES, CHUNK_BYTES],
      [500, 2 * CHUNK_BYTES],
      [bytes.length - 10, 100],
      [bytes.length + 5, 10],
    ] as const) {
      const part = Buffer.from(audio.read(info.audioId, offset, length))
      expect(
        part.equals(bytes.subarray(offset, offset + length)),
        `${String(length)} at ${String(offset)}`,
      ).toBe(true)
    }
  })

  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1])('may be %i bytes long', (length) => {
    const path = join(tempFolder(), 'story.fabula')
    const bytes = bytesOf(length)
    const project = newProject(path)
    const audioId = storeAudio(project, bytes)
    project.close()
    expect(Buffer.from(reopen(path).audio.read(audioId, 0, length + 1)).equals(bytes)).toBe(true)
  })

  it('does not exist before it is finished, and other work continues meanwhile', () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    const writer = project.audio.begin()
    writer.write(bytesOf(3 * CHUNK_BYTES))
    writeText(project, 'meanwhile')
    const other = storeAudio(project, bytesOf(10))
    const { audioId } = writer.finish({ type: 'audio/mpeg', durationMs: 1 })
    expect(audioId).not.toBe(other)
    expect(project.audio.find(audioId)?.byteLength).toBe(3 * CHUNK_BYTES)
    expect(() => writer.write(bytesOf(1))).toThrow()
  })

  it('is stored with the takes that are slices of it, or not at all', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    let wanted = ''
    const failing = project.audio.begin()
    failing.write(bytesOf(2 * CHUNK_BYTES))
    expect(() =>
      failing.finish({ type: 'audio/mpeg', durationMs: 1 }, (audioId) => {
        wanted = audioId
        project.addTakes([takeOf('lost', audioId)])
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(project.takes()).toEqual([])
    expect(project.audio.find(wanted)).toBeUndefined()

    failing.finish({ type: 'audio/mpeg', durationMs: 1 }, (audioId) =>
      project.addTakes([takeOf('kept', audioId)]),
    )
    project.close()
    const again = reopen(path)
    expect(again.takes().map((take) => take.id)).toEqual(['kept'])
    expect(again.audio.read(wanted, 0, 9e9)).toHaveLength(2 * CHUNK_BYTES)
  })

  it('that was abandoned or cut short leaves nothing, and its space is reused', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    const writer = project.audio.begin()
    writer.write(bytesOf(3 * CHUNK_BYTES))
    writer.abort()
    project.audio.begin().write(bytesOf(3 * CHUNK_BYTES))
    project.close()
    expect(countChunks(path)).toBeGreaterThan(0)

    const again = reopen(path)
    storeAudio(again, bytesOf(2 * CHUNK_BYTES))
    again.close()
    expect(countChunks(path)).toBe(2)
    expect(statSync(path).size).toBeLessThan(3.2 * CHUNK_BYTES)
  })
})

function countChunks(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare('SELECT count(*) AS n FROM audio_chunks').get()?.['n']
  } finally {
    db.close()
  }
}
