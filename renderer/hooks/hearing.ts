import { useContext, useEffect, useRef, useState } from 'react'
import type { WireError } from '../../shared/ipc/result.ts'
import { countCharacters, MAX_INPUT_CHARACTERS } from '../../shared/speech-api/limits.ts'
import { auditionCost } from '../../shared/story/audition.ts'
import type { AuditionLine } from '../../shared/story/audition.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { settingsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { askingToBuy } from '../actions/conversions.ts'
import { isOverCap } from '../actions/overCap.ts'
import { isAlreadyPaid } from '../actions/paidWords.ts'
import { toWireError } from '../actions/wireError.ts'
import type { World } from '../stores/world.ts'
import { DeferredStoryContext, useAudioState, useIsFree, usePlayback, useWorld } from './world.ts'

/** Words in settings, as a block would say them. */
export interface SpokenLine extends AuditionLine {
  readonly blockId: BlockId
}

export interface LineHearing {
  isPlaying(line: SpokenLine): boolean
  /** Whether the audio of a line is being made, for this view or for another that has the same line. */
  isMaking(line: SpokenLine): boolean
  /** What went wrong with the line that was asked for last. */
  readonly error: WireError | null
  /** What the first listen costs in credits; 0 where it costs nothing, as with audio that is there. */
  priceOf(line: SpokenLine): number
  /** Plays a line, or stops it where it plays. What costs is made without a question: the price stands on the button. */
  toggle(line: SpokenLine): void
}

/** The take key of the line that was asked for last: the answer for another line comes too late to be played. */
const wantedKeys = new WeakMap<World, string>()

const NO_COST = { take: undefined, credits: 0, key: '' }

/** Hearing lines of the open story; without a story, no line costs anything or plays. */
export function useLineHearing(story: Story | null): LineHearing {
  const world = useWorld()
  const takes = useAudioState((state) => state.takes)
  const auditions = useAudioState((state) => state.auditions)
  const isFree = useIsFree()
  const clip = usePlayback((state) => state.clip)
  const [error, setError] = useState<WireError | null>(null)
  const asked = useRef<string | null>(null)
  useEffect(
    () => () => {
      if (wantedKeys.get(world) === asked.current) wantedKeys.delete(world)
    },
    [world],
  )

  const costOf = ({ blockId, ...line }: SpokenLine) =>
    story === null ? NO_COST : auditionCost(story, blockId, line, takes)
  const isPlaying = (line: SpokenLine) => {
    if (clip === null) return false
    const { take } = costOf(line)
    return take?.audioId === clip.audioId && take.startMs === clip.startMs
  }
  const make = async (line: SpokenLine, key: string, despite: readonly string[] | undefined) => {
    const isWanted = () => wantedKeys.get(world) === key
    const { open } = world.story.getState()
    if (open === null) return
    const { projectId } = open.project
    world.audio.setState((state) => ({ auditions: new Set([...state.auditions, key]) }))
    try {
      await world.saver.flush()
      if (open.session.signal.aborted) return
      const take = await world.bridge.call('vibes:audition', { projectId, ...line, despite })
      if (isWanted()) world.player.playAudio(take.audioId, take.startMs, take.endMs)
    } catch (reason) {
      if (isOverCap(reason) || isAlreadyPaid(reason)) throw reason
      if (isWanted()) setError(toWireError(world, reason))
    } finally {
      world.audio.setState((state) => ({
        auditions: new Set([...state.auditions].filter((other) => other !== key)),
      }))
    }
  }
  return {
    error,
    isPlaying,
    isMaking: (line) => auditions.size > 0 && auditions.has(costOf(line).key),
    priceOf: (line) => (isFree ? 0 : costOf(line).credits),
    toggle(line) {
      setError(null)
      if (isPlaying(line)) {
        world.player.pause()
        return
      }
      const { take, key } = costOf(line)
      wantedKeys.set(world, key)
      asked.current = key
      if (take !== undefined) world.player.playAudio(take.audioId, take.startMs, take.endMs)
      else if (!world.audio.getState().auditions.has(key))
        askingToBuy(world, world.story.getState().open, (despite) => make(line, key, despite)).catch(
          world.report,
        )
    },
  }
}

/** The words that voices are heard with, and the block that has the other settings. */
export interface HeardLine {
  readonly block: Block
  readonly text: string
}

export interface Hearing {
  isPlaying(voiceId: string): boolean
  isMaking(voiceId: string): boolean
  readonly error: WireError | null
  /** What the first listen costs in credits, of this line or another. */
  priceOf(voiceId: string, other?: HeardLine): number
  /** Plays a voice with this line or another, or stops it where it plays. */
  toggle(voiceId: string, other?: HeardLine): void
}

/** Hearing voices say a line of the open story; null where there is no line, or it is longer than a service takes. */
export function useHearing(line: HeardLine | null): Hearing | null {
  const story = useContext(DeferredStoryContext)
  const hearing = useLineHearing(story)
  if (line === null || story === null || countCharacters(line.text) > MAX_INPUT_CHARACTERS) return null
  const saidBy = (voiceId: string, { block, text } = line): SpokenLine => ({
    blockId: block.id,
    text,
    settings: { ...settingsOf(story, block), voiceId },
  })
  return {
    error: hearing.error,
    isPlaying: (voiceId) => hearing.isPlaying(saidBy(voiceId)),
    isMaking: (voiceId) => hearing.isMaking(saidBy(voiceId)),
    priceOf: (voiceId, other) => hearing.priceOf(saidBy(voiceId, other)),
    toggle(voiceId, other) {
      hearing.toggle(saidBy(voiceId, other))
    },
  }
}
