/** Tracks renders, exports and voice downloads by the app's events, for the system's progress indicators. */
import type { Emit, EventName, EventPayload } from '../../shared/ipc/contract.ts'
import type { PackState } from '../../shared/ipc/voicePacksContract.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'

export interface Work {
  /** Whether the computer must stay awake. */
  readonly isUnderWay: boolean
  /** From 0 to 1, the mean of all tasks that report progress; null if none does. */
  readonly fraction: number | null
}

export const NO_WORK: Work = { isUnderWay: false, fraction: null }

type Told = { [Event in EventName]: readonly [event: Event, payload: EventPayload<Event>] }[EventName]

/** Returns a listener for all events sent to pages. Calls `onChange` whenever the work changes. */
export function createWorkUnderWay(onChange: (work: Work) => void): Emit {
  /** The progress of each task; null if it reports none. */
  const tasks = new Map<string, number | null>()
  let last = NO_WORK

  function set(id: string, fraction: number | null | undefined): void {
    if (fraction === undefined) tasks.delete(id)
    else tasks.set(id, fraction)
  }

  return (...pair) => {
    const [event, payload] = pair as unknown as Told // a name with its own payload; the compiler cannot follow this
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

/** Undefined for a job that is not being worked on or that the writer has paused. */
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
