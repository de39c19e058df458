/** How takes were made, in words: the service that made them, and why they do not play for a block. */
import type { TFunction } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import type { TakeOrigin } from '../../shared/ipc/takesContract.ts'
import type { Output } from '../../shared/ipc/contract.ts'
import { type Block, type BlockId, BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import { type BlockTake, misfitOf, takesOfBlock } from '../../shared/story/blockTakes.ts'
import type { Take } from '../../shared/story/takes.ts'
import { formatCount } from '../i18n/format.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useApp, useAppState } from './app.ts'
import { useAudioState, useDeferredStory, useProjectId } from './session.ts'
import { findBlock } from '../../shared/story/selectors.ts'

type Origins = Output<'takes:origins'>

/** The origins of takes, by their ids; null until the host has answered. */
export function useTakeOrigins(takes: readonly Take[]): Origins | null {
  const app = useApp()
  const projectId = useProjectId()
  const [origins, setOrigins] = useState<Origins | null>(null)
  const ids = JSON.stringify(takes.map(({ id }) => id))
  useEffect(() => {
    let isCurrent = true
    const takeIds = JSON.parse(ids) as string[] // as serialised above
    if (takeIds.length > 0)
      app.bridge.call('takes:origins', { projectId, takeIds }).then((told) => {
        if (isCurrent) setOrigins(told)
      }, app.report)
    return () => {
      isCurrent = false
    }
  }, [app, projectId, ids])
  return origins
}

/** The tag of a take that does not fit its block in a list. */
export interface TakeTag {
  readonly text: string
  readonly hint: string
}

/** Returns a function that says why a take does not fit its block; null if it does, or while that is not known. */
export function useTakeTag(
  origins: Origins | null,
): (story: Story, block: Block, take: Take) => TakeTag | null {
  const { t } = useTranslation()
  const madeBy = useMadeBy()
  return (story, block, take) => {
    const origin = origins?.origins.find(({ id }) => id === take.id)
    if (origins === null || origin === undefined) return null
    const misfit = misfitOf(story, block, take, origin, origins.connectionIds)
    if (misfit === null) return null
    const { reason, connectionId } = misfit
    const { service, phrase, credits } = madeBy({ connectionId, credits: origin.credits })
    const name = reason === 'service' ? phrase : t(`takes.tags.${reason}`)
    return {
      text: credits === '' || reason !== 'service' ? name : `${name} · ${credits}`,
      hint: [t(`takes.tagHints.${reason}`), service, credits].filter((part) => part !== '').join(' · '),
    }
  }
}

interface MadeBy {
  /** '' if it is not known. */
  readonly service: string
  /** As a phrase: "Made by Studio". */
  readonly phrase: string
  /** '' if nothing was paid. */
  readonly credits: string
}

/** Returns a function that names the service that made takes, and their cost. */
export function useMadeBy(): (origin: Pick<TakeOrigin, 'connectionId' | 'credits'>) => MadeBy {
  const { t } = useTranslation()
  const connections = useAppState((state) => state.servers.connection)
  const nameOf = (connectionId: string) =>
    connectionId === BUILT_IN_CONNECTION
      ? t('servers.builtIn')
      : connections.find(({ id }) => id === connectionId)?.name
  return ({ connectionId, credits }) => {
    const name = connectionId === null ? '' : nameOf(connectionId)
    return {
      service: name ?? t('takes.serviceGone'),
      phrase: name === undefined ? t('takes.madeByGone') : t('takes.madeBy', { service: name }),
      credits: credits === null ? '' : creditsText(t, credits),
    }
  }
}

/** The cost of takes, in whole credits. */
export function creditsText(t: TFunction, credits: number): string {
  const count = Math.round(credits)
  return t('units.credits', { count, formatted: formatCount(count) })
}

/** The takes of a block, newest first, with whether they fit its words; empty for a block that is gone. */
export function useBlockTakes(blockId: BlockId): readonly BlockTake[] {
  const story = useDeferredStory()
  const allTakes = useAudioState((state) => state.allTakes)
  const takes = useAudioState((state) => state.takes)
  const block = findBlock(story, blockId)
  return useMemo(
    () => (block === undefined ? [] : takesOfBlock(story, block, allTakes, takes)),
    [story, block, allTakes, takes],
  )
}
