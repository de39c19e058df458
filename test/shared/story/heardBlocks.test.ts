import { describe, expect, it, test } from 'vitest'
import { spokenStoryOf } from '../../../shared/captions/spokenStory.ts'
import { exportFilesOf, spokenFileOf } from '../../../shared/export/exportFiles.ts'
import {
  exportedStory,
  storyOfPart,
  storyWithoutMissing,
  WHOLE_STORY,
} from '../../../shared/export/exportPart.ts'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import { planTake, storyPayload } from '../../../shared/jobs/payload.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import {
  addChapter,
  addCharacter,
  patchSilenceRules,
  renameChapter,
  speakTitle,
  speakTitles,
} from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { creditText } from '../../../shared/story/credits.ts'
import {
  findHeardBlock,
  heardBlocksOf,
  isWritten,
  titleId,
  voicesOfStory,
} from '../../../shared/story/heardBlocks.ts'
import { layout } from '../../../shared/story/layout.ts'
import { characterIdSchema, NATURAL_SILENCES } from '../../../shared/story/records.ts'
import { planRender } from '../../../shared/story/renderPlan.ts'
import { blockNumber, blocksOf } from '../../../shared/story/selectors.ts'
import { countStory } from '../../../shared/story/storyCounts.ts'
import { storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, indexTakes, NO_TAKES, storyKey, type Take } from '../../../shared/story/takes.ts'
import { layoutOf } from '../../../renderer/stores/timing.ts'
import { blockId, chapterId, storyOfBlocks } from './randomStories.ts'

const [one, two] = [chapterId(1), chapterId(2)]

/** Two chapters of two blocks, whose titles are spoken. */
function book(): Story {
  const words = storyOfBlocks(4, { text: 'Words of a block.', durationMs: 1000 })
  const first = apply(words, addChapter(words, { id: one, title: 'Chapter 1: The Ferry' }, blockId(0)))
  const both = apply(first, addChapter(first, { id: two, title: 'Chapter 2: The Inn' }, blockId(2)))
  const ruled = apply(both, patchSilenceRules(both, NATURAL_SILENCES))
  return apply(ruled, speakTitles(ruled, true))
}

const textsOf = (story: Story) => heardBlocksOf(story).map(({ text }) => text)

/** One-second takes for everything that is heard. */
function takesOf(story: Story): readonly Take[] {
  return heardBlocksOf(story).map((block, index) => {
    const {
      blockId: id,
      key,
      voiceId,
      model,
      speed,
    } = planTake(story, block, blockKeys(story, block).own, null)
    const place = { startMs: index * 1000, endMs: (index + 1) * 1000 }
    return {
      id: `take-${index}`,
      key,
      kind: 'speech',
      name: '',
      audioId: 'a',
      blockId: id,
      voiceId,
      model,
      speed,
      createdAtMs: 0,
      ...place,
    }
  })
}

