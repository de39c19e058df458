/**
 * Plays the music of the story with its speech: each piece comes from the host as it is heard, scheduled on the clock of the sound
 * graph where the timeline shows it, through a gain node that follows the same points as the mixdown.
 */
import { gainAt } from '../../shared/story/musicGain.ts'
import type { GainPoint } from '../../shared/story/musicGain.ts'
import type { PlacedMusic } from '../../shared/story/musicLayout.ts'
import type { MusicId } from '../../shared/story/records.ts'
import type { MediaPlaying, MediaStream } from '../bridge/mediaStream.ts'
import type { StoryClock } from './fixedSegments.ts'
import type { ScheduledSound, SoundGraph } from './soundGraph.ts'
import { createStreamedSound } from './streamedSound.ts'
import type { StreamedSound } from './streamedSound.ts'

/** Music with its gain, in the time of the story. */
export interface HeardMusic extends PlacedMusic {
  readonly points: readonly GainPoint[]
}

export interface MusicPlayer {
  /** Has the music ready that is heard at a story time; null where it is. Does not reject, and does not wait for long. */
  prepare(music: readonly HeardMusic[], positionMs: number, rate: number): Promise<void> | null
  /**
   * Lets sound what is heard from now on, and nothing else; silence where `clock` is null. To be called again and again while the
   * story plays, and at once where the playhead, the speed or the music changes.
   */
  follow(music: readonly HeardMusic[], clock: StoryClock | null): void
  /** Silences all music, and forgets what is ready. */
  stop(): void
}

/** Music is read so long before it is heard. */
const AHEAD_MS = 3000
/** The story waits for music that is heard so soon, and no longer than this. */
const SOON_MS = 500
const LONGEST_WAIT_MS = 1000
/** Music that was not ready is read from so much later on. */
const JOINS_AFTER_S = 0.3
/** The gain is fixed for so long: longer than it takes until the next call. */
const FIXED_MS = 1500
/** Music that is farther from its place begins again there. */
const MOST_OFF_S = 0.02
/** Music that is no farther from its place is heard until the new one begins. */
const NEAR_S = 0.25
/** Music that ends within its sound is faded, so that it does not click. */
const FADE_S = 0.02

interface Track {
  readonly heard: HeardMusic
  /** The story time from which on it was read. */
  readonly fromMs: number
  readonly rate: number
  readonly sound: StreamedSound
  readonly gain: GainNode
  /** Whether the story has waited for it. */
  wasAwaited: boolean
}

interface SoundingTrack extends Track {
  /** The time of the clock at which the music begins, by which the track was scheduled. */
  readonly startS: number
  readonly scheduled: ScheduledSound
  endS: number
}

