import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { Takes } from '../../jobs/makeTake.ts'
import type { Renders } from '../../jobs/renderStory.ts'
import type { AudioPeaks } from '../../project/audioPeaks.ts'
import type { ProjectId, RenderView } from '../../../shared/ipc/views.ts'
import type { Project } from '../../project/project.ts'
import type { OpenProjects } from '../../project/openProjects.ts'

export interface SpeechHandlersOptions {
  readonly openProjects: Pick<OpenProjects, 'get'>
  readonly renders: Renders
  readonly viewRender: (project: Project) => RenderView
  readonly takes: Takes
  readonly peaks: AudioPeaks
  readonly exports: Exports
}

type SpeechChannel = Extract<keyof Handlers, `${'render' | 'takes' | 'audio' | 'export'}:${string}`>

/** Making audio, drawing it, and taking it along. */
export function createSpeechHandlers(options: SpeechHandlersOptions): Pick<Handlers, SpeechChannel> {
  const { openProjects, renders, viewRender, takes, peaks, exports } = options

  function change(projectId: ProjectId, act: (project: Project) => unknown): RenderView {
    const project = openProjects.get(projectId)
    act(project)
    return viewRender(project)
  }

  return {
    'render:start': async ({ projectId }) => change(projectId, renders.start),
    'render:stopFollowing': async ({ projectId }) => change(projectId, renders.stop),
    'render:follow': async ({ projectId }) => change(projectId, renders.follow),
    'render:cancel': async ({ projectId }) => change(projectId, renders.cancel),
    'render:dismiss': async ({ projectId }) => change(projectId, renders.dismiss),
    'takes:make': async ({ projectId, blockId }) => takes.make(openProjects.get(projectId), blockId),
    async 'audio:peaks'({ projectId, audioId }) {
      const { buffer, byteOffset, byteLength } = await peaks.get(openProjects.get(projectId), audioId)
      return { peaks: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
    },
    'export:start': (input) => exports.start(input),
    'export:cancel': (input) => exports.cancel(input),
  }
}
