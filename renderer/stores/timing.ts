import { castStats, type CastStats, type SpeakerStats } from '../../shared/story/castStats.ts'
import { pacesByVoice, type VoicePaces } from '../../shared/story/fitForecast.ts'
import { changedBlocks } from '../../shared/story/changedBlocks.ts'
import { layout, layoutAfter, type Layout } from '../../shared/story/layout.ts'
import { countStory, countStoryAfter, type StoryCounts } from '../../shared/story/storyCounts.ts'
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
export const layoutOf: (story: Story, takes: TakeIndex) => Layout = rememberByStory(
  layout,
  ({ value }, changed, story, takes) => layoutAfter(value, story, takes, changed),
)

/** How fast each voice speaks in a story's takes, computed once for all views. */
export const voicePacesOf: (story: Story, takes: TakeIndex) => VoicePaces = rememberByStory(pacesByVoice)

/** The part of a project's audio that decides which blocks have audio. */
export type SpokenAudio = Pick<AudioState, 'takes' | 'allTakes' | 'render'>

/** The counts of a story with its audio, computed once for all views. */
export function countsOf(story: Story, audio: SpokenAudio): StoryCounts {
  const counts = countWith(story, audio.takes, audio.allTakes, audio.render)
  return isHeardWhole(story, audio) ? asHeardWhole(counts) : counts
}

const countWith = rememberByStory(
  (story, takes: TakeIndex, allTakes: readonly Take[], render: StoryRender | null): StoryCounts =>
    countStory(story, takes, madeBefore({ allTakes, render })),
  ({ story: before, value: counts }, changed, story, takes, allTakes, render) =>
    countStoryAfter({ story: before, counts }, changed, story, takes, madeBefore({ allTakes, render })),
)

/** The entries of the lexicon that are switched off in a story, computed once for all views. */
export const stoppedOf: (story: Story) => readonly StoppedEntry[] = rememberByStory(
  stoppedEntries,
  ({ story: before, value: stopped }, changed, story) =>
    stoppedEntriesAfter({ story: before, stopped }, changed, story),
)

const heardWhole = new WeakMap<StoryCounts, StoryCounts>()

/** The counts if one audio of the whole story replaces the audio of its blocks; the same counts return the same object. */
function asHeardWhole(counts: StoryCounts): StoryCounts {
  const known = heardWhole.get(counts)
  if (known !== undefined) return known
  const { rendered, changed, notMade } = counts
  const whole = {
    ...counts,
    rendered: rendered + changed + notMade,
    changed: 0,
    notMade: 0,
    missingCredits: 0,
  }
  heardWhole.set(counts, whole)
  return whole
}

/** What each member of the cast says, and how much of it needs rendering, computed once for all views. */
export function castStatsOf(story: Story, { takes, allTakes, render }: SpokenAudio): CastStats {
  return castStatsWith(story, takes, allTakes, render)
}

const castStatsWith = rememberByStory(
  (story, takes: TakeIndex, allTakes: readonly Take[], render: StoryRender | null): CastStats => {
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

const idsByTakes = new WeakMap<readonly Take[], TakeIds>()

function idsIn(takes: readonly Take[]): TakeIds {
  const known = idsByTakes.get(takes)
  if (known !== undefined) return known
  const ids = {
    audio: new Set(takes.map(({ audioId }) => audioId)),
    blocks: lastTakes(takes),
  }
  idsByTakes.set(takes, ids)
  return ids
}

interface Remembered<Audio, T> {
  readonly story: Story
  readonly audio: Audio
  readonly value: T
}

/**
 * Caches one value per story: deferred views alternate between an older story and the current one. `update` makes a value from the
 * latest one, for a story with the same audio that differs only in the blocks at some indices.
 */
export function rememberByStory<Audio extends readonly unknown[], T>(
  compute: (story: Story, ...audio: Audio) => T,
  update?: (before: Remembered<Audio, T>, changed: readonly number[], story: Story, ...audio: Audio) => T,
): (story: Story, ...audio: Audio) => T {
  const answers = new WeakMap<Story, Remembered<Audio, T>>()
  let latest: Remembered<Audio, T> | undefined
  return (story, ...audio) => {
    const isOf = (answer: Remembered<Audio, T>) => answer.audio.every((part, index) => part === audio[index])
    const known = answers.get(story)
    if (known !== undefined && isOf(known)) return known.value
    const changed = update && latest && isOf(latest) ? changedBlocks(latest.story, story) : null
    const value =
      update && latest && changed !== null
        ? update(latest, changed, story, ...audio)
        : compute(story, ...audio)
    latest = { story, audio, value }
    answers.set(story, latest)
    return value
  }
}
