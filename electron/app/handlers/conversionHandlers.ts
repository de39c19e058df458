import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { ProjectView } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ConversionsRoom } from '../../jobs/conversions/conversionsRoom.ts'
import type { SettingsStore } from '../settingsStore.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'

export interface ConversionHandlersOptions {
  readonly room: ConversionsRoom
  readonly settings: SettingsStore
  readonly files: Pick<HostFiles, 'pathOf' | 'done'>
  readonly openStory: (path: string) => Promise<ProjectView>
}

type ConversionChannel = Extract<keyof Handlers, `${'conversions' | 'ledger' | 'webhooks'}:${string}`>

/** Conversions of all stories, what they cost, and the events of services. */
export function createConversionHandlers(
  options: ConversionHandlersOptions,
): Pick<Handlers, ConversionChannel> {
  const { room, settings, files, openStory } = options
  const { log, actions, ledger, webhooks } = room
  return {
    'conversions:list': async ({ after, filter }) => log.list(after, filter),
    async 'conversions:openStory'({ id }) {
      const place = log.place(id)
      if (place === undefined) throw new UserFacingError('conversion-gone')
      return openStory(place.path)
    },
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
      await actions.putAside(id)
      return {}
    },
    async 'conversions:forget'({ id }) {
      actions.forget(id)
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
      log.tellWaiting()
      return {}
    },
  }
}
