/**
 * Several stories rendered by one command.
 * @module-tag long
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startFaultServer } from '../../../fakes/faultServer.ts'
import { toneMp3, workingService } from '../../jobs/engineSupport.ts'
import { runService, TEST_KEY, type TestService } from '../../local-service/runService.ts'
import { decodeFile, openTerminal, type CliRun } from './runCli.ts'

let service: TestService
let serviceFolder: ReturnType<typeof openTerminal>
beforeAll(async () => {
  serviceFolder = openTerminal()
  service = await runService(serviceFolder.path('service'))
})
afterAll(async () => {
  await service.stop('SIGKILL')
  serviceFolder[Symbol.dispose]()
})

const lineSchema = z.looseObject({
  input: z.string(),
  path: z.string().optional(),
  credits: z.number().nullable().optional(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
})

/** The line of JSON of each story. */
const linesOf = ({ stdout }: CliRun) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)))

/** The number of conversions that the service was asked for. */
async function asked(): Promise<number> {
  const body = (await (await service.get('/uapi/v1/history')).json()) as { total: number }
  return body.total
}

test('several stories are rendered in order into a folder; a failure does not stop the others, and sets the exit code', async () => {
  using terminal = openTerminal()
  writeFileSync(terminal.path('one.md'), '# One\n\nGood evening.')
  writeFileSync(terminal.path('broken.fabula'), 'no story')
  writeFileSync(terminal.path('two.txt'), 'Good night.')
  const names = ['one.md', 'broken.fabula', 'two.txt']
  const run = await terminal.run(['render', ...names, '--out-dir', 'audio', '--format', 'wav', '--json'])
  const lines = linesOf(run)
  expect(lines.map(({ input, path, error }) => [input, path, error?.code])).toEqual([
    ['one.md', terminal.path('audio/one.wav'), undefined],
    ['broken.fabula', undefined, expect.any(String)],
    ['two.txt', terminal.path('audio/two.wav'), undefined],
  ])
  expect(run.code).toBe(1)
  expect(run.stderr).toContain(`broken.fabula: ${lines[1]?.error?.message}`)
  expect(run.stderr).toContain('1 of 3 stories could not be rendered.')
  for (const name of ['one', 'two']) {
    const { samples } = await decodeFile(terminal.path(`audio/${name}.wav`))
    expect(samples.length).toBeGreaterThan(8000)
  }
  expect(terminal.leftovers()).toEqual([])

  const [good, alone] = [
    await terminal.run(['render', 'one.md', 'two.txt', '--out-dir', 'audio']),
    await terminal.run(['render', 'two.txt', '--out-dir', 'audio']),
  ]
  expect([good.code, alone.code]).toEqual([0, 0])
  expect(good.stdout).toMatch(/^one\.md\n.*one\.mp3\n[^]*two\.txt\n.*two\.mp3\n/)
})

test('several stories share one credit limit, and a story that exceeds it is not sent', async () => {
  using terminal = openTerminal()
  const texts = {
    'a.txt': 'Good evening.',
    'b.txt': 'It was a very long evening, and longer still.',
    'c.txt': 'Good night.',
  }
  for (const [name, text] of Object.entries(texts)) writeFileSync(terminal.path(name), text)
  const env = { FABULA_BASE_URL: service.baseUrl, FABULA_API_KEY: TEST_KEY }
  const inputs = Object.keys(texts)
  const plan = linesOf(await terminal.run(['render', ...inputs, '--plan', '--json'], { env }))
  const [a = 0, b = 0, c = 0] = plan.map(({ credits }) => credits ?? 0)
  expect(Math.min(a, c)).toBeGreaterThan(0)
  expect(b).toBeGreaterThanOrEqual(a + c)

  const before = await asked()
  const limit = String(b) // enough for each alone, but not for the second after the first
  const run = await terminal.run(
    ['render', ...inputs, '--out-dir', 'audio', '--json', '--max-credits', limit],
    { env },
  )
  expect(linesOf(run).map(({ input, error }) => [input, error?.code])).toEqual([
    ['a.txt', undefined],
    ['b.txt', 'render-over-limit'],
    ['c.txt', undefined],
  ])
  expect([run.code, (await asked()) - before, existsSync(join(terminal.folder, 'audio/b.mp3'))]).toEqual([
    1,
    2,
    false,
  ])
})

test.each([
  { used: 30, made: 1 }, // more than the 13 of the estimate
  { used: -30, made: 2 }, // not a number of credits
])(
  'several stories share a limit by the service’s figure if that is higher: $used',
  async ({ used, made }) => {
    using terminal = openTerminal()
    const inputs = ['a.txt', 'b.txt']
    for (const name of inputs) writeFileSync(terminal.path(name), 'Good evening.')
    const dear = await startFaultServer(workingService(await toneMp3(300), { used_credit: used }))
    const run = await terminal.run(
      ['render', ...inputs, '--out-dir', 'audio', '--json', '--max-credits', '40'],
      {
        env: { FABULA_BASE_URL: dear.baseUrl, FABULA_API_KEY: TEST_KEY },
      },
    )
    await dear.close()
    expect(linesOf(run).map(({ error }) => error?.code)).toEqual([
      undefined,
      made === 1 ? 'render-over-limit' : undefined,
    ])
    expect(linesOf(run)[0]?.credits).toBe(used > 0 ? used : null)
    expect(dear.submissions).toHaveLength(made)
  },
)

test('several stories together are under the caps of the app', async () => {
  using terminal = openTerminal()
  for (const name of ['a', 'b', 'c']) writeFileSync(terminal.path(`${name}.txt`), `Good evening, ${name}.`)
  const env = { FABULA_BASE_URL: service.baseUrl, FABULA_API_KEY: TEST_KEY }
  const inputs = ['a.txt', 'b.txt', 'c.txt']
  const plan = linesOf(await terminal.run(['render', ...inputs, '--plan', '--json'], { env }))
  const [a = 0, b = 0] = plan.map(({ credits }) => credits ?? 0)
  const data = terminal.path('app')
  mkdirSync(data)
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ creditsPerDay: a + b }))
  const run = await terminal.run(['render', ...inputs, '--out-dir', 'audio', '--json', '--data', data], {
    env,
  })
  expect(linesOf(run).map(({ error }) => error?.code)).toEqual([undefined, undefined, 'credit-cap-day'])
  expect(run.code).toBe(1)
})
