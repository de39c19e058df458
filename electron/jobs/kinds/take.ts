/** The audio of one block, by a request of its own. */
import { planTake } from '../../../shared/jobs/payload.ts'
import type { Block } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockRequestOf } from '../../../shared/story/storyRequest.ts'
import { blockKeys, servingKeys } from '../../../shared/story/takes.ts'
import type { SubmissionRequest } from '../submissions.ts'
import { takeOf } from './fitTake.ts'
import type { StoreArrival } from './jobKind.ts'
import { slicesOf, wholeSlice } from './slices.ts'

/** The request that makes a block's audio, as long as it happens to be. */
export function takeRequest(story: Story, block: Block): SubmissionRequest {
  const take = planTake(story, block, blockKeys(story, block).unfitted, null)
  return {
    ...blockRequestOf(story, block),
    payload: { kind: 'take', take },
    keys: new Set(servingKeys(story, block)),
  }
}

/** Adds the take: the speech inside the audio, where the service tells where that is. */
export const storeTake: StoreArrival<'take'> = (
  payload,
  { project, audioId, durationMs, conversion, newId, nowMs },
) => {
  const [slice = wholeSlice(durationMs)] = slicesOf(conversion.timings, 1, durationMs)
  const take = takeOf(payload.take, { id: newId(), audioId, nowMs }, slice)
  project.addTakes([take])
  return { takes: [take], mismatches: [], render: null }
}
