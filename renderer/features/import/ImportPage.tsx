/** The review of an import: chapters, what is read, speakers, and a preview. Nothing is created before the writer confirms. */
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { COLUMNS } from '../../../shared/import/columnNames.ts'
import { TEXT_READINGS, type TextReading } from '../../../shared/import/reading.ts'
import type { ReviewChoices, TableMapping, TableView } from '../../../shared/import/reviewView.ts'
import { countKnownNames } from '../../../shared/import/storyFromPlan.ts'
import type { Columns } from '../../../shared/import/table.ts'
import type { OpenReview } from '../../../shared/ipc/importContract.ts'
import type { FileRef } from '../../../shared/ipc/views.ts'
import {
  addToStory,
  makeInAdvance,
  makeStory,
  reviewFile,
  reviewText,
  showUpdate,
  type StoryInAdvance,
} from '../../actions/imports.ts'
import { EncodingField } from '../../fields/EncodingField.tsx'
import { useApp, useCloseDialog } from '../../hooks/app.ts'
import { useOpenSession, useStoryIfOpen } from '../../hooks/session.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { PastedText } from '../../stores/viewStore.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { useSteps } from '../../ui/Later.tsx'
import { Page } from '../../ui/Page.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './Import.module.css'
import { ImportChapters } from './ImportChapters.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportSpeakers } from './ImportSpeakers.tsx'
import { ReadOptions } from './ReadOptions.tsx'
import { useImport, type ImportReview } from './useImport.ts'
import { useLabels } from './AskModel.tsx'

interface ImportPageProps {
  readonly reading: OpenReview
  readonly from: { readonly ref: FileRef } | PastedText
  /** Whether it can only be added to the open story. */
  readonly isAdded: boolean
  /** Whether it is the file of an update. */
  readonly updates?: boolean
  readonly choices?: ReviewChoices
}

/** The review page. */
export function ImportPage({ reading, from, isAdded, updates = false, choices }: ImportPageProps) {
  const { t } = useTranslation()
  const app = useApp()
  const review = useImport(reading, choices)
  // The preview follows with lower priority, so that drawing its rows does not delay input.
  const followed = useDeferredValue(review)
  const labels = useLabels(review)
  const { plan, source } = review
  const { words, lengthMs } = plan
  // The chapters are shown first.
  const step = useSteps(3)
  const { encoding, readAs } = reading
  /** Whether the text of a file could be in another encoding. */
  const hasEncodings = encoding !== null && encoding.samples.length > 1 && 'ref' in from
  const close = useCloseDialog()
  const readAgain = (how: { readonly encoding?: TextEncoding; readonly readAs?: TextReading }) => {
    const same = {
      ...(hasEncodings && { encoding: encoding.name }),
      ...(readAs !== null && { readAs }),
    }
    const read =
      'ref' in from
        ? reviewFile(app, from.ref, { name: reading.name, isAdded, updates, ...same, ...how })
        : reviewText(app, from, how.readAs)
    read.catch(app.report)
  }
  return (
    <Page
      title={t(updates ? 'updates.title' : 'imports.title')}
      backLabel={t('imports.back')}
      onClose={close}
      tools={
        <>
          <span className={styles.file} dir="auto" title={reading.name}>
            {reading.name}
          </span>
          <span className={styles.sum}>
            {t('imports.words', { count: words, formatted: formatCount(words) })} ·{' '}
            {t('imports.length', {
              length: formatClock(lengthMs),
            })}
          </span>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <FinishButtons {...{ reading, from, isAdded, updates, review }} />
        </>
      }
    >
      <div className={styles.panels}>
        {step > 0 && (
          <ImportChapters
            source={source}
            chapters={review.options.chapters}
            plan={plan}
            current={review.current}
            decide={review.decide}
            showChapter={review.showChapter}
          />
        )}
        <section className={styles.middle}>
          {readAs === null ? null : (
            <div className={styles.group}>
              <SegmentField
                label={t('imports.readAs')}
                value={readAs}
                options={TEXT_READINGS.map((id) => ({ id, name: t(`imports.readings.${id}`) }))}
                onChange={(chosen) => {
                  readAgain({ readAs: chosen })
                }}
              />
            </div>
          )}
          {!hasEncodings ? null : (
            <div className={styles.group}>
              <EncodingField
                value={encoding.name}
                samples={encoding.samples}
                onChange={(chosen) => {
                  readAgain({ encoding: chosen })
                }}
              />
            </div>
          )}
          <KnownIds names={plan.names} />
          {source.table === null ? null : (
            <ImportColumns table={source.table} mapping={review.mapping} onChange={review.mapTable} />
          )}
          {step > 1 && <ReadOptions review={review} />}
          {step > 1 && <ImportSpeakers review={review} labels={labels} />}
        </section>
        {step > 2 && <ImportPreview review={followed} labels={labels} />}
      </div>
    </Page>
  )
}

