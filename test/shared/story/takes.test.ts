import { describe, expect, test } from 'vitest'
import {
  assignCharacter,
  duplicateBlocks,
  editText,
  moveEntriesBy,
  patchBlocks,
  type BlockPatch,
} from '../../../shared/story/blockCommands.ts'
import {
  addCharacter,
  chooseConnection,
  patchCharacter,
  patchDefaults,
  removeCharacter,
  renameStory,
} from '../../../shared/story/castCommands.ts'
import { apply, invert, type Change } from '../../../shared/story/changes.ts'
import { DEFAULT_SETTINGS, type SpeechSettings, type VibeRef } from '../../../shared/story/speechSettings.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import {
  blockKeys,
  findTake,
  indexTakes,
  isCurrentRender,
  storyKey,
  takeKey,
  type BlockKeys,
  type Take,
  type TakeRequest,
} from '../../../shared/story/takes.ts'
import { blockId, characterId, storyOfBlocks } from './randomStories.ts'

function keysOf(story: Story, n = 1): BlockKeys {
  const block = findBlock(story, blockId(n))
  if (block === undefined) throw new Error(`There is no block ${n}`)
  return blockKeys(story, block)
}

function takeOf(key: string, id: string, createdAtMs = 0): Take {
  return {
    id,
    key,
    kind: 'speech',
    name: '',
    audioId: 'audio',
    startMs: 0,
    endMs: 1000,
    blockId: blockId(1),
    voiceId: 'OA001',
    model: 'tts-1',
    speed: 1,
    createdAtMs,
  }
}

const story = storyOfBlocks(4)
const after = (change: Change, from = story) => apply(from, change)
const patched = (patch: BlockPatch, from = story) => after(patchBlocks(from, [blockId(1)], patch), from)

describe('take keys stored by earlier versions', () => {
  const vibe: VibeRef = { id: 7, name: 'Wise', prompt: 'Slow and kind.' }
  const emotional = { model: 'audio_stable' } as const
  const full = { ...emotional, voiceId: 'OA004', speed: 1.25, emotion: 'happy', vibe, customPrompt: 'Low.' }
  const hosted = { durationMs: 2500, connectionId: 'hosted' }

  test.each<[string, string, Partial<SpeechSettings>, Partial<TakeRequest>]>([
    ['plain speech', '52cc9aa1e1c4abb23978b8d54b809fcb', {}, {}],
    [
      'another voice, model and speed',
      'd9480feaab283e9fe13774b8082e2a7e',
      { voiceId: 'OA004', model: 'tts-1-hd', speed: 1.25 },
      {},
    ],
    ['a target length', '6201d6be33e38dd53c10f523c97f1951', {}, { durationMs: 2500 }],
    ['another connection', '0a11ac520a01d858e52569e4a2fb1df0', {}, { connectionId: 'hosted' }],
    ['an emotion', 'dbe022238e60dfdcf0340fc107c46ae0', { ...emotional, emotion: 'happy' }, {}],
    [
      'an emotion in a story',
      '96c9749020e49f615b508c8145c6000e',
      { ...emotional, emotion: 'happy' },
      { withEmotion: false },
    ],
    [
      'an emotion, for a model without emotions',
      '52cc9aa1e1c4abb23978b8d54b809fcb',
      { emotion: 'happy', vibe, customPrompt: 'Low.' },
      {},
    ],
    ['a vibe', '11d8622a1543d812443f69a7b1c7b9e0', { ...emotional, vibe }, {}],
    [
      'a vibe of an unknown prompt',
      'a1145c733f03ac57e56f188c87bbce04',
      { ...emotional, vibe: { ...vibe, prompt: '' } },
      {},
    ],
    ['a custom prompt', 'bf59cc3a8e97eb3d3217411ef7fb85bc', { ...emotional, customPrompt: 'Low.' }, {}],
    ['every setting', '35f2699c1312a0c503f0b6bb8a5c5bd4', full, hosted],
    ['every setting in a story', 'ea55ec87a87eedd7d81bd87cc1dab44a', full, { ...hosted, withEmotion: false }],
  ])('stay the same for %s', (_, key, settings, request) => {
    const asked = { text: 'Once upon a time.', durationMs: null, withEmotion: true, ...request }
    expect(takeKey({ ...asked, settings: { ...DEFAULT_SETTINGS, ...settings } })).toBe(key)
  })
})

