import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, ChevronLeft, ChevronRight, EyeOff, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { LineChoice } from '../../../shared/import/options.ts'
import type { LeftOut, PlannedBlock } from '../../../shared/import/planned.ts'
import type { ImportSpeaker } from '../../../shared/import/speakers/speakers.ts'
import { lineStateOf, speakerName, speakersOf, unmerged } from '../../../shared/import/speakers/speakers.ts'
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
  readonly onCurrent: (index: number) => void
}

/** A chapter as it will be in the script. Only the rows in view are in the page. */
export function ImportPreview({ review, current, onCurrent }: ImportPreviewProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { planned } = review
  const chapter = planned.chapters[current]
  const { suggestions, options } = planned
  const speakers = useMemo(() => unmerged(speakersOf(suggestions, options)), [suggestions, options])
  const entries = chapter?.entries ?? []
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => `${current}:${index}`, // a chapter must not begin with the heights of another
    overscan: 6,
  })
  const numbers = numberBlocks(entries)
  const blocks = numbers.at(-1) ?? 0
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
        key={current}
        className={styles.pages}
        tabIndex={0}
        role="group"
        aria-label={t('imports.preview')}
      >
        <div className={styles.page}>
          <h2 className={styles.pageTitle} dir="auto">
            {chapter?.title ?? t('imports.noTitle')}{' '}
            <small>
              {t('imports.blocks', { count: blocks, formatted: formatCount(blocks) })}
              {chapter === undefined ? null : ` · ${formatClock(chapter.lengthMs)}`}
            </small>
          </h2>
          <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const entry = entries[item.index]
              if (entry === undefined) return null
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={styles.rowBox}
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
                    <BlockRow
                      block={entry}
                      number={numbers[item.index] ?? 0}
                      review={review}
                      speakers={speakers}
                    />
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
  const answer = (choice: LineChoice) => {
    if (block.line !== null) decide({ lines: new Map(options.lines).set(block.line, choice) })
  }
  return (
    <div className={styles.block} data-asked={isAsked || undefined}>
      <span className={styles.blockNumber}>{number}</span>
      <span className={styles.who} dir="auto" style={characterColor(review.colors.get(key))}>
        {block.line === null ? (
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

/** The number of each entry among the blocks. */
function numberBlocks(entries: readonly (PlannedBlock | LeftOut)[]): number[] {
  let number = 0
  return entries.map(({ kind }) => (kind === 'block' ? ++number : number))
}
