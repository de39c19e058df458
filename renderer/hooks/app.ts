/** React's access to the app: its context, and hooks that read one store each. */
import { createContext, useCallback, useContext } from 'react'
import { useStore } from 'zustand'
import { closeDialog } from '../actions/dialogs.ts'
import type { App } from '../stores/app.ts'
import type { AppState } from '../stores/appStore.ts'
import type { JobsState } from '../stores/jobsStore.ts'
import type { ViewState } from '../stores/viewStore.ts'

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
