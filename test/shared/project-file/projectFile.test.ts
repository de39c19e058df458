import { describe, expect, it } from 'vitest'
import {
  APPLICATION_ID,
  FORMAT_VERSION,
  HEADER_LENGTH,
  judgeHeader,
  LAST_UNRELEASED_VERSION,
  parseStored,
  upgradeStored,
} from '../../../shared/project-file/format.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { type Block, blockIdSchema, storyIdSchema, type StoryInfo } from '../../../shared/story/records.ts'

function header(change: (view: DataView) => void = () => undefined): Uint8Array {
  const bytes = new Uint8Array(HEADER_LENGTH)
  bytes.set(new TextEncoder().encode('SQLite format 3\0'))
  bytes.set([1, 1], 18)
  const view = new DataView(bytes.buffer)
  view.setUint32(60, FORMAT_VERSION)
  view.setUint32(68, APPLICATION_ID)
  change(view)
  return bytes
}

describe('the header of a project file', () => {
  it.each([
    ['a file of this version', header(), { kind: 'fabula', version: FORMAT_VERSION }],
    [
      'one from before the first release',
      header((view) => view.setInt32(60, LAST_UNRELEASED_VERSION)),
      { kind: 'unreleased', version: LAST_UNRELEASED_VERSION },
    ],
    ['a newer one', header((view) => view.setInt32(60, 9)), { kind: 'newer', version: 9 }],
    ['a version that never was', header((view) => view.setInt32(60, -1)), { kind: 'damaged' }],
    ['a write-ahead log', header((view) => view.setUint8(19, 2)), { kind: 'damaged' }],
    ['another program', header((view) => view.setUint32(68, 1)), { kind: 'foreign' }],
    ['no SQLite', header((view) => view.setUint8(0, 0x73)), { kind: 'foreign' }],
    ['too little', header().subarray(0, 99), { kind: 'foreign' }],
    ['nothing', new Uint8Array(), { kind: 'foreign' }],
  ])('identifies %s', (_, bytes, verdict) => {
    expect(judgeHeader(bytes)).toEqual(verdict)
  })

  it('can be read at any offset in memory', () => {
    const padded = new Uint8Array([9, 9, 9, ...header()])
    expect(judgeHeader(padded.subarray(3)).kind).toBe('fabula')
  })
})

describe('stored records', () => {
  const records = newStoryRecords(
    { story: storyIdSchema.parse('s'), block: blockIdSchema.parse('b') },
    'Title',
  )

  it('of this version are read unchanged', () => {
    expect(records.map((record) => parseStored('records', JSON.parse(JSON.stringify(record))))).toEqual(
      records,
    )
  })

  it.each([
    ['an unknown type', { type: 'lexicon', id: 'x' }],
    ['an unknown field', { ...records[1], colour: 'red' }],
    ['a missing field', { type: 'chapter', id: 'c', rank: 'a0' }],
    ['no record at all', null],
  ])('with %s are refused, in every version', (_, value) => {
    expect(() => parseStored('records', value)).toThrow()
    expect(() => parseStored('records', value, 1)).toThrow()
  })

  it('of version 1 may or may not have vibe, prompt, source and audio', () => {
    const settings = { voiceId: 'OA001', model: 'tts-1', speed: 1, emotion: '' }
    const story = { type: 'story', id: 's', title: '', connectionId: 'built-in', defaults: settings }
    expect(parseStored('records', story, 1)).toMatchObject({
      ...story,
      defaults: { ...settings, vibe: null, customPrompt: '' },
    })
    const withVibe = { ...settings, vibe: { id: 4, name: 'Calm' }, customPrompt: 'Slowly.' }
    const character = { type: 'character', id: 'c', rank: 'a0', name: 'Wolf', color: 1, settings: withVibe }
    expect(parseStored('records', character, 1)).toMatchObject({
      ...character,
      settings: { ...withVibe, vibe: { id: 4, name: 'Calm', prompt: '' } },
    })
    const { vibe: _vibe, customPrompt: _prompt, ...block } = { vibe: null, customPrompt: null, ...records[1] }
    expect(parseStored('records', block, 1)).toEqual(records[1])
    expect(parseStored('records', { ...records[1], vibe: 'none', customPrompt: 'Low.' }, 1)).toEqual({
      ...records[1],
      vibe: 'none',
      customPrompt: 'Low.',
    })
    expect(() => parseStored('records', block), 'which the current version does not allow').toThrow()
  })

  it('of version 1 get the fields that version 2 added, and keep those that they have', () => {
    const [story, block] = records as [StoryInfo, Block]
    const without = (record: object, ...names: string[]) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
    expect(
      parseStored('records', without(story, 'renderWay', 'book', 'language', 'silenceRules'), 1),
    ).toEqual(story)
    expect(parseStored('records', { ...story, language: 'pt-BR', renderWay: 'blocks' }, 1)).toEqual({
      ...story,
      language: 'pt-BR',
      renderWay: 'blocks',
    })
    const old = without(block, 'pick', 'breakBefore', 'lockedKey', 'gainDb', 'takeGains', 'takeCuts')
    expect(parseStored('records', { ...old, silenceBeforeMs: 0 }, 1)).toEqual({
      ...block,
      silenceBeforeMs: null,
    })
    expect(parseStored('records', { ...block, silenceBeforeMs: 0 }, 1)).toEqual({
      ...block,
      silenceBeforeMs: 0,
    })
    const settings = { ...story.defaults }
    const wolf = { type: 'character', id: 'c', rank: 'a0', name: 'Wolf', color: 1, settings }
    expect(parseStored('records', wolf, 1)).toEqual({
      ...wolf,
      notes: '',
      gender: null,
      isVoiceChosen: false,
      gainDb: 0,
    })
    const take = { id: 't', key: 'k', audioId: 'a', startMs: 0, endMs: 1, blockId: null, createdAtMs: 1 }
    const made = { ...take, voiceId: 'OA001', model: 'tts-1', speed: 1 }
    expect(parseStored('takes', made, 1)).toEqual({ ...made, kind: 'speech', name: '' })
    for (const [table, value] of [
      ['records', old],
      ['records', wolf],
      ['takes', made],
    ] as const)
      expect(() => parseStored(table, value), 'which the current version does not allow').toThrow()
  })

  it('of an older version go through every later step, in order', () => {
    const steps = [1, 2, 3].map((step) => ({
      records: (value: unknown) => `${String(value)}, step ${String(step)}`,
    }))
    expect(upgradeStored('records', 'old', 1, steps)).toBe('old, step 1, step 2, step 3')
    expect(upgradeStored('records', 'old', 3, steps)).toBe('old, step 3')
    expect(upgradeStored('records', 'old', 4, steps)).toBe('old')
    expect(upgradeStored('takes', 'untouched', 1, steps)).toBe('untouched')
    expect(() => upgradeStored('records', 'old', 5, steps)).toThrow()
    expect(() => upgradeStored('takes', 'old', 0, steps)).toThrow()
  })
})
