import type { Take } from '../../../shared/story/takes.ts'
import type { Project } from '../../project/project.ts'
import { fitTake } from './fitTake.ts'
import type { Stretch } from './fitTake.ts'
import type { Misfit } from './keepStory.ts'

export interface Fitting {
  readonly newId: () => string
  readonly nowMs: number
  readonly stretch: Stretch
  readonly signal: AbortSignal
  readonly report: (where: string, error: unknown) => void
}

/** Gives blocks the length that they asked for. The render is stored by now, so one that cannot be fitted only goes without its take. */
export async function fitMisfits(
  project: Project,
  misfits: readonly Misfit[],
  { report, ...fitting }: Fitting,
): Promise<Take[]> {
  const fitted: Take[] = []
  for (const misfit of misfits) {
    try {
      fitted.push(await fitTake({ project, ...misfit, ...fitting }))
    } catch (error) {
      if (fitting.signal.aborted) break
      report('fit', error)
    }
  }
  return fitted
}
