/** Everything that sounds while a story plays: its segments, its music, and short moments while the playhead is dragged. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { musicGain, speechStretches } from '../../shared/story/gain.ts'
import { musicLayout, type PlacedMusic } from '../../shared/story/musicLayout.ts'
import { storedPlace } from '../../shared/story/takeCuts.ts'
import type { Bridge, MediaPlaying } from '../bridge/bridge.ts'
import type { AudioState, AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { isHeardWhole, layoutOf } from '../stores/timing.ts'
import type { StoryClock } from './fixedSegments.ts'
import { createMusicPlayer, type MusicPlayer } from './musicPlayer.ts'
import type { HeardMusic } from './musicTracks.ts'
import { createPlaylistPlayer } from './playlistPlayer.ts'
import { type Segment, segmentIndexAt, toFileMs } from './segments.ts'
import { createSoundGraph } from './soundGraph.ts'

/** Creates the players of the open project, over one graph. `openElement` and `openContext` open audio outputs. */
export function createStorySound(parts: {
  readonly bridge: Pick<Bridge, 'mediaUrl' | 'readMedia' | 'openMedia'>
  readonly story: StoryStore
  readonly audio: AudioStore
  readonly openElement?: () => HTMLAudioElement
  readonly openContext?: () => AudioContext
  /** Whether music plays too: a block or a take plays without it. */
  readonly hasMusic: () => boolean
  readonly onSegment: () => void
  readonly onEnd: () => void
  /** Called with the error that ends playback. */
  readonly onError: (error: UserFacingError) => void
  /** Called with the error of a piece of music, without which the story plays on. */
  readonly onMusicError: (error: UserFacingError) => void
}) {
  const { bridge, story, audio, hasMusic, onSegment, onEnd } = parts
  const projectId = () => story.getState().project.projectId
  const open = (audioId: string, playing: MediaPlaying) => bridge.openMedia(projectId(), audioId, playing)
  const unplayable = (cause: unknown) => new UserFacingError('audio-unplayable', {}, { cause })
  const graph = createSoundGraph(parts.openContext ?? (() => new AudioContext()))
  const music = createStoryMusic({
    story,
    audio,
    player: createMusicPlayer({ graph, open, onError: (cause) => parts.onMusicError(unplayable(cause)) }),
    clock: () => playlist.clock(),
    turn: () => playlist.turn(),
  })
  const playlist = createPlaylistPlayer({
    graph,
    open,
    onSegment,
    onEnd,
    read: (audioId) => bridge.readMedia(projectId(), audioId, graph.open().context.sampleRate),
    lengthOf: createAudioLengths(audio),
    prepare: (atMs, rate) => (hasMusic() ? music.prepare(atMs, rate) : null),
    onError: (cause) => parts.onError(unplayable(cause)),
  })
  const scrubber = createScrubber({
    urlOf: (audioId) => bridge.mediaUrl(projectId(), audioId),
    openElement: parts.openElement ?? (() => new Audio()),
  })
  return { graph, playlist, music, scrubber }
}

/** Returns a function from stored audio to its length in ms, as far as takes and render show: at least up to the end of their slices. */
function createAudioLengths(audio: AudioStore): (audioId: string) => number {
  let last: { of: AudioState; lengths: ReadonlyMap<string, number> } | undefined

  return (audioId) => {
    const now = audio.getState()
    if (last?.of.allTakes !== now.allTakes || last.of.render !== now.render)
      last = { of: now, lengths: lengthsOf(now) }
    return last.lengths.get(audioId) ?? 0
  }
}

function lengthsOf({ allTakes, render }: AudioState): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>()
  const add = (audioId: string, endMs: number) =>
    lengths.set(audioId, Math.max(endMs, lengths.get(audioId) ?? 0))
  for (const { audioId, endMs } of allTakes) add(audioId, endMs)
  if (render !== null) add(render.audioId, render.durationMs)
  return lengths
}

// Plays a moment of the story where the playhead is dragged. Nothing is rendered for it: missing audio is silent.

/** The length of each moment. While one plays, another does not begin. */
const MOMENT_MS = 120

interface Scrubber {
  /** Plays the audio at a story time for a moment. */
  hear(segments: readonly Segment[], positionMs: number): void
  /** Stops, and releases the media element. */
  close(): void
}

