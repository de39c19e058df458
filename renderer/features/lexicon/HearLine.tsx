import { LoaderCircle, Pause, Play } from 'lucide-react'
import { Button } from 'react-aria-components'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Lexicon.module.css'
import type { SpokenLine, LineHearing } from '../../hooks/hearing.ts'

interface HearLineProps {
  /** The accessible name, without the price. */
  readonly label: string
  /** The text of the button; none for a round button. */
  readonly text?: string
  readonly line: SpokenLine | null
  readonly hear: LineHearing
}

/** Plays a line; the number on it is what the first listen costs. */
export function HearLine({ label, text, line, hear }: HearLineProps) {
  const { t } = useTranslation()
  const price = line === null ? 0 : hear.priceOf(line)
  const isPlaying = line !== null && hear.isPlaying(line)
  const isMaking = line !== null && hear.isMaking(line)
  const credits = t('units.credits', { count: price, formatted: formatCount(price) })
  return (
    <Button
      className={styles.hear ?? ''}
      aria-label={price > 0 ? t('lexicon.withPrice', { label, credits }) : label}
      data-playing={isPlaying || undefined}
      isDisabled={line === null}
      onPress={() => {
        if (line !== null) hear.toggle(line)
      }}
    >
      {isMaking ? (
        <LoaderCircle size={12} className={styles.spin} />
      ) : isPlaying ? (
        <Pause size={11} fill="currentColor" />
      ) : (
        <Play size={11} fill="currentColor" />
      )}
      {text === undefined ? null : (
        <span className={styles.hearText} dir="auto" title={text}>
          {text}
        </span>
      )}
      {price > 0 ? <small>{formatCount(price)}</small> : null}
    </Button>
  )
}
