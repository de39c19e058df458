import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createServerHandlers } from '../../../../electron/app/handlers/voiceHandlers.ts'
import { createKeyStore } from '../../../../electron/speech/servers/keyStore.ts'
import { createServerStore } from '../../../../electron/speech/servers/serverStore.ts'
import { tempFolder } from '../../speech/support.ts'

/** Handlers whose keychain can no longer be opened, and an HTTP server that counts its requests. */
async function lockedHandlers() {
  let requests = 0
  const http = createServer((_, response) => {
    requests += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  const dataDir = tempFolder()
  const safe = {
    keeping: () => 'sealed' as const,
    seal: () => Buffer.from('sealed'),
    unseal: () => {
      throw new Error('locked')
    },
  }
  const nothing = { voices: [], engines: [] }
  return {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, // it listens on TCP
    requests: () => requests,
    handlers: createServerHandlers({
      servers: createServerStore(dataDir, createKeyStore({ dataDir, safe })),
      speech: { setEngines: async () => {} },
      voices: { known: () => nothing, list: async () => nothing },
      emit: () => {},
      report: vi.fn(),
    }),
  }
}

const key = { text: 'a-key', keep: 'safest' } as const

test('a test of the server reports a key that cannot be opened, and sends no request', async () => {
  const { handlers, baseUrl, requests } = await lockedHandlers()
  const save = handlers['servers:save']
  const connection = await save({
    kind: 'connection',
    id: null,
    name: 'Studio',
    baseUrl,
    webhookPublicKey: '',
    key,
  })
  await save({
    kind: 'engine',
    id: null,
    name: 'tone',
    baseUrl,
    model: 'm',
    voices: [],
    maxCharacters: 50,
    pcmRate: 0,
    key,
  })
  for (const ref of [
    { kind: 'connection', id: connection.id },
    { kind: 'engine', id: 'tone' },
  ] as const)
    await expect(handlers['servers:test'](ref)).rejects.toMatchObject({ code: 'key-unreadable' })
  expect(requests()).toBe(0)
})
