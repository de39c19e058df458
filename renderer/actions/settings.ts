/** Changing the app's settings. */
import type { Settings } from '../../shared/ipc/views.ts'
import type { App } from '../stores/app.ts'

/** Sets some settings: shown at once, and on disk a moment later. What the host cannot keep is shown as it was before. */
export function changeSettings(app: App, patch: Partial<Settings>): void {
  const { settings: before } = app.state.getState()
  app.state.setState({ settings: { ...before, ...patch } })
  app.bridge.call('settings:update', patch).catch((error: unknown) => {
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
