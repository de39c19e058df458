import type { Layout } from '../../shared/story/layout.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { isCurrentRender, lastTakes } from '../../shared/story/takes.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { layoutOf } from '../stores/timing.ts'
import { renderSegments, speechSegment, takeSegments } from './segments.ts'
import type { Segment } from './segments.ts'

export interface StorySegments {
  /** The segments of the open story: the same list until the story or its audio changes. */
  ofStory(): readonly Segment[]
  /** The segment of a block's speech; null where the story has no such block. */
  ofBlock(blockId: BlockId): Segment | null
}

/** The segments of the open story: from its render where that is current, otherwise from the takes of its blocks. */
export function createStorySegments(story: StoryStore, audio: AudioStore): StorySegments {
  let last: { layout: Layout; render: StoryRender | null; segments: readonly Segment[] } | undefined

  return {
    ofStory() {
      const open = story.getState().open
      if (open === null) return []
      const { takes, allTakes, render } = audio.getState()
      const layout = layoutOf(open.story, takes)
      if (last?.layout !== layout || last.render !== render) {
        const current = isCurrentRender(open.story, render, takes) ? render : null
        const segments =
          current === null
            ? takeSegments(layout)
            : renderSegments(layout, current, slicesOf(allTakes, current))
        last = { layout, render, segments }
      }
      return last.segments
    },
    ofBlock(blockId) {
      const open = story.getState().open
      if (open === null) return null
      const span = layoutOf(open.story, audio.getState().takes).spans.find(({ id }) => id === blockId)
      return span === undefined ? null : speechSegment(span)
    },
  }
}

/** The position of each block in a render's audio, as far as the service reported it. */
function slicesOf(takes: readonly Take[], render: StoryRender): ReadonlyMap<BlockId, Take> {
  return lastTakes(takes.filter((take) => take.audioId === render.audioId))
}
