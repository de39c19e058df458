/** The cost of rendering the differences of an update. */
import { apply } from '../story/changes.ts'
import type { BlockId } from '../story/records.ts'
import { planRender, type MadeAudio } from '../story/renderPlan.ts'
import type { Story } from '../story/story.ts'
import { updateChange } from './updateChange.ts'
import type { StoryUpdate } from './updateStory.ts'

/** The credits of each difference that needs audio, by its key: 0 if the audio exists and only has to be fitted. */
export type UpdateCosts = ReadonlyMap<string, number>

/** The cost of each difference if all were accepted, as estimated by Fabula: one credit per character. */
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
