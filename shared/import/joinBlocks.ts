import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import type { LeftOut, PlannedBlock } from './planned.ts'
import { sharePlaces } from './sharePlaces.ts'
import { joinNotes } from '../story/blockCommands.ts'
import { MAX_NOTES } from '../story/limits.ts'
import { splitText } from '../story/splitText.ts'

const PARAGRAPH = '\n'

/**
 * Brings blocks to about so many characters: longer ones are split at sentence ends, and short ones that follow each other in one
 * voice are joined. A story's own blocks, and those with times, stay as they are.
 */
export function joinBlocks(
  entries: readonly (PlannedBlock | LeftOut)[],
  characters: number,
): (PlannedBlock | LeftOut)[] {
  const most = Math.min(characters, MAX_INPUT_CHARACTERS)
  const joined: (PlannedBlock | LeftOut)[] = []
  for (const piece of entries.flatMap((entry) => splitEntry(entry, most))) {
    const last = joined.at(-1)
    if (
      last?.kind === 'block' &&
      piece.kind === 'block' &&
      isSameVoice(last, piece) &&
      piece.breakBefore !== 'scene' &&
      last.text.length + PARAGRAPH.length + piece.text.length <= most &&
      joinNotes(last.notes, piece.notes).length <= MAX_NOTES
    ) {
      const at = last.text.length + PARAGRAPH.length
      const cuts = [...last.cuts, ...moved(piece.cuts, at)]
      const unclear = [...last.unclear, ...moved(piece.unclear, at)]
      const putBack = [...last.putBack, ...moved(piece.putBack, at)]
      const notes = joinNotes(last.notes, piece.notes)
      const text = last.text + PARAGRAPH + piece.text
      joined.splice(-1, 1, { ...last, text, notes, cuts, unclear, putBack })
    } else joined.push(piece)
  }
  return joined
}

function moved<Place extends { readonly at: number }>(places: readonly Place[], by: number): Place[] {
  return places.map((place) => ({ ...place, at: place.at + by }))
}

function splitEntry(entry: PlannedBlock | LeftOut, most: number): (PlannedBlock | LeftOut)[] {
  if (entry.kind === 'leftOut' || !isFree(entry) || entry.text.length <= most) return [entry]
  const pieces = splitText(entry.text, most)
  const cuts = sharePlaces(entry.cuts, pieces)
  const unclear = sharePlaces(entry.unclear, pieces)
  const putBack = sharePlaces(entry.putBack, pieces)
  return pieces.map(({ start, end }, index) => ({
    ...entry,
    text: entry.text.slice(start, end),
    ...(index > 0 && { breakBefore: 'sentence' as const, notes: '' }),
    cuts: cuts[index] ?? [],
    unclear: unclear[index] ?? [],
    putBack: putBack[index] ?? [],
  }))
}

function isFree({ stored, durationMs, silenceBeforeMs }: PlannedBlock): boolean {
  return stored === null && durationMs === null && silenceBeforeMs === null
}

function isSameVoice(a: PlannedBlock, b: PlannedBlock): boolean {
  return isFree(a) && isFree(b) && a.speaker === b.speaker && a.manner === b.manner && a.name === b.name
}
