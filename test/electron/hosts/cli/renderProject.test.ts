import { afterAll, beforeAll, expect, test } from 'vitest'
import { editText } from '../../../../shared/story/blockCommands.ts'
import { addChapter, chooseConnection } from '../../../../shared/story/castCommands.ts'
import { chapterIdSchema } from '../../../../shared/story/records.ts'
import { blocksOf } from '../../../../shared/story/selectors.ts'
import { recordBody, sendJson, startFaultServer } from '../../../fakes/faultServer.ts'
import { startPaidService } from '../../../fakes/paidService.ts'
import { toneMp3 } from '../../jobs/engineSupport.ts'
import { conversionOf, newProject, reopen, storyOfBlocks } from '../../project/support.ts'
import { decodeFile, openTerminal, readSummary, type Terminal } from './runCli.ts'
import { long } from '../../../support/tags.ts'

const AUDIO = await toneMp3(400)
let terminal: Terminal
beforeAll(() => {
  terminal = openTerminal()
})
afterAll(() => {
  terminal[Symbol.dispose]()
})

/** A project file in the terminal's folder with as many blocks. */
function storyAt(name: string, count: number): string {
  const path = terminal.path(name)
  newProject(path, storyOfBlocks(count)).close()
  return path
}

/** Changes the text of a block of a closed project; returns the old text. */
function rewrite(path: string, number: number, text: string): string {
  const project = reopen(path)
  const block = blocksOf(project.story())[number - 1]
  if (block !== undefined) project.commit(editText(project.story(), block.id, text))
  project.close()
  return block?.text ?? ''
}

test('a render of a project keeps the audio in it, and pays only for what is new or changed', async () => {
  await using service = await startPaidService(AUDIO)
  const { env } = service
  const path = storyAt('kept.fabula', 5)
  const run = (...args: string[]) => terminal.run(['render', '--project', path, ...args], { env })

  const first = await run('--out', terminal.path('kept.mp3'), '--json')
  expect(first).toMatchObject({ code: 0 })
  expect(readSummary(first).blocks).toMatchObject(
    [1, 2, 3, 4, 5].map((block) => ({ block, did: 'make', why: ['new'] })),
  )
  expect(readSummary(first).blocks.every(({ startMs }) => startMs !== null)).toBe(true)
  expect(service.bought).toHaveLength(5)

  const second = await run('--json')
  expect(readSummary(second)).toMatchObject({ path: null, durationMs: null, credits: 0 })
  expect(readSummary(second).blocks).toMatchObject([1, 2, 3, 4, 5].map(() => ({ did: 'keep', why: [] })))
  expect(service.bought).toHaveLength(5)

  const before = rewrite(path, 2, 'Other words')
  const plan = await run('--plan', '--json')
  expect(JSON.parse(plan.stdout)).toMatchObject({
    keep: [{ block: 1 }, { block: 3 }, { block: 4 }, { block: 5 }],
    make: [{ block: 2, why: ['text'], credits: 11 }],
    ...{ locked: [], cannot: [], way: 'blocks', credits: 11 },
  })
  expect(service.bought).toHaveLength(5)
  expect(await run('--max-credits', '10')).toMatchObject({ code: 1 })
  expect(service.bought).toHaveLength(5)

  const third = await run('--json', '--max-credits', '11')
  expect(readSummary(third)).toMatchObject({ credits: 11 })
  expect(service.bought.slice(5)).toMatchObject([{ input: 'Other words', credits: 11 }])
  rewrite(path, 2, before)
  await run()
  expect(service.bought).toHaveLength(6)
})

test('blocks can be rendered by number, or only those that have changed', long, async () => {
  await using service = await startPaidService(AUDIO)
  const { env } = service
  const path = storyAt('some.fabula', 6)
  const run = (...args: string[]) => terminal.run(['render', '--project', path, ...args], { env })
  expect(await run('--blocks', '9')).toMatchObject({ code: 1 })
  expect(await run('--blocks', '1,3-4')).toMatchObject({ code: 0 })
  expect(service.bought).toHaveLength(3)
  rewrite(path, 3, 'Three again')
  expect(await run('--only-changed')).toMatchObject({ code: 0 })
  expect(service.bought.slice(3).map(({ input }) => input)).toEqual(['Three again'])
})

