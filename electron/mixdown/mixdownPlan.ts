import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { layout } from '../../shared/story/layout.ts'
import type { Layout } from '../../shared/story/layout.ts'
import type { Story } from '../../shared/story/story.ts'
import { isCurrentRender, indexTakes } from '../../shared/story/takes.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'

/** What a story's audio is made of. */
export type MixdownPlan =
  /** The story as its last conversion made it: nothing was edited since. */
  | { readonly kind: 'render'; readonly render: StoryRender; readonly takes: readonly Take[] }
  /** Every block's own take, laid out as the timeline shows them. */
  | { readonly kind: 'takes'; readonly story: Story; readonly layout: Layout }

/** What the plan is made from. */
export interface MixdownMaterial {
  readonly story: Story
  readonly takes: readonly Take[]
  readonly render: StoryRender | null
}

/** Chooses what to make the file of. Throws `export-empty` and `export-needs-render` (params: `count`, blocks without audio). */
export function planMixdown({ story, takes, render }: MixdownMaterial): MixdownPlan {
  const index = indexTakes(takes)
  if (render !== null && isCurrentRender(story, render, index)) {
    return { kind: 'render', render, takes: takes.filter((take) => take.audioId === render.audioId) }
  }
  const laidOut = layout(story, index)
  const { heard } = laidOut
  const count = heard.filter((span) => span.isEstimate).length
  if (count > 0) throw new UserFacingError('export-needs-render', { count })
  if (heard.every((span) => span.take === null)) throw new UserFacingError('export-empty')
  return { kind: 'takes', story, layout: laidOut }
}
