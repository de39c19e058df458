/** The update of the story from a file: what was added, changed, removed and moved, each to accept or not. Nothing is changed before “Update”. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, memo } from 'react'
import { Checkbox } from 'react-aria-components'
import { costsOfUpdate } from '../../../shared/import/updateCost.ts'
import {
  DIFFERENCE_KINDS,
  usuallyTaken,
  type DifferenceKind,
  type UpdateDifference,
} from '../../../shared/import/updateStory.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { makeUpdate, showReadingOptions, type ShownUpdate } from '../../actions/updates.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useAudioState, useIsFree, useSession, useStory } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { emotionName } from '../../i18n/voiceText.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedWords } from '../../ui/ChangedWords.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { Page } from '../../ui/Page.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { shorten } from './PreviewBlock.tsx'
import styles from './Update.module.css'

const ROW_PX = 72
/** The most duplicate ids to name. */
const NAMED_IDS = 5

/** The update page. */
export function UpdatePage({ shown }: { readonly shown: ShownUpdate }) {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const { update, reading, isKnown } = shown
  const { differences, repeated } = update
  const [taken, setTaken] = useState<ReadonlySet<string>>(() => usuallyTaken(update))
  const [filter, setFilter] = useState<DifferenceKind | null>(null)
  const [isMaking, setIsMaking] = useState(false)
  const costs = useCosts(shown)
  const byKind = useMemo(() => Map.groupBy(differences, ({ kind }) => kind), [differences])
  const rows = filter === null ? differences : (byKind.get(filter) ?? [])
  const kinds = DIFFERENCE_KINDS.filter((kind) => byKind.has(kind))
  const take = (keys: readonly string[], isTaken: boolean) => {
    setTaken((before) => {
      const next = new Set(before)
      for (const key of keys)
        if (isTaken) next.add(key)
        else next.delete(key)
      return next
    })
  }
  const finish = () => {
    setIsMaking(true)
    makeUpdate(session, shown, taken)
      .catch(session.report)
      .finally(() => {
        setIsMaking(false)
      })
  }
  const names = repeated.slice(0, NAMED_IDS).map(({ name, count }) => `${name} (${formatCount(count)})`)
  return (
    <Page
      title={t('updates.title')}
      backLabel={t('updates.back')}
      onClose={close}
      tools={
        <>
          <span className={styles.file} dir="auto" title={reading.name}>
            {reading.name}
          </span>
          <Sum costs={costs} taken={taken} />
          <Button
            onPress={() => {
              showReadingOptions(session, shown).catch(session.report)
            }}
          >
            {t('updates.options')}
          </Button>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button tone="primary" autoFocus isDisabled={isMaking} onPress={finish}>
            {t('updates.update')}
            <span className={styles.price}>
              {t('updates.changes', { count: taken.size, formatted: formatCount(taken.size) })}
            </span>
          </Button>
        </>
      }
    >
      <div className={styles.panels}>
        <section className={styles.kinds} aria-label={t('updates.kindsLabel')}>
          {[null, ...kinds].map((kind) => {
            const keys = (kind === null ? differences : (byKind.get(kind) ?? [])).map(({ key }) => key)
            const count = keys.filter((key) => taken.has(key)).length
            const name = t(`updates.kinds.${kind ?? 'all'}`)
            return (
              <div key={kind} className={styles.kind} data-current={filter === kind || undefined}>
                <Checkbox
                  className={styles.check ?? ''}
                  aria-label={t('updates.takeAll', { kind: name })}
                  isSelected={count > 0 && count === keys.length}
                  isIndeterminate={count > 0 && count < keys.length}
                  isDisabled={keys.length === 0}
                  onChange={(isTaken) => {
                    take(keys, isTaken)
                  }}
                >
                  <CheckMark />
                </Checkbox>
                <button
                  type="button"
                  className={styles.kindName}
                  aria-pressed={filter === kind}
                  onClick={() => {
                    setFilter(kind)
                  }}
                >
                  <span>{name}</span>
                  <small>{t('updates.takenOf', { count, total: keys.length })}</small>
                </button>
              </div>
            )
          })}
          {repeated.length === 0 ? null : (
            <Warning
              text={t('updates.repeated', {
                names: `${names.join(', ')}${repeated.length > NAMED_IDS ? ', …' : ''}`,
              })}
            />
          )}
          {isKnown ? null : <p className={styles.note}>{t('updates.unknown')}</p>}
        </section>
        <UpdateList key={filter} rows={rows} taken={taken} costs={costs} onTake={take} />
      </div>
    </Page>
  )
}

interface UpdateListProps {
  readonly rows: ShownUpdate['update']['differences']
  readonly taken: ReadonlySet<string>
  readonly costs: ReadonlyMap<string, number>
  readonly onTake: (keys: readonly string[], isTaken: boolean) => void
}

/** Differences, of which only the visible ones and some around them are in the page. */
function UpdateList({ rows, taken, costs, onTake }: UpdateListProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  })
  return (
    <div ref={scroller} className={styles.list} role="group" tabIndex={0} aria-label={t('updates.listLabel')}>
      {rows.length === 0 ? <p className={styles.none}>{t('updates.none')}</p> : null}
      <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const difference = rows[item.index]
          return difference === undefined ? null : (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={styles.rowBox}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <UpdateRow
                difference={difference}
                isTaken={taken.has(difference.key)}
                credits={costs.get(difference.key)}
                onTake={(isTaken) => {
                  onTake([difference.key], isTaken)
                }}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The cost of rendering the accepted differences. */
function Sum({ costs, taken }: { costs: ReadonlyMap<string, number>; taken: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const isFree = useIsFree()
  const made = [...costs].filter(([key]) => taken.has(key))
  const credits = made.reduce((sum, [, each]) => sum + each, 0)
  return (
    <span className={styles.sum} role="status">
      {t('updates.toRender', { count: made.length, formatted: formatCount(made.length) })}
      {made.length === 0
        ? null
        : ` · ${isFree ? t('updates.free') : t('units.estimate', { count: credits })}`}
    </span>
  )
}

/** The cost of each difference, computed once the page is shown: it takes a moment in a long story. */
function useCosts({ update }: ShownUpdate): ReadonlyMap<string, number> {
  const story = useStory()
  const takes = useAudioState((state) => state.takes)
  const allTakes = useAudioState((state) => state.allTakes)
  const render = useAudioState((state) => state.render)
  const [costs, setCosts] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    setCosts(costsOfUpdate(story, update, { takes, allTakes, render }))
  }, [story, update, takes, allTakes, render])
  return costs
}

interface UpdateRowProps {
  readonly difference: UpdateDifference
  readonly isTaken: boolean
  /** Undefined if it needs no rendering. */
  readonly credits: number | undefined
  readonly onTake: (isTaken: boolean) => void
}

/** A difference: its kind, place, words, and cost. */
const UpdateRow = memo(function UpdateRow({ difference, isTaken, credits, onTake }: UpdateRowProps) {
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

/** The changes besides the words, and the current place. */
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
  const emotionOf = (emotion: string | null) => none(emotion && emotionName(t, emotion))
  return [
    ...(patch.characterId === undefined
      ? []
      : [changed('speaker', nameOf(record.characterId), nameOf(patch.characterId))]),
    ...(patch.emotion === undefined
      ? []
      : [changed('emotion', emotionOf(record.emotion), emotionOf(patch.emotion))]),
    ...(patch.name === undefined ? [] : [changed('lineId', none(record.name), none(patch.name))]),
    ...(patch.silenceBeforeMs === undefined && patch.durationMs === undefined ? [] : [t('updates.times')]),
  ]
}
