import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { Takes } from '../../jobs/makeTake.ts'
import type { Renders } from '../../jobs/renderStory.ts'
import type { AudioPeaks } from '../../project/audioPeaks.ts'
import type { OpenProjects } from '../../project/openProjects.ts'

export interface SpeechHandlersOptions {
  readonly openProjects: Pick<OpenProjects, 'get'>
  readonly renders: Renders
  readonly takes: Takes
  readonly peaks: AudioPeaks
  readonly exports: Exports
}

type SpeechChannel = Extract<keyof Handlers, `${'render' | 'takes' | 'audio' | 'export'}:${string}`>

/** Making audio, drawing it, and taking it along. */
export function createSpeechHandlers(options: SpeechHandlersOptions): Pick<Handlers, SpeechChannel> {
  const { openProjects, renders, takes, peaks, exports } = options
  return {
    'render:start': async ({ projectId }) => renders.start(openProjects.get(projectId)),
    'render:stopFollowing': async ({ projectId }) => renders.stop(openProjects.get(projectId)),
    'render:follow': async ({ projectId }) => renders.follow(openProjects.get(projectId)),
    'render:dismiss': async ({ projectId }) => renders.dismiss(openProjects.get(projectId)),
    'takes:make': async ({ projectId, blockId }) => takes.make(openProjects.get(projectId), blockId),
    async 'audio:peaks'({ projectId, audioId }) {
      const { buffer, byteOffset, byteLength } = await peaks.get(openProjects.get(projectId), audioId)
      return { peaks: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
    },
    'export:start': (input) => exports.start(input),
    'export:cancel': (input) => exports.cancel(input),
  }
}
