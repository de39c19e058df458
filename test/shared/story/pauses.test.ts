import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { apply } from '../../../shared/story/changes.ts'
import { MAX_SILENCE_MS } from '../../../shared/story/limits.ts'
import { estimateMs } from '../../../shared/story/layout.ts'
import { badPauseOf, pausedBlockOf, pauseMsOf, shareOut, writePause } from '../../../shared/story/pauses.ts'
import { lexiconEntryIdSchema, type Block, type LexiconEntry } from '../../../shared/story/records.ts'
import { blockCharacters, isTooLong, planRender } from '../../../shared/story/renderPlan.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { hasSpeech, lexiconHitsOf, spokenTextOf } from '../../../shared/story/spokenText.ts'
import { blockRequestOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, NO_TAKES } from '../../../shared/story/takes.ts'
import { storyOfBlocks } from './randomStories.ts'

function blockOf(text: string, fields: Partial<Block> = {}): { story: Story; block: Block } {
  const story = storyOfBlocks(1, { text, ...fields })
  const [block] = blocksOf(story)
  if (block === undefined) throw new Error('The story has a block')
  return { story, block }
}

const partsOf = (text: string) => {
  const paused = pausedBlockOf(blockOf(text).block)
  return (
    paused && [...paused.parts.map((part) => [part.silenceBeforeMs, part.block.text]), paused.silenceAfterMs]
  )
}

describe('the parts of a block', () => {
  it.each([
    ['No. [pause 0.8 s] Yes.', [[0, 'No.'], [800, 'Yes.'], 0]],
    ['No.[pause 800 ms]Yes.', [[0, 'No.'], [800, 'Yes.'], 0]],
    ['No. [ Pause  1,5s ] Yes.', [[0, 'No.'], [1500, 'Yes.'], 0]],
    ['[pause 1 s] No. [pause 2 s]', [[1000, 'No.'], 2000]],
    ['No [pause 1 s][pause 0.5 s] yes', [[0, 'No'], [1500, 'yes'], 0]],
    ['No [pause 1 s]. Yes', [[0, 'No'], [1000, '. Yes'], 0]],
    ['“No [pause 1 s]”', [[0, '“No”'], 1000]],
    ['[pause 3 s]', [3000]],
  ])('are found in “%s”', (text, parts) => {
    expect(partsOf(text)).toEqual(parts)
  })

  it.each(['No pause at all.', '[Mira] Wait.', '[pausenhof 1 s]', 'pause 1 s'])(
    'do not exist in “%s”',
    (text) => {
      expect(pausedBlockOf(blockOf(text).block)).toBeNull()
      expect(badPauseOf({ text })).toBeNull()
    },
  )

  it.each([
    '[pause]',
    '[pause x]',
    '[pause 1]',
    '[pause 1 min]',
    '[pause 601 s]',
    '[pause -1 s]',
    '[pause 1 s',
  ])('are not separated by “%s”, which is reported and never spoken', (marker) => {
    const { story, block } = blockOf(`Before ${marker}\nafter`)
    expect(badPauseOf(block)).toBe(marker)
    expect(spokenTextOf(story, block)).toBe('Before after')
  })

  test('contain all words and no marker, whatever is written', () => {
    const piece = fc.oneof(
      fc.constantFrom('One', 'two.', '“three”', '…', ' ', '\n', '[Mira]'),
      fc.nat(MAX_SILENCE_MS).map(writePause),
      fc.constantFrom('[pause]', '[pause x]'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { story, block } = blockOf(pieces.join(' '))
        const compact = (text: string) => text.replaceAll(/\s/g, '')
        const words = compact(pieces.filter((each) => !each.startsWith('[pause')).join(''))
        expect(compact(spokenTextOf(story, block))).toBe(words)
        const inputs = storyMakerRequestOf(story, { exactMs: true }).blocks.map(({ input }) => input)
        if (hasSpeech(story, block)) expect(compact(inputs.join(''))).toBe(words)
        expect(blockRequestOf(story, block).body).not.toContain('[pause')
      }),
    )
  })

  test('are separated by pauses that read back as they were written', () => {
    fc.assert(
      fc.property(fc.nat(MAX_SILENCE_MS), (ms) => {
        expect(pauseMsOf(blockOf(`a ${writePause(ms)} b`).block)).toBe(ms)
      }),
    )
  })
})