describe('spoken chapter titles', () => {
  it('are heard before the first blocks of their chapters, and are not blocks of the story', () => {
    const story = book()
    expect(textsOf(story)).toEqual([
      'Chapter 1: The Ferry',
      ...['Words of a block.', 'Words of a block.', 'Chapter 2: The Inn'],
      ...['Words of a block.', 'Words of a block.'],
    ])
    expect(blocksOf(story)).toHaveLength(4)
    expect(blockNumber(story, titleId(two))).toBe(0)
    expect(findHeardBlock(story, titleId(two))).toMatchObject({ id: two, name: 'Chapter 2: The Inn' })
  })

  it.each<[string, (story: Story) => Story, number]>([
    ['for the whole story', (story) => apply(story, speakTitles(story, false)), 0],
    ['for a chapter', (story) => apply(story, speakTitle(story, one, false)), 1],
    ['by their words', (story) => apply(story, renameChapter(story, one, '* * *')), 1],
    [
      'for all but one',
      (story) => {
        const silent = apply(story, speakTitles(story, false))
        return apply(silent, speakTitle(silent, two, true))
      },
      1,
    ],
  ])('are switched off %s', (_, change, left) => {
    const story = change(book())
    expect(heardBlocksOf(story).filter((block) => !isWritten(block))).toHaveLength(left)
    if (left === 0) expect(heardBlocksOf(story)).toBe(blocksOf(story))
  })

  it('have the voice of the narrator, whoever speaks the blocks', () => {
    const story = book()
    const title = (of: Story) => planTake(of, heardBlocksOf(of)[0] ?? expect.fail(), '', null).voiceId
    expect(title(story)).toBe(story.info.defaults.voiceId)
    const settings = { ...story.info.defaults, voiceId: 'OA010' }
    const id = characterIdSchema.parse('n')
    const cast = apply(story, addCharacter(story, { id, name: 'Erzählerin', settings }))
    expect(title(cast)).toBe('OA010')
  })

  it('have the silence of a heading before and after them, both in the layout and in the request', () => {
    const story = book()
    const laid = layout(story, indexTakes(takesOf(story)))
    expect(laid.heard.map(({ startMs, silenceStartMs }) => startMs - silenceStartMs)).toEqual([
      ...[0, 2000, 500],
      ...[2000, 2000, 500],
    ])
    expect(laid.chapters.map(({ startMs, title }) => [startMs, title?.startMs])).toEqual([
      [0, 0],
      [7500, 7500],
    ])
    expect(laid.spans.map(({ id }) => id)).toEqual(blocksOf(story).map(({ id }) => id))
    const { blocks } = storyMakerRequestOf(story, { exactMs: true })
    expect(blocks.map(({ name, silence_before: before }) => [name, before])).toEqual([
      ['Chapter 1: The Ferry', 0],
      ['Block 1', 2],
      ['Block 2', 1],
      ['Chapter 2: The Inn', 2],
      ['Block 3', 2],
      ['Block 4', 1],
    ])
    expect(storyPayload(story).takes).toHaveLength(6)
  })

  it('are priced, rendered and counted as blocks are, and rendered again when their words change', () => {
    const story = book()
    const audio = (of: readonly Take[]) => ({ takes: indexTakes(of), allTakes: of, render: null })
    expect(planRender(story, audio([])).make.map(({ block }) => block.id)).toContain(two)
    const takes = takesOf(story)
    expect(planRender(story, audio(takes)).make).toEqual([])
    const renamed = apply(story, renameChapter(story, two, 'Chapter 2: The Mill'))
    expect(planRender(renamed, audio(takes)).make).toMatchObject([{ block: { id: two }, characters: 19 }])
    expect(storyKey(renamed)).not.toBe(storyKey(story))
    const counts = countStory(renamed, indexTakes(takes), () => true)
    expect(counts).toMatchObject({ blocks: 4, rendered: 5, changed: 1, missingCredits: 19 })
  })

  it('are laid out again when a title or a block is edited', () => {
    const story = book()
    layoutOf(story, NO_TAKES)
    const renamed = apply(story, renameChapter(story, one, 'Chapter 1: The Ferry across the Broad River'))
    expect(layoutOf(renamed, NO_TAKES)).toEqual(layout(renamed, NO_TAKES))
    expect(layout(renamed, NO_TAKES).totalMs).toBeGreaterThan(layout(story, NO_TAKES).totalMs)
    const typed = apply(renamed, patchBlocks(renamed, [blockId(1)], { durationMs: 3000 }))
    expect(layoutOf(typed, NO_TAKES)).toEqual(layout(typed, NO_TAKES))
  })

  it('are in files, captions and chapter marks as they are written', () => {
    const renamed = apply(book(), renameChapter(book(), one, 'I'))
    const english: Story = { ...renamed, info: { ...renamed.info, language: 'en' } }
    const laid = layout(english, indexTakes(takesOf(english)))
    const settings = { ...EXPORT_PRESETS.audiobook, credits: null }
    const [first, second] = exportFilesOf(english, laid, settings).map((file) => spokenFileOf(english, file))
    expect(heardBlocksOf(english)[0]?.text).toBe('Chapter 1')
    expect(first?.chapters[0]?.blocks.map(({ text }) => text)).toEqual([
      'I',
      'Words of a block.',
      'Words of a block.',
    ])
    expect(second?.chapters[0]).toMatchObject({
      title: 'Chapter 2: The Inn',
      blocks: [{ number: 0 }, {}, {}],
    })
    const times = new Map(laid.heard.map(({ id, startMs, endMs }) => [id, { startMs, endMs }]))
    const whole = spokenStoryOf(english, times, laid.totalMs, new Map())
    expect(whole.chapters.map(({ startMs }) => startMs)).toEqual([0, 7500])
  })

  it('are exported with their chapter, but not with chosen blocks or without audio', () => {
    const story = book()
    expect(textsOf(storyOfPart(story, { kind: 'chapter', id: two }))).toHaveLength(3)
    expect(textsOf(storyOfPart(story, { kind: 'blocks', ids: [blockId(0)] }))).toEqual(['Words of a block.'])
    const made = takesOf(story).filter((take) => take.blockId !== titleId(one))
    expect(textsOf(storyWithoutMissing(story, indexTakes(made)))).toHaveLength(5)
  })
})

