import { Eye } from 'lucide-react'
import { memo } from 'react'
import { titleCaseOffer, withTitleCase } from '../../../shared/import/chapterChoices.ts'
import { coveragePercent, isReasonRead, readReason } from '../../../shared/import/coverage.ts'
import { DEFAULT_BLOCK_CHARACTERS, MIN_BLOCK_CHARACTERS } from '../../../shared/import/options.ts'
import { DEFAULT_MODEL, EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { NumberField } from '../../fields/NumberField.tsx'
import { useImportedVoices } from '../../hooks/voiceOptions.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconToggle } from '../../ui/Button.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import type { ImportReview } from './useImport.ts'
import styles from './Import.module.css'

/** How much of the file is in the script, which parts are read, and the size of blocks. Only parts that the file has can be switched. */
export const ReadOptions = memo(function ReadOptions({ review }: { readonly review: ImportReview }) {
  const { t } = useTranslation()
  const { options, decide, plan, source, filter, showOnly } = review
  const { coverage, emotions } = plan
  const { areNatural } = useImportedVoices(source.language)
  const countOf = (places: number, words: number) => ({
    count: places,
    places: formatCount(places),
    words: t('imports.words', { count: words, formatted: formatCount(words) }),
  })
  const { blockSize } = options
  const titleCase = titleCaseOffer(options.chapters, source)
  const manners = new Set(plan.manners)
  const taken = [...manners].filter((line) => options.manners.has(line)).length
  const size = typeof blockSize === 'number' ? 'characters' : blockSize
  return (
    <div className={styles.group}>
      <h2>{t('imports.whatToRead')}</h2>
      {source.author === '' ? null : (
        <p className={styles.note} dir="auto">
          {t('imports.author', { author: source.author })}
        </p>
      )}
      <p className={styles.coverage}>
        <b>{t('imports.coverage', { percent: formatCount(coveragePercent(coverage)) })}</b>
        <meter min={0} max={100} value={coveragePercent(coverage)} aria-hidden="true" />
      </p>
      {plan.reasons.map(({ reason, places, words, isSwitch }) => (
        <div key={reason} className={styles.reason}>
          {isSwitch ? (
            <SwitchField
              label={t(`imports.reasons.${reason}`)}
              hint={t(
                isReasonRead(source, options, reason) ? 'imports.wordsRead' : 'imports.wordsLeftOut',
                countOf(places, words),
              )}
              isOn={isReasonRead(source, options, reason)}
              onChange={(isOn) => {
                decide(readReason(source, options, reason, isOn))
              }}
            />
          ) : (
            <p>
              {t(`imports.reasons.${reason}`)}{' '}
              <small>{t('imports.wordsLeftOut', countOf(places, words))}</small>
            </p>
          )}
          {reason === 'cell' ? null : (
            <IconToggle
              label={t('imports.showReason', { reason: t(`imports.reasons.${reason}`) })}
              tip={t('imports.showReason', { reason: t(`imports.reasons.${reason}`) })}
              isOn={filter?.kind === 'leftOut' && filter.reason === reason}
              onChange={(isShown) => {
                showOnly(isShown ? { kind: 'leftOut', reason } : null)
              }}
            >
              <Eye size={15} />
            </IconToggle>
          )}
        </div>
      ))}
      {options.putBack.size === 0 ? null : (
        <Button
          tone="quiet"
          size="small"
          onPress={() => {
            decide({ putBack: new Set() })
          }}
        >
          {t('imports.leaveOutAgain', {
            count: options.putBack.size,
            formatted: formatCount(options.putBack.size),
          })}
        </Button>
      )}
      <SwitchField
        label={t('imports.titles')}
        hint={t('imports.titlesHint')}
        isOn={options.speaksTitles}
        onChange={(speaksTitles) => {
          decide({ speaksTitles })
        }}
      />
      {titleCase === null ? null : (
        <SwitchField
          label={t('imports.titleCase')}
          hint={t('imports.titleCaseHint', titleCase)}
          isOn={titleCase.isOn}
          onChange={(isOn) => {
            decide({ chapters: withTitleCase(options.chapters, source, isOn) })
          }}
        />
      )}
      {source.lineBreaks === 'meant' ? null : (
        <SwitchField
          label={t('imports.joinLines')}
          isOn={options.joinsLines}
          onChange={(joinsLines) => {
            decide({ joinsLines })
          }}
        />
      )}
      {source.hasTimes ? (
        <SwitchField
          label={t('imports.keepTimes')}
          hint={t('imports.keepTimesHint')}
          isOn={options.keepsTimes}
          onChange={(keepsTimes) => {
            decide({ keepsTimes })
          }}
        />
      ) : null}
      {!source.isStory ? (
        <SwitchField
          label={t('imports.pauses')}
          hint={t('imports.pausesHint')}
          isOn={options.hasPauses}
          onChange={(hasPauses) => {
            decide({ hasPauses })
          }}
        />
      ) : null}
      {manners.size === 0 ? null : (
        <div className={styles.reason}>
          <SwitchField
            label={t('imports.manners')}
            hint={t('imports.mannersHint', {
              count: manners.size,
              taken: formatCount(taken),
              formatted: formatCount(manners.size),
            })}
            isOn={taken === manners.size}
            onChange={(isOn) => {
              decide({ manners: isOn ? manners : new Set() })
            }}
          />
          <IconToggle
            label={t('imports.showReason', { reason: t('imports.manners') })}
            tip={t('imports.showReason', { reason: t('imports.manners') })}
            isOn={filter?.kind === 'manners'}
            onChange={(isShown) => {
              showOnly(isShown ? { kind: 'manners', lines: plan.manners } : null)
            }}
          >
            <Eye size={15} />
          </IconToggle>
        </div>
      )}
      {emotions === 0 ? null : areNatural ? (
        <p className={styles.note}>
          {t('imports.noEmotions', { count: emotions, formatted: formatCount(emotions) })}
        </p>
      ) : (
        <>
          {options.isExpressive ? null : (
            <Warning
              text={t('imports.emotionsUnheard', {
                count: emotions,
                formatted: formatCount(emotions),
                model: t(`inspector.models.${DEFAULT_MODEL}`),
              })}
            />
          )}
          <SwitchField
            label={t('imports.useExpressive', {
              count: emotions,
              formatted: formatCount(emotions),
              model: t(`inspector.models.${EMOTION_MODEL}`),
            })}
            isOn={options.isExpressive}
            onChange={(isExpressive) => {
              decide({ isExpressive })
            }}
          />
        </>
      )}
      <SegmentField
        label={t('imports.blockSize')}
        value={size}
        options={(['sentence', 'paragraph', 'characters'] as const).map((id) => ({
          id,
          name: t(`imports.sizes.${id}`),
        }))}
        onChange={(chosen) => {
          decide({ blockSize: chosen === 'characters' ? DEFAULT_BLOCK_CHARACTERS : chosen })
        }}
      />
      {typeof blockSize === 'number' ? (
        <NumberField
          label={t('imports.characters')}
          value={blockSize}
          max={MAX_INPUT_CHARACTERS}
          onChange={(characters) => {
            decide({ blockSize: Math.max(MIN_BLOCK_CHARACTERS, characters ?? DEFAULT_BLOCK_CHARACTERS) })
          }}
        />
      ) : null}
      {source.problemCount === 0 ? null : (
        <details className={styles.problems}>
          <summary>{t('imports.problems', { count: source.problemCount })}</summary>
          <ul>
            {source.problems.map(({ line, name, problem }) => (
              <li key={`${name ?? ''} ${line} ${problem}`}>
                {name === undefined
                  ? t('imports.problemAt', { line, problem: t(`imports.problem.${problem}`) })
                  : t('imports.problemIn', { name, problem: t(`imports.problem.${problem}`) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
})
