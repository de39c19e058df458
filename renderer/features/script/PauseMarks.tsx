import { pauseMarkersOf } from '../../../shared/story/pauses.ts'
import { MarkedWords } from './MarkedWords.tsx'

/** Marks the pauses in a text, and those whose length cannot be read. */
export function PauseMarks({ text }: { readonly text: string }) {
  const places = pauseMarkersOf(text).map(({ start, end, silenceMs }) => ({
    start,
    end,
    look: silenceMs === null ? ('badPause' as const) : ('pause' as const),
  }))
  return <MarkedWords text={text} places={places} />
}
