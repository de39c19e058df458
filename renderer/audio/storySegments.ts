import type { Layout } from '../../shared/story/layout.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { speechGainOf } from '../../shared/story/speechGain.ts'
import type { Story } from '../../shared/story/story.ts'
import { isCurrentRender, lastTakes, type StoryRender, type Take } from '../../shared/story/takes.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { layoutOf } from '../stores/timing.ts'
import { loopedSegments, renderSegments, speechSegment, takeSegments, type Segment } from './segments.ts'

export interface StorySegments {
  /**
   * The segments of the open story: the same list until the story, its audio, or the list of looped blocks changes. A loop of blocks
   * plays their speech and silences, without the silence before the first of them; a loop of no blocks, or of blocks of which
   * nothing can be heard, plays all segments, and so does null, which means no loop.
   */
  ofStory(loopedIds: readonly BlockId[] | null): readonly Segment[]
  /** The segment of a block's speech; empty if the story has no such block. */
  ofBlock(blockId: BlockId): readonly Segment[]
}

/** The segments of the open story: from its render if that is current, otherwise from the takes of its blocks. */
export function createStorySegments(story: StoryStore, audio: AudioStore): StorySegments {
  let last:
    { story: Story; layout: Layout; render: StoryRender | null; segments: readonly Segment[] } | undefined

  let lastLoop:
    { blockIds: readonly BlockId[]; of: readonly Segment[]; segments: readonly Segment[] } | undefined

  function ofWholeStory(): readonly Segment[] {
    const open = story.getState()
    const { takes, allTakes, render } = audio.getState()
    const layout = layoutOf(open.story, takes)
    if (last?.layout !== layout || last.story !== open.story || last.render !== render) {
      const current = isCurrentRender(open.story, render, takes) ? render : null
      const segments =
        current === null
          ? takeSegments(layout, gainsOf(open.story))
          : renderSegments(layout, current, slicesOf(allTakes, current), gainsOf(open.story))
      last = { story: open.story, layout, render, segments }
    }
    return last.segments
  }

  return {
    ofStory(blockIds) {
      const all = ofWholeStory()
      if (blockIds === null) return all
      if (lastLoop?.of !== all || lastLoop.blockIds !== blockIds)
        lastLoop = { blockIds, of: all, segments: loopedSegments(all, new Set(blockIds)) }
      return lastLoop.segments
    },
    ofBlock(blockId) {
      const open = story.getState().story
      const span = layoutOf(open, audio.getState().takes).heard.find(({ id }) => id === blockId)
      return span === undefined ? [] : [speechSegment(span, gainsOf(open))]
    },
  }
}

const gainsOf = (story: Story) => (blockId: BlockId, takeId: string) => speechGainOf(story, blockId, takeId)

/** The position of each block in a render's audio, as far as the service reported it. */
function slicesOf(takes: readonly Take[], render: StoryRender): ReadonlyMap<BlockId, Take> {
  return lastTakes(takes.filter((take) => take.audioId === render.audioId))
}
