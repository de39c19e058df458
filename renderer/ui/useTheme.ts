import { useSyncExternalStore } from 'react'

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme that is shown, for what is painted rather than styled and so must be painted again. */
export function useTheme(): string {
  return useSyncExternalStore(watchTheme, () => document.documentElement.dataset.theme ?? 'light')
}
