import { describe, expect, it } from 'vitest'
import type { Imported } from '../../../shared/import/incoming.ts'
import type { ImportSource } from '../../../shared/import/source.ts'
import { sourceFromStory } from '../../../shared/import/sourceFromStory.ts'
import { updateChange } from '../../../shared/import/updateChange.ts'
import { usuallyTaken } from '../../../shared/import/updateStory.ts'
import {
  addBlocks,
  mergeWithPrevious,
  moveEntries,
  patchBlocks,
  splitBlock,
} from '../../../shared/story/blockCommands.ts'
import { mergeCharacters } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { lockBlocks } from '../../../shared/story/locks.ts'
import { blockIdSchema } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, indexTakes } from '../../../shared/story/takes.ts'
import { outlineOfStory } from '../../electron/lib/documents/storyText.ts'
import { all, compare, fileOf, imported, PARAGRAPHS, SHELL, tableOf, told } from './updatedFiles.ts'

/** The story after the default update. */
function updated(story: Story, file: ImportSource, known: Imported | null = null): Story {
  const { update } = compare(story, file, known)
  return apply(story, updateChange(story, update, usuallyTaken(update)))
}

const [FERRY, GULL, NOBODY, ENGINE, SHORE] = PARAGRAPHS
const novel = fileOf([
  ['One', FERRY, GULL, NOBODY],
  ['Two', ENGINE, SHORE],
])

describe('the update of a story from a file', () => {
  const cases: [name: string, file: ImportSource, differences: string[]][] = [
    ['is empty for the same file', novel, []],
    [
      'reports a changed paragraph',
      fileOf([
        ['One', FERRY, `${GULL.slice(0, -1)} below.`, NOBODY],
        ['Two', ENGINE, SHORE],
      ]),
      [`changed | ${GULL} | ${GULL.slice(0, -1)} below.`],
    ],
    [
      'reports added and removed paragraphs',
      fileOf([
        ['One', FERRY, GULL, NOBODY, SHELL],
        ['Two', SHORE],
      ]),
      [`added | ${SHELL}`, `removed | ${ENGINE}`],
    ],
    [
      'reports a moved paragraph once',
      fileOf([
        ['One', FERRY, NOBODY],
        ['Two', ENGINE, SHORE, GULL],
      ]),
      [`moved | ${GULL}`],
    ],
    [
      'reports a moved chapter once',
      fileOf([
        ['Two', ENGINE, SHORE],
        ['One', FERRY, GULL, NOBODY],
      ]),
      ['moved | Two | 3'],
    ],
    [
      'reports a paragraph that moved and changed',
      fileOf([
        ['One', NOBODY],
        ['Two', ENGINE, SHORE, FERRY.replace('anybody', 'anyone')],
        ['Three', GULL],
      ]),
      [
        `changed | ${FERRY} | ${FERRY.replace('anybody', 'anyone')}`,
        `moved | ${FERRY}`,
        'added | Three',
        `moved | ${GULL}`,
      ],
    ],
    [
      'matches a chapter by its words if its title changes',
      fileOf([
        ['A beginning', FERRY, GULL, NOBODY],
        ['Two', ENGINE, SHORE],
      ]),
      ['changed | One | A beginning'],
    ],
    [
      'matches chapters whose numbers changed',
      fileOf([
        ['One', SHELL],
        ['Two', FERRY, GULL, NOBODY],
        ['Three', ENGINE, SHORE],
      ]),
      ['added | One', `added | ${SHELL}`, 'changed | One | Two', 'changed | Two | Three'],
    ],
    [
      'matches a paragraph that was rewritten in its place',
      fileOf([
        ['One', FERRY, 'A gull watched the deck from the rail.', NOBODY],
        ['Two', ENGINE, SHORE],
      ]),
      [`changed | ${GULL} | A gull watched the deck from the rail.`],
    ],
    [
      'does not match a different paragraph in the same place',
      fileOf([
        ['One', FERRY, 'Entirely different things occur here now.', NOBODY],
        ['Two', ENGINE, SHORE],
      ]),
      ['added | Entirely different things occur here now.', `removed | ${GULL}`],
    ],
  ]
  it.each(cases)('%s', (_name, file, differences) => {
    const { story, known } = imported(novel)
    for (const marks of [null, known]) {
      const { update } = compare(story, file, marks)
      expect(told(update)).toEqual(differences)
      expect(outlineOfStory(apply(story, updateChange(story, update, all(update))))).toEqual(
        outlineOfStory(imported(file).story),
      )
    }
  })

  it('keeps the writer’s settings of a block whose words change', () => {
    const { story } = imported(novel)
    const gull = blocksOf(story)[1]
    const set = apply(
      story,
      patchBlocks(story, [gull?.id ?? blockIdSchema.parse('')], {
        voiceId: 'nova',
        speed: 1.2,
        silenceBeforeMs: 700,
        name: 'G1',
        durationMs: 3000,
      }),
    )
    const [, before] = blocksOf(set)
    const [, after] = blocksOf(
      updated(
        set,
        fileOf([
          ['One', FERRY, `${GULL} It slept.`, NOBODY],
          ['Two', ENGINE, SHORE],
        ]),
      ),
    )
    expect(after).toEqual({ ...before, text: `${GULL} It slept.` })
  })

  it('makes only the accepted changes, at their places in the file', () => {
    const { story } = imported(novel)
    const { update } = compare(
      story,
      fileOf([
        ['One', SHELL, FERRY, NOBODY],
        ['Two', SHORE, 'An end.', ENGINE.replace('knock', 'rattle')],
      ]),
    )
    const taken = new Set(
      [...all(update)].filter((key) => !key.startsWith('removed') && !key.startsWith('moved')),
    )
    expect(outlineOfStory(apply(story, updateChange(story, update, taken)))).toEqual([
      ...['# One', SHELL, FERRY, GULL, NOBODY, '# Two', ENGINE.replace('knock', 'rattle'), SHORE, 'An end.'],
    ])
    expect(updateChange(story, update, new Set())).toEqual({ put: [], remove: [] })
  })

  it('leaves a locked block unchanged unless the writer accepts its change', () => {
    const { story } = imported(novel)
    const [, gull] = blocksOf(story)
    if (gull === undefined) throw new Error('The story has a gull')
    const { own: key } = blockKeys(story, gull)
    const take = {
      id: 't',
      key,
      kind: 'speech' as const,
      name: '',
      audioId: 'a',
      startMs: 0,
      endMs: 9,
      blockId: gull.id,
      voiceId: '',
      model: 'tts-1' as const,
      speed: 1,
      createdAtMs: 0,
    }
    const locked = apply(story, lockBlocks(story, [gull.id], indexTakes([take])))
    const file = fileOf([
      ['One', FERRY, `${GULL} It slept.`, NOBODY],
      ['Two', ENGINE, SHORE],
    ])
    const { update } = compare(locked, file)
    expect(told(update)).toEqual([`changed | ${GULL} | ${GULL} It slept. | locked`])
    expect(updated(locked, file)).toBe(locked)
    expect(blocksOf(apply(locked, updateChange(locked, update, all(update))))[1]).toMatchObject({
      text: `${GULL} It slept.`,
      lockedKey: null,
    })
    expect(
      told(
        compare(
          locked,
          fileOf([
            ['One', FERRY, NOBODY],
            ['Two', ENGINE, SHORE],
          ]),
        ).update,
      ),
    ).toEqual([`removed | ${GULL} | locked`])
  })
})

