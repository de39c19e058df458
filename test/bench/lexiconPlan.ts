/** The time that a lexicon adds to the plan of a long story: the state and the price of each block, and the plan of a render. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { addBlocks } from '../../shared/story/blockCommands.ts'
import { apply } from '../../shared/story/changes.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import {
  blockIdSchema,
  lexiconEntryIdSchema,
  storyIdSchema,
  storyRecordSchema,
  type LexiconEntry,
  type StoryRecord,
} from '../../shared/story/records.ts'
import { planRender } from '../../shared/story/renderPlan.ts'
import { countStory } from '../../shared/story/storyCounts.ts'
import { spokenTextOf } from '../../shared/story/spokenText.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { storyFromRecords, type Story } from '../../shared/story/story.ts'
import { indexTakes, type Take } from '../../shared/story/takes.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the flag makes it available in new contexts

export interface LexiconPlanTimes {
  readonly blocks: number
  readonly entries: number
  readonly patterns: number
  /** Milliseconds for the first plan of a story. */
  readonly planMs: number
  /** Milliseconds of that plan with the entries. */
  readonly withLexiconMs: number
  /** The additional milliseconds for the entries. */
  readonly addedMs: number
  /** Blocks whose words an entry changes. */
  readonly hitBlocks: number
}

/** Rounds that are not counted: in the first ones, the code of both plans is compiled. */
const WARM_UP = 10

/** Plans the story with and without the entries, alternately, and returns the median of the rounds. */
export function measureLexiconPlan({
  blocks = 5_000,
  entries = 1_000,
  patterns = 0,
  rounds = 61,
} = {}): LexiconPlanTimes {
  const records = storyRecords(blocks)
  const lexicon = lexiconOf(entries, patterns)
  const measure = (_: unknown, round: number) => {
    const [without, withEntries] = [freshStory(records, []), freshStory(records, lexicon)]
    const isFirst = round % 2 === 0
    const before = isFirst ? msOf(() => planOf(without)) : 0
    const withLexiconMs = msOf(() => planOf(withEntries))
    const planMs = isFirst ? before : msOf(() => planOf(without))
    return { planMs, withLexiconMs, addedMs: withLexiconMs - planMs }
  }
  const measured = Array.from({ length: WARM_UP + rounds }, measure).slice(WARM_UP)
  const story = freshStory(records, lexicon)
  return {
    ...{ blocks, entries, patterns },
    planMs: medianOf(measured.map(({ planMs }) => planMs)),
    withLexiconMs: medianOf(measured.map(({ withLexiconMs }) => withLexiconMs)),
    addedMs: medianOf(measured.map(({ addedMs }) => addedMs)),
    hitBlocks: blocksOf(story).filter((block) => spokenTextOf(story, block) !== block.text).length,
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Fresh copies of the records, so that values remembered by block are computed again. */
function freshStory(records: readonly StoryRecord[], lexicon: readonly LexiconEntry[]): Story {
  const story = storyFromRecords([...records, ...lexicon].map((record) => ({ ...record })))
  blocksOf(story) // the order of the blocks is there before a plan is asked for
  return story
}

function planOf(story: Story): void {
  const takes = indexTakes([OTHER_TAKE])
  countStory(story, takes, () => false)
  planRender(story, { takes, allTakes: [OTHER_TAKE], render: null })
}

/** By the clock: processor time is counted in steps that are a tenth of a plan. */
function msOf(work: () => void): number {
  collectGarbage() // of other rounds, which is not a part of a plan
  const start = performance.now()
  work()
  return performance.now() - start
}

const OTHER_TAKE: Take = {
  ...{
    id: 'take',
    key: 'key',
    audioId: 'audio',
    startMs: 0,
    endMs: 1,
    blockId: blockIdSchema.parse('other'),
  },
  ...{ voiceId: 'OA001', model: 'tts-1', speed: 1, createdAtMs: 0, kind: 'speech', name: '' },
}

const SYLLABLES = ['ka', 'lo', 'mi', 'ren', 'tas', 'vo', 'shi', 'pel', 'dor', 'an']

/** A made-up word: as many different ones as there are numbers. */
function wordOf(number: number): string {
  let word = ''
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length] ?? ''
  return word
}

function storyRecords(count: number): StoryRecord[] {
  const ids = { story: storyIdSchema.parse('story'), block: blockIdSchema.parse('first') }
  const start = storyFromRecords(newStoryRecords(ids, 'Story'))
  const added = Array.from({ length: count - 1 }, (_, block) => {
    const words = Array.from({ length: 16 }, (__, word) => wordOf((block * 31 + word * 557) % 9_000)).join(
      ' ',
    )
    // Every other block has typographic quotation marks and an accent, as most of a novel's dialogue.
    const text = block % 2 === 0 ? `${words}, ${block}.` : `“${words},” said Zoë, ${block}.`
    return { id: blockIdSchema.parse(`block-${block}`), text }
  })
  const records = [...apply(start, addBlocks(start, added, null)).records.values()]
  return records.map((record) => storyRecordSchema.parse(JSON.parse(JSON.stringify(record)))) // texts as a file gives them
}

/** Words, a third of which occur in the story, and patterns for years. About every other block has a hit. */
function lexiconOf(count: number, patterns: number): LexiconEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'lexiconEntry',
    id: lexiconEntryIdSchema.parse(`entry-${index}`),
    characterId: null,
    written: index < patterns ? `\\b(1[${index % 10}]|20)(\\d\\d)\\b` : wordOf(8_700 + index),
    spoken: index < patterns ? '$1 $2' : `said ${index}`,
    match: index < patterns ? 'pattern' : 'word',
    isCaseSensitive: index % 2 === 0,
    language: null,
  }))
}
