import {
  castStats,
  type CastStats,
  countStory,
  countStoryAfter,
  type SpeakerStats,
  type StoryCounts,
} from '../../shared/story/storyCounts.ts'
import { pacesByVoice, type VoicePaces } from '../../shared/story/fitForecast.ts'
import { derive } from '../../shared/lib/derive.ts'
import { deriveByBlock } from '../../shared/story/changedBlocks.ts'
import { layout, type Layout, layoutAfter } from '../../shared/story/layout.ts'
import { stoppedEntries, stoppedEntriesAfter, type StoppedEntry } from '../../shared/story/lexiconCommands.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import {
  isCurrentRender,
  lastTakes,
  type StoryRender,
  type Take,
  type TakeIndex,
} from '../../shared/story/takes.ts'
import type { AudioState } from './audioStore.ts'

/** The layout of a story with its takes, computed once for all views. */
export const layoutOf: (story: Story, takes: TakeIndex) => Layout = deriveByBlock(
  layout,
  ({ value }, changed, story, takes) => layoutAfter(value, story, takes, changed),
)

/** How fast each voice speaks in a story's takes, computed once for all views. */
export const voicePacesOf: (story: Story, takes: TakeIndex) => VoicePaces = derive(pacesByVoice)

/** The part of a project's audio that decides which blocks have audio. */
export type SpokenAudio = Pick<AudioState, 'takes' | 'allTakes' | 'render'>

/** The counts of a story with its audio, computed once for all views. */
export function countsOf(story: Story, audio: SpokenAudio): StoryCounts {
  const counts = countWith(story, audio.takes, audio.allTakes, audio.render)
  return isHeardWhole(story, audio) ? asHeardWhole(counts) : counts
}

const countWith = deriveByBlock(
  (story, takes: TakeIndex, allTakes: readonly Take[], render: StoryRender | null): StoryCounts =>
    countStory(story, takes, madeBefore({ allTakes, render })),
  (before, changed, story, takes, allTakes, render) =>
    countStoryAfter(before, changed, story, takes, madeBefore({ allTakes, render })),
)

/** The entries of the lexicon that are switched off in a story, computed once for all views. */
export const stoppedOf: (story: Story) => readonly StoppedEntry[] = deriveByBlock(
  stoppedEntries,
  stoppedEntriesAfter,
)

/** The counts if one audio of the whole story replaces the audio of its blocks; the same counts return the same object. */
const asHeardWhole = derive((counts: StoryCounts): StoryCounts => {
  const { rendered, changed, notMade } = counts
  return { ...counts, rendered: rendered + changed + notMade, changed: 0, notMade: 0, missingCredits: 0 }
})

/** What each member of the cast says, and how much of it needs rendering, computed once for all views. */
export function castStatsOf(story: Story, { takes, allTakes, render }: SpokenAudio): CastStats {
  return castStatsWith(story, takes, allTakes, render)
}

const castStatsWith = derive(
  (story: Story, takes: TakeIndex, allTakes: readonly Take[], render: StoryRender | null): CastStats => {
    const stats = castStats(story, takes)
    if (!isHeardWhole(story, { takes, allTakes, render })) return stats
    const asMade = ({ madeMs, estimatedMs, ...others }: SpeakerStats): SpeakerStats => ({
      ...others,
      madeMs: madeMs + estimatedMs,
      estimatedMs: 0,
      missingCredits: 0,
    })
    const bySpeaker = new Map([...stats.bySpeaker].map(([id, each]) => [id, asMade(each)]))
    return { bySpeaker, all: asMade(stats.all) }
  },
)

/** Whether a block ever had audio: its own, or in a render whose service did not report block positions. */
export function wasMade(id: BlockId, audio: Pick<SpokenAudio, 'allTakes' | 'render'>): boolean {
  return madeBefore(audio)(id)
}

function madeBefore({
  allTakes,
  render,
}: Pick<SpokenAudio, 'allTakes' | 'render'>): (id: BlockId) => boolean {
  const { blocks } = idsIn(allTakes)
  const isOfAll = isWithoutPositions(render, allTakes)
  return (id) => isOfAll || blocks.has(id)
}

/**
 * Whether the story is unchanged since a render whose service did not report block positions: then no block has a take, but
 * every block has audio. If the render has takes, they decide block by block.
 */
export function isHeardWhole(story: Story, { takes, allTakes, render }: SpokenAudio): boolean {
  return isWithoutPositions(render, allTakes) && isCurrentRender(story, render, takes)
}

function isWithoutPositions(render: StoryRender | null, allTakes: readonly Take[]): boolean {
  return render !== null && !idsIn(allTakes).audio.has(render.audioId)
}

/** The latest take of a block, whether it fits its words or not; null if there is none. */
export function lastTakeOf(id: BlockId, allTakes: readonly Take[]): Take | null {
  return idsIn(allTakes).blocks.get(id) ?? null
}

interface TakeIds {
  readonly audio: ReadonlySet<string>
  /** The last take of each block that has any. */
  readonly blocks: ReadonlyMap<BlockId, Take>
}

const idsIn = derive((takes: readonly Take[]): TakeIds => ({
  audio: new Set(takes.map(({ audioId }) => audioId)),
  blocks: lastTakes(takes),
}))
