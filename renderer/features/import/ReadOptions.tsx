import { useMemo } from 'react'
import { DEFAULT_BLOCK_CHARACTERS, MIN_BLOCK_CHARACTERS } from '../../../shared/import/options.ts'
import { PIECES } from '../../../shared/import/source.ts'
import type { ImportSource, Piece } from '../../../shared/import/source.ts'
import { countEmotions } from '../../../shared/import/storyFromPlan.ts'
import { DEFAULT_MODEL, EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { NumberField } from '../../fields/NumberField.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import type { ImportReview } from './useImport.ts'
import styles from './Import.module.css'

/** What of the file is read, and in blocks of which size. Only what the file has can be switched. */
export function ReadOptions({ review }: { readonly review: ImportReview }) {
  const { t } = useTranslation()
  const { options, decide, planned } = review
  const { source } = planned
  const found = useMemo(() => countPieces(source), [source])
  const around = options.chapters.flatMap(({ sections }, index) =>
    sections.every((section) => source.sections[section]?.kind !== 'body') ? [index] : [],
  )
  const hasTimes = source.paragraphs.some(({ times, lengths }) => times !== null || lengths !== null)
  const { blockSize } = options
  const emotions = countEmotions(planned)
  const size = typeof blockSize === 'number' ? 'characters' : blockSize
  return (
    <div className={styles.group}>
      <h2>{t('imports.whatToRead')}</h2>
      {source.author === '' ? null : (
        <p className={styles.note} dir="auto">
          {t('imports.author', { author: source.author })}
        </p>
      )}
      {around.length === 0 ? null : (
        <SwitchField
          label={t('imports.frontMatter')}
          hint={t('imports.frontMatterHint')}
          isOn={around.every((index) => options.chapters[index]?.isIncluded)}
          onChange={(isIncluded) => {
            const chapters = options.chapters.map((chapter, index) =>
              around.includes(index) ? { ...chapter, isIncluded } : chapter,
            )
            decide({ chapters })
          }}
        />
      )}
      {PIECES.filter((piece) => found.has(piece)).map((piece) => (
        <SwitchField
          key={piece}
          label={t(`imports.pieces.${piece}`)}
          hint={t('imports.found', { count: found.get(piece) ?? 0 })}
          isOn={options.pieces.has(piece)}
          onChange={(isOn) => {
            const pieces = new Set(options.pieces)
            if (isOn) pieces.add(piece)
            else pieces.delete(piece)
            decide({ pieces })
          }}
        />
      ))}
      <SwitchField
        label={t('imports.titles')}
        hint={t('imports.titlesHint')}
        isOn={options.speaksTitles}
        onChange={(speaksTitles) => {
          decide({ speaksTitles })
        }}
      />
      {source.lineBreaks === 'meant' ? null : (
        <SwitchField
          label={t('imports.joinLines')}
          isOn={options.joinsLines}
          onChange={(joinsLines) => {
            decide({ joinsLines })
          }}
        />
      )}
      {hasTimes ? (
        <SwitchField
          label={t('imports.keepTimes')}
          hint={t('imports.keepTimesHint')}
          isOn={options.keepsTimes}
          onChange={(keepsTimes) => {
            decide({ keepsTimes })
          }}
        />
      ) : null}
      {source.info === null ? (
        <SwitchField
          label={t('imports.pauses')}
          hint={t('imports.pausesHint')}
          isOn={options.hasPauses}
          onChange={(hasPauses) => {
            decide({ hasPauses })
          }}
        />
      ) : null}
      {emotions === 0 ? null : (
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
      {source.problems.length === 0 ? null : (
        <details className={styles.problems}>
          <summary>{t('imports.problems', { count: source.problems.length })}</summary>
          <ul>
            {source.problems.slice(0, 200).map(({ line, name, problem }) => (
              <li key={`${line} ${problem}`}>
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
}

function countPieces({ paragraphs }: ImportSource): ReadonlyMap<Piece, number> {
  const found = new Map<Piece, number>()
  const add = (piece: Piece) => found.set(piece, (found.get(piece) ?? 0) + 1)
  for (const { piece, marks } of paragraphs) {
    if (piece !== null) add(piece)
    for (const mark of marks) add(mark.piece)
  }
  return found
}
