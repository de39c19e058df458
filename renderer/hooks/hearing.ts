import { useContext, useEffect, useRef, useState } from 'react'
import type { WireError } from '../../shared/ipc/result.ts'
import { countCharacters, MAX_INPUT_CHARACTERS } from '../../shared/speech-api/limits.ts'
import { auditionCost } from '../../shared/story/audition.ts'
import type { Block } from '../../shared/story/records.ts'
import { settingsOf } from '../../shared/story/selectors.ts'
import { askingOverCap } from '../actions/conversions.ts'
import { isOverCap } from '../actions/overCap.ts'
import { toWireError } from '../actions/wireError.ts'
import type { World } from '../stores/world.ts'
import {
  DeferredStoryContext,
  useAudioState,
  useIsFree,
  usePlayback,
  useStoryState,
  useWorld,
} from './world.ts'

/** The words that voices are heard with. */
export interface HeardLine {
  readonly block: Block
  readonly text: string
}

export interface Hearing {
  isPlaying(voiceId: string): boolean
  /** Whether the audio of a voice is being made, for this view or for another that has the same line. */
  isMaking(voiceId: string): boolean
  /** What went wrong with the voice that was asked for last. */
  readonly error: WireError | null
  /** What the first listen costs in credits, of this line or another; 0 where it costs nothing, as with audio that is there. */
  priceOf(voiceId: string, other?: HeardLine): number
  /** Plays a voice with this line or another, or stops it where it plays. What costs is made without a question: the price stands on the button. */
  toggle(voiceId: string, other?: HeardLine): void
}

/** The take key of the line that was asked for last: the answer for another line comes too late to be played. */
const wantedKeys = new WeakMap<World, string>()

/** Hearing voices say a line of the open story; null where there is no line, or it is longer than a service takes. */
export function useHearing(line: HeardLine | null): Hearing | null {
  const world = useWorld()
  const story = useContext(DeferredStoryContext)
  const projectId = useStoryState((state) => state.open?.project.projectId)
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
  if (line === null || story === null || projectId === undefined) return null
  if (countCharacters(line.text) > MAX_INPUT_CHARACTERS) return null

  const settingsWith = (voiceId: string, { block }: HeardLine) => ({ ...settingsOf(story, block), voiceId })
  const costOf = (voiceId: string, said: HeardLine) =>
    auditionCost(story, said.block.id, { text: said.text, settings: settingsWith(voiceId, said) }, takes)
  const isPlaying = (voiceId: string, said: HeardLine = line) => {
    if (clip === null) return false
    const { take } = costOf(voiceId, said)
    return take?.audioId === clip.audioId && take.startMs === clip.startMs
  }
  const make = async (voiceId: string, said: HeardLine, key: string) => {
    const isWanted = () => wantedKeys.get(world) === key
    world.audio.setState((state) => ({ auditions: new Set([...state.auditions, key]) }))
    try {
      await world.saver.flush()
      const settings = settingsWith(voiceId, said)
      const { block, text } = said
      const take = await world.bridge.call('vibes:audition', { projectId, blockId: block.id, text, settings })
      if (isWanted()) world.player.playAudio(take.audioId, take.startMs, take.endMs)
    } catch (reason) {
      if (isOverCap(reason)) throw reason
      if (isWanted()) setError(toWireError(world, reason))
    } finally {
      world.audio.setState((state) => ({
        auditions: new Set([...state.auditions].filter((other) => other !== key)),
      }))
    }
  }
  return {
    error,
    isPlaying: (voiceId) => isPlaying(voiceId),
    isMaking: (voiceId) => auditions.size > 0 && auditions.has(costOf(voiceId, line).key),
    priceOf: (voiceId, said = line) => (isFree ? 0 : costOf(voiceId, said).credits),
    toggle(voiceId, said = line) {
      setError(null)
      if (isPlaying(voiceId, said)) {
        world.player.pause()
        return
      }
      const { take, key } = costOf(voiceId, said)
      wantedKeys.set(world, key)
      asked.current = key
      if (take !== undefined) world.player.playAudio(take.audioId, take.startMs, take.endMs)
      else if (!world.audio.getState().auditions.has(key))
        askingOverCap(world, () => make(voiceId, said, key)).catch(world.report)
    },
  }
}
