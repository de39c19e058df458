import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createExamples } from '../../../../electron/lib/documents/examples.ts'
import { layout } from '../../../../shared/story/layout.ts'
import { NATURAL_SILENCES } from '../../../../shared/story/records.ts'
import { countSilences } from '../../../../shared/story/silences.ts'
import { countStory } from '../../../../shared/story/storyCounts.ts'
import { blocksOf, sectionsOf, settingsOf } from '../../../../shared/story/selectors.ts'
import { storyFromRecords } from '../../../../shared/story/story.ts'
import { NO_TAKES } from '../../../../shared/story/takes.ts'

const examples = createExamples(join(import.meta.dirname, '../../../../examples'))

describe('the examples', () => {
  test('are listed with title and description', async () => {
    expect(await examples.list()).toEqual([
      {
        id: 'the-fox-and-the-lantern',
        title: 'The Fox and the Lantern',
        description: expect.stringContaining('fox') as unknown,
      },
    ])
  })

  test('show what a story can have: chapters, a cast with separate voices, overrides, silences by rules and by hand, and a target length', async () => {
    const story = storyFromRecords((await examples.readRecords('the-fox-and-the-lantern')).records)
    const blocks = blocksOf(story)
    const spoken = blocks.map((block) => settingsOf(story, block))
    expect(sectionsOf(story).map((section) => section.chapter?.title)).toEqual([
      'The Lantern',
      'Into the Wood',
      'Home',
    ])
    expect(new Set(story.cast.map((character) => character.settings.voiceId)).size).toBe(4)
    expect(new Set(spoken.map(({ model }) => model))).toEqual(new Set(['tts-1', 'tts-1-hd', 'audio_stable']))
    expect(spoken.some(({ emotion, model }) => emotion !== '' && model === 'audio_stable')).toBe(true)
    expect(blocks.some((block) => block.speed !== null)).toBe(true)
    expect(story.info.silenceRules).toEqual(NATURAL_SILENCES)
    expect(countSilences(story)).toEqual({ ruled: 21, pinned: 2 })
    expect(blocks.some((block) => block.durationMs !== null)).toBe(true)
  })

  test('can be rendered unchanged, in a few minutes of audio', async () => {
    for (const { id } of await examples.list()) {
      const story = storyFromRecords((await examples.readRecords(id)).records)
      expect(countStory(story, NO_TAKES, () => false)).toMatchObject({ tooLong: [] })
      expect(layout(story, NO_TAKES).totalMs).toBeLessThan(5 * 60_000)
    }
  })

  test('are opened by id only, never by a path', async () => {
    await expect(examples.readRecords('../examples/the-fox-and-the-lantern')).rejects.toMatchObject({
      code: 'example-gone',
    })
  })
})
