import { useState } from 'react'
import type { PlanView } from '../../../shared/import/reviewView.ts'
import { useAppState } from '../../hooks/app.ts'
import { errorText } from '../../i18n/errorText.ts'
import { formatCount, formatRemaining } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import type { LabelReview } from './useLabels.ts'
import styles from './Import.module.css'

interface AskModelProps {
  /** The cost of asking about all unclear lines. */
  readonly asking: PlanView['asking']
  readonly labels: LabelReview
  readonly unclear: number
  /** Whether the preview shows the lines that the model has labelled. */
  readonly showsLabels: boolean
  readonly onShowLabels: (isShown: boolean) => void
}

/** Asks a language model about the lines whose speaker is unclear: the cost, the progress, and the answers. */
export function AskModel({ asking, labels, unclear, showsLabels, onShowLabels }: AskModelProps) {
  const { t } = useTranslation()
  const servers = useAppState((state) => state.servers.languageModel)
  const [chosen, setChosen] = useState<string | null>(null)
  const server = servers.find(({ id }) => id === chosen) ?? servers[0]
  const { proposals, progress, tokens, unread, error } = labels
  const open = proposals.size
  if (unclear === 0 && open === 0 && progress === null) return null
  if (server === undefined) return <p className={styles.note}>{t('imports.noModel')}</p>
  const all = [...proposals.keys()]
  return (
    <div className={styles.model} role="group" aria-label={t('imports.model')}>
      {servers.length < 2 ? null : (
        <SegmentField
          label={t('imports.model')}
          value={server.id}
          options={servers.map(({ id, name }) => ({ id, name }))}
          onChange={setChosen}
        />
      )}
      {progress === null ? (
        unclear === 0 ? null : (
          <>
            <p className={styles.note}>
              {t('imports.modelEstimate', {
                count: asking.passages,
                formatted: formatCount(asking.passages),
                tokens: formatCount(asking.tokens),
              })}{' '}
              {server.millionTokensCents === 0
                ? t('imports.modelFree')
                : t('imports.modelCost', {
                    cents: formatCount(centsOf(asking.tokens, server.millionTokensCents)),
                  })}
            </p>
            <Button
              onPress={() => {
                labels.ask(server.id)
              }}
            >
              {t('imports.askModel', { name: server.name })}
            </Button>
          </>
        )
      ) : (
        <div className={styles.asking}>
          <progress
            aria-label={t('imports.askingModel', { name: server.name })}
            value={progress.done}
            max={progress.total}
          />
          <span className={styles.note} role="status">
            {t('imports.portion', { done: progress.done, total: progress.total })}
            {progress.leftMs === null ? null : ` · ${formatRemaining(t, progress.leftMs)}`}
          </span>
          <Button size="small" onPress={labels.stop}>
            {t('imports.stopModel')}
          </Button>
        </div>
      )}
      {error === null ? null : <p role="alert">{errorText(t, error)}</p>}
      {unread === 0 ? null : (
        <Warning text={t('imports.modelUnread', { count: unread, formatted: formatCount(unread) })} />
      )}
      {tokens === 0 ? null : (
        <p className={styles.note}>{t('imports.modelTokens', { tokens: formatCount(tokens) })}</p>
      )}
      {open === 0 && !showsLabels ? null : (
        <>
          <SwitchField
            label={t('imports.showLabels')}
            hint={t('imports.labels', { count: open, formatted: formatCount(open) })}
            isOn={showsLabels}
            onChange={onShowLabels}
          />
          <span className={styles.acceptMany}>
            <Button
              tone="quiet"
              size="small"
              isDisabled={open === 0}
              onPress={() => {
                labels.answer(all, true)
              }}
            >
              {t('imports.acceptLabels')}
            </Button>
            <Button
              tone="quiet"
              size="small"
              isDisabled={open === 0}
              onPress={() => {
                labels.answer(all, false)
              }}
            >
              {t('imports.rejectLabels')}
            </Button>
          </span>
        </>
      )}
    </div>
  )
}

function centsOf(tokens: number, millionTokensCents: number): number {
  return Math.ceil((tokens * millionTokensCents) / 1_000_000)
}
