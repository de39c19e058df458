import { LoaderCircle, Pause, Play } from 'lucide-react'
import { Button } from 'react-aria-components'
import { formatCount } from '../i18n/format.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { Hearing } from '../hooks/hearing.ts'
import styles from './HearButton.module.css'

interface HearButtonProps {
  readonly voice: { readonly id: string; readonly name: string }
  readonly hearing: Hearing
}

/** Plays a voice; the number on the button is the price of the first listen. */
export function HearButton({ voice, hearing }: HearButtonProps) {
  const { t } = useTranslation()
  const { id, name } = voice
  const price = hearing.priceOf(id)
  const isPlaying = hearing.isPlaying(id)
  const isMaking = hearing.isMaking(id)
  const label = isPlaying
    ? t('voices.stop', { name })
    : isMaking
      ? t('voices.making', { name })
      : price > 0
        ? t('voices.hearFor', {
            name,
            credits: t('units.credits', { count: price, formatted: formatCount(price) }),
          })
        : t('voices.hear', { name })
  return (
    <Button
      className={styles.hear ?? ''}
      aria-label={label}
      data-playing={isPlaying || undefined}
      data-price={price > 0 || undefined}
      onPress={() => {
        hearing.toggle(id)
      }}
    >
      {isMaking ? (
        <LoaderCircle size={13} className={styles.spin} />
      ) : isPlaying ? (
        <Pause size={12} fill="currentColor" />
      ) : (
        <Play size={12} fill="currentColor" />
      )}
      {price > 0 && !isMaking ? formatCount(price) : null}
    </Button>
  )
}
