import { Check, X } from 'lucide-react'
import { useMemo } from 'react'
import type { SpeakerChoice } from '../../../shared/import/options.ts'
import { unclearLines } from '../../../shared/import/plan.ts'
import { speakersOf, unmerged } from '../../../shared/import/speakers/speakers.ts'
import type { ImportSpeaker } from '../../../shared/import/speakers/speakers.ts'
import { SURE } from '../../../shared/import/speakers/suggestion.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { IconToggle } from '../../ui/IconToggle.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import type { ImportReview } from './useImport.ts'
import { SpeakerName } from './SpeakerName.tsx'
import styles from './Import.module.css'

/** Who was found to speak: each can be accepted, rejected, renamed, and merged with another. */
export function ImportSpeakers({ review }: { readonly review: ImportReview }) {
  const { t } = useTranslation()
  const { options, decide, planned } = review
  const { suggestions } = planned
  const speakers = useMemo(() => speakersOf(suggestions, options), [suggestions, options])
  const unclear = useMemo(() => unclearLines(suggestions, options), [suggestions, options])
  const decideOn = (key: string, choice: SpeakerChoice) => {
    decide({ speakers: new Map(options.speakers).set(key, choice) })
  }
  const answer = (key: string, isAccepted: boolean) => {
    decideOn(key, { ...options.speakers.get(key), isAccepted })
  }
  const rename = (key: string, name: string | undefined) => {
    const { name: _, ...others } = options.speakers.get(key) ?? {}
    decideOn(key, name === undefined ? others : { ...others, name })
  }
  /** Accepts the speakers with all their lines, also those that the writer is asked about. */
  const acceptWhere = (isMeant: (speaker: ImportSpeaker) => boolean) => {
    const accepted = speakers
      .filter(isMeant)
      .map(({ key }) => [key, { ...options.speakers.get(key), isAccepted: true }] as const)
    decide({ speakers: new Map([...options.speakers, ...accepted]) })
  }
  const names = unmerged(speakers).map(({ name }) => name)
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
                <SpeakerName
                  name={name}
                  ownName={suggestions.names.get(key) ?? key}
                  names={names}
                  onName={(chosen) => {
                    rename(key, chosen)
                  }}
                />
                <p className={styles.note}>
                  {t('imports.lines', { count: lines, formatted: formatCount(lines) })}{' '}
                  <meter
                    className={styles.meter}
                    min={0}
                    max={100}
                    high={SURE * 100}
                    optimum={100}
                    value={percent}
                    aria-hidden="true"
                  />{' '}
                  {t('imports.sure', { percent })}
                </p>
              </div>
              <IconToggle
                label={t('imports.accept', { name })}
                tip={t('imports.accept', { name })}
                isOn={state === 'accepted'}
                onChange={() => {
                  answer(key, true)
                }}
              >
                <Check size={15} />
              </IconToggle>
              <IconToggle
                label={t('imports.reject', { name })}
                tip={t('imports.reject', { name })}
                isOn={state === 'rejected'}
                onChange={() => {
                  answer(key, false)
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
