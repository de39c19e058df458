import type { Layout } from '../../shared/story/layout.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { isCurrentRender } from '../../shared/story/takes.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { layoutOf } from '../stores/timing.ts'
import { renderCues, speechCue, takeCues } from './cues.ts'
import type { Cue } from './cues.ts'

export interface StoryCues {
  /** The cues of the open story; the same list as long as nothing has changed. */
  ofStory(): readonly Cue[]
  /** The cue of a block's words alone; null where the block is gone. */
  ofBlock(blockId: BlockId): Cue | null
}

/** The cues of whichever story is open, from its render where that is current, and from takes elsewhere. */
export function createStoryCues(story: StoryStore, audio: AudioStore): StoryCues {
  let last: { layout: Layout; render: StoryRender | null; cues: readonly Cue[] } | undefined

  return {
    ofStory() {
      const open = story.getState().open
      if (open === null) return []
      const { takes, allTakes, render } = audio.getState()
      const layout = layoutOf(open.story, takes)
      if (last?.layout !== layout || last.render !== render) {
        const current = isCurrentRender(open.story, render) ? render : null
        const cues =
          current === null ? takeCues(layout) : renderCues(layout, current, slicesOf(allTakes, current))
        last = { layout, render, cues }
      }
      return last.cues
    },
    ofBlock(blockId) {
      const open = story.getState().open
      if (open === null) return null
      const span = layoutOf(open.story, audio.getState().takes).spans.find(({ id }) => id === blockId)
      return span === undefined ? null : speechCue(span)
    },
  }
}

/** Where each block is in a render's audio, as far as the service told. */
function slicesOf(takes: readonly Take[], render: StoryRender): ReadonlyMap<BlockId, Take> {
  return new Map(takes.filter((take) => take.audioId === render.audioId).map((take) => [take.blockId, take]))
}
