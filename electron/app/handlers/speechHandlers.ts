import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { Projects } from '../../project/projects.ts'
import type { TakesRoom } from '../../jobs/takes/takesRoom.ts'

export interface SpeechHandlersOptions {
  readonly projects: Pick<Projects, 'get'>
  readonly takesRoom: TakesRoom
  readonly exports: Exports
}

type SpeechChannel = Extract<keyof Handlers, `${'render' | 'takes' | 'audio' | 'export'}:${string}`>

/** Making audio, drawing it, and taking it along. */
export function createSpeechHandlers(options: SpeechHandlersOptions): Pick<Handlers, SpeechChannel> {
  const { projects, takesRoom, exports } = options
  const { renders, takes, peaks } = takesRoom
  return {
    'render:start': async ({ projectId }) => renders.start(projects.get(projectId)),
    'render:stopFollowing': async ({ projectId }) => renders.stopFollowing(projects.get(projectId)),
    'render:follow': async ({ projectId }) => renders.follow(projects.get(projectId)),
    'render:dismiss': async ({ projectId }) => renders.dismiss(projects.get(projectId)),
    'takes:make': async ({ projectId, blockId }) => takes.make(projects.get(projectId), blockId),
    async 'audio:peaks'({ projectId, audioId }) {
      const { buffer, byteOffset, byteLength } = await peaks.get(projects.get(projectId), audioId)
      return { peaks: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
    },
    'export:start': (input) => exports.start(input),
    'export:cancel': (input) => exports.cancel(input),
  }
}
