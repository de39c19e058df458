import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, ChevronLeft, ChevronRight, EyeOff, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { LineChoice } from '../../../shared/import/options.ts'
import type { PlannedBlock, PlannedChapter } from '../../../shared/import/planned.ts'
import type { ImportSpeaker } from '../../../shared/import/speakers/speakers.ts'
import { lineStateOf, speakerName, speakersOf } from '../../../shared/import/speakers/speakers.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import type { ImportReview } from './useImport.ts'
import styles from './Import.module.css'

const ROW_PX = 56

interface ImportPreviewProps {
  readonly review: ImportReview
  readonly current: number
  /** The lines that are shown alone, each between the blocks around it; null for the whole chapter. */
  readonly lines: ReadonlySet<number> | null
  readonly onCurrent: (index: number) => void
}

/** A chapter as it will be in the script, or lines of all chapters. Only the rows in view are in the page. */
export function ImportPreview({ review, current, lines, onCurrent }: ImportPreviewProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { planned } = review
  const chapter = planned.chapters[current]
  const { suggestions, options } = planned
  const speakers = useMemo(() => speakersOf(suggestions, options), [suggestions, options])
  const rows = useMemo(() => {
    if (lines === null) return chapter === undefined ? [] : rowsOf(chapter, current)
    return planned.chapters.flatMap((each, index) =>
      each.isIncluded ? rowsAround(rowsOf(each, index), lines) : [],
    )
  }, [planned, chapter, current, lines])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  })
  const blocks = rows.filter(({ entry }) => entry.kind === 'block').length
  return (
    <section className={styles.right} aria-label={t('imports.preview')}>
      <header className={styles.head}>
        <b>{t('imports.preview')}</b>
        <span className={styles.note}>{t('imports.previewHint')}</span>
        <span className={styles.steps}>
          <IconButton
            label={t('imports.previous')}
            isDisabled={current <= 0}
            onPress={() => {
              onCurrent(current - 1)
            }}
          >
            <ChevronLeft size={16} />
          </IconButton>
          {t('imports.chapterOf', { number: current + 1, total: planned.chapters.length })}
          <IconButton
            label={t('imports.next')}
            isDisabled={current >= planned.chapters.length - 1}
            onPress={() => {
              onCurrent(current + 1)
            }}
          >
            <ChevronRight size={16} />
          </IconButton>
        </span>
      </header>
      <div
        ref={scroller}
        key={lines === null ? current : 'lines'}
        className={styles.pages}
        tabIndex={0}
        role="group"
        aria-label={t('imports.preview')}
      >
        <div className={styles.page}>
          <h2 className={styles.pageTitle} dir="auto">
            {lines === null ? (
              <>
                {chapter?.title ?? t('imports.noTitle')}{' '}
                <small>
                  {t('imports.blocks', { count: blocks, formatted: formatCount(blocks) })}
                  {chapter === undefined ? null : ` · ${formatClock(chapter.lengthMs)}`}
                </small>
              </>
            ) : (
              t('imports.unclearTitle')
            )}
          </h2>
          <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index]
              if (row === undefined) return null
              const { entry } = row
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={styles.rowBox}
                  data-around={row.isAround || undefined}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {entry.kind === 'leftOut' ? (
                    <p className={styles.leftOut}>
                      <EyeOff size={13} aria-hidden="true" />
                      <span className="visually-hidden">{t('imports.leftOut')}</span>
                      <span dir="auto" title={entry.text}>
                        {t(`imports.pieces.${entry.piece}`)}: {entry.text}
                      </span>
                    </p>
                  ) : (
                    <BlockRow block={entry} number={row.number} review={review} speakers={speakers} />
                  )}
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </section>
  )
}

