/** Edits of music, including music that is copied with blocks: pure functions from a story and an intent to a `Change`. */
import { type Change, EMPTY_CHANGE } from './changes.ts'
import { type Layout, spanIndexAt } from './layout.ts'
import {
  LEAST_GAIN_DB,
  MAX_AUDIO_MS,
  MAX_DUCK_DB,
  MAX_FADE_MS,
  MAX_LABEL,
  MAX_MUSIC,
  MOST_GAIN_DB,
} from './limits.ts'
import { loopEndOf, placedMusic, rangeOf, stretchOf } from './musicLayout.ts'
import {
  type BlockId,
  type ChapterId,
  type Music,
  type MusicId,
  musicIdSchema,
  type MusicPlace,
  type StoryRecord,
} from './records.ts'
import type { Story } from './story.ts'
import { blocksOf } from './selectors.ts'

/** The shortest length to which music can be trimmed. */
export const LEAST_MUSIC_MS = 100
/** The settings of a new bed: well below the speech, ducked further during speech, with soft fades. */
export const NEW_BED = { gainDb: -12, fadeInMs: 2000, fadeOutMs: 3000, isLooped: true, duckDb: 10 } as const
/** The settings of a new effect: unchanged except for its gain. */
export const NEW_EFFECT = { gainDb: -6, fadeInMs: 0, fadeOutMs: 0, isLooped: false, duckDb: 0 } as const

export type MusicPatch = Partial<Omit<Music, 'type' | 'id' | 'audioId' | 'audioMs'>>

/** New music: its name, audio and place. By default, its sound settings depend on the place. */
export type NewMusic = Pick<Music, 'id' | 'name' | 'audioId' | 'audioMs' | 'place'> & MusicPatch

/** A piece of music, or undefined. */
export function findMusic(story: Story, id: MusicId | null): Music | undefined {
  const record = id === null ? undefined : story.records.get(id)
  return record?.type === 'music' ? record : undefined
}

/** Adds music; does nothing if the story has reached the limit. */
export function addMusic(story: Story, music: NewMusic): Change {
  if (story.music.length >= MAX_MUSIC) return EMPTY_CHANGE
  const sound = music.place.kind === 'block' ? NEW_EFFECT : NEW_BED
  const added: Music = { type: 'music', fromMs: 0, loopEndMs: null, ...sound, ...music }
  return { put: [clampMusic({ ...added, name: added.name.slice(0, MAX_LABEL) })], remove: [] }
}

/** Sets fields of music, clamped to their ranges. */
export function patchMusic(story: Story, id: MusicId, patch: MusicPatch): Change {
  const music = findMusic(story, id)
  return music === undefined ? EMPTY_CHANGE : { put: [clampMusic({ ...music, ...patch })], remove: [] }
}

/** Takes music out of the story; its audio stays in the project. */
export function removeMusic(story: Story, id: MusicId): Change {
  return findMusic(story, id) === undefined ? EMPTY_CHANGE : { put: [], remove: [id] }
}

/**
 * Moves music so that it begins at a time. An effect is anchored to the block that is heard there, or to the next one if the time lies
 * before its words; a bed keeps its anchor. Does nothing if the music is not heard.
 */
export function moveMusic(story: Story, layout: Layout, id: MusicId, startMs: number): Change {
  const music = findMusic(story, id)
  const placed = music === undefined ? null : placedMusic(story, layout, music)
  if (music === undefined || placed === null) return EMPTY_CHANGE
  const wantedMs = Math.round(Math.max(0, Math.min(layout.totalMs - LEAST_MUSIC_MS, startMs)))
  const byMs = wantedMs - placed.startMs
  if (byMs === 0) return EMPTY_CHANGE
  const { place } = music
  if (place.kind !== 'block')
    return patchMusic(story, id, {
      place: { ...place, startMs: place.startMs + byMs, endMs: place.endMs + byMs },
    })
  const span = layout.spans[spanIndexAt(layout.spans, wantedMs)]
  if (span === undefined) return EMPTY_CHANGE
  return patchMusic(story, id, {
    place: { ...place, blockId: span.id, startMs: wantedMs - span.startMs },
  })
}

/** Moves the start of music to a time; its audio keeps its place in time. Audio that is not looped cannot begin before its first sample. */
export function trimMusicStart(story: Story, layout: Layout, id: MusicId, startMs: number): Change {
  const music = findMusic(story, id)
  const placed = music === undefined ? null : placedMusic(story, layout, music)
  if (music === undefined || placed === null) return EMPTY_CHANGE
  const leastMs = Math.max(0, music.isLooped ? 0 : placed.startMs - music.fromMs)
  const wantedMs = Math.round(Math.max(leastMs, Math.min(placed.endMs - LEAST_MUSIC_MS, startMs)))
  const byMs = wantedMs - placed.startMs
  if (byMs === 0) return EMPTY_CHANGE
  const passMs = music.isLooped ? loopEndOf(music) : music.audioMs
  const fromMs = (((music.fromMs + byMs) % passMs) + passMs) % passMs
  const { place } = music
  const lengthMs = placed.endMs - wantedMs
  return patchMusic(story, id, {
    fromMs,
    place:
      place.kind === 'block'
        ? { ...place, startMs: place.startMs + byMs, lengthMs: place.lengthMs === null ? null : lengthMs }
        : { ...place, startMs: place.startMs + byMs },
  })
}

