import { memo } from 'react'
import { Lock, TriangleAlert } from 'lucide-react'
import { Checkbox } from 'react-aria-components'
import type { UpdateDifference } from '../../../shared/import/updateStory.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { useIsFree, useStory } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ChangedWords } from '../../ui/ChangedWords.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { shorten } from './PreviewBlock.tsx'
import styles from './Update.module.css'

interface UpdateRowProps {
  readonly difference: UpdateDifference
  readonly isTaken: boolean
  /** Undefined if there is no audio to be made for it. */
  readonly credits: number | undefined
  readonly onTake: (isTaken: boolean) => void
}

/** A difference: what kind it is, where it stands, its words, and what it costs. */
export const UpdateRow = memo(function UpdateRow({ difference, isTaken, credits, onTake }: UpdateRowProps) {
  const { t } = useTranslation()
  const isFree = useIsFree()
  const { kind, type, before, after, chapter, ids, kept } = difference
  const name = t(`updates.kinds.${kind}`)
  const facts = useFacts(difference)
  const label = t('updates.take', { kind: name, text: shorten(kind === 'added' ? after : before) })
  return (
    <div className={styles.row} data-kind={kind} data-left={!isTaken || undefined}>
      <Checkbox className={styles.check ?? ''} aria-label={label} isSelected={isTaken} onChange={onTake}>
        <CheckMark />
      </Checkbox>
      <div className={styles.what}>
        <p className={styles.facts}>
          <b>{name}</b>
          {type === 'chapter' ? <span>{t('updates.heading')}</span> : null}
          {chapter !== '' && type === 'block' ? (
            <span dir="auto">{t('updates.inChapter', { chapter: shorten(chapter) })}</span>
          ) : null}
          {facts.map((fact) => (
            <span key={fact} dir="auto">
              {fact}
            </span>
          ))}
        </p>
        <p className={type === 'chapter' ? styles.heading : styles.text}>
          {kind === 'moved' ? (
            <span dir="auto">{shorten(before)}</span>
          ) : (
            <ChangedWords before={before} after={after} />
          )}
          {ids.length > 1 ? (
            <small>
              {' '}
              {t('updates.more', { count: ids.length - 1, formatted: formatCount(ids.length - 1) })}
            </small>
          ) : null}
        </p>
        {kept === undefined ? null : (
          <p className={styles.kept}>
            {kept === 'locked' ? (
              <Lock size={13} aria-hidden="true" />
            ) : (
              <TriangleAlert size={13} aria-hidden="true" />
            )}
            {t(`updates.kept.${kept}`)}
          </p>
        )}
      </div>
      {credits === undefined || isFree ? null : (
        <span className={styles.credits}>{t('units.estimate', { count: credits })}</span>
      )}
    </div>
  )
})

/** What changes beside the words, and where it stands now. */
function useFacts({ kind, ids, patch, after }: UpdateDifference): readonly string[] {
  const { t } = useTranslation()
  const story = useStory()
  if (kind === 'moved')
    return [after === '' ? t('updates.atStart') : t('updates.after', { text: shorten(after) })]
  const [id] = ids
  const record = id === undefined ? undefined : story.records.get(id)
  if (patch === undefined || record?.type !== 'block') return []
  const nameOf = (characterId: typeof record.characterId) =>
    findCharacter(story, characterId)?.name ?? t('updates.nobody')
  const changed = (label: 'speaker' | 'emotion' | 'lineId', from: string, to: string) =>
    t(`updates.${label}`, { before: from, after: to })
  const none = (text: string | null) => (text === null || text === '' ? t('updates.nobody') : text)
  return [
    ...(patch.characterId === undefined
      ? []
      : [changed('speaker', nameOf(record.characterId), nameOf(patch.characterId))]),
    ...(patch.emotion === undefined ? [] : [changed('emotion', none(record.emotion), none(patch.emotion))]),
    ...(patch.name === undefined ? [] : [changed('lineId', none(record.name), none(patch.name))]),
    ...(patch.silenceBeforeMs === undefined && patch.durationMs === undefined ? [] : [t('updates.times')]),
  ]
}
