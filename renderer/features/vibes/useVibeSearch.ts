import { useEffect, useState } from 'react'
import { toWireError } from '../../actions/wireError.ts'
import type { VibeView } from '../../../shared/ipc/vibesContract.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { useApp } from '../../hooks/app.ts'

/** A pause in typing after which the service is asked. */
const PAUSE_MS = 250

export interface VibeSearch {
  /**
   * The writer's own vibes that the service finds; null while nothing is looked for, or while there is no answer and all
   * are shown.
   */
  readonly found: readonly VibeView[] | null
  /** Why the service did not answer. */
  readonly error: WireError | null
  /** Asks for the same text again. */
  retry(): void
}

type SearchAnswer = { readonly text: string } & (
  { readonly vibes: readonly VibeView[] } | { readonly error: WireError }
)

/** Looks for a text as the service does. What is typed stays, whatever the service says. */
export function useVibeSearch(text: string): VibeSearch {
  const app = useApp()
  const connectionId = useVibesState((state) => state.connectionId)
  const custom = useVibesState((state) => state.custom)
  const [answer, setAnswer] = useState<SearchAnswer | null>(null)
  const [tries, setTries] = useState(0)
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '' || connectionId === null || custom === null) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      app.bridge.call('vibes:search', { connectionId, text: wanted }).then(
        (vibes) => {
          if (!isCurrent) return
          setAnswer({ text: wanted, vibes })
          app.announce('vibes.found', { count: vibes.length })
        },
        (error: unknown) => {
          if (isCurrent) setAnswer({ text: wanted, error: toWireError(app, error) })
        },
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // Asked again when the list changes: the service decides what matches.
  }, [app, connectionId, wanted, custom, tries])
  const current = answer?.text === wanted && wanted !== '' ? answer : null
  return {
    found: current !== null && 'vibes' in current ? current.vibes : null,
    error: current !== null && 'error' in current ? current.error : null,
    retry() {
      setAnswer(null)
      setTries((before) => before + 1)
    },
  }
}
