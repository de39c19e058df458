import { expect, test } from 'vitest'
import {
  blockStateOf,
  blockStatesOf,
  countStates,
  type StateSources,
} from '../../../renderer/stores/blockState.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { indexTakes, NO_TAKES } from '../../../shared/story/takes.ts'
import { jobAt } from '../support/jobs.ts'
import { id, PROJECT, sketchStory, takeOf } from '../support/smallStory.ts'

const STORY = sketchStory([{}, {}, { text: ' ' }, { text: 'x'.repeat(10_001) }])

function sources(
  changed: Partial<StateSources> & { readonly jobViews?: readonly JobView[] } = {},
): StateSources {
  const { jobViews = [], ...rest } = changed
  return {
    story: STORY,
    projectId: PROJECT.projectId,
    audio: { takes: NO_TAKES, allTakes: [], render: null, making: new Set() },
    jobs: new Map(jobViews.map((job) => [job.id, job])),
    ...rest,
  }
}

function stateOf(name: string, from: StateSources) {
  const block = findBlock(from.story, id(name))
  if (block === undefined) throw new Error(`The story has no block ${name}`)
  return blockStateOf(block, from)
}

function withTake(making: readonly string[] = []): StateSources['audio'] {
  const allTakes = [takeOf(STORY, id('b1'), 'one', 0, 1000)]
  return { takes: indexTakes(allTakes), allTakes, render: null, making: new Set(making.map(id)) }
}

test('a block is ready while its take fits, changed after its words are edited, and not made before it had a take', () => {
  const audio = withTake()
  const rewritten = apply(STORY, editText(STORY, id('b1'), 'Other words'))
  expect(stateOf('b1', sources({ audio })).kind).toBe('ready')
  expect(stateOf('b1', sources({ audio, story: rewritten })).kind).toBe('changed')
  expect(stateOf('b2', sources({ audio })).kind).toBe('notMade')
})

test('a block without words is empty, and a block with more than a service takes is too long', () => {
  expect(stateOf('b3', sources()).kind).toBe('empty')
  expect(stateOf('b4', sources()).kind).toBe('tooLong')
})

test('a block being rendered has the progress that its job reports', () => {
  const activity = { ...jobAt(1).activity, percentage: 62 } as JobView['activity']
  const job = jobAt(1, { blockId: 'b2', endpoint: 'speech', activity })
  expect(stateOf('b2', sources({ jobViews: [job] }))).toMatchObject({ kind: 'making', percentage: 62 })
  expect(stateOf('b1', sources({ audio: withTake(['b1']) }))).toMatchObject({
    kind: 'making',
    percentage: null,
  })
})

test('during a render block by block, the other blocks wait; one request for the whole story renders them all', () => {
  const ofBlocks = jobAt(1, {
    activity: {
      ...jobAt(1).activity,
      blocks: {
        ...{ made: 0, of: 2, isPaused: false, perMinute: null },
        ...{ waiting: [id('b2')], underWay: [id('b1')], failed: [] },
      },
    } as JobView['activity'],
  })
  expect(stateOf('b2', sources({ jobViews: [ofBlocks] })).kind).toBe('waiting')
  expect(stateOf('b2', sources({ jobViews: [jobAt(1)] })).kind).toBe('making')
  expect(stateOf('b1', sources({ jobViews: [ofBlocks], audio: withTake() })).kind).toBe('ready')
})

test('a block with a failed job shows its reason until a newer job of the block succeeds', () => {
  const error = { code: 'conversion-failed-unexplained', params: {} } as const
  const of = { blockId: 'b2', endpoint: 'speech', activity: null } as const
  const failed = jobAt(1, { ...of, state: 'failed', error })
  expect(stateOf('b2', sources({ jobViews: [failed] }))).toMatchObject({ kind: 'failed', error })
  const later = jobAt(2, { ...of, id: 'two', state: 'completed', createdAtMs: 2 })
  expect(stateOf('b2', sources({ jobViews: [failed, later] })).kind).toBe('notMade')
})

test('the counts add up to all blocks', () => {
  const states = blockStatesOf(sources({ audio: withTake() }))
  expect(countStates(states.values())).toMatchObject({
    ready: 1,
    notMade: 1,
    empty: 1,
    tooLong: 1,
    failed: 0,
  })
})

test('a block with a pause that cannot be read is failed, and its state is the same object until the block changes', () => {
  const from = sources({ story: apply(STORY, editText(STORY, id('b2'), 'Wait [pause')) })
  const state = stateOf('b2', from)
  expect(state).toEqual({
    kind: 'failed',
    percentage: null,
    error: { code: 'block-pause-unreadable', params: { number: 2, marker: '[pause' } },
  })
  expect(stateOf('b2', from)).toBe(state)
})
