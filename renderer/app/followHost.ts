/** Handles the host's events by updating the stores. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { runCommand } from '../actions/commands.ts'
import { hearCommonLexicon } from '../actions/lexicon.ts'
import { hearExport } from '../actions/exporting.ts'
import { hearJobs } from '../actions/jobs.ts'
import { refreshVoices } from '../actions/servers.ts'
import { hearSettings } from '../actions/settings.ts'
import { keepsOwnSteps } from '../actions/shortcuts.ts'
import { hearPacks } from '../actions/voicePacks.ts'
import { reviewFile } from '../actions/imports.ts'
import { refreshWelcome, showPlace } from '../actions/projects.ts'
import { flushDeletes } from '../stores/pendingDeletes.ts'
import { currentSession, type App } from '../stores/app.ts'
import { addAudio, withChangedTakes } from '../stores/audioStore.ts'
import { withdrawHostErrors } from '../stores/viewStore.ts'

/** Listens to the events of the host from now on. */
export function followHost(app: App): void {
  const { bridge, report } = app
  const open = () => currentSession(app)
  /** The session of a project, if it is the open one. */
  const sessionOf = (projectId: string) => {
    const session = open()
    return session?.story.getState().project.projectId === projectId ? session : null
  }
  bridge.on('jobs:changed', (update) => {
    hearJobs(app, update)
  })
  bridge.on('takes:added', (added) => {
    const session = sessionOf(added.projectId)
    if (session === null)
      app.state.setState(({ audioOfOthers }) => ({ audioOfOthers: [...audioOfOthers, added] }))
    else addAudio(session.audio, added)
  })
  bridge.on('takes:changed', (changed) => {
    sessionOf(changed.projectId)?.audio.setState((state) => withChangedTakes(state, changed))
  })
  bridge.on('project:changed', ({ projectId, revision }) => {
    sessionOf(projectId)?.saver.hear(revision)
  })
  bridge.on('lexicon:changed', ({ entries }) => {
    hearCommonLexicon(app, entries)
  })
  bridge.on('project:moved', (place) => {
    const session = sessionOf(place.projectId)
    if (session !== null) showPlace(session, place)
  })
  bridge.on('project:closed', ({ projectId }) => {
    sessionOf(projectId)?.saver.catchUp()
  })
  bridge.on('recents:changed', () => {
    if (open() === null) refreshWelcome(app).catch(report)
  })
  bridge.onSessionOver(() => {
    withdrawHostErrors(app.view)
    report(new UserFacingError('session-over'))
  })
  bridge.on('app:listening', () => {
    withdrawHostErrors(app.view)
    bridge
      .call('lexicon:list', {})
      .then((entries) => hearCommonLexicon(app, entries))
      .catch(report)
    open()?.saver.catchUp()
  })
  bridge.on('export:progress', (progress) => {
    hearExport(app, progress)
  })
  bridge.on('speech:state', ({ state }) => {
    app.state.setState({ speech: state })
    if (state === 'ready') refreshVoices(app).catch(report)
  })
  bridge.on('voicePacks:changed', (packs) => {
    hearPacks(app, packs)
  })
  bridge.on('app:setAside', ({ names }) => {
    app.note('app.setAside', { names: names.join(', ') })
  })
  bridge.on('settings:changed', ({ settings }) => {
    hearSettings(app, settings)
  })
  bridge.on('app:closing', () => {
    // The saver has reported an error; the host then asks the user.
    const session = open()
    const saved = (session?.saver.flush() ?? Promise.resolve()).then(
      () => true,
      () => false,
    )
    Promise.all([
      saved,
      flushDeletes(app.vibes).catch(app.report),
      flushDeletes(app.jobs).catch(app.report),
      ...(session === null ? [] : [flushDeletes(session.audio).catch(report)]),
    ])
      .then(([isSaved]) => bridge.call('app:readyToClose', { isSaved }))
      .catch(app.report)
  })
  bridge.on('app:openFile', ({ ref }) => {
    reviewFile(app, ref).catch(app.report)
  })
  bridge.on('menu:command', ({ command }) => {
    const isStep = command === 'undo' || command === 'redo'
    if (isStep && keepsOwnSteps(document.activeElement)) document.execCommand(command)
    else runCommand(app, command)
  })
}
