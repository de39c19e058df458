/** The update of the story from a file: what was added, changed, removed and moved, each to be taken or left. Nothing is changed before “Update”. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Checkbox } from 'react-aria-components'
import { costsOfUpdate } from '../../../shared/import/updateCost.ts'
import { DIFFERENCE_KINDS, usuallyTaken } from '../../../shared/import/updateStory.ts'
import type { DifferenceKind } from '../../../shared/import/updateStory.ts'
import { makeUpdate, showReadingOptions } from '../../actions/updates.ts'
import type { ShownUpdate } from '../../actions/updates.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useAudioState, useIsFree, useSession, useStory } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { Page } from '../../ui/Page.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { UpdateRow } from './UpdateRow.tsx'
import styles from './Update.module.css'

const ROW_PX = 72
/** So many ids that stand several times are named. */
const NAMED_IDS = 5

/** The whole page. */
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
                  <small>
                    {t('updates.takenOf', { count: formatCount(count), total: formatCount(keys.length) })}
                  </small>
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

/** Differences, of which only those in view, and some around them, are in the page. */
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

/** What the differences that are taken cost to render. */
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

/** What each difference costs, which is worked out once the page is there: it takes a moment in a long story. */
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
