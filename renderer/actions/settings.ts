/** Changing the app's settings. */
import type { Settings } from '../../shared/ipc/views.ts'
import type { World } from '../stores/world.ts'

/** Sets some settings: shown at once, and on disk a moment later. What the host cannot keep is shown as it was before. */
export function changeSettings(world: World, patch: Partial<Settings>): void {
  const { settings: before } = world.app.getState()
  world.app.setState({ settings: { ...before, ...patch } })
  world.bridge.call('settings:update', patch).catch((error: unknown) => {
    const isStill = ([name, value]: [string, unknown]) =>
      world.app.getState().settings[name as keyof Settings] === value // a key of the patch
    const undone = Object.entries(patch)
      .filter(isStill)
      .map(([name]) => [name, before[name as keyof Settings]])
    world.app.setState(({ settings }) => ({
      settings: { ...settings, ...(Object.fromEntries(undone) as Partial<Settings>) },
    })) // values of before
    world.report(error)
  })
}
