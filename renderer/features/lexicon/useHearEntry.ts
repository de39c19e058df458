import { useEffect, useRef, useState } from 'react'
import type { WireError } from '../../../shared/ipc/result.ts'
import { auditionCost } from '../../../shared/story/audition.ts'
import { entryUses } from '../../../shared/story/lexiconCommands.ts'
import type { Block, LexiconEntryId } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import { sentenceStarts } from '../../../shared/story/sentences.ts'
import { hasSpeech, lexiconHitsOf, spokenTextOf } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import { askingOverCap } from '../../actions/conversions.ts'
import { isOverCap } from '../../actions/overCap.ts'
import { toWireError } from '../../actions/wireError.ts'
import { useAudioState, useIsFree, useOpenProjectId, usePlayback, useWorld } from '../../hooks/world.ts'

/** A sentence of the story, in the words that are sent for it. */
export interface EntryLine {
  readonly block: Block
  readonly text: string
}

/**
 * The first sentence in which an entry is used, as a story says it in which the entry is kept (`used`), in the words of another
 * story. Without such a sentence, the word alone, in the voice of the first block that speaks; null where there is none.
 */
export function entryLine(used: Story, said: Story, id: LexiconEntryId, word: string): EntryLine | null {
  const block = entryUses(used).get(id)?.first
  if (block === undefined) {
    const any = blocksOf(used).find((each) => hasSpeech(used, each))
    return any === undefined || word.trim() === '' ? null : asSaid(said, { ...any, text: word })
  }
  const at = lexiconHitsOf(used, block).find(({ entry }) => entry.id === id)?.start ?? 0
  const starts = sentenceStarts(block.text)
  const from = starts.findLast((start) => start <= at) ?? 0
  const to = starts.find((start) => start > at) ?? block.text.length
  return asSaid(said, { ...block, text: block.text.slice(from, to).trim() })
}

function asSaid(said: Story, block: Block): EntryLine | null {
  const text = spokenTextOf(said, block)
  return text.trim() === '' ? null : { block, text }
}

export interface HearEntry {
  /** What went wrong with the line that was asked for last. */
  readonly error: WireError | null
  isPlaying(line: EntryLine): boolean
  isMaking(line: EntryLine): boolean
  /** What the first listen costs in credits; 0 where it costs nothing. */
  priceOf(line: EntryLine): number
  /** Plays a line, or stops it where it plays. What costs is made without a question: the price stands on the button. */
  toggle(line: EntryLine): void
}

const keyOf = ({ block, text }: EntryLine) => `${block.id} ${text}`

/** Hearing lines of the story in other words, each in its block's voice. */
export function useHearEntry(story: Story): HearEntry {
  const world = useWorld()
  const projectId = useOpenProjectId()
  const takes = useAudioState((state) => state.takes)
  const isFree = useIsFree()
  const isPlaying = usePlayback(
    ({ status, scope, blockId }) => status !== 'stopped' && scope === 'block' && blockId === null,
  )
  const [making, setMaking] = useState<string | null>(null)
  const [heard, setHeard] = useState<string | null>(null)
  const [error, setError] = useState<WireError | null>(null)
  /** The line that was asked for last: the audio of another comes too late to be played. */
  const wanted = useRef<string | null>(null)
  useEffect(
    () => () => {
      wanted.current = null
    },
    [],
  )

  const asked = ({ block, text }: EntryLine) => ({
    text,
    settings: settingsOf(story, block),
    isSpoken: true,
  })
  const costOf = (line: EntryLine) => auditionCost(story, line.block.id, asked(line), takes)
  const play = (key: string, take: { audioId: string; startMs: number; endMs: number }) => {
    setHeard(key)
    world.player.playAudio(take.audioId, take.startMs, take.endMs)
  }
  const make = async (line: EntryLine) => {
    const key = keyOf(line)
    setMaking(key)
    try {
      await world.saver.flush()
      const { block } = line
      const take = await world.bridge.call('vibes:audition', { projectId, blockId: block.id, ...asked(line) })
      if (wanted.current === key) play(key, take)
    } catch (reason) {
      if (isOverCap(reason)) throw reason
      if (wanted.current === key) setError(toWireError(world, reason))
    } finally {
      setMaking((present) => (present === key ? null : present))
    }
  }
  return {
    error,
    isPlaying: (line) => isPlaying && heard === keyOf(line),
    isMaking: (line) => making === keyOf(line),
    priceOf: (line) => (isFree ? 0 : costOf(line).credits),
    toggle(line) {
      const key = keyOf(line)
      setError(null)
      if (isPlaying && heard === key) {
        world.player.pause()
        return
      }
      if (making === key) return
      wanted.current = key
      const { take } = costOf(line)
      if (take !== undefined) play(key, take)
      else askingOverCap(world, () => make(line)).catch(world.report)
    },
  }
}
