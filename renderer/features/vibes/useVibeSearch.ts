import { useEffect, useState } from 'react'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { VibeView } from '../../../shared/ipc/vibesContract.ts'
import { useVibesState } from '../../stores/vibeLibrary.ts'
import { useWorld } from '../../stores/world.ts'

/** A pause in typing after which the service is asked. */
const PAUSE_MS = 250

/**
 * The writer's own vibes that the service finds for a text: null while nothing is looked for, or while the service is being
 * asked and all are shown. A search that fails is told, and shows all.
 */
export function useVibeSearch(text: string): readonly VibeView[] | null {
  const world = useWorld()
  const connectionId = useVibesState((state) => state.connectionId)
  const custom = useVibesState((state) => state.custom)
  const [found, setFound] = useState<{ text: string; vibes: readonly VibeView[] } | null>(null)
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '' || connectionId === null || custom === null) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      world.bridge.call('vibes:search', { connectionId, text: wanted }).then(
        (vibes) => {
          if (!isCurrent) return
          setFound({ text: wanted, vibes })
          world.announce('vibes.found', { count: vibes.length })
        },
        (error: unknown) => {
          if (!isCurrent) return
          setFound(null)
          if (error instanceof UserFacingError) world.report(error)
          else throw error
        },
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // What a change of the list means for the search is the service's to say: it is asked again.
  }, [world, connectionId, wanted, custom])
  return found?.text === wanted && wanted !== '' ? found.vibes : null
}
