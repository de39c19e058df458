/**
 * Playback of the story, of one block, or of a part of stored audio. A story whose render is current plays from that file;
 * otherwise it plays block by block, and missing audio is rendered a little ahead of the playhead.
 */
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import { isMakingAudio, makingAudioId } from '../../shared/story/takes.ts'
import { type BlockId, BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { settingsOf } from '../../shared/story/selectors.ts'
import { speechGainOf } from '../../shared/story/gain.ts'
import { isPackVoiceId } from '../../shared/voices/voicePacks.ts'
import type { Bridge, MediaStream } from '../bridge/bridge.ts'
import { addAudio, type AudioStore, markMaking } from '../stores/audioStore.ts'
import { NOTHING_MUTED, type Player, type PlayerParts } from '../stores/player.ts'
import { layoutOf } from '../stores/timing.ts'
import type { Saver } from '../stores/saver.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { createLookAhead } from './lookAhead.ts'
import {
  createStorySegments,
  isSameSegments,
  makingSegments,
  remapPosition,
  type Segment,
  startIn,
} from './segments.ts'
import { createStorySound } from './storySound.ts'

/** What is playing, with the segments of the current story. A part of stored audio (`clip`) has no position in the story. */
type Run =
  /** `loopedIds`: the blocks that repeat, none for all; null for no loop. */
  | { readonly scope: 'story'; segments: readonly Segment[]; loopedIds: readonly BlockId[] | null }
  | {
      readonly scope: 'block'
      readonly blockId: BlockId
      readonly despite: readonly string[] | undefined
      segments: readonly Segment[]
    }
  | { readonly scope: 'clip'; readonly segments: readonly Segment[]; readonly isLooped: boolean }

/** The time for which the playhead rests before its block is prepared. */
const RESTS_MS = 400

/** Creates the player over the stores. `openElement` and `openContext` open audio outputs; `close` releases them. */
export function createPlayer(
  parts: PlayerParts & {
    readonly openElement?: () => HTMLAudioElement
    readonly openContext?: () => AudioContext
  },
): Player {
  const { story, audio, playback, report } = parts
  let run: Run | null = null
  /** The position of the playhead while the story does not play. */
  let restingMs = 0
  let stopWatching: (() => void) | null = null

  const segmentsOf = createStorySegments(story, audio)
  const lookAhead = createLookAhead({ story, audio, makeTake: createTakeMaker(parts), onSettled: refresh })
  const feed = createPositionFeed(positionMs)
  const { playlist, music, scrubber, graph } = createStorySound({
    ...parts,
    bridge: { ...parts.bridge, openMedia },
    hasMusic: () => run?.scope === 'story',
    onSegment: showSegment,
    onEnd: () => stopAt(run?.scope === 'story' ? positionMs() : restingMs),
    onError: fail,
    onMusicError: report,
  })

  /** The block whose audio plays while it is made. It is tried only once, because after an interruption it would start from the beginning. */
  let triedId: BlockId | null = null
  let making: { readonly blockId: BlockId; readonly stream: Promise<MediaStream | null> } | null = null

  const stopFollowing = parts.state.subscribe(() => playlist.setRate(rateNow()))
  let preparing: ReturnType<typeof setTimeout> | undefined
  const stopPreparing = story.subscribe(prepareLater)

  /** Only a story and its blocks play faster or slower: a take or a voice sample plays at its own speed. */
  function rateNow(): number {
    return run?.scope === 'clip' ? 1 : parts.state.getState().settings.playbackRate
  }

  function positionMs(): number {
    return run === null || run.scope === 'clip' ? restingMs : playlist.positionMs()
  }

  function begin(next: Run, fromMs: number): void {
    if (run !== null) stopAt(positionMs())
    run = next
    lookAhead.forget()
    const stops = [story.subscribe(refresh), audio.subscribe(refresh)]
    stopWatching = () => {
      for (const stop of stops) stop()
    }
    feed.run(true)
    playlist.setRate(rateNow())
    muteParts()
    playFrom(next, fromMs)
    music.run(next.scope === 'story')
    feed.tell()
  }

  /** Mutes what the writer muted in the story; a block or take that plays alone is never muted. */
  function muteParts(): void {
    graph.mute(run?.scope === 'story' ? playback.getState().muted : NOTHING_MUTED)
  }

  /** Plays the segments of a run from a story time on. */
  function playFrom(now: Run, atMs: number, segments = now.segments): void {
    const isLooped = now.scope === 'clip' ? now.isLooped : now.scope === 'story' && now.loopedIds !== null
    playlist.play(segments, isLooped ? startIn(segments, atMs) : atMs, isLooped)
  }

  function stopAt(atMs: number): void {
    run = null
    forgetMaking()
    triedId = null
    restingMs = atMs
    stopWatching?.()
    stopWatching = null
    music.run(false)
    playlist.stop()
    feed.run(false)
    playback.setState({ status: 'stopped', blockId: null, clip: null })
    feed.tell()
    prepareLater()
  }

  function fail(error: unknown): void {
    const segment = playlist.current()?.segment
    if (run !== null && run.scope !== 'clip' && segment?.kind === 'audio' && isMakingAudio(segment.audioId)) {
      playFrom(run, positionMs()) // plays audio stored meanwhile, or waits for it
      return
    }
    stopAt(positionMs())
    report(error)
  }

  function showSegment(): void {
    const current = playlist.current()
    if (run === null || current === null) return
    const { segment } = current
    playback.setState({
      status: segment.kind === 'missing' ? 'preparing' : 'playing',
      scope: run.scope === 'story' ? 'story' : 'block',
      blockId: run.scope === 'clip' || segment.part === 'silence' ? null : segment.blockId,
      clip:
        run.scope === 'clip' && segment.kind === 'audio'
          ? { audioId: segment.audioId, startMs: segment.fileStartMs }
          : null,
    })
    music.follow()
    makeMissing()
    hearMaking()
  }

  /** Requests the audio that playback needs now or soon, and stops with an error if that is not possible. */
  function makeMissing(): void {
    const current = playlist.current()
    if (run === null || run.scope === 'clip' || current === null) return
    const { scope, segments } = run
    const despite = run.scope === 'block' ? run.despite : undefined
    const { segment, index } = current
    // Audio that plays while it is made still has to be requested.
    const isMaking = segment.kind === 'audio' && isMakingAudio(segment.audioId)
    const needed = (isMaking ? segments[index] : undefined) ?? segment
    const outcome = lookAhead.reach({ scope, segments, despite, segment: needed, index })
    if (outcome === 'goes-on') return
    if (outcome === 'has-other-words') stopAt(restingMs)
    else fail(outcome.error)
  }

  /** Plays a natural voice from its first sentence on, while the rest is being generated. */
  function hearMaking(): void {
    const current = playlist.current()
    const { blockId } = current?.segment.kind === 'missing' ? current.segment : { blockId: null }
    if (making !== null && making.blockId !== blockId) forgetMaking()
    if (blockId === null || blockId === triedId || rateNow() !== 1 || !isNatural(blockId)) return
    const { project } = story.getState()
    const playing = { fromMs: 0, rate: 1, sampleRate: graph.open().context.sampleRate }
    const stream = parts.bridge
      .openMedia(project.projectId, makingAudioId(blockId), playing)
      .catch(() => null) // Playback then waits for the take.
    const mine = { blockId, stream }
    making = mine
    triedId = blockId
    void stream.then((opened) => {
      const now = playlist.current()
      const isWaiting = now?.segment.kind === 'missing' && now.segment.blockId === blockId
      if (opened === null || making !== mine || !isWaiting || run === null || run.scope === 'clip') return
      const gainDb = speechGainOf(story.getState().story, blockId, null)
      playFrom(run, now.segment.startMs, makingSegments(run.segments, now.index, gainDb))
    })
  }

  /** Prepares the block where the playhead rests. */
  function prepareLater(): void {
    clearTimeout(preparing)
    preparing = setTimeout(() => {
      const spans = layoutOf(story.getState().story, audio.getState().takes).heard
      const next = run === null ? spans.find(({ endMs }) => endMs > restingMs) : undefined
      if (next?.take === null) player.prepareBlock(next.id)
    }, RESTS_MS)
  }

  function isNatural(blockId: BlockId): boolean {
    const now = story.getState().story
    const block = findHeardBlock(now, blockId)
    return (
      block !== undefined &&
      now.info.connectionId === BUILT_IN_CONNECTION &&
      isPackVoiceId(settingsOf(now, block).voiceId)
    )
  }

  /** Closes the stream that was opened, unless it is already playing. */
  function forgetMaking(): void {
    void making?.stream.then((stream) => stream?.close())
    making = null
  }

  /** The stream that was opened in advance, or a new one. */
  function openMedia(...asked: Parameters<Bridge['openMedia']>): Promise<MediaStream> {
    const [, audioId, { fromMs }] = asked
    if (making === null || fromMs !== 0 || audioId !== makingAudioId(making.blockId))
      return parts.bridge.openMedia(...asked)
    const { stream } = making
    making = null
    return stream.then((opened) => opened ?? parts.bridge.openMedia(...asked))
  }

  /** Follows a change of the story or its audio during playback. */
  function refresh(): void {
    const current = playlist.current()
    if (run === null || run.scope === 'clip' || current === null) return
    const segments =
      run.scope === 'story' ? segmentsOf.ofStory(run.loopedIds) : segmentsOf.ofBlock(run.blockId)
    if (isSameSegments(segments, run.segments)) {
      makeMissing()
      return
    }
    const remapped = remapPosition(current.segment, positionMs(), segments)
    run.segments = segments
    if (run.scope === 'block') restingMs = segments[0]?.startMs ?? remapped.positionMs
    playFrom(run, remapped.positionMs, remapped.segments)
  }

  /** The blocks to repeat if playback starts now. */
  function loopedNow(): readonly BlockId[] | null {
    return playback.getState().isLooping ? parts.editor.getState().selection : null
  }

  const player: Player = {
    playStory(fromMs) {
      const loopedIds = loopedNow()
      const segments = segmentsOf.ofStory(loopedIds)
      const atMs = startIn(segments, fromMs ?? positionMs())
      if (segments.length > 0) begin({ scope: 'story', segments, loopedIds }, atMs)
    },
    playBlock(blockId, despite) {
      if (run?.scope === 'block' && run.blockId === blockId) {
        player.pause()
        return
      }
      const segments = segmentsOf.ofBlock(blockId)
      const [segment] = segments
      if (segment === undefined || segment.endMs <= segment.startMs) return
      if (run !== null) stopAt(positionMs())
      restingMs = segment.startMs // after its end or a stop, the block can be played again from its start
      begin({ scope: 'block', blockId, despite, segments }, segment.startMs)
    },
    prepareBlock(blockId) {
      if (!isNatural(blockId)) return
      const { projectId } = story.getState().project
      parts.bridge.call('takes:prepare', { projectId, blockId }).catch(() => undefined) // Playback then begins a little later.
    },
    playAudio(audioId, fileStartMs, fileEndMs, { fromMs = 0, isLooped = false, gainDb = 0 } = {}) {
      const times = { startMs: 0, endMs: fileEndMs - fileStartMs, fileStartMs, fileEndMs }
      const segment: Segment = { kind: 'audio', part: 'speech', blockId: null, audioId, ...times, gainDb }
      begin({ scope: 'clip', segments: [segment], isLooped }, fromMs)
    },
    clipMs: () => (run?.scope === 'clip' ? playlist.positionMs() : null),
    pause() {
      if (run !== null) stopAt(run.scope === 'story' ? positionMs() : restingMs)
    },
    setLooping(isLooping) {
      playback.setState({ isLooping })
      if (run?.scope !== 'story') return
      const atMs = positionMs()
      run.loopedIds = loopedNow()
      run.segments = segmentsOf.ofStory(run.loopedIds)
      playFrom(run, atMs)
      feed.tell()
    },
    setMuted(part, isMuted) {
      playback.setState(({ muted }) => ({ muted: { ...muted, [part]: isMuted } }))
      muteParts()
    },
    toggle() {
      if (run !== null) player.pause()
      else player.playStory()
    },
    seek(wantedMs) {
      const totalMs = segmentsOf.ofStory(null).at(-1)?.endMs ?? 0
      const toMs = Math.max(0, Math.min(wantedMs, totalMs))
      const block = run?.scope === 'block' ? run.segments[0] : undefined
      const isInBlock = block !== undefined && toMs >= block.startMs && toMs < block.endMs
      if (run !== null && run.scope !== 'clip' && (run.scope === 'story' || isInBlock)) {
        playFrom(run, toMs)
        feed.tell()
      } else stopAt(toMs)
    },
    scrub(toMs) {
      player.seek(toMs)
      if (run === null) scrubber.hear(segmentsOf.ofStory(null), positionMs())
    },
    positionMs,
    onPosition: feed.listen,
    close() {
      stopFollowing()
      stopPreparing()
      stopAt(0)
      clearTimeout(preparing)
      scrubber.close()
      playlist.close()
    },
  }
  return player
}

/** Sends the playback position to listeners: on every frame while it runs, and after each call of `tell`. */
interface PositionFeed {
  listen(listener: (positionMs: number) => void): () => void
  tell(): void
  run(isRunning: boolean): void
}

/** Creates a feed of the position that `positionMs` returns. */
function createPositionFeed(positionMs: () => number): PositionFeed {
  const listeners = new Set<(positionMs: number) => void>()
  let frame: number | null = null

  function tell(): void {
    const now = positionMs()
    for (const listener of listeners) listener(now)
  }
  function tick(): void {
    frame = requestAnimationFrame(tick)
    tell()
  }

  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell,
    run(isRunning) {
      if (isRunning && frame === null) frame = requestAnimationFrame(tick)
      if (!isRunning && frame !== null) {
        cancelAnimationFrame(frame)
        frame = null
      }
    },
  }
}

