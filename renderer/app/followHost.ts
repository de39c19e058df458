/** The host's events, and the changes of the stores that follow from them. */
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
import { flushDeletes } from '../actions/undoableDelete.ts'
import { withAudio, withChangedTakes } from '../stores/audioStore.ts'
import { withdrawHostErrors } from './messages.ts'
import type { World } from '../stores/world.ts'

/** Listens to the events of the host from now on. */
export function followHost(world: World): void {
  const { bridge, audio, app, report } = world
  const isOpen = (projectId: string) => world.story.getState().open?.project.projectId === projectId
  bridge.on('jobs:changed', (update) => {
    hearJobs(world, update)
  })
  bridge.on('takes:added', (added) => {
    audio.setState((state) =>
      isOpen(added.projectId) ? withAudio(state, added) : { ofOthers: [...state.ofOthers, added] },
    )
  })
  bridge.on('takes:changed', (changed) => {
    if (isOpen(changed.projectId)) audio.setState((state) => withChangedTakes(state, changed))
  })
  bridge.on('project:changed', ({ projectId, ...told }) => {
    if (isOpen(projectId)) world.saver.hear(told)
  })
  bridge.on('lexicon:changed', ({ entries }) => {
    hearCommonLexicon(world, entries)
  })
  bridge.on('project:moved', (place) => {
    showPlace(world, place)
  })
  bridge.on('project:closed', ({ projectId }) => {
    if (isOpen(projectId)) world.saver.catchUp().catch(report)
  })
  bridge.on('recents:changed', () => {
    if (world.story.getState().open === null) refreshWelcome(world).catch(report)
  })
  bridge.onSessionOver(() => {
    withdrawHostErrors(world.view)
    report(new UserFacingError('session-over'))
  })
  bridge.on('app:listening', () => {
    withdrawHostErrors(world.view)
    bridge
      .call('lexicon:list', {})
      .then((entries) => hearCommonLexicon(world, entries))
      .catch(report)
    if (world.story.getState().open === null) return
    // Then what could not be saved while the host was away.
    world.saver
      .catchUp()
      .then(() => world.saver.flush().catch(() => undefined)) // reported by the saver
      .catch(report)
  })
  bridge.on('export:progress', (progress) => {
    hearExport(world, progress)
  })
  bridge.on('speech:state', ({ state }) => {
    app.setState({ speech: state })
    if (state === 'ready') refreshVoices(world).catch(report)
  })
  bridge.on('voicePacks:changed', (packs) => {
    hearPacks(world, packs)
  })
  bridge.on('app:setAside', ({ names }) => {
    world.note('app.setAside', { names: names.join(', ') })
  })
  bridge.on('settings:changed', ({ settings }) => {
    hearSettings(world, settings)
  })
  bridge.on('app:closing', () => {
    // The saver has reported an error; the host asks the person then.
    const saved = world.saver.flush().then(
      () => true,
      () => false,
    )
    Promise.all([
      saved,
      flushDeletes(world.vibes).catch(world.report),
      flushDeletes(world.jobs).catch(world.report),
      flushDeletes(world.audio).catch(world.report),
    ])
      .then(([isSaved]) => bridge.call('app:readyToClose', { isSaved }))
      .catch(world.report)
  })
  bridge.on('app:openFile', ({ ref }) => {
    reviewFile(world, ref).catch(world.report)
  })
  bridge.on('menu:command', ({ command }) => {
    const isStep = command === 'undo' || command === 'redo'
    if (isStep && keepsOwnSteps(document.activeElement)) document.execCommand(command)
    else runCommand(world, command)
  })
}
