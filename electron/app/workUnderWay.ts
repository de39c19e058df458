/** What Fabula is at, as its events tell it: renders, exports and voices on their way. The system's signs of work follow it. */
import type { Emit, EventName, EventPayload } from '../../shared/ipc/contract.ts'
import type { PackState } from '../../shared/ipc/voicePacksContract.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'

export interface Work {
  /** Whether the computer must not sleep meanwhile. */
  readonly isUnderWay: boolean
  /** From 0 to 1, the mean of everything that tells how far it is; null if nothing does. */
  readonly fraction: number | null
}

export const NO_WORK: Work = { isUnderWay: false, fraction: null }

type Told = { [Event in EventName]: readonly [event: Event, payload: EventPayload<Event>] }[EventName]

/** Gives a listener for every event that a page is told. `onChange` is told each time that the work is another. */
export function createWorkUnderWay(onChange: (work: Work) => void): Emit {
  /** How far each task is; null for one that does not say. */
  const tasks = new Map<string, number | null>()
  let last = NO_WORK

  function set(id: string, fraction: number | null | undefined): void {
    if (fraction === undefined) tasks.delete(id)
    else tasks.set(id, fraction)
  }

  return (...pair) => {
    const [event, payload] = pair as unknown as Told // a name with the payload of that name, which the compiler cannot follow
    switch (event) {
      case 'export:progress':
        set(`export ${payload.exportId}`, payload.outcome.kind === 'running' ? payload.fraction : undefined)
        break
      case 'jobs:changed':
        for (const job of payload.jobs) set(`job ${job.id}`, fractionOfJob(job))
        for (const id of payload.gone) set(`job ${id}`, undefined)
        break
      case 'voicePacks:changed':
        for (const { id, state } of payload.packs) set(`voice ${id}`, fractionOfPack(state))
        break
      default:
        return
    }
    const told = [...tasks.values()].filter((fraction) => fraction !== null)
    const work: Work = {
      isUnderWay: tasks.size > 0,
      fraction: told.length === 0 ? null : told.reduce((sum, fraction) => sum + fraction, 0) / told.length,
    }
    if (work.isUnderWay === last.isUnderWay && work.fraction === last.fraction) return
    last = work
    onChange(work)
  }
}

/** Undefined for a job that nothing goes on with, or that the writer has paused. */
function fractionOfJob({ activity }: JobView): number | null | undefined {
  if (activity === null || !activity.isFollowed) return undefined
  const { blocks, percentage } = activity
  if (blocks === null) return percentage / 100
  if (blocks.isPaused && blocks.underWay.length === 0) return undefined
  return blocks.of === 0 ? null : blocks.made / blocks.of
}

function fractionOfPack(state: PackState): number | null | undefined {
  switch (state.kind) {
    case 'getting':
      return state.totalBytes === null || state.totalBytes === 0 ? null : state.bytes / state.totalBytes
    case 'connecting':
    case 'waiting':
    case 'unpacking':
      return null
    default:
      return undefined
  }
}
