/** What a finished story conversion becomes: the story's render, and a take for every block whose place is known. */
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import { storyKey } from '../../../shared/story/takes.ts'
import type { StoryRender, Take } from '../../../shared/story/takes.ts'
import type { Project } from '../../project/project.ts'
import { toServiceFields } from '../submissions.ts'
import { takeOf } from './fitTake.ts'
import type { PayloadOf, PlannedTake } from '../../../shared/jobs/payload.ts'
import type { Slice } from './slices.ts'
import { slicesOf } from './slices.ts'

/** A service may miss a wished length by this much before it is mended. */
const LENGTH_TOLERANCE_MS = 50

export interface KeptStory {
  readonly takes: readonly Take[]
  /** Blocks that do not have the length they asked for: a service may round it, or leave it aside. */
  readonly misfits: readonly Misfit[]
}
export interface Misfit {
  readonly audioId: string
  readonly slice: Slice
  readonly planned: PlannedTake & { readonly durationMs: number }
}

export interface StoryAudio {
  readonly audioId: string
  readonly durationMs: number
}

/** Adds the render and its takes to the project; called inside the transaction that stores the audio. */
export function keepStory(
  project: Project,
  payload: PayloadOf<'story'>,
  { audioId, durationMs }: StoryAudio,
  conversion: Conversion,
  { newId, nowMs }: { readonly newId: () => string; readonly nowMs: number },
): KeptStory {
  const slices = slicesOf(conversion.timings, payload.takes.length, durationMs)
  const takes: Take[] = []
  const misfits: Misfit[] = []
  for (const [index, planned] of payload.takes.entries()) {
    const slice = slices[index]
    if (slice === undefined) continue
    if (isMisfit(planned, slice)) misfits.push({ audioId, slice, planned })
    else takes.push(takeOf(planned, { id: newId(), audioId, nowMs }, slice))
  }
  const { usedCredits, estimatedCredits } = toServiceFields(conversion)
  const render: StoryRender = {
    id: newId(),
    audioId,
    storyKey: payload.storyKey,
    durationMs,
    credits: usedCredits ?? estimatedCredits,
    createdAtMs: nowMs,
  }
  project.addTakes(takes, isOutOfDate(project, payload) ? undefined : render)
  return { takes, misfits }
}

/** A late conversion of the story as it was does not take the place of one of the story as it is. */
function isOutOfDate(project: Project, payload: PayloadOf<'story'>): boolean {
  const current = storyKey(project.story())
  return project.render()?.storyKey === current && payload.storyKey !== current
}

function isMisfit(planned: PlannedTake, { startMs, endMs }: Slice): planned is Misfit['planned'] {
  return planned.durationMs !== null && Math.abs(endMs - startMs - planned.durationMs) > LENGTH_TOLERANCE_MS
}
