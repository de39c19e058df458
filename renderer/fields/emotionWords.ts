/** Words that the embedded service and, as far as they say, other services know. Any other word can be typed. */
export const EMOTION_WORDS = [
  'happy',
  'sad',
  'excited',
  'calm',
  'angry',
  'surprised',
  'playful',
  'serious',
  'whispering',
  'fearful',
  'tender',
] as const
