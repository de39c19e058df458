import { layout } from '../../shared/story/layout.ts'
import type { Layout } from '../../shared/story/layout.ts'
import { countStory } from '../../shared/story/renderPlan.ts'
import type { StoryCounts } from '../../shared/story/renderPlan.ts'
import type { Story } from '../../shared/story/story.ts'
import type { TakesByKey } from '../../shared/story/takes.ts'

/** The layout of a story with its takes, worked out once for all views. */
export const layoutOf = rememberByStory<Layout>(layout)
/** The counts of a story with its takes, worked out once for all views. */
export const countsOf = rememberByStory<StoryCounts>(countStory)

/** Views that follow the typing and views that lag behind it ask for different stories in turn: each keeps its answer. */
function rememberByStory<T>(
  compute: (story: Story, takes: TakesByKey) => T,
): (story: Story, takes: TakesByKey) => T {
  const answers = new WeakMap<Story, { readonly takes: TakesByKey; readonly value: T }>()
  return (story, takes) => {
    const known = answers.get(story)
    if (known?.takes === takes) return known.value
    const value = compute(story, takes)
    answers.set(story, { takes, value })
    return value
  }
}
