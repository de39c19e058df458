import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Words that the embedded service and, as far as they say, others know; any other can be typed. */
const EMOTIONS = [
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
]

/** The emotion words to choose from. */
export function useEmotionOptions(): readonly { readonly id: string; readonly name: string }[] {
  const { t } = useTranslation()
  return useMemo(() => EMOTIONS.map((id) => ({ id, name: t(`inspector.emotions.${id}`) })), [t])
}
