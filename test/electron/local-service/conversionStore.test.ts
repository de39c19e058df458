import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { creditsOf, subjectOf } from '../../../electron/local-service/speech/blocksToSpeak.ts'
import {
  createConversionStore,
  type ConversionRequest,
  type StoredConversion,
} from '../../../electron/local-service/conversions/conversionStore.ts'
import { findVoice } from '../../../shared/voices/builtInVoices.ts'
import { openServiceDatabase } from '../../../electron/local-service/conversions/serviceDatabase.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-store-'))
  path = join(folder, 'conversions.sqlite')
})

afterEach(() => rmSync(folder, { recursive: true }))

function openStore() {
  const database = openServiceDatabase(path)
  return { ...createConversionStore(database), close: () => database.close() }
}

const request: ConversionRequest = {
  kind: 'text',
  body: { model: 'tts-1', voice_id: 'OA001', speed: 1, input: 'Hello.' },
}

function conversion(uuid: string, change: Partial<StoredConversion> = {}): StoredConversion {
  return {
    uuid,
    subject: subjectOf(request, findVoice),
    mediaToken: `token-${uuid}`,
    status: 1,
    percentage: 0,
    estimatedCredit: creditsOf(request),
    usedCredit: 0,
    errorMessage: '',
    createdAtMs: 1000,
    updatedAtMs: 1000,
    fileSize: 0,
    timings: [],
    ...change,
  }
}

describe('the store of conversions', () => {
  it('returns what was stored, also after it was closed and reopened', () => {
    const store = openStore()
    store.insert(conversion('a'), request)
    const done = {
      ...conversion('a'),
      status: 2,
      percentage: 100,
      timings: [{ index: 0, name: '', start_ms: 0, end_ms: 9 }],
    }
    store.update('a', done)
    store.close()

    const again = openStore()
    expect(again.find('a')).toEqual(done)
    expect(again.findByMediaToken('token-a')).toEqual(done)
    expect(again.findRequest('a')).toEqual(request)
    expect(again.find('b')).toBeNull()
    expect(again.list({ offset: 0, limit: 5 })).toEqual({ rows: [{ ...done, timings: [] }], total: 1 })
    again.close()
  })

  it('deletes old finished conversions, but never those under way', () => {
    const store = openStore()
    store.insert(conversion('old', { status: 2 }), request)
    store.insert(conversion('failed', { status: 3 }), request)
    store.insert(conversion('under way'), request)
    store.insert(conversion('new', { status: 2, updatedAtMs: 9000 }), request)
    expect(store.removeFinishedBefore(5000)).toEqual(['old', 'failed'])
    expect(store.list({ offset: 0, limit: 9 }).rows.map(({ uuid }) => uuid)).toEqual(['new', 'under way'])
    expect(store.listUnfinished()).toEqual(['under way'])
    store.close()
  })

  it('leaves a file of a newer version unchanged', () => {
    const newer = new DatabaseSync(path)
    newer.exec('CREATE TABLE future (x); PRAGMA user_version = 99;')
    newer.close()
    expect(() => openServiceDatabase(path)).toThrow(/newer version/)
    const check = new DatabaseSync(path)
    expect(check.prepare('SELECT name FROM sqlite_master').all()).toEqual([{ name: 'future' }])
    check.close()
  })
})
