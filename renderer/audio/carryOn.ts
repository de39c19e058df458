/** Where playback stands after an edit: the same words go on, wherever they have moved to. */
import { toStoryMs, toFileMs } from './cues.ts'
import type { Cue } from './cues.ts'

export interface Heard {
  readonly cues: readonly Cue[]
  readonly positionMs: number
}

/**
 * The new cues and the story time in them at which what was heard at `positionMs` in `cue` goes on. A block that is
 * changed while it is heard is heard to its end as it was; one that is gone gives way to what stands there now.
 */
export function carryOn(cue: Cue, positionMs: number, nextCues: readonly Cue[]): Heard {
  const index = nextCues.findIndex((next) => next.blockId === cue.blockId && next.part === cue.part)
  const next = nextCues[index]
  if (next === undefined)
    return { cues: nextCues, positionMs: Math.min(positionMs, nextCues.at(-1)?.endMs ?? 0) }
  if (cue.kind !== 'audio') {
    return { cues: nextCues, positionMs: Math.min(next.startMs + positionMs - cue.startMs, next.endMs) }
  }
  const fileMs = toFileMs(cue, positionMs)
  if (next.kind === 'audio' && next.audioId === cue.audioId) {
    const isSameStretch = fileMs >= next.fileStartMs && fileMs <= next.fileEndMs
    if (isSameStretch) return { cues: nextCues, positionMs: toStoryMs(next, fileMs) }
  }
  const share = (positionMs - cue.startMs) / Math.max(1, cue.endMs - cue.startMs)
  const position = next.startMs + share * (next.endMs - next.startMs)
  if (next.kind !== 'missing') return { cues: nextCues, positionMs: position }
  const asItWas: Cue = { ...cue, startMs: next.startMs, endMs: next.endMs }
  return { cues: nextCues.with(index, asItWas), positionMs: position }
}
