import { Check, EyeOff, X } from 'lucide-react'
import { Button as AriaButton, ToggleButton } from 'react-aria-components'
import type { LineChoice, PlaceKey } from '../../../shared/import/options.ts'
import type { SaidLine, ShownBlock } from '../../../shared/import/reviewView.ts'
import { lineStateOf, speakerName, type ImportSpeaker } from '../../../shared/import/speakers/speakers.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { emotionName } from '../../i18n/voiceText.ts'
import { IconButton } from '../../ui/Button.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import type { ImportReview } from './useImport.ts'
import type { LabelReview } from './AskModel.tsx'
import styles from './Import.module.css'

/** A block of the preview: its speaker, who can be changed, its words with omissions, and open decisions. */
export function PreviewBlock({
  block,
  number,
  review,
  labels,
  speakers,
  onPutBack,
}: {
  readonly block: ShownBlock
  readonly number: number
  readonly review: ImportReview
  readonly labels: LabelReview
  readonly speakers: readonly ImportSpeaker[]
  readonly onPutBack: (key: PlaceKey) => void
}) {
  const { t } = useTranslation()
  const { options, decide, tally } = review
  const suggestion = block.said.find(({ line }) => line === block.line)
  const isAsked = suggestion !== undefined && lineStateOf(suggestion, suggestion.line, options) === 'asked'
  const key = isAsked ? suggestion.speaker : block.speaker
  const name = key === null ? t('inspector.narrator') : speakerName(key, tally, options)
  const lines = block.said.map(({ line }) => line)
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
        <Words block={block} onPutBack={onPutBack} />
      </p>
      {block.notes === '' ? null : (
        <p className={styles.blockNotes} dir="auto">
          {t('notes.hasNote', { text: block.notes })}
        </p>
      )}
      {block.putBack.length === 0 ? null : (
        <IconButton
          label={t('imports.leaveOutBlock', { number })}
          size="small"
          onPress={() => {
            const keys = new Set(block.putBack.map(({ key }) => key))
            decide({ putBack: new Set([...options.putBack].filter((each) => !keys.has(each))) })
          }}
        >
          <EyeOff size={14} />
        </IconButton>
      )}
      {suggestion?.suggestedManner === undefined || block.speaker === null || block.line === null ? null : (
        <MannerToggle
          manner={suggestion.suggestedManner}
          isOn={options.manners.has(block.line)}
          onChange={(isOn) => {
            const manners = new Set(options.manners)
            if (block.line !== null && isOn) manners.add(block.line)
            else if (block.line !== null) manners.delete(block.line)
            decide({ manners })
          }}
        />
      )}
      {block.said
        .filter(({ line }) => labels.proposals.has(line))
        .map((said) => (
          <LineLabel key={said.line} said={said} review={review} labels={labels} />
        ))}
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

/** The manner described by the words around a line, as an emotion to accept or not. */
function MannerToggle({
  manner,
  isOn,
  onChange,
}: {
  readonly manner: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const { t } = useTranslation()
  const shown = emotionName(t, manner)
  return (
    <ToggleButton
      className={styles.manner ?? ''}
      isSelected={isOn}
      aria-label={t('imports.takeManner', { manner: shown })}
      onChange={onChange}
    >
      <span dir="auto">{shown}</span>
      {isOn ? <Check size={12} aria-hidden="true" /> : null}
    </ToggleButton>
  )
}

/** A language model's label of a line, beside the current one, to accept or not. */
function LineLabel({
  said,
  review,
  labels,
}: {
  readonly said: SaidLine
  readonly review: ImportReview
  readonly labels: LabelReview
}) {
  const { t } = useTranslation()
  const { tally, options } = review
  const { line, speaker, confidence } = said
  const nameOf = (key: string | null) =>
    key === null ? t('inspector.narrator') : speakerName(key, tally, options)
  const words = shorten(said.words)
  const name = nameOf(labels.proposals.get(line) ?? null)
  const before =
    speaker === null
      ? t('imports.rulesUnsure')
      : t('imports.rules', { name: nameOf(speaker), percent: Math.round(confidence * 100) })
  return (
    <p className={styles.label}>
      <span dir="auto">{words}</span> <small>{before}</small>
      <b dir="auto">{name}</b>
      <IconButton
        label={t('imports.acceptLabel', { name, words })}
        size="small"
        onPress={() => {
          labels.answer([line], true)
        }}
      >
        <Check size={14} />
      </IconButton>
      <IconButton
        label={t('imports.rejectLabel', { words })}
        size="small"
        onPress={() => {
          labels.answer([line], false)
        }}
      >
        <X size={14} />
      </IconButton>
    </p>
  )
}

/** The words of a block, with omissions struck through; a click restores them. */
function Words({
  block: { text, cuts },
  onPutBack,
}: {
  readonly block: ShownBlock
  readonly onPutBack: (key: PlaceKey) => void
}) {
  const { t } = useTranslation()
  // Signs alone, such as emphasis marks, are not worth showing.
  const shown = cuts.filter((cut) => /[\p{L}\p{N}]/u.test(cut.text))
  let from = 0
  return (
    <>
      {shown.map(({ at, text: cut, key }, index) => {
        const before = text.slice(from, at)
        from = at
        return (
          <span key={index}>
            {before}
            <AriaButton
              aria-label={t('imports.putBack', { text: shorten(cut) })}
              className={styles.cut ?? ''}
              onPress={() => {
                onPutBack(key)
              }}
            >
              <del>{cut}</del>
            </AriaButton>
          </span>
        )
      })}
      {text.slice(shown.at(-1)?.at ?? 0)}
    </>
  )
}

/** The beginning of a text, short enough for a label. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
