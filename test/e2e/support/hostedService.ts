/** A hosted speech service that is scripted by a test, with a connection to it in the app. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import { chirp, pcm, RATE } from '../../electron/lib/audio/signals.ts'
import {
  recordBody,
  sendJson,
  sendMedia,
  startFaultServer,
  type FaultScript,
  type FaultServer,
} from '../../fakes/faultServer.ts'
import { callHost } from './call.ts'

export interface HostedService {
  readonly server: FaultServer
  /** A second and a half of sound, as MP3. */
  readonly audio: Uint8Array
  /** The behaviour of a working service: accepts, has a history, and returns the audio. */
  working(fields?: Record<string, unknown>): FaultScript
  /** Adds the connection if it does not exist yet, and makes the page load it. */
  connect(page: Page, name: string, webhookPublicKey?: string): Promise<void>
}

export function useHostedService(): HostedService {
  let server: FaultServer
  let audio: Uint8Array
  let accepted = 0
  let connectionId: string | null = null
  beforeAll(async () => {
    audio = await encodeMp3(pcm(chirp(200, 2_000, RATE * 1.5)), { kbps: 64 })
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  return {
    get server() {
      return server
    },
    get audio() {
      return audio
    },
    working: (fields = {}) => ({
      submit: (response) => sendJson(response, 200, recordBody({ uuid: `uuid-${(accepted += 1)}` })),
      history: (response, _, uuid) =>
        sendJson(
          response,
          200,
          recordBody({ uuid, status: 2, status_percentage: 100, media_url: '/audio.mp3', ...fields }),
        ),
      media: (response, _, request) => {
        if (request.path === '/audio.mp3') sendMedia(response, request, audio)
        else response.writeHead(404).end()
      },
    }),
    async connect(page, name, webhookPublicKey = '') {
      const { id } = await callHost(page, 'servers:save', {
        ...{ kind: 'connection', id: connectionId, name, baseUrl: server.baseUrl, webhookPublicKey },
        key: { text: 'a-key-of-the-test', keep: 'file' },
      })
      connectionId = id
      await page.reload()
    },
  }
}
