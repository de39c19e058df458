import { useMemo, useState } from 'react'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { heardBlocks, type VoiceUse } from '../../actions/voicePicking.ts'
import { useSelectionIfOpen } from '../../hooks/session.ts'

export interface Lines {
  /** The current line; null if the story has none. */
  readonly heard: Block | null
  /** Counts from 1. */
  readonly number: number
  readonly count: number
  /** Goes to the next or previous line, wrapping around, and returns it; null if there is no other. */
  readonly go: (step: -1 | 1) => Block | null
}

/** The lines for auditions of a voice, from its uses. Empty without a story. */
export function useLines(story: Story | undefined, uses: readonly VoiceUse[]): Lines {
  const selection = useSelectionIfOpen()
  const [place, setPlace] = useState<{ firstId: BlockId | null; index: number }>({ firstId: null, index: 0 })
  const lines = useMemo(
    () => (story === undefined ? [] : heardBlocks(story, uses, selection)),
    [story, uses, selection],
  )
  const firstId = lines[0]?.id ?? null
  // If the lines change, start with the first.
  const index = place.firstId === firstId && place.index < lines.length ? place.index : 0
  return {
    heard: lines[index] ?? null,
    number: index + 1,
    count: lines.length,
    go(step) {
      if (lines.length < 2) return null
      const next = (index + step + lines.length) % lines.length
      setPlace({ firstId, index: next })
      return lines[next] ?? null
    },
  }
}
