import { describe, expect, it } from 'vitest'
import { apply } from '../../../shared/story/changes.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { assignCharacter, editText, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { giveVoice, stillUnread, unreadBlocksOf } from '../../../shared/story/unreadBlocks.ts'
import { NO_PACKS } from '../../../shared/voices/languages.ts'
import { voicesReading } from '../../../shared/voices/scripts.ts'
import { id, sketchStory } from '../../renderer/support/smallStory.ts'
import { SHORT_SPANISH_LINES } from '../voices/shortLines.ts'

const ANNA = characterIdSchema.parse('anna')
const HEBREW = 'היה היה פעם'
const RUSSIAN = 'Жил-был старик'

/** Blocks b1 (English), b2 and b3 (Hebrew), b4 (Russian), all with the story's voice. */
const story = sketchStory([{ text: 'Once.' }, { text: HEBREW }, { text: HEBREW }, { text: RUSSIAN }])
const withAnna = (ids: readonly string[], base: Story = story) => {
  const cast = apply(base, addCharacter(base, { id: ANNA, name: 'Anna' }))
  return apply(cast, assignCharacter(cast, ids.map(id), ANNA))
}
const facts = (of: Story) =>
  unreadBlocksOf(of).map(({ voiceId, script, blocks }) => ({
    voiceId,
    script,
    ids: blocks.map((each) => each.id),
  }))
const voices = (of: Story) => blocksOf(of).map((block) => settingsOf(of, block).voiceId)
const give = (of: Story, at: number, voiceId: string) =>
  apply(of, giveVoice(of, unreadBlocksOf(of)[at]?.blocks.map((block) => block.id) ?? [], voiceId))

describe('blocks that their voice cannot read', () => {
  it('are grouped by voice and script', () => {
    expect(facts(story)).toEqual([
      { voiceId: 'OA001', script: 'Hebrew', ids: ['b2', 'b3'] },
      { voiceId: 'OA001', script: 'Cyrillic', ids: ['b4'] },
    ])
    const other = apply(story, patchBlocks(story, [id('b3')], { voiceId: 'OA002' }))
    expect(facts(other).map(({ voiceId, ids }) => [voiceId, ...ids])).toEqual([
      ['OA001', 'b2'],
      ['OA002', 'b3'],
      ['OA001', 'b4'],
    ])
  })

  it('get their own voice if other blocks share the inherited voice', () => {
    const given = give(story, 0, 'ES-he')
    expect(voices(given)).toEqual(['OA001', 'ES-he', 'ES-he', 'OA001'])
    expect(given.info.defaults.voiceId).toBe('OA001')
    expect(facts(given).map(({ script }) => script)).toEqual(['Cyrillic'])
  })

  it('change the voice of their character if they are all of its blocks', () => {
    const given = give(withAnna(['b2', 'b3']), 0, 'ES-he')
    expect(findCharacter(given, ANNA)?.settings.voiceId).toBe('ES-he')
    expect(blocksOf(given).map(({ voiceId }) => voiceId)).toEqual([null, null, null, null])
    expect(voices(given)).toEqual(['OA001', 'ES-he', 'ES-he', 'OA001'])
  })

  it('change the voice of the story if they are all blocks without a character', () => {
    const hebrew = sketchStory([{ text: HEBREW }, { text: HEBREW }, { text: '' }])
    expect(give(hebrew, 0, 'ES-he').info.defaults.voiceId).toBe('ES-he')
  })

  it('do not change the voice of their character if it has other blocks', () => {
    const given = give(withAnna(['b1', 'b2']), 0, 'ES-he')
    expect(findCharacter(given, ANNA)?.settings.voiceId).toBe('OA001')
    expect(voices(given)).toEqual(['OA001', 'ES-he', 'ES-he', 'OA001'])
  })
})

describe('blocks in Latin script in another language than their voice', () => {
  const SPANISH = 'La lámpara había ardido once inviernos antes de que nadie preguntara quién la encendía.'
  const ENGLISH = 'The lamp had burned for eleven winters before anybody asked who it was that lit it.'

  it('are reported with the language, and can be read by a voice of it', () => {
    const mixed = sketchStory([{ text: ENGLISH }, { text: SPANISH }, { text: 'No.' }, { text: SPANISH }])
    expect(facts(mixed)).toEqual([{ voiceId: 'OA001', script: 'Spanish', ids: ['b2', 'b4'] }])
    const [voice] = voicesReading('Spanish')
    expect(voice?.language).toMatch(/^es/)
    expect(facts(give(mixed, 0, voice?.id ?? ''))).toEqual([])
    expect(stillUnread(mixed, blocksOf(mixed).slice(1, 2), 'ES-de', NO_PACKS)).toBe('Spanish')
  })

  it('include short lines if all of a voice’s lines together are certain, without those of another character', () => {
    const told = sketchStory([...SHORT_SPANISH_LINES, 'No.', 'Me? Never.'].map((text) => ({ text })))
    const own = apply(told, patchBlocks(told, [id('b7'), id('b8')], { voiceId: 'OA002' }))
    expect(facts(own)).toEqual([
      { voiceId: 'OA001', script: 'Spanish', ids: ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'] },
    ])
  })

  it('are updated when an edited text becomes one of them or is no longer one', () => {
    const before = sketchStory([{ text: ENGLISH }, { text: ENGLISH }])
    expect(facts(before)).toEqual([])
    const written = apply(before, editText(before, id('b2'), SPANISH))
    expect(facts(written).map(({ ids }) => ids)).toEqual([['b2']])
    expect(facts(apply(written, editText(written, id('b2'), ENGLISH)))).toEqual([])
  })
})
