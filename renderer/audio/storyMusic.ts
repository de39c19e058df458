/** The music of the open story while it plays: brought to the playhead several times a second. */
import { musicGain, speechStretches } from '../../shared/story/musicGain.ts'
import { musicLayout } from '../../shared/story/musicLayout.ts'
import type { PlacedMusic } from '../../shared/story/musicLayout.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { isHeardWhole, layoutOf } from '../stores/timing.ts'
import type { StoryClock } from './fixedSegments.ts'
import type { MusicPlayer } from './musicPlayer.ts'
import type { HeardMusic } from './musicTracks.ts'

/** Music is scheduled seconds ahead; so often it follows edits and jumps. */
const FOLLOW_EVERY_MS = 50

export interface StoryMusic {
  /** Has the music ready that is heard at a story time; null where it is. Does not reject. */
  prepare(positionMs: number, rate: number): Promise<void> | null
  /** Follows the playhead from now on, or stops. */
  run(isRunning: boolean): void
  /** Brings the music to the playhead at once. */
  follow(): void
}

/** Follows the playhead with the music of the open story. `clock` is null while the playhead waits for audio. */
export function createStoryMusic(parts: {
  readonly story: Pick<StoryStore, 'getState'>
  readonly audio: Pick<AudioStore, 'getState'>
  readonly player: MusicPlayer
  readonly clock: () => StoryClock | null
  /** Where a loop begins again; null while that is not known. */
  readonly turn: () => StoryClock | null
}): StoryMusic {
  let timer: ReturnType<typeof setInterval> | undefined
  let last: { readonly placed: readonly PlacedMusic[]; readonly music: readonly HeardMusic[] } | undefined

  /** Nobody knows where blocks are in a render without positions: its music has no places. */
  function heard(): readonly HeardMusic[] {
    const { story } = parts.story.getState()
    const audio = parts.audio.getState()
    if (story.music.length === 0 || isHeardWhole(story, audio)) return []
    const layout = layoutOf(story, audio.takes)
    const placed = musicLayout(story, layout)
    if (last?.placed !== placed) {
      const speech = speechStretches(layout.heard)
      last = { placed, music: placed.map((each) => ({ ...each, points: musicGain(each, speech) })) }
    }
    return last.music
  }

  function follow(): void {
    if (timer === undefined) return
    const clock = parts.clock()
    parts.player.follow(clock === null ? [] : heard(), clock, parts.turn())
  }

  return {
    prepare: (positionMs, rate) => parts.player.prepare(heard(), positionMs, rate),
    run(isRunning) {
      clearInterval(timer)
      timer = isRunning ? setInterval(follow, FOLLOW_EVERY_MS) : undefined
      if (isRunning) follow()
      else parts.player.stop()
    },
    follow,
  }
}
