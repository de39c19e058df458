import { useShallow } from 'zustand/react/shallow'
import { panelState } from '../stores/panels.ts'
import type { PanelName, PanelState } from '../stores/panels.ts'
import { useAppState, useViewState } from './world.ts'

/** How a panel of the editor is shown. */
export function usePanel(name: PanelName): PanelState {
  const panels = useAppState((state) => state.settings.panels)
  return useViewState(useShallow((view) => panelState(name, view, panels)))
}
