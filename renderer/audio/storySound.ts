/** What sounds while a story is played: its segments, its music, and the moments that are heard while the playhead is dragged. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { MediaPlaying } from '../bridge/mediaStream.ts'
import type { AudioState, AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { createMusicPlayer } from './musicPlayer.ts'
import { createPlaylistPlayer } from './playlistPlayer.ts'
import { createScrubber } from './scrubber.ts'
import { createSoundGraph } from './soundGraph.ts'
import { createStoryMusic } from './storyMusic.ts'

/** Creates what plays the audio of the open project, over one graph. `openElement` and `openContext` open what sounds. */
export function createStorySound(parts: {
  readonly bridge: Pick<Bridge, 'mediaUrl' | 'readMedia' | 'openMedia'>
  readonly story: StoryStore
  readonly audio: AudioStore
  readonly openElement?: () => HTMLAudioElement
  readonly openContext?: () => AudioContext
  /** Whether music is heard: a block or a take is heard alone. */
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

/** Gives a function from a stored audio to its length in ms, as far as takes and render tell: at least where their slices end. */
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
