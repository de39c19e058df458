/**
 * Playback of the story, of a block alone, or of a stored stretch of audio. A story whose render is current is heard from
 * that one file; otherwise block by block, and what is missing is made a little ahead of the playhead.
 */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { PlaybackStore } from '../stores/playbackStore.ts'
import type { Saver } from '../stores/saver.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { carryOn } from './carryOn.ts'
import type { Cue } from './cues.ts'
import { createLookAhead } from './lookAhead.ts'
import type { Player } from '../stores/player.ts'
import { createPositionFeed } from './positionFeed.ts'
import { createStage } from './stage.ts'
import { createStoryCues } from './storyCues.ts'
import { createTakeMaker } from './takeMaker.ts'

/** What is being played; `cues` is the list that is kept up with. A stored stretch has no place in the story. */
type Run =
  | { readonly scope: 'story'; cues: readonly Cue[] }
  | { readonly scope: 'block'; readonly blockId: BlockId; cues: readonly Cue[] }
  | { readonly scope: 'stretch' }

/** Makes the player over the stores; audio elements come from `openElement`, and none is kept after `reset`. */
export function createPlayer(parts: {
  bridge: Pick<Bridge, 'call' | 'mediaUrl'>
  story: StoryStore
  audio: AudioStore
  playback: PlaybackStore
  saver: Pick<Saver, 'flush'>
  report: (error: unknown) => void
  openElement?: () => HTMLAudioElement
}): Player {
  const { bridge, story, audio, playback, report } = parts
  let run: Run | null = null
  /** Where the playhead stands while the story does not play. */
  let restingMs = 0
  let stopWatching: (() => void) | null = null

  const storyCues = createStoryCues(story, audio)
  const lookAhead = createLookAhead({ story, audio, makeTake: createTakeMaker(parts), onSettled: refresh })
  const feed = createPositionFeed(positionMs)
  const stage = createStage({
    urlOf(audioId) {
      const project = story.getState().open?.project
      if (project === undefined) throw new Error('Audio is played from an open project')
      return bridge.mediaUrl(project.projectId, audioId)
    },
    openElement: parts.openElement ?? (() => new Audio()),
    onCue: showCue,
    onEnd: () => stopAt(run?.scope === 'story' ? positionMs() : restingMs),
    onError: (cause) => fail(new UserFacingError('audio-unplayable', {}, { cause })),
  })

  function positionMs(): number {
    return run === null || run.scope === 'stretch' ? restingMs : stage.positionMs()
  }

  function begin(next: Run, cues: readonly Cue[], fromMs: number): void {
    if (run !== null) stopAt(positionMs())
    run = next
    lookAhead.forget()
    const stops = [story.subscribe(refresh), audio.subscribe(refresh)]
    stopWatching = () => {
      for (const stop of stops) stop()
    }
    feed.run(true)
    stage.play(cues, fromMs)
    feed.tell()
  }

  function stopAt(atMs: number): void {
    run = null
    restingMs = atMs
    stopWatching?.()
    stopWatching = null
    stage.stop()
    feed.run(false)
    playback.setState({ status: 'stopped', blockId: null })
    feed.tell()
  }

  function fail(error: unknown): void {
    stopAt(positionMs())
    report(error)
  }

  function showCue(): void {
    const current = stage.current()
    if (run === null || current === null) return
    const { cue } = current
    playback.setState({
      status: cue.kind === 'missing' ? 'preparing' : 'playing',
      scope: run.scope === 'story' ? 'story' : 'block',
      blockId: run.scope === 'stretch' || cue.part === 'silence' ? null : cue.blockId,
    })
    makeMissing()
  }

  /** Has audio made that is waited for now or soon, and gives up where that cannot be. */
  function makeMissing(): void {
    const current = stage.current()
    const connectionId = story.getState().open?.story.info.connectionId
    if (run === null || run.scope === 'stretch' || current === null) return
    const { cue, index } = current
    if (run.scope === 'story' && connectionId !== BUILT_IN_CONNECTION) {
      // There a block costs credits, and nobody spends those by listening.
      if (cue.kind === 'missing') fail(new UserFacingError('play-needs-render'))
      return
    }
    const isMissing = cue.kind === 'missing'
    const outcome = isMissing ? lookAhead.outcomeOf(cue.blockId) : undefined
    const isOfOtherWords = isMissing && outcome === undefined && run.scope === 'block' && lookAhead.hasAsked()
    // A block that is changed while it is heard is heard as it was: its new words are made when it is their turn.
    const heard = run.cues[index] === cue ? run.cues : run.cues.with(index, cue)
    if (outcome?.kind === 'failed') fail(outcome.error)
    else if (outcome?.kind === 'made') fail(new UserFacingError('audio-unplayable'))
    else if (isOfOtherWords)
      stopAt(restingMs) // Play was not pressed for the words that stand there by now.
    else lookAhead.make(heard, index)
  }

  /** The story or its audio have changed while something plays. */
  function refresh(): void {
    const current = stage.current()
    if (run === null || run.scope === 'stretch' || current === null) return
    const cues = cuesOf(run.scope === 'story' ? null : run.blockId)
    if (isSameCues(cues, run.cues)) {
      makeMissing()
      return
    }
    const heard = carryOn(current.cue, positionMs(), cues)
    run.cues = cues
    if (run.scope === 'block') restingMs = cues[0]?.startMs ?? heard.positionMs
    stage.play(heard.cues, heard.positionMs)
  }

  function cuesOf(blockId: BlockId | null): readonly Cue[] {
    if (blockId === null) return storyCues.ofStory()
    const cue = storyCues.ofBlock(blockId)
    return cue === null ? [] : [cue]
  }

  const player: Player = {
    playStory(fromMs) {
      const cues = cuesOf(null)
      const totalMs = cues.at(-1)?.endMs ?? 0
      const wantedMs = fromMs ?? positionMs()
      if (totalMs > 0) begin({ scope: 'story', cues }, cues, wantedMs < totalMs ? wantedMs : 0)
    },
    playBlock(blockId) {
      if (run?.scope === 'block' && run.blockId === blockId) {
        player.pause()
        return
      }
      const cues = cuesOf(blockId)
      const [cue] = cues
      if (cue === undefined || cue.endMs <= cue.startMs) return
      if (run !== null) stopAt(positionMs())
      restingMs = cue.startMs // heard to its end or stopped, the block can be heard again from its start
      begin({ scope: 'block', blockId, cues }, cues, cue.startMs)
    },
    playAudio(audioId, fileStartMs, fileEndMs) {
      const times = { startMs: 0, endMs: fileEndMs - fileStartMs, fileStartMs, fileEndMs }
      const cue: Cue = { kind: 'audio', part: 'speech', blockId: null, audioId, ...times }
      begin({ scope: 'stretch' }, [cue], 0)
    },
    pause() {
      if (run !== null) stopAt(run.scope === 'story' ? positionMs() : restingMs)
    },
    toggle() {
      if (run !== null) player.pause()
      else player.playStory()
    },
    seek(wantedMs) {
      const totalMs = cuesOf(null).at(-1)?.endMs ?? 0
      const toMs = Math.max(0, Math.min(wantedMs, totalMs))
      const block = run?.scope === 'block' ? run.cues[0] : undefined
      const isInBlock = block !== undefined && toMs >= block.startMs && toMs < block.endMs
      if (run !== null && run.scope !== 'stretch' && (run.scope === 'story' || isInBlock)) {
        stage.play(run.cues, toMs)
        feed.tell()
      } else stopAt(toMs)
    },
    positionMs,
    onPosition: feed.listen,
    reset() {
      stopAt(0)
      stage.close()
      lookAhead.forget()
    },
  }
  return player
}

/** Lists of the story are made anew only when it changes; that of a block is one cue, compared by what it says. */
function isSameCues(a: readonly Cue[], b: readonly Cue[]): boolean {
  return a === b || (a.length === 1 && b.length === 1 && JSON.stringify(a[0]) === JSON.stringify(b[0]))
}
