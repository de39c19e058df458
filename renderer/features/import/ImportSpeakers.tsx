import { Check, X } from 'lucide-react'
import { useMemo } from 'react'
import type { SpeakerChoice } from '../../../shared/import/options.ts'
import { unclearLines } from '../../../shared/import/plan.ts'
import { speakersOf } from '../../../shared/import/speakers/speakers.ts'
import type { Speaker } from '../../../shared/import/speakers/speakers.ts'
import { SURE } from '../../../shared/import/speakers/suggestion.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { IconToggle } from '../../ui/IconToggle.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import type { ImportReview } from './useImport.ts'
import styles from './Import.module.css'

/** Who was found to speak: each can be accepted, rejected and renamed; the name of another speaker makes both one. */
export function ImportSpeakers({ review }: { readonly review: ImportReview }) {
  const { t } = useTranslation()
  const { options, decide, planned } = review
  const { suggestions } = planned
  const speakers = useMemo(() => speakersOf(suggestions, options), [suggestions, options])
  const unclear = useMemo(() => unclearLines(suggestions, options), [suggestions, options])
  const choose = (key: string, change: SpeakerChoice) => {
    decide({ speakers: new Map(options.speakers).set(key, { ...options.speakers.get(key), ...change }) })
  }
  /** Accepts the speakers with all their lines, also those that the writer is asked about. */
  const acceptWhere = (isMeant: (speaker: Speaker) => boolean) => {
    const accepted = speakers
      .filter(isMeant)
      .map(({ key }) => [key, { ...options.speakers.get(key), isAccepted: true }] as const)
    decide({ speakers: new Map([...options.speakers, ...accepted]) })
  }
  if (speakers.length === 0) return null
  return (
    <div className={styles.group}>
      <header className={styles.speakersHead}>
        <h2>
          {t('imports.speakers')} <small>{t('imports.suggested', { count: speakers.length })}</small>
        </h2>
        <span className={styles.acceptMany}>
          <Button
            tone="quiet"
            size="small"
            onPress={() => {
              acceptWhere(({ confidence }) => confidence > SURE)
            }}
          >
            {t('imports.acceptSure')}
          </Button>
          <Button
            tone="quiet"
            size="small"
            onPress={() => {
              acceptWhere(({ state }) => state !== 'rejected')
            }}
          >
            {t('imports.acceptAll')}
          </Button>
        </span>
      </header>
      <datalist id="import-speakers">
        {speakers.map(({ key, name }) => (
          <option key={key} value={name} />
        ))}
      </datalist>
      <ul className={styles.speakers}>
        {speakers.map(({ key, name, lines, confidence, state }) => {
          const percent = Math.round(confidence * 100)
          return (
            <li
              key={key}
              className={styles.speaker}
              data-state={state}
              style={characterColor(review.colors.get(key))}
            >
              <div>
                <input
                  className={styles.speakerName}
                  dir="auto"
                  list="import-speakers"
                  aria-label={t('imports.speakerName', { name })}
                  maxLength={MAX_LABEL}
                  value={name}
                  onChange={(event) => {
                    choose(key, { name: event.target.value })
                  }}
                />
                <p className={styles.note}>
                  {t('imports.lines', { count: lines, formatted: formatCount(lines) })}{' '}
                  <meter className={styles.meter} min={0} max={100} value={percent} aria-hidden="true" />{' '}
                  {t('imports.sure', { percent })}
                </p>
              </div>
              <IconToggle
                label={t('imports.accept', { name })}
                tip={t('imports.accept', { name })}
                isOn={state === 'accepted'}
                onChange={() => {
                  choose(key, { isAccepted: true })
                }}
              >
                <Check size={15} />
              </IconToggle>
              <IconToggle
                label={t('imports.reject', { name })}
                tip={t('imports.reject', { name })}
                isOn={state === 'rejected'}
                onChange={() => {
                  choose(key, { isAccepted: false })
                }}
              >
                <X size={15} />
              </IconToggle>
            </li>
          )
        })}
      </ul>
      <p className={styles.note}>
        {unclear === 0 ? t('imports.rest') : t('imports.restUnclear', { count: unclear })}
      </p>
    </div>
  )
}
