import { testConnection } from '../../actions/connections.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import { ConnectionItem } from './ConnectionItem.tsx'
import { ServersDialog } from './ServersDialog.tsx'

/** The speech services that Fabula may use. */
export function ConnectionsDialog() {
  const world = useWorld()
  const { connections, keeping } = useAppState((state) => state.connections)
  return (
    <ServersDialog
      texts="connections"
      servers={connections}
      idOf={({ id }) => id}
      askFor={(id) => testConnection(world, id)}
      form={(connection, on) => <ConnectionForm connection={connection} keeping={keeping} {...on} />}
      item={(connection, on) => <ConnectionItem key={connection.id} connection={connection} {...on} />}
    />
  )
}
