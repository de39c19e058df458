import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import type { ConnectionStore } from '../../speech/connectionStore.ts'
import { testConnection } from '../../speech/testConnection.ts'

type ConnectionChannel = Extract<keyof Handlers, `connections:${string}`>

/** Setting connections up. Every change is told to all pages. */
export function createConnectionHandlers(
  store: ConnectionStore,
  emit: Emit,
): Pick<Handlers, ConnectionChannel> {
  function changed() {
    const view = store.view()
    emit('connections:changed', view)
    return view
  }
  return {
    'connections:list': async () => store.view(),
    async 'connections:save'(draft) {
      const id = store.save(draft)
      return { id, view: changed() }
    },
    async 'connections:removeKey'({ id }) {
      store.removeKey(id)
      return changed()
    },
    async 'connections:remove'({ id }) {
      store.remove(id)
      return changed()
    },
    'connections:test': async ({ id }) => testConnection(await store.connections.get(id)),
  }
}