/** Warns of lines that the open story has already, by the names of blocks. */
function KnownIds({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation()
  const story = useStoryIfOpen((state) => state.story)
  const known = story === undefined ? 0 : countKnownNames(names, story)
  if (known === 0) return null
  return (
    <div className={styles.group}>
      <Warning text={t('imports.knownIds', { count: known, formatted: formatCount(known) })} />
    </div>
  )
}

interface FinishButtonsProps extends Required<Omit<ImportPageProps, 'choices'>> {
  readonly review: ImportReview
}

/** Decisions that have not changed for this long are those of the story that is made in advance. */
const SETTLED_MS = 1_000

/** Returns the story of the current decisions; if `isWanted`, it is made in advance, while the writer looks at the review. */
function useStoryInAdvance({ id, options, mapping, choices }: ImportReview, isWanted: boolean) {
  const app = useApp()
  const made = useRef<StoryInAdvance | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const story = makeInAdvance(app, { review: id, choices: choices() }, stop.signal)
      made.current = story
      story.prepared.catch(() => {
        if (made.current === story) made.current = null // made again when it is asked for, which reports the error
      })
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
      made.current = null
    }
  }, [app, id, options, mapping, choices, isWanted])
  return () => {
    const story = made.current ?? makeInAdvance(app, { review: id, choices: choices() })
    made.current = null // each is saved once
    return story
  }
}

/** What a review ends with: a new story, an addition to the open one, or its update. */
function FinishButtons({ reading, from, isAdded, updates, review }: FinishButtonsProps) {
  const { t } = useTranslation()
  const app = useApp()
  const session = useOpenSession()
  const [isMaking, setIsMaking] = useState(false)
  const { blocks } = review.plan
  const blockCount = t('imports.blocks', { count: blocks, formatted: formatCount(blocks) })
  const reviewed = () => ({ review: review.id, choices: review.choices() })
  const finish = (making: Promise<void>) => {
    setIsMaking(true)
    making.catch(app.report).finally(() => {
      setIsMaking(false)
    })
  }
  /** The action of Enter: a pasted text is added to the open story. */
  const usual = isAdded || (session !== null && !('ref' in from)) ? 'add' : 'make'
  const takeStory = useStoryInAdvance(review, usual === 'make' && !updates && blocks > 0)
  const finishButton = (id: 'add' | 'make', label: string, onPress: () => void) => (
    <Button
      key={id}
      tone={id === usual ? 'primary' : 'plain'}
      autoFocus={id === usual}
      isDisabled={blocks === 0 || isMaking}
      onPress={onPress}
    >
      {label}
      {id === usual ? <span className={styles.price}>{blockCount}</span> : null}
    </Button>
  )
  const add = finishButton('add', t('imports.addToStory'), () => {
    if (session !== null) finish(addToStory(session, reviewed(), 'ref' in from ? from : null, reading.name))
  })
  const make = finishButton('make', t('imports.makeStory'), () => {
    finish(makeStory(app, review.id, takeStory()))
  })
  const compare =
    session === null || !('ref' in from) ? null : (
      <Button
        key="update"
        {...(updates && { tone: 'primary', autoFocus: true })}
        isDisabled={blocks === 0 || isMaking}
        onPress={() => {
          finish(showUpdate(app, reading, from.ref, review.choices()))
        }}
      >
        {t(updates ? 'updates.compare' : 'updates.useFile')}
      </Button>
    )
  return (
    <>
      {compare}
      {updates
        ? null
        : usual === 'add'
          ? [...(isAdded ? [] : [make]), add]
          : [...(session === null ? [] : [add]), make]}
    </>
  )
}

