// @module-tag long
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openProject } from '../../../../electron/project/openProject.ts'
import { patchBlocks } from '../../../../shared/story/blockCommands.ts'
import { blocksOf } from '../../../../shared/story/selectors.ts'
import { projectIdSchema } from '../../../../shared/ipc/views.ts'
import { openTerminal } from './runCli.ts'

const LINES = 400
const WORDS = ['north', 'lantern', 'harbour', 'seven', 'quiet', 'ladder', 'signal', 'winter']

/** The text of a line, different for each line. */
const words = (number: number) =>
  `${WORDS[number % 8]} ${WORDS[Math.floor(number / 8) % 8]} ${WORDS[Math.floor(number / 64) % 8]} at ${number}`

/** A table of lines by two speakers. */
function table(lines: ReadonlyMap<number, string>): string {
  const rows = Array.from(
    lines,
    ([number, text]) => `L${number},${number % 2 === 0 ? 'Mira' : 'Tom'},${text}`,
  )
  return ['id,speaker,line', ...rows].join('\n')
}

const project = (path: string) =>
  openProject(path, {
    projectId: projectIdSchema.parse('p'),
    isDraft: false,
    now: () => 0,
    createId: () => 'id',
  })

const difference = z.object({ ids: z.array(z.string()), after: z.string().optional() })
const summarySchema = z.object({
  added: z.array(difference),
  changed: z.array(difference),
  removed: z.array(difference),
  moved: z.array(difference),
  left: z.array(difference),
  repeatedIds: z.array(z.object({ name: z.string(), count: z.int() })),
  blocksToRender: z.int(),
})

test('fabula update applies a new table to 400 lines: 5 changed, one added, one removed', async () => {
  using terminal = openTerminal()
  const lines = new Map(Array.from({ length: LINES }, (_, index) => [index, words(index)]))
  writeFileSync(terminal.path('lines.csv'), table(lines))
  expect(await terminal.run(['import', 'lines.csv', '--out', 'game.fabula'])).toMatchObject({ code: 0 })
  const before = project(terminal.path('game.fabula'))
  const own = blocksOf(before.story())[7]
  if (own === undefined) throw new Error('The story has 400 blocks')
  before.commit(patchBlocks(before.story(), [own.id], { speed: 1.5, silenceBeforeMs: 900 }))
  const kept = blocksOf(before.story())
  before.close()

  for (const number of [7, 50, 51, 200, 399]) lines.set(number, `${words(number)}; again`)
  lines.delete(100)
  lines.set(LINES, 'a line that is new')
  writeFileSync(terminal.path('lines.csv'), `${table(lines)}\nL12,Mira,said twice`)
  const plan = await terminal.run(['update', 'game.fabula', 'lines.csv', '--dry-run', '--json'])
  const told = summarySchema.parse(JSON.parse(plan.stdout))
  expect(told).toMatchObject({ moved: [], left: [], repeatedIds: [{ name: 'L12', count: 2 }] })
  expect([told.added, told.changed, told.removed].map(({ length }) => length)).toEqual([2, 5, 1])

  const run = await terminal.run(['update', 'game.fabula', 'lines.csv'])
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('2 added · 5 changed · 1 removed · 0 moved')
  expect(run.stdout).toContain('The file has the id “L12” 2 times.')
  const after = project(terminal.path('game.fabula'))
  try {
    const blocks = blocksOf(after.story())
    const [old] = kept.slice(7)
    expect(blocks.map(({ text }) => text)).toEqual([...lines.values(), 'said twice'])
    expect(blocks[7]).toEqual({ ...old, text: `${words(7)}; again` })
    const same = new Set(kept)
    expect(blocks.filter((block) => !kept.some((each) => each.id === block.id))).toHaveLength(2)
    expect(same.size).toBe(LINES)
    expect(after.versions().map(({ name, blocks: count }) => [name, count])).toEqual([['lines.csv', LINES]])
  } finally {
    after.close()
  }
  const again = await terminal.run(['update', 'game.fabula', 'lines.csv'])
  expect(again.stdout).toContain('The story already matches the file.')
}, 60_000)
