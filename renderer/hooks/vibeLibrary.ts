/** The library of vibes for components. The first component that needs it loads it. */
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { VibeView } from '../../shared/ipc/libraryContract.ts'
import { vibeRefOf, vibeWordsSchema } from '../../shared/story/vibes.ts'
import type { VibeRef } from '../../shared/story/speechSettings.ts'
import { ensureVibes, exchangeVibe, restoreVibe } from '../actions/vibes.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { standingOf, type VibesState, type VibeStanding } from '../stores/vibesStore.ts'
import type { WarningProps } from '../ui/Warning.tsx'
import { useApp } from './app.ts'
import { useOpenSession, useStoryIfOpen } from './session.ts'

export const NO_VIBE = 'none'

export function useVibesState<T>(selector: (state: VibesState) => T): T {
  return useStore(useApp().vibes, selector)
}

/** Loads the open story's library, unless it is loaded or loading. */
export function useVibeLibrary(isNeeded = true): void {
  const session = useOpenSession()
  const connectionId = useStoryIfOpen(({ story }) => story.info.connectionId)
  useEffect(() => {
    if (isNeeded && session !== null) ensureVibes(session)
  }, [session, connectionId, isNeeded])
}

/** Whether the library still has a story's vibe unchanged. */
export function useVibeStanding(ref: VibeRef | null): VibeStanding {
  useVibeLibrary(ref !== null)
  return useVibesState((state) => (ref === null ? 'unknown' : standingOf(state, ref)))
}

export interface VibeChoice {
  readonly options: readonly { readonly id: string; readonly name: string; readonly detail?: string }[]
  /** The vibe with an option's id; null for no vibe. */
  readonly pick: (id: string) => VibeRef | null
}

/** The vibes to choose from, and the chosen vibe even if the library does not have it. */
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

export interface VibeProblem extends WarningProps {
  readonly kind: 'gone' | 'changed'
}

/** The problem of a story's vibe, and a button that solves it; null if no problem is known. */
export function useVibeProblem(ref: VibeRef | null): VibeProblem | null {
  const { t } = useTranslation()
  const session = useOpenSession()
  const kind = useVibeStanding(ref)
  const keepsOwn = useVibesState((state) => state.custom !== null)
  if (ref === null || session === null || (kind !== 'gone' && kind !== 'changed')) return null
  const { name, prompt } = ref
  const text = t(`vibes.${kind}`, { name })
  if (kind === 'changed') {
    const onPress = () => {
      const { custom, master } = session.vibes.getState()
      const found = [...(custom ?? []), ...(master ?? [])].find(({ id }) => id === ref.id)
      if (found !== undefined) exchangeVibe(session, ref.id, found)
    }
    return { kind, text, actions: [{ label: t('vibes.useNew'), onPress }] }
  }
  if (!keepsOwn || !vibeWordsSchema.safeParse({ name, prompt }).success) return { kind, text }
  const onPress = () => void restoreVibe(session, ref).catch(session.report)
  return { kind, text, actions: [{ label: t('vibes.putBack', { name }), onPress }] }
}