interface ImportColumnsProps {
  readonly table: TableView
  readonly mapping: TableMapping
  readonly onChange: (mapping: TableMapping) => void
}

type ColumnName = (typeof COLUMNS)[number]
/** Offered for every table. */
const USUAL: readonly ColumnName[] = ['speaker', 'line']
const NONE = 'none'
const ALL = 'all'

/** The sheet of a table, its header row, and the meaning of its columns. */
function ImportColumns({ table, mapping, onChange }: ImportColumnsProps) {
  const { t } = useTranslation()
  const { sheets, sheet, header, headerLine, headers, width, columns } = table
  const options = Array.from({ length: width }, (_, index) => ({
    id: String(index),
    name: header?.[index]?.trim() || t('imports.columnNumber', { number: index + 1 }),
  }))
  const readColumns = (changed: Columns) => {
    onChange({ ...mapping, columns: changed })
  }
  // The initial columns of the table, and those of every table, are always shown, so that fields do not move while in use.
  const [first] = useState(columns)
  const rest = COLUMNS.filter((column) => first[column] === null && !USUAL.includes(column))
  const field = (column: ColumnName) => (
    <ComboField
      key={column}
      label={t(`imports.column.${column}`)}
      value={columns[column] === null ? NONE : String(columns[column])}
      options={[{ id: NONE, name: t('imports.noColumn') }, ...options]}
      emptyText={t('imports.noColumn')}
      onChange={(chosen) => {
        readColumns({ ...columns, [column]: chosen === NONE ? null : Number(chosen) })
      }}
    />
  )
  return (
    <div className={styles.group}>
      <h2>{t('imports.columns')}</h2>
      {columns.line === null ? <Warning text={t('imports.noWords')} /> : null}
      {sheets.length === 0 ? null : (
        <ComboField
          label={t('imports.sheet')}
          value={sheet === null ? ALL : String(sheet)}
          options={[
            { id: ALL, name: t('imports.allSheets') },
            ...sheets.map((name, index) => ({ id: String(index), name })),
          ]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            onChange({ sheet: chosen === ALL ? null : Number(chosen) })
          }}
        />
      )}
      {headers.length === 0 ? null : (
        <ComboField
          // The table of another sheet has other rows.
          key={`header ${sheet}`}
          label={t('imports.headerRow')}
          value={headerLine === null ? NONE : String(headerLine)}
          options={[
            { id: NONE, name: t('imports.noHeader') },
            ...headers.map(({ line, names }) => ({
              id: String(line),
              name: t('imports.headerIn', { number: line, names }),
            })),
          ]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            onChange({ sheet, headerLine: chosen === NONE ? null : Number(chosen) })
          }}
        />
      )}
      <div className={styles.columnFields}>
        {COLUMNS.filter((column) => !rest.includes(column)).map(field)}
      </div>
      {rest.length === 0 ? null : (
        <details>
          <summary>{t('imports.moreColumns', { count: rest.length })}</summary>
          <div className={styles.columnFields}>{rest.map(field)}</div>
        </details>
      )}
      {table.hasBlankSpeakers ? (
        <SwitchField
          label={t('imports.repeatsSpeaker')}
          hint={t('imports.repeatsSpeakerHint')}
          isOn={columns.repeatsSpeaker === true}
          onChange={(repeatsSpeaker) => {
            readColumns({ ...columns, repeatsSpeaker })
          }}
        />
      ) : null}
    </div>
  )
}
