/** Setting up servers, choosing a connection for a story, and loading the voices. */
import i18next from 'i18next'
import type { Settings } from '../../shared/ipc/views.ts'
import type { ServerDraft, ServerTest, ServerView } from '../../shared/servers/contract.ts'
import { SERVER_KINDS, type ServerKind } from '../../shared/servers/kinds.ts'
import { chooseConnection } from '../../shared/story/castCommands.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { showServers, showVoices } from '../stores/appStore.ts'
import { saveSettings } from './settings.ts'
import type { App, Session } from '../stores/app.ts'

/** Loads the servers and the voices that engines lend, and keeps both up to date. */
export async function followServers(app: App): Promise<void> {
  app.bridge.on('servers:changed', (servers) => {
    showServers(app.state, servers)
    refreshVoices(app).catch(app.report)
  })
  showServers(app.state, await app.bridge.call('servers:list', {}))
}

/** Loads the current voices. If several requests overlap, the answer to the last one is used. */
export async function refreshVoices(app: App): Promise<void> {
  const asked = app.state.getState().voicesAsked + 1
  app.state.setState({ voicesAsked: asked })
  const { voices, engines } = await app.bridge.call('voices:list', {})
  if (app.state.getState().voicesAsked !== asked) return
  app.state.setState({ engineStates: engines })
  showVoices(app.state, voices)
}

/** Saves a server and returns its id. */
export async function saveServer(app: App, draft: ServerDraft): Promise<string> {
  const { id, view } = await app.bridge.call('servers:save', draft)
  showServers(app.state, view)
  app.note(`servers.${draft.kind}.saved`, { name: draft.name.trim() })
  return id
}

/** Removes a server with its key. */
export async function removeServer(app: App, { kind, id, name }: ServerView): Promise<void> {
  showServers(app.state, await app.bridge.call('servers:remove', { kind, id }))
  app.note(`servers.${kind}.removed`, { name })
}

/** Removes only the key of a server. */
export async function removeServerKey(app: App, { kind, id }: ServerView): Promise<void> {
  showServers(app.state, await app.bridge.call('servers:removeKey', { kind, id }))
}

/** Asks a server for its lists; voices are loaded again if the server lends them. */
export async function testServer(app: App, kind: ServerKind, id: string): Promise<ServerTest> {
  const test = await app.bridge.call('servers:test', { kind, id })
  if (SERVER_KINDS[kind].lendsVoices) await refreshVoices(app)
  return test
}

/** Changes the connection of the open story: an edit that can be undone. */
export function speakBy(session: Session, connectionId: string): void {
  const open = session.story.getState()
  if (open.story.info.connectionId === connectionId) return
  session.edit('edits.connection', chooseConnection(open.story, connectionId))
  const name =
    connectionId === BUILT_IN_CONNECTION
      ? i18next.t('servers.builtIn')
      : session.state.getState().servers.connection.find(({ id }) => id === connectionId)?.name
  session.announce('servers.chosen', { name: name ?? connectionId })
}

/** Saves the writer's own voices. */
export async function saveVoices(app: App, voices: Settings['voices']): Promise<void> {
  await saveSettings(app, { voices })
}

/** Removes a voice from the writer's own list. The message offers to restore it. */
export async function removeVoice(app: App, voice: Settings['voices'][number]): Promise<void> {
  const listed = () => app.state.getState().settings.voices
  const others = () => listed().filter(({ id }) => id !== voice.id)
  await saveVoices(app, others())
  const run = () => saveVoices(app, [...others(), voice])
  app.note('servers.voiceRemoved', { name: voice.name }, { label: 'app.undoDelete', run })
}