/**
 * Returns a function that requests the audio of a block, despite jobs that already requested its words, and adds it to the story's takes. The
 * function rejects with the host's error; while a block is being made, further calls for it return the same promise.
 */
function createTakeMaker(options: {
  bridge: Pick<Bridge, 'call'>
  story: StoryStore
  audio: AudioStore
  saver: Pick<Saver, 'flush'>
  signal: AbortSignal
}): (blockId: BlockId, despite: readonly string[] | undefined) => Promise<void> {
  const { bridge, story, audio, saver, signal } = options
  const isLeft = () => signal.aborted
  const underWay = new Map<BlockId, Promise<void>>()

  async function make(blockId: BlockId, despite: readonly string[] | undefined): Promise<void> {
    await saver.flush() // the host reads the text from the disk
    if (isLeft()) return
    const { projectId } = story.getState().project
    const take = await bridge.call('takes:make', { projectId, blockId, despite })
    if (isLeft()) return
    addAudio(audio, { takes: [take], render: null })
  }

  return (blockId, despite) => {
    const known = underWay.get(blockId)
    if (known !== undefined) return known
    markMaking(audio, blockId, true)
    const made = make(blockId, despite).finally(() => {
      underWay.delete(blockId)
      markMaking(audio, blockId, false)
    })
    underWay.set(blockId, made)
    return made
  }
}
