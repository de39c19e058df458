/** React's access to the app: its context, and hooks that read one store each. */
import { createContext, useCallback, useContext } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { closeDialog } from '../actions/dialogs.ts'
import type { App } from '../stores/app.ts'
import type { AppState } from '../stores/appStore.ts'
import type { JobsState } from '../stores/jobsStore.ts'
import type { ViewState } from '../stores/viewStore.ts'
import { toggleSection } from '../actions/panels.ts'
import { type PanelName, panelState, type PanelState, type SectionName } from '../stores/panels.ts'

export const AppContext = createContext<App | null>(null)

/** The app of the component's page. Throws outside an AppContext. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp needs an AppContext around it')
  return app
}

export function useAppState<T>(selector: (state: AppState) => T): T {
  return useStore(useApp().state, selector)
}

export function useViewState<T>(selector: (state: ViewState) => T): T {
  return useStore(useApp().view, selector)
}

export function useJobsState<T>(selector: (state: JobsState) => T): T {
  return useStore(useApp().jobs, selector)
}

/** Closes the dialog or the page that is open. */
export function useCloseDialog(): () => void {
  const app = useApp()
  return useCallback(() => closeDialog(app), [app])
}

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