describe('the credits of an audiobook', () => {
  const titled = (title: string, author: string, language: string | null): Story => {
    const story = book()
    return { ...story, info: { ...story.info, title, language, book: { ...story.info.book, author } } }
  }
  const settings = (readBy = 'Mira Lind') => ({
    ...EXPORT_PRESETS.audiobook,
    tags: { ...EXPORT_PRESETS.none.tags, readBy },
  })

  it.each([
    [
      'en',
      'The Ferry, by Ann Bell, read by Mira Lind.',
      'The end. You have been listening to The Ferry, by Ann Bell, read by Mira Lind.',
    ],
    [
      'de',
      'The Ferry, von Ann Bell, gelesen von Mira Lind.',
      'Ende. Sie hörten The Ferry, von Ann Bell, gelesen von Mira Lind.',
    ],
    [
      'es',
      'The Ferry, de Ann Bell, leído por Mira Lind.',
      'Fin. Ha escuchado The Ferry, de Ann Bell, leído por Mira Lind.',
    ],
    [
      'fr',
      'The Ferry, de Ann Bell, lu par Mira Lind.',
      'Fin. Vous venez d’écouter The Ferry, de Ann Bell, lu par Mira Lind.',
    ],
    [
      'it',
      'The Ferry, di Ann Bell, letto da Mira Lind.',
      'Fine. Avete ascoltato The Ferry, di Ann Bell, letto da Mira Lind.',
    ],
    [
      'pt',
      'The Ferry, de Ann Bell, lido por Mira Lind.',
      'Fim. Você ouviu The Ferry, de Ann Bell, lido por Mira Lind.',
    ],
    [
      null,
      'The Ferry, by Ann Bell, read by Mira Lind.',
      'The end. You have been listening to The Ferry, by Ann Bell, read by Mira Lind.',
    ],
  ])('are spoken first and last, in the language of the story: %s', (language, opening, closing) => {
    const story = exportedStory(titled('The Ferry', 'Ann Bell', language), WHOLE_STORY, settings())
    expect([textsOf(story)[0], textsOf(story).at(-1)]).toEqual([opening, closing])
  })

  it.each([
    ['{title}, by {author}, read by {reader}.', { title: 'A', author: '', reader: 'B' }, 'A, read by B.'],
    ['{title}, by {author}, read by {reader}.', { title: 'A', author: '', reader: '' }, 'A.'],
    ['{title}, by {author}, read by {reader}.', { title: '', author: '', reader: '' }, ''],
    [
      'This is {title}! Enjoy.',
      { title: 'Dr. No, M.D.', author: '', reader: '' },
      'This is Dr. No, M.D.! Enjoy.',
    ],
    ['', { title: 'A', author: '', reader: '' }, ''],
    ['{title}', { title: '$& {author}', author: 'B', reader: '' }, '$& {author}'],
  ])('leave out unknown values: %j', (wording, values, said) => {
    expect(creditText(wording, values)).toBe(said)
  })

  it('are separate files in the audiobook preset, and absent from other presets and from a part', () => {
    const plain = titled('The Ferry', '', 'en')
    const story = exportedStory(plain, WHOLE_STORY, settings())
    const laid = layout(story, indexTakes(takesOf(story)))
    expect(exportFilesOf(story, laid, settings()).map(({ name }) => name)).toEqual([
      '01 Opening credits.mp3',
      '02 Chapter 1 The Ferry.mp3',
      '03 Chapter 2 The Inn.mp3',
      '04 Closing credits.mp3',
    ])
    expect(exportedStory(plain, WHOLE_STORY, EXPORT_PRESETS.podcast)).toBe(plain)
    expect(textsOf(exportedStory(plain, { kind: 'chapter', id: two }, settings()))).toHaveLength(3)
    const off = { ...settings(), credits: { opening: '', closing: null } }
    expect(textsOf(exportedStory(plain, WHOLE_STORY, off))).toHaveLength(7)
  })

  test('cost as much as their words, and nothing once they are rendered', () => {
    const plain = titled('The Ferry', '', 'en')
    const { credits } = exportedStory(plain, WHOLE_STORY, settings())
    const withCredits = exportedStory(plain, WHOLE_STORY, settings())
    const made = takesOf(withCredits)
    const ofBook = made.filter(({ blockId: id }) => !String(id).startsWith('credits'))
    const plan = (takes: readonly Take[]) =>
      planRender(
        plain,
        { takes: indexTakes(takes), allTakes: takes, render: null },
        { spokenCredits: credits },
      )
    expect(plan(ofBook).make.map(({ characters }) => characters)).toEqual([
      credits?.opening.length,
      credits?.closing.length,
    ])
    expect(plan(made).make).toEqual([])
  })
})

it('the voices of a story are those of its blocks, the most used first', () => {
  const story = storyOfBlocks(3, { text: 'It rained.' })
  const [first] = blocksOf(story)
  if (first === undefined) throw new Error('The story has blocks')
  expect(voicesOfStory(story)).toEqual([story.info.defaults.voiceId])
  const other = apply(story, patchBlocks(story, [first.id], { voiceId: 'OA002' }))
  expect(voicesOfStory(other)).toEqual([story.info.defaults.voiceId, 'OA002'])
})
