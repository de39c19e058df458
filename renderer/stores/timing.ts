import { layout } from '../../shared/story/layout.ts'
import type { Layout } from '../../shared/story/layout.ts'
import { countStory } from '../../shared/story/renderPlan.ts'
import type { StoryCounts } from '../../shared/story/renderPlan.ts'
import type { Story } from '../../shared/story/story.ts'
import { isCurrentRender } from '../../shared/story/takes.ts'
import type { Take, TakesByKey } from '../../shared/story/takes.ts'
import type { AudioState } from './audioStore.ts'

/** The layout of a story with its takes, worked out once for all views. */
export const layoutOf = rememberByStory<Layout>(layout)
const countByTakes = rememberByStory<StoryCounts>(countStory)

/** The part of a project's audio that decides which blocks have audio. */
export type SpokenAudio = Pick<AudioState, 'takes' | 'allTakes' | 'render'>

/** The counts of a story with its audio, worked out once for all views. */
export function countsOf(story: Story, audio: SpokenAudio): StoryCounts {
  const counts = countByTakes(story, audio.takes)
  if (counts.changed === 0 || !isHeardWhole(story, audio)) return counts
  return { ...counts, rendered: counts.rendered + counts.changed, changed: 0, changedCredits: 0 }
}

/**
 * Whether the story is unchanged since a render whose service did not report block positions: then no block has a take, but
 * every block has audio. Where the render has takes, they decide block by block.
 */
export function isHeardWhole(story: Story, { allTakes, render }: SpokenAudio): boolean {
  return render !== null && !audioIdsOf(allTakes).has(render.audioId) && isCurrentRender(story, render)
}

const audioIds = new WeakMap<readonly Take[], ReadonlySet<string>>()

function audioIdsOf(takes: readonly Take[]): ReadonlySet<string> {
  const known = audioIds.get(takes)
  if (known !== undefined) return known
  const ids = new Set(takes.map(({ audioId }) => audioId))
  audioIds.set(takes, ids)
  return ids
}

/** Caches one value per story: deferred views ask for an older story in turn with the current one. */
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
