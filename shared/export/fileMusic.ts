/** The music of a file that an export writes: what of the story's music is heard in it, in the file's own time. */
import { cutGain, musicGain, type GainPoint, type SpeechStretch } from '../story/musicGain.ts'
import { loopEndOf, type PlacedMusic } from '../story/musicLayout.ts'

/** Music in a file, in ms from the file's beginning. */
export interface FileMusic {
  readonly audioId: string
  readonly startMs: number
  readonly endMs: number
  /** Where in the audio it begins. */
  readonly fromMs: number
  /** How much of the audio is heard before it begins again; null if it does not repeat. */
  readonly passMs: number | null
  /** From its start to its end. */
  readonly gain: readonly GainPoint[]
}

/** What is heard of music from one time of the story to another. `speech` is the story's, in the order of time. */
export function musicBetween(
  placed: readonly PlacedMusic[],
  speech: readonly SpeechStretch[],
  fromMs: number,
  toMs: number,
): readonly FileMusic[] {
  return placed.flatMap((each): FileMusic[] => {
    const [startMs, endMs] = [Math.max(fromMs, each.startMs), Math.min(toMs, each.endMs)]
    if (endMs <= startMs) return []
    const { audioId, isLooped } = each.music
    const passMs = isLooped ? loopEndOf(each.music) : null
    const gain = musicGain(each, speech)
    const isWhole = startMs === each.startMs && endMs === each.endMs
    const heard = isWhole ? gain : cutGain(gain, startMs, endMs)
    const audioFromMs = each.music.fromMs + startMs - each.startMs
    return [
      {
        audioId,
        passMs,
        startMs: startMs - fromMs,
        endMs: endMs - fromMs,
        fromMs: passMs === null ? audioFromMs : audioFromMs % passMs,
        gain: heard.map((point) => ({ ...point, atMs: point.atMs - fromMs })),
      },
    ]
  })
}