test('a file can consist of chosen blocks and chapters, or of existing audio only', long, async () => {
  await using service = await startPaidService(AUDIO)
  const { env } = service
  const path = storyAt('parts.fabula', 6)
  const project = reopen(path)
  for (const number of [1, 3, 5]) {
    const at = blocksOf(project.story())[number - 1]?.id ?? null
    const chapter = { id: chapterIdSchema.parse(`c${number}`), title: `Part ${number}` }
    project.commit(addChapter(project.story(), chapter, at))
  }
  project.close()
  const out = terminal.path('parts.mp3')
  const run = (...args: string[]) => terminal.run(['render', '--project', path, ...args], { env })
  const write = async (...args: string[]) => {
    const made = await run('--out', out, '--json', ...args)
    expect(made.code, made.stderr).toBe(0)
    const { blocks, leftOut } = readSummary(made)
    expect((await decodeFile(out)).samples.length).toBeGreaterThan(0)
    return {
      written: blocks.flatMap(({ block, startMs }) => (startMs === null ? [] : [block])),
      leftOut,
      bought: service.bought.length,
    }
  }

  // No block has audio, so that a file without the missing blocks would be empty.
  expect(await run('--leave-out-missing', '--out', out)).toMatchObject({ code: 1 })
  expect(await run('--chapter', '1-4')).toMatchObject({ code: 1 })
  expect(service.bought).toEqual([])

  expect(await write('--blocks', '2')).toEqual({ written: [2], leftOut: 0, bought: 1 })
  expect(await write('--leave-out-missing')).toEqual({ written: [2], leftOut: 5, bought: 1 })
  expect(await run('--chapter', '2')).toMatchObject({ code: 0 })
  expect(service.bought).toHaveLength(3)
  expect(await write('--chapter', '1,2')).toEqual({ written: [1, 2, 3, 4], leftOut: 0, bought: 4 })
  rewrite(path, 3, 'Three again')
  expect(await write('--leave-out-missing')).toEqual({ written: [1, 2, 4], leftOut: 3, bought: 4 })
  expect(await write('--leave-out-missing', '--blocks', '3-4')).toEqual({
    written: [4],
    leftOut: 1,
    bought: 4,
  })
  // A file of the whole story needs blocks that were never rendered: nothing is paid for.
  expect(await run('--only-changed', '--out', out)).toMatchObject({ code: 1 })
  expect(await write('--only-changed', '--leave-out-missing')).toEqual({
    written: [1, 2, 3, 4],
    leftOut: 2,
    bought: 5,
  })
  const told = await run('--leave-out-missing', '--out', out)
  expect(told.stdout).toContain('4 blocks · 2 left out, without audio')
})

test(
  'new credits are spoken by the connection of the story, or the named one, and by no other',
  long,
  async () => {
    await using own = await startPaidService(AUDIO)
    await using other = await startPaidService(AUDIO)
    const run = (words: readonly string[], input = '') =>
      terminal.run([...words, '--data', terminal.path('app')], { input })
    for (const [name, { baseUrl }] of Object.entries({ Other: other, Own: own }))
      expect(await run(['connections', 'add', name, baseUrl], 'paid-key')).toMatchObject({ code: 0 })
    const path = storyAt('credits.fabula', 2)
    const project = reopen(path)
    project.commit(chooseConnection(project.story(), `at ${new URL(own.baseUrl).host}`))
    project.close()
    const render = (...words: string[]) =>
      run(['render', '--project', path, '--out', terminal.path('credits.mp3'), ...words])

    expect(await render()).toMatchObject({ code: 0 })
    expect(own.bought).toHaveLength(2)
    expect(await render('--opening-credits', 'First', '--closing-credits', 'Last')).toMatchObject({ code: 0 })
    expect(own.bought.slice(2).map(({ input }) => input)).toEqual(['First', 'Last'])
    const named = ['--connection', 'Own', '--opening-credits', 'Named', '--closing-credits', 'Last']
    expect(await render(...named)).toMatchObject({ code: 0 })
    expect(own.bought.slice(4).map(({ input }) => input)).toEqual(['Named'])
    expect(other.bought).toEqual([])
  },
)

