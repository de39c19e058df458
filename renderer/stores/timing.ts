import { layout } from '../../shared/story/layout.ts'
import type { Layout } from '../../shared/story/layout.ts'
import { countStory } from '../../shared/story/renderPlan.ts'
import type { StoryCounts } from '../../shared/story/renderPlan.ts'
import type { Story } from '../../shared/story/story.ts'
import type { TakesByKey } from '../../shared/story/takes.ts'

/** The layout of a story with its takes, worked out once for all views. */
export const layoutOf = rememberLast<Layout>(layout)
/** The counts of a story with its takes, worked out once for all views. */
export const countsOf = rememberLast<StoryCounts>(countStory)

function rememberLast<T>(
  compute: (story: Story, takes: TakesByKey) => T,
): (story: Story, takes: TakesByKey) => T {
  let last: { story: Story; takes: TakesByKey; value: T } | undefined
  return (story, takes) => {
    if (last?.story !== story || last.takes !== takes) last = { story, takes, value: compute(story, takes) }
    return last.value
  }
}
