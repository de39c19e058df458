import { basename } from 'node:path'
import type { Handlers, Input, Output } from '../../../shared/ipc/contract.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'
import { writeExport } from '../../lib/files/writeExport.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { SettingsStore } from '../settingsStore.ts'
import { type InstalledPack, readMakesPerSecond } from '../../lib/voices/installedPacks.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { Paces } from '../../../shared/jobs/pace.ts'
import { ESTIMATED_MS_PER_CHARACTER } from '../../../shared/story/layout.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'

export interface JobHandlersOptions {
  readonly jobs: Jobs
  readonly openProjects: OpenProjects
  readonly settings: SettingsStore
  readonly files: Pick<HostFiles, 'pathOf' | 'done'>
  readonly openStory: (path: string) => Promise<ProjectView>
  /** The voice packs on this computer. */
  readonly packs: () => readonly InstalledPack[]
}

type JobChannel = Extract<keyof Handlers, `${'jobs' | 'ledger' | 'webhooks'}:${string}`>

/** Lists and controls the jobs of all stories and documents, their costs, and the events of services. */
export function createJobHandlers(options: JobHandlersOptions): Pick<Handlers, JobChannel> {
  const { jobs, openProjects, settings, files, openStory, packs } = options
  const { index, conversions, actions, runner, ledger, webhooks } = jobs

  async function start(order: Input<'jobs:start'>): Promise<Output<'jobs:start'>> {
    if (order.kind === 'document')
      return jobs.documents.start({ ...order, path: await files.pathOf(order.ref, 'document') })
    const project = openProjects.get(order.projectId)
    const { only, way, pastCaps, despite, spokenCredits } = order
    const id = jobs.renders.start(project, {
      only: only && new Set(only),
      way,
      despite,
      pastCaps,
      spokenCredits,
    })
    const job = id === null ? undefined : index.view(project, id)
    return { job: job ?? null, isNew: id !== null }
  }

  return {
    'jobs:start': start,
    async 'jobs:goOn'({ projectId, isWanted }) {
      const project = openProjects.get(projectId)
      if (isWanted) jobs.renders.goOn(project, true)
      else jobs.renders.forgetBrokenOff(project)
      return {}
    },
    async 'jobs:stop'({ id }) {
      runner.stop(id)
      return {}
    },
    async 'jobs:cancel'({ id }) {
      await actions.cancel(id)
      return {}
    },
    async 'jobs:pause'({ id, isPaused }) {
      jobs.renders.queue(id)?.setPaused(isPaused)
      return {}
    },
    async 'jobs:changeQueue'({ id, blockId, act }) {
      jobs.renders.queue(id)?.change(blockId, act)
      return {}
    },
    'jobs:paces': async ({ connectionId }) => {
      const paces = conversions.paces(connectionId)
      return connectionId === BUILT_IN_CONNECTION ? withPackPaces(paces, packs()) : paces
    },
    async 'jobs:resume'({ id }) {
      await actions.resume(id)
      return {}
    },
    async 'jobs:dismiss'({ id }) {
      await actions.dismiss(id)
      return {}
    },
    async 'jobs:attach'({ id, from }) {
      if (from.kind === 'address') {
        await actions.attach(id, { url: from.url })
        return {}
      }
      try {
        await actions.attach(id, { path: await files.pathOf(from.ref, 'audio') })
      } finally {
        await files.done(from.ref)
      }
      return {}
    },
    'jobs:claimable': ({ id }) => actions.claimable(id),
    async 'jobs:claim'({ id, uuid }) {
      await actions.claim(id, uuid)
      return {}
    },
    'jobs:list': async ({ after, filter }) => index.list(after, filter),
    'jobs:count': async ({ filter }) => index.count(filter),
    async 'jobs:writeTable'({ ref, csv }) {
      const path = await files.pathOf(ref, 'export-csv')
      writeExport(path, csv)
      return { fileName: basename(path) }
    },
    async 'jobs:restoreToList'({ id }) {
      actions.restoreToList(id)
      return {}
    },
    async 'jobs:removeFromList'({ id }) {
      actions.removeFromList(id)
      return {}
    },
    'jobs:openStory': async ({ id }) => openStory(index.pathOf(id)),
    'jobs:listen': async ({ id }) => ({ projectId: await actions.listen(id) }),
    async 'jobs:stopListening'({ id }) {
      actions.stopListening(id)
      return {}
    },
    'ledger:get': async () => ledger.read(),
    async 'ledger:allow'({ request }) {
      ledger.allow(request)
      return {}
    },
    'webhooks:state': async () => webhooks.state(),
    'webhooks:test': () => webhooks.test(),
    async 'webhooks:allowHost'({ host }) {
      const { webhookHosts } = settings.get()
      if (!webhookHosts.includes(host)) settings.update({ webhookHosts: [...webhookHosts, host] })
      index.tell(conversions.accepted())
      return {}
    },
  }
}

/** The paces of the built-in service, and of natural voices measured only by a sample sentence. Times of real blocks take precedence. */
export function withPackPaces({ all, byVoice }: Paces, packs: readonly InstalledPack[]): Paces {
  const ofPacks = packs.flatMap(({ manifest, folder }) => {
    const makesPerSecond = readMakesPerSecond(folder)
    if (makesPerSecond === null) return []
    return naturalVoicesOf(manifest).map(
      ({ id }) => [id, ESTIMATED_MS_PER_CHARACTER / makesPerSecond] as const,
    )
  })
  return { all, byVoice: { ...Object.fromEntries(ofPacks), ...byVoice } }
}
