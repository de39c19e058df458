/**
 * Brings home what services have accepted, whether its story is open or not: when the app starts, and from time to time,
 * since a network may be away for longer than anybody waits for it. Time is the wall's: a computer that slept is late, and
 * asks as soon as it wakes.
 */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ConversionLog, Place } from './conversionLog.ts'

const ROUND_MS = 15 * 60_000
/** How late a round may be after sleep. */
const STEP_MS = 30_000
/** What asking again does not change: it needs the writer, or an event of the service. */
const FOR_THE_WRITER = new Set(['service-no-history', 'webhook-host-new'])

export interface CaretakerOptions {
  readonly log: Pick<ConversionLog, 'waiting'>
  /** Fetches what there is for one story. Rejects where that cannot be opened. */
  readonly tend: (place: Place) => Promise<void>
  readonly clock: Clock
  readonly report: (where: string, error: unknown) => void
}

export interface Caretaker {
  /** Looks after everything at once, and from then on. */
  start(): void
  close(): Promise<void>
}

export function createCaretaker({ log, tend, clock, report }: CaretakerOptions): Caretaker {
  const closing = new AbortController()
  const tended = new Set<string>()
  let rounds: Promise<void> = Promise.resolve()

  function look(isFirst: boolean): void {
    for (const { place, errorCode } of log.waiting()) {
      if (tended.has(place.path) || (!isFirst && FOR_THE_WRITER.has(errorCode ?? ''))) continue
      tended.add(place.path)
      tend(place)
        .catch((error: unknown) => {
          // Moved away, damaged, or open in another Fabula, which looks after it itself.
          if (!(error instanceof UserFacingError)) report('conversions', error)
        })
        .finally(() => tended.delete(place.path))
    }
  }

  async function goRound(): Promise<void> {
    look(true)
    let lastMs = clock.now()
    while (!closing.signal.aborted) {
      await clock.sleep(STEP_MS, closing.signal)
      if (clock.now() - lastMs < ROUND_MS) continue
      lastMs = clock.now()
      look(false)
    }
  }

  return {
    start() {
      rounds = goRound().catch((error: unknown) => {
        if (!closing.signal.aborted) report('conversions', error)
      })
    },
    async close() {
      closing.abort()
      await rounds
    },
  }
}
