import { describe, expect, test } from 'vitest'
import { duplicateBlocks, editText, moveEntriesBy, patchBlocks } from '../../../shared/story/blockCommands.ts'
import {
  chooseConnection,
  chooseRenderWay,
  patchDefaults,
  renameStory,
} from '../../../shared/story/castCommands.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import { lockBlocks } from '../../../shared/story/locks.ts'
import { type MadeAudio, type MakeReason, planRender, usualWay } from '../../../shared/story/renderPlan.ts'
import { type LexiconEntry, lexiconEntryIdSchema } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, indexTakes, NO_TAKES, storyKey, type Take } from '../../../shared/story/takes.ts'
import { blockId, storyOfBlocks } from './randomStories.ts'

const PLAIN = storyOfBlocks(4)
const HOSTED = apply(PLAIN, chooseConnection(PLAIN, 'hosted'))
const after = (change: Change, from = HOSTED) => apply(from, change)

/** The audio of a story with a fitting take for every block. */
function audioOf(story: Story): MadeAudio {
  const allTakes = blocksOf(story).map((block, index): Take => {
    const { voiceId, model, speed } = settingsOf(story, block)
    return {
      ...{
        id: `take-${index}`,
        kind: 'speech',
        name: '',
        key: blockKeys(story, block).own,
        audioId: `audio-${index}`,
      },
      ...{ startMs: 0, endMs: block.durationMs ?? 1_234, blockId: block.id, voiceId, model, speed },
      createdAtMs: index,
    }
  })
  return { takes: indexTakes(allTakes), allTakes, render: null }
}

const NOTHING: MadeAudio = { takes: NO_TAKES, allTakes: [], render: null }
const MADE = audioOf(HOSTED)
/** The reasons for rendering the blocks of a story that has the audio of another. */
const whyOf = (story: Story, audio = MADE) => planRender(story, audio).make.map(({ why }) => why)

describe('a render', () => {
  test('makes nothing if every block has its take', () => {
    const plan = planRender(HOSTED, MADE)
    expect(plan).toMatchObject({ way: null, credits: 0, make: [], locked: [], barred: [] })
    expect(plan.keep.map(({ take }) => take?.id)).toEqual(['take-1', 'take-2', 'take-3'])
  })

  test('makes one block if one word changed, and nothing after a move, a rename, an undo or a copy', () => {
    const changed = after(editText(HOSTED, blockId(2), 'Another word.'))
    expect(planRender(changed, MADE)).toMatchObject({
      ...{ way: 'blocks', credits: 13, characters: 13, requests: 1 },
      make: [{ block: { id: blockId(2) }, why: ['text'], credits: 13 }],
    })
    for (const other of [
      after(moveEntriesBy(HOSTED, [blockId(2)], -1)),
      after(renameStory(HOSTED, 'Another name')),
      after(patchBlocks(HOSTED, [blockId(1)], { name: 'One' })),
      after(duplicateBlocks(HOSTED, [blockId(1)], [blockId(9)], () => 'copy')),
      after(editText(changed, blockId(2), blocksOf(HOSTED)[1]?.text ?? ''), changed),
    ])
      expect(planRender(other, MADE)).toMatchObject({ way: null, credits: 0 })
  })

  test('is charged once for two blocks with the same audio', () => {
    const twice = after(duplicateBlocks(HOSTED, [blockId(1)], [blockId(9)], () => 'copy'))
    const [first, copy] = planRender(twice, NOTHING).make
    expect([first?.credits, copy?.credits, copy?.requests]).toEqual([first?.characters, 0, 0])
    expect(first?.credits).toBeGreaterThan(0)
  })

  test('costs nothing if audio only has to be fitted to a length', () => {
    const longer = after(patchBlocks(HOSTED, [blockId(1)], { durationMs: 3_000 }))
    expect(planRender(longer, MADE)).toMatchObject({ credits: 0, requests: 0, make: [{ why: ['duration'] }] })
  })

  test('can be limited to some blocks, which are made one by one', () => {
    const plan = planRender(HOSTED, NOTHING, { only: new Set([blockId(3)]), way: 'story' })
    expect(plan).toMatchObject({ way: 'blocks', whole: null, make: [{ block: { id: blockId(3) } }] })
  })

  test('costs no credits with the built-in voice', () => {
    const plan = planRender(PLAIN, NOTHING)
    expect(plan).toMatchObject({ way: 'story', credits: 0, whole: { credits: 0 } })
    expect(plan.characters).toBeGreaterThan(0)
  })

  test('leaves out what no service accepts', () => {
    const long = after(editText(HOSTED, blockId(1), 'x'.repeat(10_001)))
    const bad = after(editText(long, blockId(2), 'Well, [pause a bit] no.'), long)
    const plan = planRender(bad, MADE)
    expect(plan).toMatchObject({ credits: 0, make: [], keep: [{}] })
    expect(plan.barred.map(({ why }) => why)).toEqual(['too-long', 'pause-unreadable'])
  })

  test('leaves out locked blocks, and reports those that are out of date', () => {
    const locked = after(lockBlocks(HOSTED, [blockId(1), blockId(2)], MADE.takes))
    const plan = planRender(after(patchDefaults(locked, { voiceId: 'OA009' }), locked), MADE)
    expect(plan.locked).toMatchObject([{ isOutOfDate: true }, { isOutOfDate: true }])
    expect(planRender(locked, MADE).locked).toMatchObject([{ isOutOfDate: false }, { isOutOfDate: false }])
    expect(plan.whole).toMatchObject({ obstacle: 'locked' })
  })
})

