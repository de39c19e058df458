/** One piece of sounding music: read from the host from a story time on, scheduled on the clock of the sound graph, with its gain. */
import { gainAt, type GainPoint } from '../../shared/story/gain.ts'
import { loopEndOf, type PlacedMusic } from '../../shared/story/musicLayout.ts'
import type { MediaPlaying, MediaStream } from '../bridge/bridge.ts'
import type { StoryClock } from './fixedSegments.ts'
import type { ScheduledSound, SoundGraph } from './soundGraph.ts'
import { createStreamedSound, type StreamedSound } from './streamedSound.ts'

/** How far ahead the gain is fixed: longer than the time until the next call. */
const FIXED_MS = 1500
/** Music that ends within its sound is faded, so that it does not click. */
export const FADE_S = 0.02
/** Music further than this from its place is restarted there. */
export const MOST_OFF_S = 0.02

/** Music with its gain, in the time of the story. */
export interface HeardMusic extends PlacedMusic {
  readonly points: readonly GainPoint[]
}

export interface Track {
  readonly heard: HeardMusic
  /** The story time from which it was read. */
  readonly fromMs: number
  readonly rate: number
  readonly sound: StreamedSound
  readonly gain: GainNode
  /** Whether playback has waited for it. */
  wasAwaited: boolean
}

export interface SoundingTrack extends Track {
  /** The time of the clock at which the music begins, by which the track was scheduled. */
  readonly startS: number
  readonly scheduled: ScheduledSound
  endS: number
}

/** Starts to read music from a story time on. `onUnplayable` is called if it cannot be read. */
export function readTrack(
  parts: {
    readonly graph: SoundGraph
    readonly open: (audioId: string, playing: MediaPlaying) => Promise<MediaStream>
    readonly onUnplayable: (audioId: string, cause: unknown) => void
  },
  heard: HeardMusic,
  { fromMs, rate }: Pick<Track, 'fromMs' | 'rate'>,
): Track {
  const { music, startMs } = heard
  const { context, parts: into } = parts.graph.open()
  const gain = context.createGain()
  gain.connect(into.music)
  const audioMs = music.fromMs + fromMs - startMs
  const playing = music.isLooped
    ? { fromMs: audioMs % loopEndOf(music), passMs: loopEndOf(music) }
    : { fromMs: audioMs }
  const sound = createStreamedSound(
    parts.graph,
    (sampleRate) => parts.open(music.audioId, { ...playing, rate, sampleRate }),
    gain,
  )
  sound.whenReady().catch((cause: unknown) => parts.onUnplayable(music.audioId, cause))
  return { heard, fromMs, rate, sound, gain, wasAwaited: false }
}

/** Gives a track its place on the clock. `onLate`: see `StreamedSound`. */
export function scheduleTrack(track: Track, clock: StoryClock, onLate: () => void): SoundingTrack {
  const { startMs, endMs } = track.heard
  const endS = timeOf(clock, endMs)
  const scheduled = track.sound.schedule(timeOf(clock, track.fromMs), endS, onLate)
  return { ...track, scheduled, endS, startS: timeOf(clock, startMs) }
}

/** Moves the time of the clock at which a track ends. */
export function endTrackAt(track: SoundingTrack, endS: number): void {
  if (Math.abs(endS - track.endS) <= 0.001) return
  track.endS = endS
  track.scheduled.endAt(endS)
}

/** Ends the reading of a track that does not sound, or whose sounds have their ends. */
export function forgetTrack(track: Track | undefined): void {
  track?.sound.close()
  track?.gain.disconnect()
}

/** Fixes the gain from `nowS` on for a while. Music that continues past the turn of a loop, at `turnS`, is faded there. */
export function fixGain(
  { gain: { gain }, endS }: SoundingTrack,
  { points }: HeardMusic,
  { clock, nowS, turnS = Infinity }: { readonly clock: StoryClock; readonly nowS: number; turnS?: number },
): void {
  if (turnS <= nowS) return // it is fading, or over
  const positionMs = storyMsAt(clock, nowS)
  const untilMs = Math.min(positionMs + FIXED_MS * clock.rate, storyMsAt(clock, turnS))
  gain.cancelScheduledValues(nowS)
  gain.setValueAtTime(gainAt(points, positionMs), nowS)
  for (const { atMs, gain: level } of points)
    if (atMs > positionMs && atMs < untilMs) gain.linearRampToValueAtTime(level, timeOf(clock, atMs))
  gain.linearRampToValueAtTime(gainAt(points, untilMs), timeOf(clock, untilMs))
  if (turnS < endS) gain.setTargetAtTime(0, turnS, FADE_S / 5)
}

/** Fades a track out at a time of the clock. */
export function fadeOut(track: SoundingTrack, atS: number): void {
  const { gain } = track.gain
  gain.cancelScheduledValues(atS)
  gain.setTargetAtTime(0, atS, FADE_S / 5)
  track.scheduled.endAt(Math.min(track.endS, atS + FADE_S))
  track.sound.close()
}

/** Whether a track has the audio of music, at its place on the clock. */
export function isThere(track: SoundingTrack, music: HeardMusic, clock: StoryClock): boolean {
  return isReadAs(track, music, clock.rate) && offS(track, music, clock) <= MOST_OFF_S
}

/** The distance of a track from the place of music on the clock, in s. */
export function offS({ startS }: SoundingTrack, { startMs }: HeardMusic, clock: StoryClock): number {
  return Math.abs(startS - timeOf(clock, startMs))
}

/** The time of the clock at which uncut music ends. */
export function wholeEndS({ startS, rate }: SoundingTrack, { startMs, endMs }: HeardMusic): number {
  return startS + (endMs - startMs) / 1000 / rate
}

/** Whether a track has the audio of music. */
export function isReadAs({ heard, rate }: Track, { music }: HeardMusic, wantedRate: number): boolean {
  const { audioId, fromMs, isLooped } = heard.music
  return (
    rate === wantedRate &&
    audioId === music.audioId &&
    fromMs === music.fromMs &&
    loopEndOf(heard.music) === loopEndOf(music) &&
    isLooped === music.isLooped
  )
}

/** Converts a story time to a time of the clock. */
export function timeOf({ positionMs, atS, rate }: StoryClock, storyMs: number): number {
  return atS + (storyMs - positionMs) / 1000 / rate
}

/** Converts a time of the clock to a story time. */
export function storyMsAt({ positionMs, atS, rate }: StoryClock, timeS: number): number {
  return positionMs + (timeS - atS) * 1000 * rate
}
