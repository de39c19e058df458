import { existsSync, readFileSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCommandLine } from '../../../../electron/hosts/cli/commandLine.ts'
import { serveHere, TEST_KEY, type ServiceHere } from '../../local-service/runService.ts'
import { openTerminal, readFileSummary, type Terminal } from './runCli.ts'
import { long } from '../../../support/tags.ts'

let service: ServiceHere
let terminal: Terminal
beforeAll(async () => {
  terminal = openTerminal()
  service = await serveHere(terminal.path('service'))
})
afterAll(async () => {
  await service.stop()
  terminal[Symbol.dispose]()
})

const run = (words: readonly string[], input = '') =>
  terminal.run([...words, '--data', terminal.path('app')], { input })

describe('fabula connections', () => {
  test(
    'adds a connection with a key from standard input, tests it, renders with it, and removes it',
    long,
    async () => {
      const added = await run(['connections', 'add', 'Studio', service.baseUrl], `${TEST_KEY}\n`)
      expect(added).toMatchObject({ code: 0, stdout: 'Added Studio.\n' })
      expect(added.stderr).toContain('It is not encrypted.')
      expect(statSync(terminal.path('app/keys.json')).mode & 0o777).toBe(0o600)

      const listed = await run(['connections'])
      expect(listed.stdout).toBe(`Studio\t${service.baseUrl}\tkey stored unencrypted on this computer\n`)
      expect(await run(['connections', 'test', 'Studio'])).toMatchObject({ code: 0 })

      const words = ['render', '-', '--out', 'own.mp3', '--json', '--connection', 'Studio']
      const rendered = await run(words, 'Good evening.')
      expect(rendered).toMatchObject({ code: 0 })
      expect(readFileSummary(rendered).credits).toBe('Good evening.'.length)

      expect(await run(['connections', 'remove', 'Studio'])).toMatchObject({ code: 0 })
      expect(await run(['connections'])).toMatchObject({ code: 0, stdout: '' })
      expect(readFileSync(terminal.path('app/keys.json'), 'utf8')).toBe('{}\n')
      const gone = await run(words, 'Good night.')
      expect(gone).toMatchObject({ code: 1, stdout: '' })
      expect(gone.stderr).toContain('There is no connection named “Studio”')
    },
  )

  test('tests the service that the environment names, and stores nothing', long, async () => {
    const test = (env: Record<string, string>) => terminal.run(['connections', 'test'], { env })
    const named = { FABULA_BASE_URL: service.baseUrl, FABULA_API_KEY: TEST_KEY }
    expect(await test(named)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Connected to /) as string,
    })
    const wrong = await test({ ...named, FABULA_API_KEY: 'a-wrong-key-41c0' })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toContain('does not accept the key (HTTP status 401)')
    const none = await test({})
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('FABULA_BASE_URL does not name a speech service')
    expect(existsSync(terminal.dataDir)).toBe(false)
  })

  test('reports what is wrong with a connection, but never the key', long, async () => {
    const key = 'a-wrong-key-41c0'
    await run(['connections', 'add', 'Wrong', service.baseUrl], key)
    const tested = await run(['connections', 'test', 'Wrong'])
    expect(tested).toMatchObject({ code: 1, stdout: '' })
    expect(tested.stderr).toContain('does not accept the key (HTTP status 401)')
    expect(tested.stderr).not.toContain(key)
  })

  test.each([
    [['connections', 'add', 'Open', 'http://speech.example'], 'key', /https/],
    [['connections', 'add', 'Empty', 'https://speech.example'], '', /This key cannot be sent/],
    [['connections', 'test', 'Nobody'], '', /no connection named “Nobody”/],
    [['connections', 'remove', 'Nobody'], '', /no connection named “Nobody”/],
  ])('refuses %j', long, async (words, input, reason) => {
    const refused = await run(words, input)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(reason)
  })

  test.each([
    [['connections', 'add', 'Studio', 'https://speech.example', 'the-key'], /standard input/],
    [['connections', 'sing'], /cannot “sing”/],
    [['connections', 'add'], /Name the connection/],
    [['connections', 'test', 'A', '--json'], /--json belongs to render, import, update, voices/],
  ])('rejects %j', (words, reason) => {
    // How the terminal reports such arguments is tested once, in render.test.ts.
    expect(parseCommandLine(words)).toEqual({
      kind: 'wrong',
      problem: expect.stringMatching(reason),
      command: 'connections',
    })
  })
})
