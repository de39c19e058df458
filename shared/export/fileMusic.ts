/** The music in an exported file: the audible parts of the story's music, in the file's own time. */
import { cutGain, musicGain, type GainPoint, type SpeechStretch } from '../story/gain.ts'
import { loopEndOf, type PlacedMusic } from '../story/musicLayout.ts'

/** Music in a file, in ms from the start of the file. */
export interface FileMusic {
  readonly audioId: string
  readonly startMs: number
  readonly endMs: number
  /** The position in the audio at which it begins. */
  readonly fromMs: number
  /** How much of the audio is heard before it begins again; null if it does not repeat. */
  readonly passMs: number | null
  /** From its start to its end. */
  readonly gain: readonly GainPoint[]
}

/** The parts of music heard between two times of the story. `speech` is the story's, in chronological order. */
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
