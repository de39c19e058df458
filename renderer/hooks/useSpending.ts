import type { Ledger } from '../../shared/ipc/ledgerContract.ts'
import { dayOf } from '../i18n/format.ts'
import { useAppState, useStoryState, useWorld } from './world.ts'

/** What the caps count for something, and its cap. */
export interface Spent {
  readonly on: 'story' | 'today'
  readonly spent: number
  readonly cap: number | null
}

/** What was spent on the open story, and today, with the caps; none while the ledger is not there. Without an open story its cap is null. */
export function useSpending(ledger: Ledger | null): readonly Spent[] {
  const world = useWorld()
  const { creditsPerStory, creditsPerDay } = useAppState((state) => state.settings)
  const storyId = useStoryState((state) => state.open?.story.info.id)
  if (ledger === null) return []
  const spentOn = (lines: Ledger['days'], key: string | undefined) =>
    lines.find((line) => line.key === key)?.counted ?? 0
  return [
    {
      on: 'story',
      spent: spentOn(ledger.stories, storyId),
      cap: storyId === undefined ? null : creditsPerStory,
    },
    { on: 'today', spent: spentOn(ledger.days, dayOf(world.now())), cap: creditsPerDay },
  ]
}
