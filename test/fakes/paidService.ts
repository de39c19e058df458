/** A hosted service that records what is bought: it renders every text that it is sent, reports no times, and keeps a history. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sendJson, sendMedia, startFaultServer } from './faultServer.ts'

export interface Bought {
  readonly uuid: string
  /** The words; for a story-maker request, those of all its blocks, joined. */
  readonly input: string
  readonly credits: number
}

export interface PaidService extends AsyncDisposable {
  /** Options that select the service in the terminal. */
  readonly env: Readonly<Record<string, string>>
  readonly baseUrl: string
  /** What was bought, oldest first. */
  readonly bought: readonly Bought[]
}

interface Sent {
  readonly input?: string
  readonly blocks?: readonly { readonly input: string }[]
  readonly voice_id?: string
  readonly model?: string
  readonly speed?: number
}

/** Starts a service in which every conversion has this audio, with this delay before each answer. */
export async function startPaidService(
  audio: Uint8Array,
  answerMs: () => number = () => 0,
): Promise<PaidService> {
  const bought: (Bought & { readonly record: object })[] = []
  const server = await startFaultServer({
    submit(response, { body }) {
      const sent = JSON.parse(body) as Sent // from Fabula itself
      const input = sent.input ?? sent.blocks?.map((block) => block.input).join('\n') ?? ''
      const [uuid, credits] = [`paid-${bought.length}`, Array.from(input.replaceAll('\n', '')).length]
      const { voice_id = '', model = '', speed = 1 } = sent
      const record = {
        ...{
          uuid,
          voice_id,
          model,
          speed,
          tts_input: input,
          estimated_credit: credits,
          used_credit: credits,
        },
        ...{ status: 2, status_percentage: 100, media_url: `/audio/${uuid}.mp3`, error_message: '' },
        created_at: new Date().toISOString(),
      }
      bought.push({ uuid, input, credits, record })
      void sleep(answerMs()).then(() => {
        sendJson(response, 200, { success: true, result: record })
      })
    },
    history(response, _, uuid) {
      sendJson(response, 200, { success: true, result: bought.find((each) => each.uuid === uuid)?.record })
    },
    media(response, _, request) {
      if (request.path.startsWith('/audio/')) sendMedia(response, request, audio)
      else sendJson(response, 200, { success: true, result: bought.map(({ record }) => record) })
    },
  })
  return {
    baseUrl: server.baseUrl,
    env: { FABULA_BASE_URL: server.baseUrl, FABULA_API_KEY: 'paid-key' },
    bought,
    [Symbol.asyncDispose]: () => server.close(),
  }
}
