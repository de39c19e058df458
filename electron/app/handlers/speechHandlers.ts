import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { Takes } from '../../jobs/makeTake.ts'
import type { AudioPeaks } from '../../project/audioPeaks.ts'
import type { OpenProjects } from '../../project/openProjects.ts'

export interface SpeechHandlersOptions {
  readonly openProjects: Pick<OpenProjects, 'get'>
  readonly takes: Takes
  readonly peaks: AudioPeaks
  readonly exports: Exports
}

type SpeechChannel = Extract<keyof Handlers, `${'takes' | 'audio' | 'export'}:${string}`>

/** Making audio, drawing it, and taking it along. */
export function createSpeechHandlers(options: SpeechHandlersOptions): Pick<Handlers, SpeechChannel> {
  const { openProjects, takes, peaks, exports } = options
  return {
    'takes:make': async ({ projectId, blockId }) => takes.make(openProjects.get(projectId), blockId),
    async 'audio:peaks'({ projectId, audioId }) {
      const { buffer, byteOffset, byteLength } = await peaks.get(openProjects.get(projectId), audioId)
      return { peaks: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
    },
    'export:start': (input) => exports.start(input),
    'export:cancel': (input) => exports.cancel(input),
  }
}
