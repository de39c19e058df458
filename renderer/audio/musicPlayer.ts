/**
 * Plays the music of the story with its speech: each piece is streamed from the host, scheduled on the clock of the sound
 * graph at its place on the timeline, through a gain node that follows the same points as the mixdown.
 */
import type { MusicId } from '../../shared/story/records.ts'
import type { MediaPlaying, MediaStream } from '../bridge/bridge.ts'
import type { StoryClock } from './fixedSegments.ts'
import {
  endTrackAt,
  FADE_S,
  fadeOut,
  fixGain,
  forgetTrack,
  isReadAs,
  isThere,
  MOST_OFF_S,
  offS,
  readTrack,
  scheduleTrack,
  storyMsAt,
  timeOf,
  wholeEndS,
  type HeardMusic,
  type SoundingTrack,
  type Track,
} from './musicTracks.ts'
import type { SoundGraph } from './soundGraph.ts'

export interface MusicPlayer {
  /** Prepares the music at a story time; null if it is ready. Does not reject, and does not wait for long. */
  prepare(music: readonly HeardMusic[], positionMs: number, rate: number): Promise<void> | null
  /**
   * Plays the music from now on, and nothing else; silence if `clock` is null. At `turn`, where a loop repeats, the music
   * at that place continues. Must be called repeatedly while the story plays, and immediately when the playhead, the speed
   * or the music changes.
   */
  follow(music: readonly HeardMusic[], clock: StoryClock | null, turn: StoryClock | null): void
  /** Silences all music, and drops prepared music. */
  stop(): void
}

/** How far ahead music is read. */
const AHEAD_MS = 3000
/** The story waits for music that starts within this time, and at most for this time. */
const SOON_MS = 500
const LONGEST_WAIT_MS = 1000
/** Music that was not ready is read from this much later. */
const JOINS_AFTER_S = 0.3
/** Music at most this far from its place plays on until the new sound begins. */
const NEAR_S = 0.25