function BlockRow({
  block,
  number,
  review,
  speakers,
}: {
  readonly block: PlannedBlock
  readonly number: number
  readonly review: ImportReview
  readonly speakers: readonly ImportSpeaker[]
}) {
  const { t } = useTranslation()
  const { options, decide, planned } = review
  const { suggestions } = planned
  const suggestion = block.line === null ? undefined : suggestions.lines[block.line]
  const isAsked =
    suggestion !== undefined &&
    block.line !== null &&
    lineStateOf(suggestion, block.line, options) === 'asked'
  const key = isAsked ? suggestion.speaker : block.speaker
  const name = key === null ? t('inspector.narrator') : speakerName(key, suggestions, options)
  const lines = linesOf(block)
  const answer = (choice: LineChoice) => {
    decide({ lines: new Map([...options.lines, ...lines.map((line) => [line, choice] as const)]) })
  }
  return (
    <div className={styles.block} data-asked={block.unclear.length > 0 || undefined}>
      <span className={styles.blockNumber}>{number}</span>
      <span className={styles.who} dir="auto" style={characterColor(review.colors.get(key))}>
        {lines.length === 0 ? (
          name
        ) : (
          <MenuButton
            label={t('imports.speakerOf', { name, number })}
            className={styles.whoButton}
            entries={[
              {
                id: 'narrator',
                label: t('inspector.narrator'),
                onAction: () => {
                  answer({ isAccepted: false })
                },
              },
              ...speakers.map((speaker) => ({
                id: `speaker ${speaker.key}`,
                label: speaker.name,
                isWritten: true,
                onAction: () => {
                  answer({ speaker: speaker.key })
                },
              })),
            ]}
          >
            {name}
          </MenuButton>
        )}
      </span>
      <p className={styles.words} dir="auto">
        <Words block={block} />
      </p>
      {isAsked ? (
        <span className={styles.asked}>
          {t('imports.sure', { percent: Math.round(suggestion.confidence * 100) })}
          <IconButton
            label={t('imports.acceptLine', { number })}
            size="small"
            onPress={() => {
              answer({ isAccepted: true })
            }}
          >
            <Check size={14} />
          </IconButton>
          <IconButton
            label={t('imports.rejectLine', { number })}
            size="small"
            onPress={() => {
              answer({ isAccepted: false })
            }}
          >
            <X size={14} />
          </IconButton>
        </span>
      ) : null}
    </div>
  )
}

/** The words of a block, with what is left out of them struck. */
function Words({ block: { text, cuts } }: { readonly block: PlannedBlock }) {
  let from = 0
  return (
    <>
      {cuts.map(({ at, text: cut }, index) => {
        const before = text.slice(from, at)
        from = at
        return (
          <span key={index}>
            {before}
            <del>{cut}</del>
          </span>
        )
      })}
      {text.slice(cuts.at(-1)?.at ?? 0)}
    </>
  )
}

interface PreviewRow {
  /** A row keeps its key, and so its focus, while its line is given to somebody and its block is divided for that. */
  readonly key: string
  readonly entry: PlannedChapter['entries'][number]
  /** The number of the block within its chapter, or of the last one before it. */
  readonly number: number
  /** Whether it only shows where another row stands. */
  readonly isAround: boolean
}

/** The rows of a chapter. No two chapters have a key in common, so that none begins with the heights of another. */
function rowsOf({ entries }: PlannedChapter, chapter: number): PreviewRow[] {
  const keys = new Set<string>()
  let number = 0
  return entries.map((entry, index) => {
    if (entry.kind === 'block') number++
    const [line] = entry.kind === 'block' ? linesOf(entry) : []
    const ofLine = `${chapter}:line ${line ?? ''}`
    const key = line === undefined || keys.has(ofLine) ? `${chapter}:${index}` : ofLine
    keys.add(key)
    return { key, entry, number, isAround: false }
  })
}

/** The rows that have lines, each with the rows beside it. */
function rowsAround(rows: readonly PreviewRow[], lines: ReadonlySet<number>): PreviewRow[] {
  const isMeant = ({ entry }: PreviewRow) =>
    entry.kind === 'block' && linesOf(entry).some((line) => lines.has(line))
  const meant = rows.map(isMeant)
  return rows.flatMap((row, index) => {
    if (meant[index] === true) return [row]
    return meant[index - 1] === true || meant[index + 1] === true ? [{ ...row, isAround: true }] : []
  })
}

/** The lines that a block is, or that the narrator reads in it: the writer can say who speaks them. */
function linesOf({ line, unclear }: PlannedBlock): number[] {
  return [...new Set([...(line === null ? [] : [line]), ...unclear.map((each) => each.line)])]
}
