import { Check, X } from 'lucide-react'
import { useMemo } from 'react'
import { nameSpeakers, speakersOf, variantsOf } from '../../../shared/import/speakers/speakers.ts'
import type { ImportSpeaker } from '../../../shared/import/speakers/speakers.ts'
import { SURE } from '../../../shared/import/speakers/suggestion.ts'
import { formatCount, formatList } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { IconToggle } from '../../ui/IconToggle.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { AskModel } from './AskModel.tsx'
import type { ImportReview } from './useImport.ts'
import type { LabelReview } from './useLabels.ts'
import { SpeakerName } from './SpeakerName.tsx'
import styles from './Import.module.css'

interface ImportSpeakersProps {
  readonly review: ImportReview
  /** Whether the preview shows the lines whose speaker is unclear. */
  readonly showsUnclear: boolean
  readonly onShowUnclear: (isShown: boolean) => void
  readonly labels: LabelReview
  /** Whether the preview shows the lines about which a language model says something. */
  readonly showsLabels: boolean
  readonly onShowLabels: (isShown: boolean) => void
}

/** Who was found to speak: each can be accepted, rejected, renamed, and merged with another. */
export function ImportSpeakers({ review, showsUnclear, onShowUnclear, ...ofModel }: ImportSpeakersProps) {
  const { t } = useTranslation()
  const { options, decide, plan, tally } = review
  const speakers = useMemo(() => speakersOf(tally, options), [tally, options])
  const unclear = plan.unclear.length
  const answer = (answered: readonly ImportSpeaker[], isAccepted: boolean) => {
    const choices = answered
      .flatMap(({ keys }) => keys)
      .map((key) => [key, { ...options.speakers.get(key), isAccepted }] as const)
    decide({ speakers: new Map([...options.speakers, ...choices]) })
  }
  const rename = (keys: readonly string[], name: string | undefined) => {
    decide({ speakers: nameSpeakers(tally, options, keys, name) })
  }
  /** Accepts the speakers with all their lines, also those that the writer is asked about. */
  const acceptWhere = (isMeant: (speaker: ImportSpeaker) => boolean) => {
    answer(speakers.filter(isMeant), true)
  }
  const ownName = (key: string) => tally.names.get(key) ?? key
  const names = speakers.map(({ name }) => name)
  if (speakers.length === 0 && unclear === 0 && !showsUnclear) return null
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
        {speakers.map((speaker) => {
          const { key, keys, name, lines, confidence, state } = speaker
          const percent = Math.round(confidence * 100)
          const variants = variantsOf(speaker, speakers)
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
                  ownName={ownName(key)}
                  names={names}
                  merged={keys
                    .filter((each) => each !== key)
                    .map((each) => ({ key: each, name: ownName(each) }))}
                  onName={(chosen) => {
                    rename(chosen === undefined ? [key] : keys, chosen)
                  }}
                  onPart={(parted) => {
                    rename([parted], undefined)
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
                {variants.length === 0 ? null : (
                  <Button
                    tone="quiet"
                    size="small"
                    onPress={() => {
                      rename(
                        variants.flatMap((variant) => variant.keys),
                        name,
                      )
                    }}
                  >
                    {t('imports.mergeVariants', {
                      names: formatList(variants.map((variant) => variant.name)),
                    })}
                  </Button>
                )}
              </div>
              <IconToggle
                label={t('imports.accept', { name })}
                tip={t('imports.accept', { name })}
                isOn={state === 'accepted'}
                onChange={() => {
                  answer([speaker], true)
                }}
              >
                <Check size={15} />
              </IconToggle>
              <IconToggle
                label={t('imports.reject', { name })}
                tip={t('imports.reject', { name })}
                isOn={state === 'rejected'}
                onChange={() => {
                  answer([speaker], false)
                }}
              >
                <X size={15} />
              </IconToggle>
            </li>
          )
        })}
      </ul>
      <p className={styles.note}>{t('imports.rest')}</p>
      {unclear === 0 && !showsUnclear ? null : (
        <SwitchField
          label={t('imports.showUnclear')}
          hint={t('imports.unclear', { count: unclear, formatted: formatCount(unclear) })}
          isOn={showsUnclear}
          onChange={onShowUnclear}
        />
      )}
      <AskModel {...ofModel} asking={plan.asking} unclear={unclear} />
    </div>
  )
}
