/** Setting connections up and choosing one for a story, from the writer's side. */
import i18next from 'i18next'
import type { ConnectionTest } from '../../shared/ipc/connectionsContract.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { chooseConnection } from '../../shared/story/castCommands.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import { mergeVoices } from '../stores/ownVoices.ts'
import type { World } from '../stores/world.ts'

/** Asks the host for the connections, and follows what becomes of them. */
export async function followConnections(world: World): Promise<void> {
  world.bridge.on('connections:changed', (connections) => {
    world.app.setState({ connections })
  })
  world.app.setState({ connections: await world.bridge.call('connections:list', {}) })
}

/** Saves a connection and gives its id. */
export async function saveConnection(world: World, draft: Input<'connections:save'>): Promise<string> {
  const { id, view } = await world.bridge.call('connections:save', draft)
  world.app.setState({ connections: view })
  world.note('connections.saved', { name: draft.name.trim() })
  return id
}

/** Removes a connection with its key, or its key alone. */
export async function removeConnection(
  world: World,
  channel: 'connections:remove' | 'connections:removeKey',
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  world.app.setState({ connections: await world.bridge.call(channel, { id }) })
  if (channel === 'connections:remove') world.note('connections.removed', { name })
}

export function testConnection(world: World, id: string): Promise<ConnectionTest> {
  return world.bridge.call('connections:test', { id })
}

/** Gives the open story another connection: an edit like any other. */
export function speakBy(world: World, connectionId: string): void {
  const open = world.story.getState().open
  if (open === null || open.story.info.connectionId === connectionId) return
  world.edit('edits.connection', chooseConnection(open.story, connectionId))
  const { connections } = world.app.getState().connections
  const name =
    connectionId === BUILT_IN_CONNECTION
      ? i18next.t('connections.builtIn')
      : connections.find(({ id }) => id === connectionId)?.name
  world.announce('connections.chosen', { name: name ?? connectionId })
}

/** Keeps the voices that the writer added. */
export async function saveVoices(world: World, voices: Settings['voices']): Promise<void> {
  const settings = await world.bridge.call('settings:update', { voices })
  const { hostVoices } = world.app.getState()
  world.app.setState({ settings, voices: mergeVoices(hostVoices, settings.voices) })
}
