import type { Ledger } from '../../../shared/ipc/ledgerContract.ts'
import { useAppState, useStory, useWorld } from '../../hooks/world.ts'
import { dayOf } from '../../i18n/format.ts'

/** What was spent on something, and its cap. */
export interface Spent {
  readonly on: 'story' | 'today'
  readonly spent: number
  readonly cap: number | null
}

/** What was spent on the open story, and today, with the caps; none while the ledger is not there. */
export function useSpending(ledger: Ledger | null): readonly Spent[] {
  const world = useWorld()
  const { creditsPerStory, creditsPerDay } = useAppState((state) => state.settings)
  const storyId = useStory().info.id
  if (ledger === null) return []
  const spentOn = (lines: Ledger['days'], key: string) => lines.find((line) => line.key === key)?.charged ?? 0
  return [
    { on: 'story', spent: spentOn(ledger.stories, storyId), cap: creditsPerStory },
    { on: 'today', spent: spentOn(ledger.days, dayOf(world.now())), cap: creditsPerDay },
  ]
}