test('a project can be rendered with one request for the whole story', long, async () => {
  await using service = await startPaidService(AUDIO)
  const { env } = service
  const path = storyAt('whole.fabula', 3)
  const run = (...args: string[]) => terminal.run(['render', '--project', path, ...args], { env })
  const plan = await run('--plan', '--way', 'story', '--json')
  expect(JSON.parse(plan.stdout)).toMatchObject({ way: 'story', make: [{}, {}, {}] })
  expect(await run('--way', 'story')).toMatchObject({ code: 0 })
  expect(service.bought).toHaveLength(1)
  expect(await run('--way', 'story')).toMatchObject({ code: 0 })
  expect(service.bought).toHaveLength(1)
})

test(
  'an interrupted request is found in the history of the service, and not bought again',
  long,
  async () => {
    await using service = await startPaidService(AUDIO, () => 60_000)
    const path = storyAt('broken.fabula', 1)
    const args = ['render', '--project', path, '--json']
    await terminal.run(args, {
      env: service.env,
      onStart(child) {
        const timer = setInterval(() => {
          if (service.bought.length > 0) child.kill('SIGKILL')
        }, 5)
        child.once('exit', () => {
          clearInterval(timer)
        })
      },
    })
    const again = await terminal.run(args, { env: service.env })
    expect(again).toMatchObject({ code: 0 })
    expect(service.bought).toHaveLength(1)
  },
)

test(
  'a request that another service did not answer stays open, and does not stop a render',
  long,
  async () => {
    await using service = await startPaidService(AUDIO)
    const path = storyAt('others.fabula', 2)
    const project = reopen(path)
    project.jobs.insert(conversionOf('lost', { endpoint: 'speech', connectionId: 'other', state: 'unknown' }))
    project.close()
    const run = () =>
      terminal.run(['render', '--project', path, '--send-again', '--json'], { env: service.env })
    expect(await run()).toMatchObject({ code: 0 })
    expect(service.bought).toHaveLength(2)
    const after = reopen(path)
    expect(after.jobs.find('lost')?.state).toBe('unknown')
    after.close()
  },
)

test(
  'blocks that were accepted and cannot be fetched are not bought again as a story, except with --send-again',
  long,
  async () => {
    let accepted = 0
    const server = await startFaultServer({
      submit: (to) => sendJson(to, 200, recordBody({ uuid: `accepted-${(accepted += 1)}` })),
      history: (to) => sendJson(to, 401, {}),
    })
    try {
      const path = storyAt('unfetched.fabula', 2)
      const env = { FABULA_BASE_URL: server.baseUrl, FABULA_API_KEY: 'a-key' }
      const run = (...args: string[]) => terminal.run(['render', '--project', path, ...args], { env })
      expect(await run('--way', 'blocks')).toMatchObject({ code: 1 })
      expect(server.submissions).toHaveLength(2)
      const again = await run('--way', 'story')
      expect(again).toMatchObject({ code: 1 })
      expect(again.stderr).toMatch(/already paid for this text.*--send-again/)
      expect(server.submissions).toHaveLength(2)
      expect(await run('--way', 'story', '--send-again')).toMatchObject({ code: 1 })
      expect(server.submissions.map(({ path: to }) => to.split('/').at(-1))).toEqual([
        ...['text-to-speech', 'text-to-speech'],
        'story-maker',
      ])
    } finally {
      await server.close()
    }
  },
)