describe('the writer’s own edits since the import', () => {
  const { story, known } = imported(novel)
  const [ferry, gull] = blocksOf(story)
  const id = ferry?.id ?? blockIdSchema.parse('')
  const changed = fileOf([
    ['One', FERRY.replace('ferry', 'steamer'), GULL, NOBODY],
    ['Two', ENGINE, SHORE],
  ])

  it('are not differences of the file', () => {
    const edited = apply(story, patchBlocks(story, [id], { text: `${FERRY} Or so they say.` }))
    const rewritten = apply(story, patchBlocks(story, [id], { text: 'My own words.' }))
    expect(told(compare(edited, novel, known).update)).toEqual([])
    expect(told(compare(rewritten, novel, known).update)).toEqual([])
    expect(told(compare(edited, changed, known).update)).toEqual([
      `changed | ${FERRY} Or so they say. | ${FERRY.replace('ferry', 'steamer')} | edited`,
    ])
  })

  it('are kept: blocks that the file never had', () => {
    const own = apply(
      story,
      addBlocks(story, [{ id: blockIdSchema.parse('own'), text: 'Read by a friend.' }], null),
    )
    const { update } = compare(own, changed, known)
    expect(told(update)).toEqual([
      `changed | ${FERRY} | ${FERRY.replace('ferry', 'steamer')}`,
      'removed | Read by a friend. | own',
    ])
    expect(outlineOfStory(updated(own, changed, known)).at(-1)).toBe('Read by a friend.')
  })

  it('are kept: a split block, with changed words in the right part', () => {
    const split = apply(story, splitBlock(story, id, 26, blockIdSchema.parse('second')))
    const second = apply(split, patchBlocks(split, [blockIdSchema.parse('second')], { speed: 1.5 }))
    for (const marks of [null, known]) {
      expect(told(compare(second, novel, marks).update)).toEqual([])
      const next = updated(
        second,
        fileOf([
          ['One', FERRY.replace('anybody', 'anyone'), GULL, NOBODY],
          ['Two', ENGINE, SHORE],
        ]),
        marks,
      )
      expect(blocksOf(next).slice(0, 2)).toMatchObject([
        { text: 'The ferry left the harbour' },
        { text: 'before anyone was awake.', speed: 1.5 },
      ])
    }
  })

  it('are kept: joined blocks', () => {
    const joined = apply(story, mergeWithPrevious(story, gull?.id ?? id))
    expect(told(compare(joined, novel, known).update)).toEqual([])
  })

  it('are kept: moved blocks, unless the file moves them', () => {
    const moved = apply(story, moveEntries(story, [id], null))
    expect(told(compare(moved, novel, known).update)).toEqual([`moved | ${FERRY}`])
  })

  it('are recognized after an update, whatever was accepted', () => {
    const { update, imported: marks } = compare(story, changed, known)
    const left = apply(story, updateChange(story, update, new Set()))
    expect(left).toBe(story)
    expect(told(compare(left, changed, marks).update)).toEqual([])
  })
})