/** Creates a player over a graph, of what `open` gives of stored audio. */
export function createMusicPlayer(options: {
  readonly graph: SoundGraph
  readonly open: (audioId: string, playing: MediaPlaying) => Promise<MediaStream>
  readonly onError: (cause: unknown) => void
}): MusicPlayer {
  const { graph } = options
  const sounding = new Map<MusicId, SoundingTrack>()
  const prepared = new Map<MusicId, Track>()
  /** Audio that cannot be played is told of once, until the music stops. */
  const failed = new Set<string>()

  function read(heard: HeardMusic, fromMs: number, rate: number): Track {
    const { music, startMs } = heard
    const { context, output } = graph.open()
    const gain = context.createGain()
    gain.connect(output)
    const audioMs = music.fromMs + fromMs - startMs
    const playing = music.isLooped
      ? { fromMs: audioMs % music.audioMs, passMs: music.audioMs }
      : { fromMs: audioMs }
    const sound = createStreamedSound(
      graph,
      (sampleRate) => options.open(music.audioId, { ...playing, rate, sampleRate }),
      gain,
    )
    sound.whenReady().catch((cause: unknown) => {
      if (failed.has(music.audioId)) return
      failed.add(music.audioId)
      options.onError(cause)
    })
    return { heard, fromMs, rate, sound, gain, wasAwaited: false }
  }

  function forget(track: Track | undefined): void {
    track?.sound.close()
    track?.gain.disconnect()
  }

  function forgetPrepared(): void {
    for (const track of prepared.values()) forget(track)
    prepared.clear()
  }

  function end(id: MusicId, track: SoundingTrack, atS: number): void {
    sounding.delete(id)
    const { gain } = track.gain
    gain.cancelScheduledValues(atS)
    gain.setTargetAtTime(0, atS, FADE_S / 5)
    track.scheduled.endAt(Math.min(track.endS, atS + FADE_S))
    track.sound.close()
  }

  function begin(each: HeardMusic, clock: StoryClock): SoundingTrack | null {
    const { id, audioId } = each.music
    if (failed.has(audioId)) return null
    const ready = prepared.get(id)
    const isUsed =
      ready?.heard.startMs === each.startMs &&
      isReadAs(ready, each, clock.rate) &&
      timeOf(clock, ready.fromMs) >= graph.nowS()
    if (isUsed) prepared.delete(id)
    const joinsMs = Math.max(each.startMs, storyMsAt(clock, graph.nowS() + JOINS_AFTER_S))
    if (!isUsed && joinsMs >= each.endMs) return null
    const track = isUsed ? ready : read(each, joinsMs, clock.rate)
    const endS = timeOf(clock, each.endMs)
    const scheduled = track.sound.schedule(timeOf(clock, track.fromMs), endS, () => {
      if (sounding.get(id)?.sound === track.sound) sounding.delete(id) // it begins again
    })
    return { ...track, scheduled, endS, startS: timeOf(clock, each.startMs) }
  }

  function fixGain({ gain: { gain } }: Track, { points }: HeardMusic, clock: StoryClock): void {
    const nowS = graph.nowS()
    const positionMs = storyMsAt(clock, nowS)
    const untilMs = positionMs + FIXED_MS * clock.rate
    gain.cancelScheduledValues(nowS)
    gain.setValueAtTime(gainAt(points, positionMs), nowS)
    for (const { atMs, gain: level } of points)
      if (atMs > positionMs && atMs < untilMs) gain.linearRampToValueAtTime(level, timeOf(clock, atMs))
    gain.linearRampToValueAtTime(gainAt(points, untilMs), timeOf(clock, untilMs))
  }

  function followOne(each: HeardMusic, clock: StoryClock): void {
    const { id } = each.music
    const nowS = graph.nowS()
    let track = sounding.get(id)
    const offS = track === undefined ? 0 : Math.abs(track.startS - timeOf(clock, each.startMs))
    const isSame = track !== undefined && isReadAs(track, each, clock.rate)
    if (track === undefined || !isSame || offS > MOST_OFF_S) {
      const next = begin(each, clock)
      const goesOn = isSame && offS <= NEAR_S && next !== null
      if (track !== undefined) end(id, track, goesOn ? Math.max(nowS, timeOf(clock, next.fromMs)) : nowS)
      if (next === null) return
      sounding.set(id, next)
      track = next
    }
    const endS = track.startS + (each.endMs - each.startMs) / 1000 / clock.rate
    if (Math.abs(endS - track.endS) > 0.001) {
      track.endS = endS
      track.scheduled.endAt(endS)
    }
    fixGain(track, each, clock)
  }

  return {
    prepare(music, positionMs, rate) {
      const near = nearOf(music, positionMs, rate)
      const ids = new Set(near.map((each) => each.music.id))
      for (const [id, track] of prepared) {
        if (ids.has(id)) continue
        forget(track)
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
          forget(track)
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
    follow(music, clock) {
      const nowS = graph.nowS()
      const near = clock === null ? [] : nearOf(music, storyMsAt(clock, nowS), clock.rate)
      const ids = new Set(near.map((each) => each.music.id))
      for (const [id, track] of sounding) if (!ids.has(id)) end(id, track, nowS)
      if (clock === null) return
      for (const each of near) followOne(each, clock)
      forgetPrepared()
    },
    stop() {
      for (const { scheduled } of sounding.values()) scheduled.cancel()
      for (const track of sounding.values()) forget(track)
      sounding.clear()
      forgetPrepared()
      failed.clear()
    },
  }
}

/** The music that is heard at a story time, or soon. */
function nearOf(music: readonly HeardMusic[], positionMs: number, rate: number): readonly HeardMusic[] {
  return music.filter(({ startMs, endMs }) => startMs - AHEAD_MS * rate <= positionMs && positionMs < endMs)
}

/** Whether a track has the audio of music. */
function isReadAs({ heard, rate }: Track, { music }: HeardMusic, wantedRate: number): boolean {
  const { audioId, fromMs, isLooped, audioMs } = heard.music
  return (
    rate === wantedRate &&
    audioId === music.audioId &&
    fromMs === music.fromMs &&
    audioMs === music.audioMs &&
    isLooped === music.isLooped
  )
}

/** The time of the clock at which a story time is heard. */
function timeOf({ positionMs, atS, rate }: StoryClock, storyMs: number): number {
  return atS + (storyMs - positionMs) / 1000 / rate
}

/** The story time that is heard at a time of the clock. */
function storyMsAt({ positionMs, atS, rate }: StoryClock, timeS: number): number {
  return positionMs + (timeS - atS) * 1000 * rate
}