/** Creates a scrubber over an element from `openElement`. Audio that cannot be played is silent here: playing it reports the error. */
function createScrubber(options: {
  urlOf: (audioId: string) => string
  openElement: () => HTMLAudioElement
}): Scrubber {
  const element = createMediaElement({
    openElement: options.openElement,
    onEnded: () => undefined,
    onError: () => undefined,
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    hear(segments, positionMs) {
      if (timer !== undefined) return
      const segment = segments[segmentIndexAt(segments, positionMs)]
      if (segment?.kind !== 'audio') return
      const { audioId, atMs } = storedPlace(segment.audioId, toFileMs(segment, positionMs))
      element.prepare(options.urlOf(audioId), atMs)
      element.play()
      timer = setTimeout(() => {
        timer = undefined
        element.pause()
      }, MOMENT_MS)
    },
    close() {
      clearTimeout(timer)
      timer = undefined
      element.close()
    },
  }
}

// The music of the open story while it plays: brought to the playhead several times a second.

/** How often music, which is scheduled seconds ahead, follows edits and jumps. */
const FOLLOW_EVERY_MS = 50

interface StoryMusic {
  /** Prepares the music at a story time; null if it is ready. Does not reject. */
  prepare(positionMs: number, rate: number): Promise<void> | null
  /** Follows the playhead from now on, or stops. */
  run(isRunning: boolean): void
  /** Brings the music to the playhead at once. */
  follow(): void
}

/** Follows the playhead with the music of the open story. `clock` is null while the playhead waits for audio. */
function createStoryMusic(parts: {
  readonly story: Pick<StoryStore, 'getState'>
  readonly audio: Pick<AudioStore, 'getState'>
  readonly player: MusicPlayer
  readonly clock: () => StoryClock | null
  /** Where a loop repeats; null while that is not known. */
  readonly turn: () => StoryClock | null
}): StoryMusic {
  let timer: ReturnType<typeof setInterval> | undefined
  let last: { readonly placed: readonly PlacedMusic[]; readonly music: readonly HeardMusic[] } | undefined

  /** The places of blocks in a render without positions are unknown, so its music has no places. */
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

/** A media element that is opened at its first use. Times are in ms of the audio file. */
interface MediaElement {
  /** Loads an audio and seeks to a position, paused. */
  prepare(url: string, atMs: number): void
  /** Whether the element has this audio loaded, at most `toleranceMs` from a position. */
  isNear(url: string, atMs: number, toleranceMs: number): boolean
  play(): void
  /** Plays faster or slower from now on, at the same pitch. */
  setRate(rate: number): void
  pause(): void
  positionMs(): number
  /** Releases the audio and the element. */
  close(): void
}

/** Wraps an element from `openElement`; calls back when the audio has ended and when it cannot be played. */
function createMediaElement(options: {
  openElement: () => HTMLAudioElement
  onEnded: () => void
  onError: (cause: unknown) => void
}): MediaElement {
  let element: HTMLAudioElement | null = null
  let loadedUrl = ''
  let rate = 1

  const onError = () => {
    const cause = element?.error
    loadedUrl = '' // the next call of `prepare` loads it again
    options.onError(cause)
  }

  function open(): HTMLAudioElement {
    if (element !== null) return element
    element = options.openElement()
    element.preload = 'auto'
    element.preservesPitch = true
    applyRate(element)
    element.addEventListener('ended', options.onEnded)
    element.addEventListener('error', onError)
    return element
  }

  function applyRate(media: HTMLAudioElement): void {
    media.defaultPlaybackRate = rate // the rate at which a new source starts
    media.playbackRate = rate
  }

  return {
    prepare(url, atMs) {
      const media = open()
      media.pause()
      if (url !== loadedUrl) {
        media.src = url
        loadedUrl = url
      }
      media.currentTime = atMs / 1000
    },
    isNear: (url, atMs, toleranceMs) =>
      element !== null && url === loadedUrl && Math.abs(element.currentTime * 1000 - atMs) <= toleranceMs,
    play() {
      const media = open()
      if (media.ended) {
        // At its end, play() would start the element from the beginning.
        queueMicrotask(options.onEnded)
        return
      }
      media.play().catch((cause: unknown) => {
        // AbortError: paused before playback began. NotSupportedError: the element sends an error event as well.
        const name = cause instanceof DOMException ? cause.name : ''
        if (name !== 'AbortError' && name !== 'NotSupportedError') options.onError(cause)
      })
    },
    setRate(wanted) {
      rate = wanted
      if (element !== null) applyRate(element)
    },
    pause() {
      element?.pause()
    },
    positionMs: () => (element?.currentTime ?? 0) * 1000,
    close() {
      if (element === null) return
      element.removeEventListener('ended', options.onEnded)
      element.removeEventListener('error', onError)
      element.pause()
      element.removeAttribute('src')
      element.load() // without a source this frees the decoder and the connection
      element = null
      loadedUrl = ''
    },
  }
}