describe('the way of rendering', () => {
  test('is block by block for a service that charges, unless the writer wants one request', () => {
    expect(planRender(HOSTED, NOTHING).way).toBe('blocks')
    expect(planRender(HOSTED, NOTHING, { way: 'story' }).way).toBe('story')
    const chosen = after(chooseRenderWay(HOSTED, 'story'))
    expect([usualWay(HOSTED), usualWay(chosen)]).toEqual(['blocks', 'story'])
    expect(planRender(chosen, NOTHING).way).toBe('story')
  })

  test('is one request at first for a story that is not kept', () => {
    expect(planRender(HOSTED, NOTHING, { isKept: false }).way).toBe('story')
    expect(planRender(HOSTED, NOTHING, { isKept: false, way: 'blocks' }).way).toBe('blocks')
    const changed = after(editText(HOSTED, blockId(2), 'Another word.'))
    expect(planRender(changed, MADE, { isKept: false }).way).toBe('blocks')
  })

  test('is block by block if some audio exists, unless the writer wants the whole story', () => {
    const changed = after(editText(HOSTED, blockId(2), 'Another word.'))
    expect(planRender(changed, MADE).way).toBe('blocks')
    const plan = planRender(changed, MADE, { way: 'story' })
    expect(plan.way).toBe('story')
    expect(plan.whole?.credits).toBeGreaterThan(plan.credits)
  })

  test('is block by block if one request would lose an emotion', () => {
    const sad = after(patchDefaults(HOSTED, { model: 'audio_stable', emotion: 'sad' }))
    const plan = planRender(sad, NOTHING, { way: 'story' })
    expect(plan).toMatchObject({ way: 'blocks', whole: { obstacle: 'expression' } })
  })
})

describe('the reason for rendering a block', () => {
  const entry = (written: string, spoken: string): LexiconEntry => ({
    ...{ type: 'lexiconEntry', id: lexiconEntryIdSchema.parse(`entry-${written}`), written, spoken },
    ...{ match: 'word', isCaseSensitive: false, characterId: null, language: null },
  })
  const story = after(editText(HOSTED, blockId(1), 'The Saltmarsh ferry.'))
  const of = (change: Change, made = story) => whyOf(after(change, story), audioOf(made))

  test.each<[string, MakeReason[], Change]>([
    ['its words', ['text'], editText(story, blockId(1), 'The ferry.')],
    ['its voice', ['voice'], patchBlocks(story, [blockId(1)], { voiceId: 'OA009' })],
    ['its model', ['model'], patchBlocks(story, [blockId(1)], { model: 'tts-1-hd' })],
    ['its speed', ['speed'], patchBlocks(story, [blockId(1)], { speed: 1.25 })],
    ['several settings', ['voice', 'speed'], patchBlocks(story, [blockId(1)], { voiceId: 'X', speed: 2 })],
    ['a length', ['duration'], patchBlocks(story, [blockId(1)], { durationMs: 900 })],
    ['a pause', ['pause'], editText(story, blockId(1), 'The Saltmarsh [pause 1 s] ferry.')],
    ['a new entry', ['lexicon'], { put: [entry('Saltmarsh', 'Sollmarsh')], remove: [] }],
  ])('is %s', (_, why, change) => {
    expect(of(change)).toEqual([why])
  })

  test('is the new one of two entries', () => {
    const one = after({ put: [entry('Saltmarsh', 'Sollmarsh')], remove: [] }, story)
    expect(whyOf(after({ put: [entry('ferry', 'fairy')], remove: [] }, one), audioOf(one))).toEqual([
      ['lexicon'],
    ])
  })

  test('is the reading, if it cannot be told whether the words or an entry changed', () => {
    const one = after({ put: [entry('Saltmarsh', 'Sollmarsh')], remove: [] }, story)
    const other = after({ put: [entry('Saltmarsh', 'Saltmush')], remove: [] }, one)
    expect(whyOf(other, audioOf(one))).toEqual([['reading']])
  })

  test('is its emotion, if it had none before', () => {
    const plain = after(patchBlocks(story, [blockId(1)], { model: 'audio_stable' }), story)
    const sad = after(patchBlocks(plain, [blockId(1)], { emotion: 'sad' }), plain)
    expect(whyOf(sad, audioOf(plain))).toEqual([['emotion']])
  })

  test('is another service', () => {
    expect(whyOf(HOSTED, audioOf(PLAIN))).toEqual([['connection'], ['connection'], ['connection']])
    const { connectionId } = HOSTED.info
    const back = planRender(PLAIN, audioOf(HOSTED), { connectionIds: [connectionId] })
    expect(back.make.map(({ why }) => why)).toEqual([['connection'], ['connection'], ['connection']])
  })

  test('is that it was never made, or made only with the whole story', () => {
    expect(whyOf(HOSTED, NOTHING)[0]).toEqual(['new'])
    const render = {
      ...{ id: 'render', audioId: 'all', storyKey: storyKey(HOSTED), durationMs: 9, credits: 9 },
      createdAtMs: 1,
    }
    expect(planRender(HOSTED, { ...NOTHING, render })).toMatchObject({
      way: null,
      keep: [{ take: null }, {}, {}],
    })
    expect(whyOf(story, { ...NOTHING, render })[0]).toEqual(['whole'])
  })
})