/** Moves the end of music to a time. Audio that is not looped cannot go on after its last sample. */
export function trimMusicEnd(story: Story, layout: Layout, id: MusicId, endMs: number): Change {
  const music = findMusic(story, id)
  const placed = music === undefined ? null : placedMusic(story, layout, music)
  const tied = music === undefined ? null : stretchOf(story, layout, music.place)
  if (music === undefined || placed === null || tied === null) return EMPTY_CHANGE
  const audioEndMs = music.isLooped ? Infinity : placed.startMs + music.audioMs - music.fromMs
  const mostMs = Math.min(layout.totalMs, audioEndMs)
  const wantedMs = Math.round(Math.max(placed.startMs + LEAST_MUSIC_MS, Math.min(mostMs, endMs)))
  if (wantedMs === placed.endMs) return EMPTY_CHANGE
  const { place } = music
  return patchMusic(story, id, {
    place:
      place.kind === 'block'
        ? { ...place, lengthMs: wantedMs - placed.startMs }
        : { ...place, endMs: wantedMs - tied.endMs },
  })
}

/** Music with its numbers clamped to their ranges. */
export function clampMusic(music: Music): Music {
  const { audioMs, isLooped } = music
  const loopEndMs =
    music.loopEndMs === null || music.loopEndMs >= audioMs
      ? null
      : within(music.loopEndMs, Math.min(LEAST_MUSIC_MS, audioMs), audioMs)
  return {
    ...music,
    loopEndMs,
    fromMs: within(music.fromMs, 0, (isLooped ? loopEndOf({ loopEndMs, audioMs }) : audioMs) - 1),
    gainDb: Math.max(LEAST_GAIN_DB, Math.min(MOST_GAIN_DB, music.gainDb)),
    fadeInMs: within(music.fadeInMs, 0, MAX_FADE_MS),
    fadeOutMs: within(music.fadeOutMs, 0, MAX_FADE_MS),
    duckDb: Math.max(0, Math.min(MAX_DUCK_DB, music.duckDb)),
    place: clampedPlace(music.place),
  }
}

function clampedPlace(place: MusicPlace): MusicPlace {
  const offset = (ms: number) => within(ms, -MAX_AUDIO_MS, MAX_AUDIO_MS)
  const startMs = offset(place.startMs)
  if (place.kind !== 'block') return { ...place, startMs, endMs: offset(place.endMs) }
  return {
    ...place,
    startMs,
    lengthMs: place.lengthMs === null ? null : within(place.lengthMs, 1, MAX_AUDIO_MS),
  }
}

function within(value: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(most, value)))
}

/** The entries that are copied, and their copies. */
export interface EntryCopies {
  /** The blocks of the source story, by chapter, in order. */
  readonly sections: readonly {
    readonly chapterId: ChapterId | null
    readonly blockIds: readonly BlockId[]
  }[]
  readonly blocks: ReadonlyMap<BlockId, BlockId>
  readonly chapters: ReadonlyMap<ChapterId, ChapterId>
}

/** The music that plays only under these entries: under a chapter if its heading is among them, and under blocks if all of them are. */
export function musicWithin(story: Story, ids: ReadonlySet<string>): readonly Music[] {
  return story.music.filter(({ place }) => {
    switch (place.kind) {
      case 'story':
        return false
      case 'chapter':
        return ids.has(place.chapterId)
      case 'block':
        return ids.has(place.blockId)
      case 'range': {
        const range = rangeOf(story, place.fromId, place.toId)
        if (range === null) return false
        return blocksOf(story)
          .slice(range.first, range.last + 1)
          .every(({ id }) => ids.has(id))
      }
    }
  })
}

/**
 * Copies of music, anchored to the copies of its anchors. Music under a chapter or a story that is not copied as such is anchored to the
 * copied blocks. Music without any copied block is left out, and so is what would exceed the limit of `story`.
 */
export function copiesOfMusic(
  music: readonly Music[],
  copies: EntryCopies,
  story: Story,
  newId: () => string,
): Music[] {
  return music
    .flatMap((each) => {
      const place = placeOfCopy(each.place, copies)
      return place === null ? [] : [{ ...each, id: musicIdSchema.parse(newId()), place }]
    })
    .slice(0, MAX_MUSIC - story.music.length)
}

/** The change without music whose audio is not in `stored`, which has the length in ms of each audio by its id. */
export function withStoredMusic(change: Change, stored: ReadonlyMap<string, number>): Change {
  const put = change.put.flatMap((record): StoryRecord[] => {
    if (record.type !== 'music') return [record]
    const audioMs = stored.get(record.audioId)
    return audioMs === undefined ? [] : [clampMusic({ ...record, audioMs })]
  })
  return { ...change, put }
}

/** The music that a change puts. */
export function musicOfChange({ put }: Change): readonly Music[] {
  return put.filter((record): record is Music => record.type === 'music')
}

function placeOfCopy(place: MusicPlace, { sections, blocks, chapters }: EntryCopies): MusicPlace | null {
  const all = sections.flatMap(({ blockIds }) => blockIds)
  const under = (ids: readonly BlockId[]): MusicPlace | null => {
    const copied = ids.flatMap((id) => blocks.get(id) ?? [])
    const [first, last] = [copied[0], copied.at(-1)]
    if (place.kind === 'block' || first === undefined || last === undefined) return null
    return { kind: 'range', fromId: first, toId: last, startMs: place.startMs, endMs: place.endMs }
  }
  switch (place.kind) {
    case 'story':
      return under(all)
    case 'chapter': {
      const chapterId = chapters.get(place.chapterId)
      if (chapterId !== undefined) return { ...place, chapterId }
      return under(sections.find((section) => section.chapterId === place.chapterId)?.blockIds ?? [])
    }
    case 'range': {
      const [from, to] = [all.indexOf(place.fromId), all.indexOf(place.toId)]
      return from < 0 || to < 0 ? null : under(all.slice(Math.min(from, to), Math.max(from, to) + 1))
    }
    case 'block': {
      const blockId = blocks.get(place.blockId)
      return blockId === undefined ? null : { ...place, blockId }
    }
  }
}