describe('a block with pauses', () => {
  const text = 'Wait. [pause 0.8 s] Who is there?'

  it('costs only its words, and is too long if one of its parts is', () => {
    const { story, block } = blockOf(text)
    expect(blockCharacters(story, block)).toBe('Wait.'.length + 'Who is there?'.length)
    const long = (length: number) => blockOf(`${'a'.repeat(length)} [pause 1 s] ${'b'.repeat(3000)}`)
    expect(isTooLong(long(9_000).story, long(9_000).block)).toBe(false)
    expect(isTooLong(long(20_000).story, long(20_000).block)).toBe(true)
  })

  it('has other audio if a pause or a word changes, and its parts have their own audio', () => {
    const keys = [text, text.replace('0.8', '0.9'), text.replace('Who', 'What')].map((each) => {
      const { story, block } = blockOf(each)
      return [
        blockKeys(story, block),
        ...(pausedBlockOf(block)?.parts ?? []).map((part) => blockKeys(story, part.block)),
      ]
    })
    expect(new Set(keys.map(([own]) => own?.own)).size).toBe(3)
    expect(keys[0]?.[1]).toEqual(keys[2]?.[1])
    expect(keys[0]?.[2]).toEqual(keys[1]?.[2])
    const plain = blockOf('Wait.')
    expect(keys[0]?.[1]?.own).toBe(blockKeys(plain.story, plain.block).own)
    expect(blockKeys(blockOf('a [pause 800 ms] b').story, blockOf('a [pause 800 ms] b').block)).toEqual(
      blockKeys(blockOf('a  [pause 0,8 s]  b').story, blockOf('a  [pause 0,8 s]  b').block),
    )
  })

  it('lasts as long as its words and pauses', () => {
    const [with800, with2000] = [text, text.replace('0.8', '2')].map((each) => {
      const { story, block } = blockOf(each)
      return estimateMs(story, block)
    })
    expect((with2000 ?? 0) - (with800 ?? 0)).toBe(1200)
  })

  it('is one block for each part in a story request, with the length of the whole block', () => {
    const story = storyOfBlocks(2, {
      text: `[pause 1 s] ${text} [pause 2 s]`,
      durationMs: 9_800,
      silenceBeforeMs: 500,
    })
    const { blocks } = storyMakerRequestOf(story, { exactMs: true })
    expect(
      blocks.map((each) => [each.input, each.silence_before_ms ?? (each.silence_before ?? 0) * 1000]),
    ).toEqual([
      ['Wait.', 1500],
      ['Who is there?', 800],
      ['Wait.', 3500],
      ['Who is there?', 800],
    ])
    const [first, second] = blocks.map((each) => each.duration_ms ?? (each.duration ?? 0) * 1000)
    expect((first ?? 0) + (second ?? 0)).toBe(6_000)
  })

  it('is silent for the length of its pauses if it has no words', () => {
    const { story, block } = blockOf('[pause 1 s] [pause 0.5 s]')
    expect([hasSpeech(story, block), estimateMs(story, block)]).toEqual([false, 1500])
  })

  it('is rendered on its own by a service that takes whole seconds of silence', () => {
    const { story, block } = blockOf(text)
    const audio = { takes: NO_TAKES, allTakes: [], render: null }
    expect(planRender(story, audio).way).toBe('story')
    const hosted = { ...story, info: { ...story.info, connectionId: 'hosted' } }
    expect(planRender(hosted, audio)).toMatchObject({ way: 'blocks', make: [{ block, requests: 2 }] })
  })
})

test('a time is divided into whole milliseconds that add up to it', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }),
      (ms, weights) => {
        const shares = shareOut(ms, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(ms)
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true)
      },
    ),
  )
})

test('the lexicon applies to the words of a block, never to its markers', () => {
  const { story, block } = blockOf('Wait 8 s. [pause 0.8 s] 8 s more.')
  const entry: LexiconEntry = {
    ...{ type: 'lexiconEntry', id: lexiconEntryIdSchema.parse('seconds'), characterId: null },
    ...{ written: 's', spoken: 'seconds', match: 'word', isCaseSensitive: false, language: null },
  }
  const spoken = apply(story, { put: [entry], remove: [] })
  expect(spokenTextOf(spoken, block)).toBe('Wait 8 seconds. 8 seconds more.')
  expect(lexiconHitsOf(spoken, block)).toHaveLength(2)
  expect(pauseMsOf(block)).toBe(800)
})