describe('the key of a block’s audio', () => {
  test.each<[string, Story]>([
    ['a move', after(moveEntriesBy(story, [blockId(1)], 2))],
    ['a name', patched({ name: 'Opening' })],
    ['a silence', patched({ silenceBeforeMs: 900 })],
    ['another block’s words', after(editText(story, blockId(2), 'Other.'))],
    ['the story’s title', after(renameStory(story, 'Other'))],
    ['an override that says what is inherited', patched({ voiceId: 'OA001', speed: 1 })],
    ['an emotion, for a model without', patched({ emotion: 'wise' })],
  ])('stays after %s', (_, changed) => {
    expect(keysOf(changed)).toEqual(keysOf(story))
  })

  test.each<[string, Story]>([
    ['the words', patched({ text: 'Text 1!' })],
    ['the voice', patched({ voiceId: 'OA002' })],
    ['the model', patched({ model: 'tts-1-hd' })],
    ['the speed', patched({ speed: 1.25 })],
    ['what it inherits', after(patchDefaults(story, { voiceId: 'OA002' }))],
  ])('changes with %s', (_, changed) => {
    expect(keysOf(changed).own).not.toBe(keysOf(story).own)
    expect(keysOf(changed).inStory).not.toBe(keysOf(story).inStory)
  })

  test('changes with a target length, and includes the key of the speech before fitting', () => {
    const fitted = keysOf(patched({ durationMs: 2000 }))
    expect(fitted.own).not.toBe(keysOf(story).own)
    expect(fitted.unfitted).toBe(keysOf(story).own)
    expect(keysOf(story).unfitted).toBe(keysOf(story).own)
  })

  test('depends on the emotion only if the model supports it, and never in a story conversion', () => {
    const plain = patched({ model: 'audio_stable' })
    const wise = patched({ model: 'audio_stable', emotion: 'wise' })
    expect(keysOf(wise).own).not.toBe(keysOf(plain).own)
    expect(keysOf(wise).inStory).toBe(keysOf(plain).inStory)
    expect(keysOf(plain).inStory).toBe(keysOf(plain).own)
  })

  test('depends on the words of a vibe and on a prompt, if they had an effect', () => {
    const wise: VibeRef = { id: 7, name: 'Wise', prompt: 'Slow and kind.' }
    const emotional = { model: 'audio_stable', vibe: wise, customPrompt: 'Late at night.' } as const
    const keys = keysOf(patched(emotional))
    const others: BlockPatch[] = [
      { model: 'audio_stable' },
      { ...emotional, vibe: null },
      { ...emotional, customPrompt: '' },
      { ...emotional, vibe: { ...wise, prompt: 'Quick.' } },
      { ...emotional, vibe: { ...wise, prompt: '' } },
    ]
    expect(new Set([keys, ...others.map((patch) => keysOf(patched(patch)))].map(({ own }) => own)).size).toBe(
      6,
    )
    expect(keysOf(patched({ ...emotional, vibe: { ...wise, id: 9, name: 'Sage' } }))).toEqual(keys)
    expect(keys.inStory).toBe(keysOf(patched({ model: 'audio_stable' })).own)
    expect(keysOf(patched({ ...emotional, model: 'tts-1' }))).toEqual(keysOf(story))
  })

  test('is as before vibes existed, if there is no vibe', () => {
    const settings = { ...DEFAULT_SETTINGS, model: 'audio_stable', emotion: 'wise' } as const
    const request = { text: 'Hoo.', settings, durationMs: null, withEmotion: true }
    expect(takeKey(request)).toBe('1a15dc3f5d575de709e56f428a8860e2')
  })

  test('differs for another connection, and is the same again when the story returns', () => {
    const hosted = after(chooseConnection(story, 'at speech.example'))
    expect(keysOf(hosted).own).not.toBe(keysOf(story).own)
    expect(storyKey(hosted)).not.toBe(storyKey(story))
    expect(keysOf(after(chooseConnection(hosted, 'built-in'), hosted))).toEqual(keysOf(story))
  })

  test('is the same for the same words in the same voice, anywhere in the story', () => {
    const twice = after(duplicateBlocks(story, [blockId(1)], [blockId(9)], () => 'copy'))
    expect(keysOf(twice, 9)).toEqual(keysOf(twice, 1))
  })

  test('follows a character, and stays when the character is removed', () => {
    const settings = {
      ...DEFAULT_SETTINGS,
      voiceId: 'OA003',
      model: 'tts-1',
      speed: 1.5,
      emotion: '',
    } as const
    const cast = after(addCharacter(story, { id: characterId(1), name: 'Fox', settings }))
    const assigned = after(assignCharacter(cast, [blockId(1)], characterId(1)), cast)
    expect(keysOf(assigned)).toEqual(keysOf(patched({ voiceId: 'OA003', speed: 1.5 })))
    const removed = after(removeCharacter(assigned, characterId(1)), assigned)
    expect(findBlock(removed, blockId(1))?.characterId).toBeNull()
    expect(keysOf(removed)).toEqual(keysOf(assigned))
    const louder = after(patchCharacter(assigned, characterId(1), { settings: { speed: 2 } }), assigned)
    expect(keysOf(louder).own).not.toBe(keysOf(assigned).own)
  })

  test('distinguishes where one field ends and the next begins', () => {
    const settings = { ...DEFAULT_SETTINGS, voiceId: 'a', model: 'tts-1', speed: 1, emotion: '' } as const
    const request = { durationMs: null, withEmotion: true }
    const one = takeKey({ ...request, text: 'x","a', settings })
    const two = takeKey({ ...request, text: 'x', settings: { ...settings, voiceId: 'a","a' } })
    expect(one).not.toBe(two)
    expect(one).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('the take of a block', () => {
  const wise = patched({ model: 'audio_stable', emotion: 'wise' })
  const block = findBlock(wise, blockId(1))
  const find = (takes: readonly Take[]) =>
    block === undefined ? undefined : findTake(wise, block, indexTakes(takes))?.id

  test('has the emotion of the block: audio from a story, without the emotion, does not fit', () => {
    const [own, inStory] = [takeOf(keysOf(wise).own, 'own'), takeOf(keysOf(wise).inStory, 'inStory')]
    expect(find([inStory, own])).toBe('own')
    expect(find([inStory])).toBeUndefined()
    expect(find([takeOf(keysOf(story).own, 'other')])).toBeUndefined()
  })

  test('is the newest that fits, and the later of two made at the same time', () => {
    const key = keysOf(wise).own
    expect(find([takeOf(key, 'new', 2), takeOf(key, 'old', 1)])).toBe('new')
    expect(find([takeOf(key, 'first', 1), takeOf(key, 'second', 1)])).toBe('second')
  })
})

describe('the take that the writer picked', () => {
  const { own } = keysOf(story)
  const [older, newer] = [takeOf(own, 'older', 1), takeOf(own, 'newer', 2)]
  const recorded: Take = { ...takeOf(`recording-${own}`, 'recorded', 3), kind: 'recording' }
  const takes = indexTakes([older, newer, recorded])
  const heard = (now: Story, n = 1) => {
    const block = findBlock(now, blockId(n))
    return block === undefined ? undefined : findTake(now, block, takes)?.id
  }
  const picked = patched({ pick: { takeId: 'older', key: own } })

  test('is used instead of a newer one; a recording is used only if it is picked', () => {
    expect(heard(story)).toBe('newer')
    expect(heard(picked)).toBe('older')
    expect(heard(patched({ pick: { takeId: 'recorded', key: own } }))).toBe('recorded')
  })

  test('is not used for other words, and is used again when the words return, by undo or by hand', () => {
    const change = editText(picked, blockId(1), 'Other words.')
    const changed = after(change, picked)
    expect(heard(changed)).toBeUndefined()
    expect(heard(after(invert(picked, change), changed))).toBe('older')
    expect(heard(after(editText(changed, blockId(1), 'Text 1.'), changed))).toBe('older')
  })

  test('applies to the current words even if it has other words', () => {
    const now = patched({ text: 'Other words.' })
    expect(heard(patched({ pick: { takeId: 'newer', key: keysOf(now).own } }, now))).toBe('newer')
  })

  test('is copied with its block, and is replaced by the newest if it is deleted', () => {
    expect(
      heard(
        after(
          duplicateBlocks(picked, [blockId(1)], [blockId(9)], () => 'copy'),
          picked,
        ),
        9,
      ),
    ).toBe('older')
    expect(heard(patched({ pick: { takeId: 'gone', key: own } }))).toBe('newer')
  })
})

describe('the audio of a whole story', () => {
  const current = { id: 'r', audioId: 'whole', storyKey: storyKey(story), durationMs: 1, credits: null }
  const render = { ...current, createdAtMs: 1 }
  const { own } = keysOf(story)
  const [slice, single] = [{ ...takeOf(own, 'slice', 1), audioId: 'whole' }, takeOf(own, 'single', 2)]
  const isHeard = (takes: readonly Take[], now = story) => isCurrentRender(now, render, indexTakes(takes))

  test('is used until a block has another take: with times a newer or picked one, without times a picked one', () => {
    const pick = { takeId: 'single', key: own }
    expect(isHeard([slice])).toBe(true)
    expect(isHeard([slice, single])).toBe(false)
    expect(isHeard([slice, single], patched({ pick: { takeId: 'slice', key: own } }))).toBe(true)
    expect(isHeard([single])).toBe(true)
    expect(isHeard([single], patched({ pick }))).toBe(false)
  })
})

describe('the key of a story', () => {
  test('stays while the story sounds the same', () => {
    expect(storyKey(after(renameStory(story, 'Other')))).toBe(storyKey(story))
    expect(storyKey(patched({ name: 'Opening', emotion: 'wise' }))).toBe(storyKey(story))
  })

  test('changes with words, order and silences', () => {
    const keys = [
      storyKey(story),
      storyKey(after(editText(story, blockId(1), 'Other.'))),
      storyKey(after(moveEntriesBy(story, [blockId(1)], 1))),
      storyKey(patched({ silenceBeforeMs: 1 })),
      storyKey(after(duplicateBlocks(story, [blockId(1)], [blockId(9)], () => 'copy'))),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })
})
