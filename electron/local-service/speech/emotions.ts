/**
 * The effect of emotion-to-speech on a voice. Emotion words in the emotion field, a vibe's prompt or a custom prompt change
 * pitch, melody, pace and loudness according to a table; several words add up, within limits.
 */

/** A change to a voice's usual way of speaking. */
export interface SpeakingStyle {
  /** Added to the engine's pitch (0 to 99). */
  readonly pitch: number
  /** Added to the engine's range of melody (0 to 99). */
  readonly range: number
  /** Change of pace in percent: 10 is a tenth faster than usual. */
  readonly pacePercent: number
  readonly gainDb: number
}

export const PLAIN_STYLE: SpeakingStyle = { pitch: 0, range: 0, pacePercent: 0, gainDb: 0 }

const LIMITS = { pitch: 35, range: 45, pacePercent: 30, gainDb: 6, lowestGainDb: -10 }

/** The effect of each emotion word, documented in docs/speech-service.md. */
export const EMOTION_STYLES: Readonly<
  Record<string, readonly [pitch: number, range: number, pacePercent: number, gainDb: number]>
> = {
  happy: [12, 20, 8, 1],
  sad: [-14, -25, -16, -4],
  excited: [20, 30, 16, 2],
  calm: [-6, -18, -10, -2],
  angry: [6, 25, 10, 4],
  surprised: [24, 38, 5, 2],
  fearful: [16, 10, 14, -2],
  tender: [-2, -8, -12, -4],
  serious: [-10, -15, -6, 0],
  mysterious: [-12, 8, -18, -4],
  whispering: [-8, -35, -10, -9],
  playful: [14, 32, 6, 1],
  tired: [-16, -30, -20, -5],
  proud: [-4, 18, -6, 3],
  sarcastic: [-4, 34, -8, 0],
  disgusted: [-10, 15, -8, 2],
  hopeful: [8, 14, -2, 0],
  urgent: [10, 12, 24, 3],
  slow: [0, 0, -18, 0],
  fast: [0, 0, 20, 0],
  loud: [0, 5, 0, 4],
  quiet: [0, -5, 0, -6],
  low: [-16, 0, 0, 0],
  high: [16, 0, 0, 0],
  neutral: [0, 0, 0, 0],
}

/** Synonyms of the words in the table; endings (`-ly`, `-ness`) are removed before the lookup. */
export const EMOTION_SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    joy: 'happy',
    joyful: 'happy',
    cheerful: 'happy',
    glad: 'happy',
    merry: 'happy',
    warm: 'hopeful',
    sorrowful: 'sad',
    sorrow: 'sad',
    melancholy: 'sad',
    melancholic: 'sad',
    grief: 'sad',
    grieving: 'sad',
    unhappy: 'sad',
    thrilled: 'excited',
    enthusiastic: 'excited',
    excitement: 'excited',
    energetic: 'excited',
    relaxed: 'calm',
    peaceful: 'calm',
    soothing: 'calm',
    gentle: 'tender',
    soft: 'tender',
    loving: 'tender',
    romantic: 'tender',
    anger: 'angry',
    furious: 'angry',
    rage: 'angry',
    annoyed: 'angry',
    astonished: 'surprised',
    amazed: 'surprised',
    surprise: 'surprised',
    shocked: 'surprised',
    afraid: 'fearful',
    scared: 'fearful',
    fear: 'fearful',
    nervous: 'fearful',
    anxious: 'fearful',
    terrified: 'fearful',
    solemn: 'serious',
    grave: 'serious',
    stern: 'serious',
    secretive: 'mysterious',
    eerie: 'mysterious',
    suspenseful: 'mysterious',
    spooky: 'mysterious',
    whisper: 'whispering',
    whispered: 'whispering',
    hushed: 'whispering',
    silly: 'playful',
    mischievous: 'playful',
    funny: 'playful',
    sleepy: 'tired',
    weary: 'tired',
    exhausted: 'tired',
    confident: 'proud',
    triumphant: 'proud',
    heroic: 'proud',
    ironic: 'sarcastic',
    mocking: 'sarcastic',
    disgust: 'disgusted',
    optimistic: 'hopeful',
    hope: 'hopeful',
    hurried: 'urgent',
    breathless: 'urgent',
    quick: 'fast',
    slower: 'slow',
    faster: 'fast',
    louder: 'loud',
    shouting: 'loud',
    screaming: 'loud',
    murmuring: 'quiet',
    hissing: 'whispering',
    sobbing: 'sad',
    laughing: 'happy',
    sighing: 'tired',
    gasping: 'urgent',
    groaning: 'tired',
    snarling: 'angry',
    stammering: 'fearful',
    pleading: 'fearful',
    quieter: 'quiet',
    deep: 'low',
    lower: 'low',
    higher: 'high',
  }),
)

/** The words with a known effect, for people to choose from; any other text is accepted and has no effect. */
export const EMOTION_WORDS: readonly string[] = Object.keys(EMOTION_STYLES)

/** The style for the emotion words in these texts. Each emotion counts once, however often it occurs. */
export function styleOf(texts: readonly string[]): SpeakingStyle {
  const emotions = new Set(texts.flatMap(findEmotions))
  const sum = { ...PLAIN_STYLE }
  for (const emotion of emotions) {
    const [pitch, range, pacePercent, gainDb] = EMOTION_STYLES[emotion] ?? [0, 0, 0, 0]
    sum.pitch += pitch
    sum.range += range
    sum.pacePercent += pacePercent
    sum.gainDb += gainDb
  }
  return {
    pitch: clamp(sum.pitch, -LIMITS.pitch, LIMITS.pitch),
    range: clamp(sum.range, -LIMITS.range, LIMITS.range),
    pacePercent: clamp(sum.pacePercent, -LIMITS.pacePercent, LIMITS.pacePercent),
    gainDb: clamp(sum.gainDb, LIMITS.lowestGainDb, LIMITS.gainDb),
  }
}

function findEmotions(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(emotionOf).filter((emotion) => emotion !== null)
}

function emotionOf(word: string): string | null {
  for (const form of [word, word.replace(/(ly|ness)$/, ''), word.replace(/i?(ly|ness)$/, 'y')]) {
    const name = EMOTION_SYNONYMS.get(form) ?? form
    if (Object.hasOwn(EMOTION_STYLES, name)) return name
  }
  return null
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value))
}
