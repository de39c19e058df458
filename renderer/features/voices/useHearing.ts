import { useEffect, useRef, useState } from 'react'
import type { WireError } from '../../../shared/ipc/result.ts'
import { countCharacters, MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { auditionCost } from '../../../shared/story/audition.ts'
import type { Block } from '../../../shared/story/records.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { askingOverCap } from '../../actions/conversions.ts'
import { isOverCap } from '../../actions/overCap.ts'
import { toWireError } from '../../actions/wireError.ts'
import { useAudioState, useIsFree, usePlayback, useStoryState, useWorld } from '../../hooks/world.ts'

/** The words that voices are heard with. */
export interface HeardLine {
  readonly block: Block
  readonly text: string
}

export interface Hearing {
  /** The voice whose audio is being made. */
  readonly makingId: string | null
  readonly playingId: string | null
  /** What went wrong with the voice that was asked for last. */
  readonly error: WireError | null
  /** What the first listen costs in credits; 0 where it costs nothing, as with audio that is there. */
  priceOf(voiceId: string): number
  /** Plays a voice, or stops it where it plays. What costs is made without a question: the price stands on the button. */
  toggle(voiceId: string): void
}

/** Hearing voices say a line; null where there is no line, or it is longer than a service takes. */
export function useHearing(line: HeardLine | null): Hearing | null {
  const world = useWorld()
  const story = useStoryState((state) => state.open?.story)
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const takes = useAudioState((state) => state.takes)
  const isFree = useIsFree()
  const [making, setMaking] = useState<string | null>(null)
  const [heard, setHeard] = useState<string | null>(null)
  const [error, setError] = useState<WireError | null>(null)
  /** The voice that was asked for last: an answer for another voice comes too late to be played. */
  const wanted = useRef<string | null>(null)
  useEffect(
    () => () => {
      wanted.current = null
    },
    [],
  )
  const isPlaying = usePlayback(
    ({ status, scope, blockId }) => status !== 'stopped' && scope === 'block' && blockId === null,
  )
  if (line === null || story === undefined || projectId === undefined) return null
  const { block, text } = line
  if (countCharacters(text) > MAX_INPUT_CHARACTERS) return null
  const playingId = isPlaying ? heard : null

  const settingsWith = (voiceId: string) => ({ ...settingsOf(story, block), voiceId })
  const costOf = (voiceId: string) =>
    auditionCost(story, block.id, { text, settings: settingsWith(voiceId) }, takes)
  const play = (
    voiceId: string,
    { audioId, startMs, endMs }: { audioId: string; startMs: number; endMs: number },
  ) => {
    setHeard(voiceId)
    world.player.playAudio(audioId, startMs, endMs)
  }
  const make = async (voiceId: string) => {
    setMaking(voiceId)
    try {
      await world.saver.flush()
      const settings = settingsWith(voiceId)
      const take = await world.bridge.call('vibes:audition', { projectId, blockId: block.id, text, settings })
      if (wanted.current === voiceId) play(voiceId, take)
    } catch (reason) {
      if (isOverCap(reason)) throw reason
      if (wanted.current === voiceId) setError(toWireError(world, reason))
    } finally {
      setMaking((present) => (present === voiceId ? null : present))
    }
  }
  return {
    makingId: making,
    playingId,
    error,
    priceOf: (voiceId) => (isFree ? 0 : costOf(voiceId).credits),
    toggle(voiceId) {
      setError(null)
      if (playingId === voiceId) {
        world.player.pause()
        return
      }
      if (making === voiceId) return
      wanted.current = voiceId
      const { take } = costOf(voiceId)
      if (take !== undefined) play(voiceId, take)
      else askingOverCap(world, () => make(voiceId)).catch(world.report)
    },
  }
}
