/** Changing the app's settings. */
import type { Settings } from '../../shared/ipc/views.ts'
import type { App } from '../stores/app.ts'
import { mergeVoices } from '../stores/ownVoices.ts'

/** The values that this page has set and the host has not answered yet. */
const unanswered = new WeakMap<App['state'], Set<Partial<Settings>>>()

/** Sets some settings: shown at once, and on disk a moment later. What the host cannot keep is shown as it was before. */
export function changeSettings(app: App, patch: Partial<Settings>): void {
  const { settings: before } = app.state.getState()
  app.state.setState({ settings: { ...before, ...patch } })
  const sent = unanswered.get(app.state) ?? new Set()
  unanswered.set(app.state, sent.add(patch))
  const call = app.bridge.call('settings:update', patch).finally(() => sent.delete(patch))
  call.catch((error: unknown) => {
    const isStill = ([name, value]: [string, unknown]) =>
      app.state.getState().settings[name as keyof Settings] === value // a key of the patch
    const undone = Object.entries(patch)
      .filter(isStill)
      .map(([name]) => [name, before[name as keyof Settings]])
    app.state.setState(({ settings }) => ({
      settings: { ...settings, ...(Object.fromEntries(undone) as Partial<Settings>) },
    })) // values of before
    app.report(error)
  })
}

/** Shows the settings as the host has them. */
export async function readSettings(app: App): Promise<void> {
  app.state.setState({ settings: await app.bridge.call('settings:get', {}) })
}

/**
 * Hears of settings that another window has changed. How this window looks stays, and what this page has just set and the host has not
 * answered yet.
 */
export function hearSettings(app: App, heard: Settings): void {
  app.state.setState(({ settings, hostVoices }) => {
    const { panels, openSections, hasLanes, voiceFilters, playbackRate } = settings
    const look = { panels, openSections, hasLanes, voiceFilters, playbackRate }
    const own = [...(unanswered.get(app.state) ?? [])]
    const next = Object.assign({}, heard, look, ...own) as Settings // parts of settings over settings
    return { settings: next, voices: mergeVoices(hostVoices, next.voices) }
  })
}