describe('lines with ids', () => {
  const lines = [
    ['L1', 'Mira', 'Wait here until I am back.'],
    ['L2', 'Tom', 'Why should I wait?'],
    ['L3', 'Mira', 'Because it is dark.'],
    ['L4', 'Tom', 'Fine.'],
  ] as const
  const { story, known } = imported(tableOf(...lines))

  it('are matched by id, whatever else changes', () => {
    const file = tableOf(
      lines[0],
      ['L3', 'Mira', 'Something else entirely.'],
      ['L2', 'Tom', 'Why should I wait?'],
      lines[3],
      ['L5', 'Ada', 'New.'],
    )
    const { update } = compare(story, file)
    expect(told(update)).toEqual([
      'changed | Because it is dark. | Something else entirely.',
      'moved | Why should I wait?',
      'added | New.',
    ])
    const next = apply(story, updateChange(story, update, all(update)))
    expect(outlineOfStory(next)).toEqual(outlineOfStory(imported(file).story))
    expect(next.cast.map(({ name }) => name)).toEqual(['Mira', 'Tom', 'Ada'])
  })

  it('are assigned to their new speaker', () => {
    const { update } = compare(
      story,
      tableOf(lines[0], ['L2', 'Ada', 'Why should I wait?'], lines[2], lines[3]),
      known,
    )
    expect(update.differences).toMatchObject([
      { kind: 'changed', patch: { characterId: update.cast[0]?.id } },
    ])
    expect(outlineOfStory(apply(story, updateChange(story, update, all(update))))[1]).toBe(
      'Ada: Why should I wait?',
    )
  })

  it('stay with merged and renamed characters', () => {
    const [mira, tom] = story.cast
    if (mira === undefined || tom === undefined) throw new Error('Two speak')
    const merged = apply(story, mergeCharacters(story, { from: tom.id, into: mira.id, settingsOf: mira.id }))
    const changed = tableOf(lines[0], lines[1], lines[2], ['L4', 'Tom', 'Fine, then.'])
    expect(merged.cast).toHaveLength(1)
    const { update } = compare(merged, changed, known)
    expect(told(update)).toEqual(['changed | Fine. | Fine, then.'])
    expect(update.differences[0]?.patch).toEqual({ text: 'Fine, then.' })
  })

  it('get another emotion only if the file changed it', () => {
    const felt = [
      ['L1', 'Mira', 'Wait.', 'angry'],
      ['L2', 'Tom', 'Why?', 'calm'],
    ] as const
    const { story: read, known: marks } = imported(tableOf(...felt))
    const own = apply(
      read,
      patchBlocks(read, [blocksOf(read)[0]?.id ?? blockIdSchema.parse('')], { emotion: 'tired' }),
    )
    const { update } = compare(own, tableOf(felt[0], ['L2', 'Tom', 'Why?', 'afraid']), marks)
    expect(update.differences.map(({ patch }) => patch)).toEqual([{ emotion: 'afraid' }])
  })

  it('are reported if an id is repeated, and are then matched by words and order', () => {
    const { update } = compare(story, tableOf(...lines, ['L2', 'Tom', 'Again?'], ['L2', 'Tom', 'Once more?']))
    expect(update.repeated).toEqual([{ name: 'L2', count: 3 }])
    expect(told(update)).toEqual(['added | Again?', 'added | Once more?'])
  })

  it('are matched by words if their ids are only line numbers', () => {
    const count = (...words: string[]) =>
      tableOf(...words.map((text, index) => [String(index + 1), 'Mira', text] as const))
    const words = ['Wait.', 'Why should I?', 'It is dark.', 'I like the dark.', 'Fine.']
    const { update } = compare(imported(count(...words)).story, count('Listen.', ...words))
    expect(
      update.differences
        .filter(({ patch }) => patch === undefined || 'text' in patch)
        .map(({ kind, after }) => [kind, after]),
    ).toEqual([['added', 'Listen.']])
  })

  it('are matched by block ids in a story’s own file', () => {
    const { story: first } = imported(novel)
    const block = blocksOf(first)[3]
    const other = apply(
      first,
      patchBlocks(first, [block?.id ?? blockIdSchema.parse('')], { text: 'Nothing like it was.' }),
    )
    const { update } = compare(first, sourceFromStory(other))
    expect(told(update)).toEqual([`changed | ${ENGINE} | Nothing like it was.`])
  })
})
