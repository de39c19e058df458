/**
 * Plays the music of the story with its speech. Each piece of music that is heard has a media element, which loads its file as it is
 * heard, and a gain node that follows the same points as the mixdown, on the clock of the sound graph.
 */
import { gainAt } from '../../shared/story/musicGain.ts'
import type { GainPoint } from '../../shared/story/musicGain.ts'
import type { PlacedMusic } from '../../shared/story/musicLayout.ts'
import type { MusicId } from '../../shared/story/records.ts'
import type { SoundGraph } from './soundGraph.ts'

/** Music with its gain, in the time of the story. */
export interface HeardMusic extends PlacedMusic {
  readonly points: readonly GainPoint[]
}

export interface MusicPlayer {
  /**
   * Lets sound what is heard at a time of the story, and nothing else. To be called again and again while the story plays, and at
   * once where the playhead, the speed or the music changes.
   */
  follow(music: readonly HeardMusic[], positionMs: number, rate: number): void
  /** Silences all music. */
  stop(): void
}

/** Music is loaded so long before it is heard. */
const AHEAD_MS = 3000
/** The gain is fixed for so long: longer than it takes until the next call. */
const FIXED_MS = 1500
/** An element that is farther from its place is moved there; a smaller difference is left, since moving can be heard. */
const MOST_OFF_MS = 60
/** An element needs this long to go on from another place; it is not moved again before. */
const MOVING_S = 0.5

interface Track {
  readonly element: HTMLAudioElement
  readonly source: MediaElementAudioSourceNode
  readonly gain: GainNode
  readonly audioId: string
  /** When the element was moved last, on the clock of the graph. */
  movedAtS: number
}

/** Creates a player over a graph, and elements from `openElement`. */
export function createMusicPlayer(options: {
  readonly graph: SoundGraph
  readonly urlOf: (audioId: string) => string
  readonly openElement: () => HTMLAudioElement
  readonly onError: (cause: unknown) => void
}): MusicPlayer {
  const tracks = new Map<MusicId, Track>()
  /** Audio that cannot be played is told of once, until the music stops. */
  const failed = new Set<string>()

  function trackOf({ music }: HeardMusic): Track {
    const known = tracks.get(music.id)
    if (known?.audioId === music.audioId) return known
    if (known !== undefined) end(music.id, known)
    const { context, output } = options.graph.open()
    const element = options.openElement()
    element.src = options.urlOf(music.audioId)
    const source = context.createMediaElementSource(element)
    const gain = context.createGain()
    gain.gain.value = 0
    source.connect(gain)
    gain.connect(output)
    const track = { element, source, gain, audioId: music.audioId, movedAtS: -Infinity }
    tracks.set(music.id, track)
    return track
  }

  function end(id: MusicId, { element, source, gain }: Track): void {
    element.pause()
    element.removeAttribute('src')
    element.load()
    source.disconnect()
    gain.disconnect()
    tracks.delete(id)
  }

  function place(track: Track, { music, startMs }: HeardMusic, positionMs: number, rate: number): void {
    const { element, audioId } = track
    const audioMs = music.fromMs + Math.max(0, positionMs - startMs)
    const wantedMs = music.isLooped ? audioMs % music.audioMs : audioMs
    element.loop = music.isLooped
    element.playbackRate = rate
    const offMs = Math.abs(element.currentTime * 1000 - wantedMs)
    const isOff = Math.min(offMs, music.isLooped ? Math.abs(music.audioMs - offMs) : offMs) > MOST_OFF_MS
    const nowS = options.graph.nowS()
    if (isOff && nowS - track.movedAtS > MOVING_S) {
      track.movedAtS = nowS
      element.currentTime = wantedMs / 1000
    }
    if (positionMs < startMs) element.pause()
    else if (element.paused && !element.ended && !failed.has(audioId))
      element.play().catch((cause: unknown) => {
        // Pausing ends a start that is under way.
        if (cause instanceof DOMException && cause.name === 'AbortError') return
        failed.add(audioId)
        options.onError(cause)
      })
  }

  function fixGain({ gain }: Track, { points }: HeardMusic, positionMs: number, rate: number): void {
    const nowS = options.graph.nowS()
    const param = gain.gain
    const untilMs = positionMs + FIXED_MS * rate
    const timeOf = (atMs: number) => nowS + (atMs - positionMs) / 1000 / rate
    param.cancelScheduledValues(nowS)
    param.setValueAtTime(gainAt(points, positionMs), nowS)
    for (const { atMs, gain: level } of points)
      if (atMs > positionMs && atMs < untilMs) param.linearRampToValueAtTime(level, timeOf(atMs))
    param.linearRampToValueAtTime(gainAt(points, untilMs), timeOf(untilMs))
  }

  return {
    follow(music, positionMs, rate) {
      const near = music.filter(
        ({ startMs, endMs }) => startMs - AHEAD_MS * rate <= positionMs && positionMs < endMs,
      )
      const ids = new Set(near.map((each) => each.music.id))
      for (const [id, track] of tracks) if (!ids.has(id)) end(id, track)
      for (const each of near) {
        const track = trackOf(each)
        place(track, each, positionMs, rate)
        fixGain(track, each, positionMs, rate)
      }
    },
    stop() {
      for (const [id, track] of tracks) end(id, track)
      failed.clear()
    },
  }
}
