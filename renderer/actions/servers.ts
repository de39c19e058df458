/** Setting up servers, choosing a connection for a story, and knowing the voices. */
import i18next from 'i18next'
import type { Settings } from '../../shared/ipc/views.ts'
import type { ServerDraft, ServerTest, ServerView } from '../../shared/servers/contract.ts'
import { SERVER_KINDS } from '../../shared/servers/kinds.ts'
import type { ServerKind } from '../../shared/servers/kinds.ts'
import { chooseConnection } from '../../shared/story/castCommands.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { mergeVoices } from '../stores/ownVoices.ts'
import type { World } from '../stores/world.ts'

/** Asks the host for the servers, and keeps them up to date with the voices that engines lend. */
export async function followServers(world: World): Promise<void> {
  world.bridge.on('servers:changed', (servers) => {
    world.app.setState({ servers })
    refreshVoices(world).catch(world.report)
  })
  world.app.setState({ servers: await world.bridge.call('servers:list', {}) })
}

/** Asks for the voices that there are now. Of several requests under way, the answer to the last one is used. */
export async function refreshVoices(world: World): Promise<void> {
  const asked = world.app.getState().voicesAsked + 1
  world.app.setState({ voicesAsked: asked })
  const { voices, engines } = await world.bridge.call('voices:list', {})
  if (world.app.getState().voicesAsked !== asked) return
  world.app.setState(({ settings }) => ({
    hostVoices: voices,
    voices: mergeVoices(voices, settings.voices),
    engineStates: engines,
  }))
}

/** Saves a server and gives its id. */
export async function saveServer(world: World, draft: ServerDraft): Promise<string> {
  const { id, view } = await world.bridge.call('servers:save', draft)
  world.app.setState({ servers: view })
  world.note(`servers.${draft.kind}.saved`, { name: draft.name.trim() })
  return id
}

/** Removes a server with its key. */
export async function removeServer(world: World, { kind, id, name }: ServerView): Promise<void> {
  world.app.setState({ servers: await world.bridge.call('servers:remove', { kind, id }) })
  world.note(`servers.${kind}.removed`, { name })
}

/** Removes the key of a server alone. */
export async function removeServerKey(world: World, { kind, id }: ServerView): Promise<void> {
  world.app.setState({ servers: await world.bridge.call('servers:removeKey', { kind, id }) })
}

/** Asks a server for its lists; the voices are asked for anew where the server lends them. */
export async function testServer(world: World, kind: ServerKind, id: string): Promise<ServerTest> {
  const test = await world.bridge.call('servers:test', { kind, id })
  if (SERVER_KINDS[kind].lendsVoices) await refreshVoices(world)
  return test
}

/** Gives the open story another connection: an edit that can be undone. */
export function speakBy(world: World, connectionId: string): void {
  const open = world.story.getState().open
  if (open === null || open.story.info.connectionId === connectionId) return
  world.edit('edits.connection', chooseConnection(open.story, connectionId))
  const name =
    connectionId === BUILT_IN_CONNECTION
      ? i18next.t('servers.builtIn')
      : world.app.getState().servers.connection.find(({ id }) => id === connectionId)?.name
  world.announce('servers.chosen', { name: name ?? connectionId })
}

/** Keeps the voices that the writer added. */
export async function saveVoices(world: World, voices: Settings['voices']): Promise<void> {
  const settings = await world.bridge.call('settings:update', { voices })
  const { hostVoices } = world.app.getState()
  world.app.setState({ settings, voices: mergeVoices(hostVoices, settings.voices) })
}

/** Removes a voice from the writer's own list. The message offers to put it back. */
export async function removeVoice(world: World, voice: Settings['voices'][number]): Promise<void> {
  const listed = () => world.app.getState().settings.voices
  const others = () => listed().filter(({ id }) => id !== voice.id)
  await saveVoices(world, others())
  const run = () => saveVoices(world, [...others(), voice])
  world.note('servers.voiceRemoved', { name: voice.name }, { label: 'app.undoDelete', run })
}
