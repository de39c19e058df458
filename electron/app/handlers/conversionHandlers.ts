import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { ProjectView } from '../../../shared/ipc/views.ts'
import type { Webhooks } from '../../jobs/events/webhooks.ts'
import type { JobActions } from '../../jobs/jobActions.ts'
import type { JobIndex } from '../../jobs/jobIndex.ts'
import type { LedgerBook } from '../../jobs/ledger.ts'
import type { SettingsStore } from '../settingsStore.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'

export interface ConversionHandlersOptions {
  readonly index: JobIndex
  readonly actions: JobActions
  readonly ledger: LedgerBook
  readonly webhooks: Webhooks
  readonly settings: SettingsStore
  readonly files: Pick<HostFiles, 'pathOf' | 'done'>
  readonly openStory: (path: string) => Promise<ProjectView>
}

type ConversionChannel = Extract<keyof Handlers, `${'conversions' | 'ledger' | 'webhooks'}:${string}`>

/** Conversions of all stories, what they cost, and the events of services. */
export function createConversionHandlers(
  options: ConversionHandlersOptions,
): Pick<Handlers, ConversionChannel> {
  const { index, actions, ledger, webhooks, settings, files, openStory } = options
  return {
    'conversions:list': async ({ after, filter }) => index.list(after, filter),
    'conversions:openStory': async ({ id }) => openStory(index.pathOf(id)),
    'conversions:listen': async ({ id }) => ({ projectId: await actions.listen(id) }),
    async 'conversions:hush'({ id }) {
      actions.hush(id)
      return {}
    },
    async 'conversions:follow'({ id }) {
      await actions.follow(id)
      return {}
    },
    'conversions:claimable': ({ id }) => actions.claimable(id),
    async 'conversions:claim'({ id, uuid }) {
      await actions.claim(id, uuid)
      return {}
    },
    async 'conversions:attach'({ id, from }) {
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
    async 'conversions:putAside'({ id }) {
      await actions.dismiss(id)
      return {}
    },
    async 'conversions:forget'({ id }) {
      actions.removeFromList(id)
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
      index.tellWaiting()
      return {}
    },
  }
}
