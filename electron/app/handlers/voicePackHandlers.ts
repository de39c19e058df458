import type { Handlers } from '../../../shared/ipc/contract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { Report } from '../../lib/report.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Projects } from '../../project/projects.ts'
import { storiesWithVoices } from '../../project/storiesUsing.ts'
import { voicesOfPack } from '../../speech/packs/voicesFolder.ts'
import type { VoicePacks } from '../../speech/packs/voicePacks.ts'

export interface VoicePackHandlersOptions {
  readonly packs: VoicePacks
  readonly files: Pick<HostFiles, 'pathOf' | 'done' | 'showFile'>
  readonly projects: Pick<Projects, 'recents' | 'pathOf'>
  readonly openProjects: Pick<OpenProjects, 'at'>
  readonly report: Report
}

type VoicePackChannel = Extract<keyof Handlers, `voicePacks:${string}`>

export function createVoicePackHandlers(options: VoicePackHandlersOptions): Pick<Handlers, VoicePackChannel> {
  const { packs, files, projects, openProjects, report } = options

  return {
    'voicePacks:list': () => packs.view(),
    async 'voicePacks:get'({ packId }) {
      // An error becomes part of the pack's state, which is sent to the page.
      packs.get(packId).catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) report('voice packs', error)
      })
      return {}
    },
    async 'voicePacks:sample'({ packId }) {
      const { type, bytes } = await packs.sample(packId)
      return { type, base64: Buffer.from(bytes).toString('base64') }
    },
    async 'voicePacks:stop'({ packId }) {
      packs.stop(packId)
      return {}
    },
    async 'voicePacks:add'({ refs }) {
      try {
        const paths = await Promise.all(refs.map((ref) => files.pathOf(ref, 'voice')))
        return { packId: (await packs.add(paths)).id }
      } finally {
        for (const ref of refs) await files.done(ref)
      }
    },
    async 'voicePacks:rename'({ packId, name }) {
      await packs.rename(packId, name)
      return {}
    },
    'voicePacks:stories': async ({ packId }) =>
      storiesWithVoices(voicesOfPack(await packs.view(), packId), { projects, openProjects }),
    async 'voicePacks:remove'({ packId }) {
      await packs.remove(packId)
      return {}
    },
    async 'voicePacks:showFolder'() {
      files.showFile((await packs.view()).folder)
      return {}
    },
  }
}
