import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { WireError } from '../../shared/ipc/result.ts'
import { countCharacters, MAX_INPUT_CHARACTERS } from '../../shared/speech-api/limits.ts'
import { auditionCost, type AuditionLine } from '../../shared/story/audition.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { settingsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { askingToBuy } from '../actions/conversions.ts'
import { isAlreadyPaid, isOverCap, toWireError } from '../actions/errors.ts'
import { createAudioStore, markAudition, wantAudition } from '../stores/audioStore.ts'
import { createPlaybackStore } from '../stores/player.ts'
import type { Session } from '../stores/app.ts'
import { useDeferredStoryIfOpen, useIsFree, useOpenSession } from './session.ts'

/** Words with settings, as a block would say them. */
export interface SpokenLine extends AuditionLine {
  readonly blockId: BlockId
}

export interface LineHearing {
  isPlaying(line: SpokenLine): boolean
  /** Whether the audio of a line is being made, for this view or for another with the same line. */
  isMaking(line: SpokenLine): boolean
  /** The error of the latest requested line. */
  readonly error: WireError | null
  /** What the first listen costs in credits; 0 if it is free, for example if the audio exists. */
  priceOf(line: SpokenLine): number
  /** Plays a line, or stops it if it is playing. Paid audio is requested without confirmation: the price is on the button. */
  toggle(line: SpokenLine): void
}

/** Without a story there is no audio. */
const NO_AUDIO = createAudioStore()
const NO_PLAYBACK = createPlaybackStore()

const NO_COST = { take: undefined, credits: 0, key: '' }

/** Auditions of lines of the open story; without a story, lines are free and do not play. */
export function useLineHearing(story: Story | null): LineHearing {
  const session = useOpenSession()
  const takes = useStore(session?.audio ?? NO_AUDIO, (state) => state.takes)
  const auditions = useStore(session?.audio ?? NO_AUDIO, (state) => state.auditions)
  const isFree = useIsFree()
  const clip = useStore(session?.playback ?? NO_PLAYBACK, (state) => state.clip)
  const [error, setError] = useState<WireError | null>(null)
  const asked = useRef<string | null>(null)
  useEffect(
    () => () => {
      if (asked.current !== null && session?.audio.getState().wantedAudition === asked.current)
        wantAudition(session.audio, null)
    },
    [session],
  )

  const costOf = ({ blockId, ...line }: SpokenLine) =>
    story === null ? NO_COST : auditionCost(story, blockId, line, takes)
  const isPlaying = (line: SpokenLine) => {
    if (clip === null) return false
    const { take } = costOf(line)
    return take?.audioId === clip.audioId && take.startMs === clip.startMs
  }
  const make = async (
    open: Session,
    line: SpokenLine,
    key: string,
    despite: readonly string[] | undefined,
  ) => {
    const isWanted = () => open.audio.getState().wantedAudition === key
    const { projectId } = open.story.getState().project
    markAudition(open.audio, key, true)
    try {
      await open.saver.flush()
      if (open.signal.aborted) return
      const take = await open.bridge.call('vibes:audition', { projectId, ...line, despite })
      if (isWanted()) open.player.playAudio(take.audioId, take.startMs, take.endMs)
    } catch (reason) {
      if (isOverCap(reason) || isAlreadyPaid(reason)) throw reason
      if (isWanted()) setError(toWireError(open, reason))
    } finally {
      markAudition(open.audio, key, false)
    }
  }
  return {
    error,
    isPlaying,
    isMaking: (line) => auditions.size > 0 && auditions.has(costOf(line).key),
    priceOf: (line) => (isFree ? 0 : costOf(line).credits),
    toggle(line) {
      if (session === null) return
      setError(null)
      if (isPlaying(line)) {
        session.player.pause()
        return
      }
      const { take, key } = costOf(line)
      wantAudition(session.audio, key)
      asked.current = key
      if (take !== undefined) session.player.playAudio(take.audioId, take.startMs, take.endMs)
      else if (!session.audio.getState().auditions.has(key))
        askingToBuy(session, session.signal, (despite) => make(session, line, key, despite)).catch(
          session.report,
        )
    },
  }
}

/** The words for auditions of voices, and the block with the other settings. */
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
  /** Plays a voice with this line or another, or stops it if it is playing. */
  toggle(voiceId: string, other?: HeardLine): void
}

/** Auditions of voices with a line of the open story; null if there is no line, or it is longer than a service accepts. */
export function useHearing(line: HeardLine | null): Hearing | null {
  const story = useDeferredStoryIfOpen()
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
