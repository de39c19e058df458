import { expect, onTestFinished, test } from 'vitest'
import { createLabelHandlers } from '../../../../electron/app/handlers/importHandlers.ts'
import { createKeyStore } from '../../../../electron/speech/servers/keyStore.ts'
import { createServerStore } from '../../../../electron/speech/servers/serverStore.ts'
import { testServer } from '../../../../electron/speech/servers/testServer.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { findKey } from '../../../fakes/keyForms.ts'
import { startModelServer, type ModelServerOptions } from '../../../fakes/modelServer.ts'
import { tempFolder } from '../../speech/support.ts'

const KEY = 'model-key/Key+77aa'
const passage = { text: '[#0] “Wait,” she said.\n\n[#1] “Why?”', lines: [0, 1] }
const speakers = ['Mira', 'Tom']

/** A configured language model, and a function that asks it about the passage. */
async function setUp(options: ModelServerOptions = {}, { maxTokens = 100_000 } = {}) {
  const model = await startModelServer(options)
  onTestFinished(() => model.close())
  const dataDir = tempFolder()
  const safe = { keeping: () => 'sealed' as const, seal: (key: string) => Buffer.from(key), unseal: String }
  const servers = createServerStore(dataDir, createKeyStore({ dataDir, safe }))
  const serverId = servers.save({
    ...{ kind: 'languageModel', id: null, name: 'Own', baseUrl: `${model.url}/v1`, model: 'tiny' },
    ...{ millionTokensCents: 0, maxTokens },
    key: options.key === undefined ? null : { text: KEY, keep: 'safest' },
  })
  const handlers = createLabelHandlers(servers)
  const ask = () => handlers['labels:ask']({ serverId, run: 'run', speakers, passage })
  return { model, servers, serverId, handlers, ask }
}

async function errorOf(asked: Promise<unknown>): Promise<UserFacingError> {
  const error: unknown = await asked.catch((caught: unknown) => caught)
  if (!(error instanceof UserFacingError)) throw new Error(`It was ${String(error)}`)
  return error
}

const good = { labels: [{ line: 1, speaker: 'Tom' }] }

test('a model gets the passage, the speakers and the answer’s schema, and returns labels', async () => {
  const { model, ask } = await setUp({ say: () => good, key: KEY })
  expect(await ask()).toEqual({ labels: good.labels, tokens: 100 })
  expect(model.requests).toHaveLength(1)
  const [request] = model.requests
  expect(request?.messages[1]?.content).toContain(passage.text)
  expect(JSON.stringify(request?.response_format)).toContain('"enum":["Mira","Tom","Narrator","Unknown"]')
})

test.each([
  ['a fence around its JSON', '```json\n{"labels": [{"line": 1, "speaker": "Tom"}]}\n```'],
  [
    'its thoughts before it',
    '<think>Mira [is] asked {so} Tom.</think>{"labels":[{"line":1,"speaker":"Tom"}]}',
  ],
  ['a list without a name', '[{"line": 1, "speaker": "Tom"}]'],
  ['more than was asked for', { labels: [{ line: 1, speaker: 'Tom', sure: 0.9 }], note: 'x' }],
  [
    'labels of other lines and speakers',
    { labels: [{ line: 9, speaker: 'Tom' }, { line: 0, speaker: 'Ann' }, ...good.labels] },
  ],
  ['two labels of a line', { labels: [...good.labels, { line: 1, speaker: 'Mira' }] }],
  ['a broken label among them', { labels: [{ line: '0', speaker: 'Mira' }, null, ...good.labels] }],
])('from an answer with %s, the correct labels are used', async (_, said) => {
  const { ask } = await setUp({ say: () => said })
  expect((await ask()).labels).toEqual(good.labels)
})

test.each([
  ['no JSON', 'Tom speaks the second line.'],
  ['half of it', '{"labels": [{"line": 1, "spea'],
  ['other JSON', '{"answer": 42}'],
  ['nothing', ''],
])('an answer with %s yields no labels, and its tokens are counted', async (_, said) => {
  const { ask } = await setUp({ say: () => said, tokens: null })
  const { labels, tokens } = await ask()
  expect(labels).toBeNull()
  expect(tokens).toBeGreaterThan(100)
})

test('a server that does not support the answer’s schema is asked again without it; any other refusal is reported', async () => {
  const { model, ask } = await setUp({
    say: () => good,
    answer(response, { response_format: form }) {
      if (form === undefined) return false
      response.writeHead(400).end('{"error":{"message":"response_format is not supported"}}')
      return true
    },
  })
  expect((await ask()).labels).toEqual(good.labels)
  expect(model.requests.map((request) => 'response_format' in request)).toEqual([true, false])
  const busy = await setUp({
    answer: (response) => (response.writeHead(500).end('{"error":{"message":"No memory"}}'), true),
  })
  expect(await errorOf(busy.ask())).toMatchObject({
    ...{ code: 'language-model-refused', params: { name: 'Own', status: 500, message: 'No memory' } },
  })
  expect(busy.model.requests).toHaveLength(1)
})

test.each([
  ['breaks off', (response: { destroy(): void }) => response.destroy(), 'language-model-silent'],
  [
    'is another program',
    (response: { end(text: string): void }) => response.end('<html>'),
    'language-model-strange',
  ],
])('a server that %s is asked once, and the failure is reported', async (_, answer, code) => {
  const { model, ask } = await setUp({ answer: (response) => (answer(response), true) })
  expect((await errorOf(ask())).code).toBe(code)
  expect(model.requests).toHaveLength(1)
})

test('asking can be stopped while the model is thinking', async () => {
  let begun = () => {}
  const thinking = new Promise<void>((resolve) => (begun = resolve))
  const { ask, handlers } = await setUp({ delay: () => (begun(), new Promise(() => {})) })
  const asked = errorOf(ask())
  await thinking
  await handlers['labels:stop']({ run: 'run' })
  expect((await asked).code).toBe('request-cancelled')
})

test('nothing is sent that could exceed the token limit of an import', async () => {
  const { model, ask } = await setUp({ say: () => good, tokens: 900 }, { maxTokens: 1_050 })
  await ask()
  const error = await errorOf(ask())
  expect(error).toMatchObject({ code: 'language-model-over-limit', params: { limit: 1_050 } })
  expect(model.requests).toHaveLength(1)
})

test('the key goes only to the server: not into its errors or to a page', async () => {
  const { servers, serverId, ask, model } = await setUp({ say: () => good, key: `${KEY}-other` })
  const error = await errorOf(ask())
  expect(error.code).toBe('language-model-refused')
  expect(findKey(KEY, JSON.stringify(error.params) + JSON.stringify(servers.view()))).toEqual([])
  expect(findKey(KEY, JSON.stringify(model.requests))).toEqual([])
  const server = servers.find('languageModel', serverId)
  expect(await testServer(server, KEY)).toMatchObject({ outcome: 'key-refused', status: 401 })
})

test('a test of the server reports whether it has the model, without asking the model', async () => {
  const { model, servers, serverId } = await setUp({ models: ['tiny:latest', 'large'] })
  const server = servers.find('languageModel', serverId)
  expect(await testServer(server, '')).toMatchObject({ outcome: 'works', count: 2 })
  expect(await testServer({ ...server, model: 'small' }, '')).toMatchObject({ outcome: 'no-such-model' })
  expect(model.requests).toEqual([])
})
