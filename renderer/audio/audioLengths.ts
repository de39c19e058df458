import type { AudioState, AudioStore } from '../stores/audioStore.ts'

/** Gives a function from a stored audio to its length in ms, as far as takes and render tell: at least where their slices end. */
export function createAudioLengths(audio: AudioStore): (audioId: string) => number {
  let last: { of: AudioState; lengths: ReadonlyMap<string, number> } | undefined

  return (audioId) => {
    const now = audio.getState()
    if (last?.of.allTakes !== now.allTakes || last.of.render !== now.render)
      last = { of: now, lengths: lengthsOf(now) }
    return last.lengths.get(audioId) ?? 0
  }
}

function lengthsOf({ allTakes, render }: AudioState): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>()
  const add = (audioId: string, endMs: number) =>
    lengths.set(audioId, Math.max(endMs, lengths.get(audioId) ?? 0))
  for (const { audioId, endMs } of allTakes) add(audioId, endMs)
  if (render !== null) add(render.audioId, render.durationMs)
  return lengths
}
