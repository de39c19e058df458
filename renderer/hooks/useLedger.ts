import { useEffect, useState } from 'react'
import type { Ledger } from '../../shared/ipc/jobsContract.ts'
import { useApp, useAppState } from './app.ts'
import { dayOf } from '../i18n/format.ts'
import { useStoryIfOpen } from './session.ts'

/** How long the ledger waits before it is read again, because many conversions may change at once. */
const REST_MS = 300

/** The costs of speech, kept up to date while shown; null until the host has answered. */
export function useLedger(): Ledger | null {
  const app = useApp()
  const [ledger, setLedger] = useState<Ledger | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      app.bridge.call('ledger:get', {}).then(setLedger, app.report)
    }
    load()
    const stop = app.bridge.on('jobs:changed', () => {
      clearTimeout(timer)
      timer = setTimeout(load, REST_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [app])
  return ledger
}

/** An amount as the caps count it, and its cap. */
export interface Spent {
  readonly on: 'story' | 'today'
  readonly spent: number
  readonly cap: number | null
}

/** What was spent on the open story, and today, with the caps; empty while the ledger is loading. Without an open story its cap is null. */
export function useSpending(ledger: Ledger | null): readonly Spent[] {
  const app = useApp()
  const { creditsPerStory, creditsPerDay } = useAppState((state) => state.settings)
  const storyId = useStoryIfOpen(({ story }) => story.info.id)
  if (ledger === null) return []
  const spentOn = (lines: Ledger['days'], key: string | undefined) =>
    lines.find((line) => line.key === key)?.counted ?? 0
  return [
    {
      on: 'story',
      spent: spentOn(ledger.stories, storyId),
      cap: storyId === undefined ? null : creditsPerStory,
    },
    { on: 'today', spent: spentOn(ledger.days, dayOf(app.now())), cap: creditsPerDay },
  ]
}
