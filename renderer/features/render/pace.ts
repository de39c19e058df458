import type { JobView } from '../../../shared/jobs/jobView.ts'

/** Fewer blocks say little. */
const FEWEST = 3

/** How long a connection took for each credit of a block, by what the writer had made there before; null where too little is known. */
export function msPerCredit(jobs: ReadonlyMap<string, JobView>, connectionId: string): number | null {
  const rates = [...jobs.values()]
    .filter(
      (job) =>
        job.connectionId === connectionId &&
        job.state === 'completed' &&
        job.blockId !== null &&
        job.estimatedCredits > 0,
    )
    .map(({ createdAtMs, updatedAtMs, estimatedCredits }) => (updatedAtMs - createdAtMs) / estimatedCredits)
    .toSorted((a, b) => a - b)
  return rates.length < FEWEST ? null : (rates[Math.floor(rates.length / 2)] ?? null)
}
