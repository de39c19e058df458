/** Changing the app's settings. */
import type { Settings } from '../../shared/ipc/views.ts'
import type { App } from '../stores/app.ts'
import { showSettings } from '../stores/appStore.ts'

/** Values set by this page that the host has not confirmed yet. */
const unanswered = new WeakMap<App['state'], Set<Partial<Settings>>>()

/** Sets some settings: shown at once, and on disk a moment later. Values that the host cannot save are reverted. */
export function changeSettings(app: App, patch: Partial<Settings>): void {
  const { settings: before } = app.state.getState()
  app.state.setState({ settings: { ...before, ...patch } })
  const sent = unanswered.get(app.state) ?? new Set()
  unanswered.set(app.state, sent.add(patch))
  const call = app.bridge.call('settings:update', patch).finally(() => sent.delete(patch))
  call.catch((error: unknown) => {
    const isStill = ([name, value]: [string, unknown]) =>
      app.state.getState().settings[name as keyof Settings] === value // the name is a key of the patch
    const undone = Object.entries(patch)
      .filter(isStill)
      .map(([name]) => [name, before[name as keyof Settings]])
    app.state.setState(({ settings }) => ({
      settings: { ...settings, ...(Object.fromEntries(undone) as Partial<Settings>) },
    })) // the previous values
    app.report(error)
  })
}

/** Shows the settings as the host has them. */
export async function readSettings(app: App): Promise<void> {
  showSettings(app.state, await app.bridge.call('settings:get', {}))
}

/** Saves some settings, and then shows them as the host has them. Throws if they cannot be saved. */
export async function saveSettings(app: App, patch: Partial<Settings>): Promise<void> {
  showSettings(app.state, await app.bridge.call('settings:update', patch))
}

/**
 * Applies settings changed by another window. The layout of this window stays, and so do values set by this page that the host has not
 * confirmed yet.
 */
export function hearSettings(app: App, heard: Settings): void {
  const { panels, openSections, hasLanes, voiceFilters, playbackRate } = app.state.getState().settings
  const look = { panels, openSections, hasLanes, voiceFilters, playbackRate }
  const own = [...(unanswered.get(app.state) ?? [])]
  showSettings(app.state, Object.assign({}, heard, look, ...own) as Settings) // partial settings over complete ones
}
