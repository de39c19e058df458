import { describe, expect, it } from 'vitest'
import { apply } from '../../../shared/story/changes.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { assignCharacter, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { giveVoice, unreadBlocksOf } from '../../../shared/story/unreadBlocks.ts'
import { id, sketchStory } from '../../renderer/support/smallStory.ts'

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

describe('blocks that their voice does not read', () => {
  it('come by voice and script', () => {
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

  it('get a voice of their own where others share the voice that they inherit', () => {
    const given = give(story, 0, 'ES-he')
    expect(voices(given)).toEqual(['OA001', 'ES-he', 'ES-he', 'OA001'])
    expect(given.info.defaults.voiceId).toBe('OA001')
    expect(facts(given).map(({ script }) => script)).toEqual(['Cyrillic'])
  })

  it('change the voice of their character where all of its blocks are among them', () => {
    const given = give(withAnna(['b2', 'b3']), 0, 'ES-he')
    expect(findCharacter(given, ANNA)?.settings.voiceId).toBe('ES-he')
    expect(blocksOf(given).map(({ voiceId }) => voiceId)).toEqual([null, null, null, null])
    expect(voices(given)).toEqual(['OA001', 'ES-he', 'ES-he', 'OA001'])
  })

  it('change the voice of the story where all blocks without a character are among them', () => {
    const hebrew = sketchStory([{ text: HEBREW }, { text: HEBREW }, { text: '' }])
    expect(give(hebrew, 0, 'ES-he').info.defaults.voiceId).toBe('ES-he')
  })

  it('do not take the voice of their character from its other blocks', () => {
    const given = give(withAnna(['b1', 'b2']), 0, 'ES-he')
    expect(findCharacter(given, ANNA)?.settings.voiceId).toBe('OA001')
    expect(voices(given)).toEqual(['OA001', 'ES-he', 'ES-he', 'OA001'])
  })
})
