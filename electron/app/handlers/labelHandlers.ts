import type { Handlers } from '../../../shared/ipc/contract.ts'
import { estimatedTokens, labelRequest, readLabels } from '../../../shared/import/speakers/labelling.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { askLanguageModel } from '../../speech/languageModel.ts'
import type { ServerStore } from '../../speech/servers/serverStore.ts'

type LabelChannel = Extract<keyof Handlers, `labels:${string}`>

/** A review whose unclear lines a language model is labelling. */
interface Run {
  tokens: number
  stop: AbortController
}

/** The number of runs to remember; older ones have ended. */
const MOST_RUNS = 100

/** Asks the writer's language model who speaks the lines of an import. Sends nothing that could exceed the server's token limit. */
export function createLabelHandlers(
  servers: Pick<ServerStore, 'find' | 'keyOf' | 'prepareKeys'>,
): Pick<Handlers, LabelChannel> {
  const runs = new Map<string, Run>()
  return {
    async 'labels:ask'({ serverId, run: id, speakers, passage }) {
      const server = servers.find('languageModel', serverId)
      const run = runs.get(id) ?? { tokens: 0, stop: new AbortController() }
      run.stop = new AbortController()
      runs.set(id, run)
      for (const old of [...runs.keys()].slice(0, -MOST_RUNS)) runs.delete(old)
      if (run.tokens + estimatedTokens(passage, speakers) > server.maxTokens)
        throw new UserFacingError('language-model-over-limit', { limit: server.maxTokens })
      const question = labelRequest(passage, speakers)
      await servers.prepareKeys()
      const key = servers.keyOf(server)
      const { json, tokens } = await askLanguageModel({ server, key, ...question, signal: run.stop.signal })
      run.tokens += tokens
      return { labels: readLabels(json, passage, speakers), tokens }
    },
    async 'labels:stop'({ run }) {
      runs.get(run)?.stop.abort(new UserFacingError('request-cancelled'))
      return {}
    },
  }
}