/** Creates a player over a graph; `open` streams stored audio. */
export function createMusicPlayer(options: {
  readonly graph: SoundGraph
  readonly open: (audioId: string, playing: MediaPlaying) => Promise<MediaStream>
  readonly onError: (cause: unknown) => void
}): MusicPlayer {
  const { graph } = options
  const sounding = new Map<MusicId, SoundingTrack>()
  const prepared = new Map<MusicId, Track>()
  /** The tracks that sound from the next turn of a loop. */
  const coming = new Map<MusicId, SoundingTrack>()
  /** Unplayable audio, reported once until the music stops. */
  const failed = new Set<string>()

  function onUnplayable(audioId: string, cause: unknown): void {
    if (failed.has(audioId)) return
    failed.add(audioId)
    options.onError(cause)
  }

  function read(heard: HeardMusic, fromMs: number, rate: number): Track {
    return readTrack({ ...options, onUnplayable }, heard, { fromMs, rate })
  }

  function schedule(track: Track, clock: StoryClock): SoundingTrack {
    const { id } = track.heard.music
    return scheduleTrack(track, clock, () => {
      for (const tracks of [sounding, coming]) if (tracks.get(id)?.sound === track.sound) tracks.delete(id) // it begins again
    })
  }

  function forgetPrepared(): void {
    for (const track of prepared.values()) forgetTrack(track)
    prepared.clear()
  }

  function end(id: MusicId, track: SoundingTrack, atS: number): void {
    sounding.delete(id)
    fadeOut(track, atS)
  }

  function drop(tracks: Map<MusicId, SoundingTrack>, id: MusicId, track: SoundingTrack): void {
    tracks.delete(id)
    track.scheduled.cancel()
    forgetTrack(track)
  }

  function begin(each: HeardMusic, clock: StoryClock): SoundingTrack | null {
    const { id, audioId } = each.music
    if (failed.has(audioId)) return null
    const turned = coming.get(id)
    if (turned !== undefined && isThere(turned, each, clock)) {
      coming.delete(id)
      return turned
    }
    const ready = prepared.get(id)
    const isUsed =
      ready?.heard.startMs === each.startMs &&
      isReadAs(ready, each, clock.rate) &&
      timeOf(clock, ready.fromMs) >= graph.nowS()
    if (isUsed) prepared.delete(id)
    const joinsMs = Math.max(each.startMs, storyMsAt(clock, graph.nowS() + JOINS_AFTER_S))
    if (!isUsed && joinsMs >= each.endMs) return null
    return schedule(isUsed ? ready : read(each, joinsMs, clock.rate), clock)
  }

  function followOne(each: HeardMusic, clock: StoryClock, turnS: number): void {
    const { id } = each.music
    const nowS = graph.nowS()
    let track = sounding.get(id)
    if (track === undefined && timeOf(clock, each.startMs) >= turnS) return
    const offByS = track === undefined ? 0 : offS(track, each, clock)
    const isSame = track !== undefined && isReadAs(track, each, clock.rate)
    if (track === undefined || !isSame || offByS > MOST_OFF_S) {
      const next = begin(each, clock)
      const goesOn = isSame && offByS <= NEAR_S && next !== null
      if (track !== undefined) end(id, track, goesOn ? Math.max(nowS, timeOf(clock, next.fromMs)) : nowS)
      if (next === null) return
      sounding.set(id, next)
      track = next
    }
    endTrackAt(track, Math.min(wholeEndS(track, each), turnS + FADE_S))
    fixGain(track, each, { clock, nowS, turnS })
  }

  /** Reads and schedules the music from the next turn of a loop on. */
  function followTurn(music: readonly HeardMusic[], turn: StoryClock | null): void {
    const nowS = graph.nowS()
    const isSoon = turn !== null && turn.atS - nowS < AHEAD_MS / 1000
    const near = isSoon ? nearOf(music, turn.positionMs, turn.rate) : []
    for (const [id, track] of coming) {
      const each = near.find((other) => other.music.id === id)
      if (each === undefined || turn === null || !isThere(track, each, turn)) drop(coming, id, track)
    }
    if (turn === null) return
    for (const each of near) {
      const { id, audioId } = each.music
      if (failed.has(audioId)) continue
      const fromMs = Math.max(each.startMs, turn.positionMs)
      const track = coming.get(id) ?? schedule(read(each, fromMs, turn.rate), turn)
      coming.set(id, track)
      endTrackAt(track, wholeEndS(track, each))
      fixGain(track, each, { clock: turn, nowS })
    }
  }

  return {
    prepare(music, positionMs, rate) {
      const near = nearOf(music, positionMs, rate)
      const ids = new Set(near.map((each) => each.music.id))
      for (const [id, track] of prepared) {
        if (ids.has(id)) continue
        forgetTrack(track)
        prepared.delete(id)
      }
      const waiting: Track[] = []
      for (const each of near) {
        const { id, audioId } = each.music
        if (failed.has(audioId)) continue
        const fromMs = Math.max(positionMs, each.startMs)
        let track = prepared.get(id)
        const isSame = track?.heard.startMs === each.startMs && track.fromMs === fromMs
        if (track === undefined || !isSame || !isReadAs(track, each, rate)) {
          forgetTrack(track)
          track = read(each, fromMs, rate)
          prepared.set(id, track)
        }
        const isSoon = each.startMs <= positionMs + SOON_MS * rate
        if (isSoon && !track.wasAwaited && !track.sound.isReady()) waiting.push(track)
      }
      if (waiting.length === 0) return null
      const ready = Promise.allSettled(waiting.map(({ sound }) => sound.whenReady()))
      const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
      return Promise.race([ready, tooLong]).then(() => {
        for (const track of waiting) track.wasAwaited = true
      })
    },
    follow(music, clock, turn) {
      const nowS = graph.nowS()
      const near = clock === null ? [] : nearOf(music, storyMsAt(clock, nowS), clock.rate)
      const ids = new Set(near.map((each) => each.music.id))
      for (const [id, track] of sounding) if (!ids.has(id)) end(id, track, nowS)
      if (clock !== null) for (const each of near) followOne(each, clock, turn?.atS ?? Infinity)
      followTurn(music, clock === null ? null : turn)
      if (clock !== null) forgetPrepared()
    },
    stop() {
      for (const [id, track] of sounding) drop(sounding, id, track)
      for (const [id, track] of coming) drop(coming, id, track)
      forgetPrepared()
      failed.clear()
    },
  }
}

/** The music at a story time, or shortly after. */
function nearOf(music: readonly HeardMusic[], positionMs: number, rate: number): readonly HeardMusic[] {
  return music.filter(({ startMs, endMs }) => startMs - AHEAD_MS * rate <= positionMs && positionMs < endMs)
}
