/** What the differences of an update cost to render. */
import { apply } from '../story/changes.ts'
import type { BlockId } from '../story/records.ts'
import { planRender, type MadeAudio } from '../story/renderPlan.ts'
import type { Story } from '../story/story.ts'
import { updateChange } from './updateChange.ts'
import type { StoryUpdate } from './updateStory.ts'

/** The credits of each difference that has audio to be made, by its key: 0 if the audio is there and only has to be fitted. */
export type UpdateCosts = ReadonlyMap<string, number>

/** What each difference would cost if all of them were taken: one credit per character, by Fabula's own estimate. */
export function costsOfUpdate(story: Story, update: StoryUpdate, audio: MadeAudio): UpdateCosts {
  const keys = new Map(
    update.differences.flatMap(({ key, kind, type, ids }) =>
      type === 'block' && (kind === 'added' || kind === 'changed')
        ? ids.map((id) => [id as BlockId, key] as const)
        : [],
    ),
  )
  const after = apply(story, updateChange(story, update, new Set(keys.values())))
  const { make } = planRender(after, audio, { only: new Set(keys.keys()) })
  return new Map(
    make.flatMap(({ block, credits }) => {
      const key = keys.get(block.id)
      return key === undefined ? [] : [[key, credits] as const]
    }),
  )
}
