/** The library of vibes for components: asked for when the first of them is drawn. */
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { VibeView } from '../../shared/ipc/vibesContract.ts'
import { vibeRefOf } from '../../shared/story/vibeCommands.ts'
import type { VibeRef } from '../../shared/story/speechSettings.ts'
import { vibeWordsSchema } from '../../shared/story/vibeFile.ts'
import { ensureVibes, exchangeVibe, restoreVibe } from '../actions/vibes.ts'
import { standingOf } from '../stores/vibesStore.ts'
import type { VibesState, VibeStanding } from '../stores/vibesStore.ts'
import { useStoryState, useWorld } from './world.ts'

export const NO_VIBE = 'none'

export function useVibesState<T>(selector: (state: VibesState) => T): T {
  return useStore(useWorld().vibes, selector)
}

/** Sees to it that the open story's library is there, or on its way. */
export function useVibeLibrary(isNeeded = true): void {
  const world = useWorld()
  const connectionId = useStoryState((state) => state.open?.story.info.connectionId)
  useEffect(() => {
    if (isNeeded && connectionId !== undefined) ensureVibes(world)
  }, [world, connectionId, isNeeded])
}

/** How a story's vibe stands to the library. */
export function useVibeStanding(ref: VibeRef | null): VibeStanding {
  useVibeLibrary(ref !== null)
  return useVibesState((state) => (ref === null ? 'unknown' : standingOf(state, ref)))
}

export interface VibeChoice {
  readonly options: readonly { readonly id: string; readonly name: string; readonly detail?: string }[]
  /** The vibe behind an option's id; null for none. */
  readonly pick: (id: string) => VibeRef | null
}

/** The vibes to choose from, with the one that is chosen now even where the library does not have it. */
export function useVibeChoice(current: VibeRef | null): VibeChoice {
  const { t } = useTranslation()
  useVibeLibrary()
  const custom = useVibesState((state) => state.custom)
  const master = useVibesState((state) => state.master)
  const standing = useVibeStanding(current)
  return useMemo(() => {
    const known = [...(custom ?? []), ...(master ?? [])]
    const toOption = (vibe: VibeView) => ({
      id: String(vibe.id),
      name: vibe.name,
      detail: t(vibe.isMaster ? 'vibes.masterOne' : 'vibes.ownOne'),
    })
    const isListed = current === null || known.some(({ id }) => id === current.id)
    const missing =
      current === null || isListed
        ? []
        : [
            {
              id: String(current.id),
              name: current.name,
              ...(standing === 'gone' && { detail: t('vibes.goneOne') }),
            },
          ]
    return {
      options: [{ id: NO_VIBE, name: t('vibes.none') }, ...missing, ...known.map(toOption)],
      pick(id) {
        const found = known.find((vibe) => String(vibe.id) === id)
        if (found !== undefined) return vibeRefOf(found)
        return current !== null && String(current.id) === id ? current : null
      },
    }
  }, [t, custom, master, current, standing])
}

export interface VibeTrouble {
  readonly kind: 'gone' | 'changed'
  readonly text: string
  /** Absent where only the writer can choose. */
  readonly remedy?: { readonly label: string; readonly onMend: () => void }
}

/** What is wrong with a story's vibe, in words, and what mends it; null where nothing is, or nobody knows yet. */
export function useVibeTrouble(ref: VibeRef | null): VibeTrouble | null {
  const { t } = useTranslation()
  const world = useWorld()
  const standing = useVibeStanding(ref)
  const keepsOwn = useVibesState((state) => state.custom !== null)
  if (ref === null || (standing !== 'gone' && standing !== 'changed')) return null
  const { name } = ref
  if (standing === 'changed') {
    const onMend = () => {
      const { custom, master } = world.vibes.getState()
      const found = [...(custom ?? []), ...(master ?? [])].find(({ id }) => id === ref.id)
      if (found !== undefined) exchangeVibe(world, ref.id, found)
    }
    return {
      kind: standing,
      text: t('vibes.changed', { name }),
      remedy: { label: t('vibes.useNew'), onMend },
    }
  }
  const text = t('vibes.gone', { name })
  if (!keepsOwn || !vibeWordsSchema.safeParse({ name, prompt: ref.prompt }).success)
    return { kind: standing, text }
  const onMend = () => void restoreVibe(world, ref).catch(world.report)
  return { kind: standing, text, remedy: { label: t('vibes.putBack', { name }), onMend } }
}
