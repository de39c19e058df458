import { useShallow } from 'zustand/react/shallow'
import { toggleSection } from '../actions/panels.ts'
import { panelState, type PanelName, type PanelState, type SectionName } from '../stores/panels.ts'
import { useApp, useAppState, useViewState } from './app.ts'

/** How a panel of the editor is shown. */
export function usePanel(name: PanelName): PanelState {
  const panels = useAppState((state) => state.settings.panels)
  return useViewState(useShallow((view) => panelState(name, view, panels)))
}

/** A section of the left panel: its name, whether it is open, and a function that folds and unfolds it. */
export function useSection(name: SectionName): {
  readonly name: SectionName
  readonly isOpen: boolean
  readonly onToggle: () => void
} {
  const app = useApp()
  const isOpen = useAppState((state) => state.settings.openSections.includes(name))
  return {
    name,
    isOpen,
    onToggle() {
      toggleSection(app, name)
    },
  }
}
