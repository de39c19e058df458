import { testEngine } from '../../actions/engines.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { EngineForm } from './EngineForm.tsx'
import { EngineItem } from './EngineItem.tsx'
import { ServersDialog } from './ServersDialog.tsx'

/** The engines that the built-in service speaks with beside its own. */
export function EnginesDialog() {
  const world = useWorld()
  const { engines, keeping } = useAppState((state) => state.engines)
  return (
    <ServersDialog
      texts="engines"
      servers={engines}
      idOf={({ name }) => name}
      askFor={(name) => testEngine(world, name)}
      form={(engine, on) => <EngineForm engine={engine} keeping={keeping} {...on} />}
      item={(engine, on) => <EngineItem key={engine.name} engine={engine} {...on} />}
    />
  )
}
