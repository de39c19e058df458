/** Setting up engines of the built-in service, and knowing which voices there are with them. */
import type { EngineTest } from '../../shared/ipc/enginesContract.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import { mergeVoices } from '../stores/ownVoices.ts'
import type { World } from '../stores/world.ts'

/** Asks the host for the engines, and follows what becomes of them and of the service that speaks with them. */
export async function followEngines(world: World): Promise<void> {
  world.bridge.on('engines:changed', (engines) => {
    world.app.setState({ engines })
    refreshVoices(world).catch(world.report)
  })
  world.app.setState({ engines: await world.bridge.call('engines:list', {}) })
}

/** Asks for the voices there are now. Where it is asked several times, the last answer holds. */
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

/** Saves an engine and gives its name. */
export async function saveEngine(world: World, draft: Input<'engines:save'>): Promise<string> {
  const { name, view } = await world.bridge.call('engines:save', draft)
  world.app.setState({ engines: view })
  world.note('engines.saved', { name })
  return name
}

/** Removes an engine with its key, or its key alone. */
export async function removeEngine(
  world: World,
  channel: 'engines:remove' | 'engines:removeKey',
  name: string,
): Promise<void> {
  world.app.setState({ engines: await world.bridge.call(channel, { name }) })
  if (channel === 'engines:remove') world.note('engines.removed', { name })
}

/** Asks an engine's server what it has; the voices are asked for anew as well. */
export async function testEngine(world: World, name: string): Promise<EngineTest> {
  const found = await world.bridge.call('engines:test', { name })
  await refreshVoices(world)
  return found
}
