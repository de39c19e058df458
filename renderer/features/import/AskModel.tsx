import { useEffect, useMemo, useRef, useState } from 'react'
import type { LineChoice } from '../../../shared/import/options.ts'
import type { PlanView } from '../../../shared/import/reviewView.ts'
import { NARRATOR_LABEL, type Labels } from '../../../shared/import/speakers/labelling.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { useAppState, useApp } from '../../hooks/app.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatCount, formatRemaining } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './Import.module.css'
import type { ImportReview } from './useImport.ts'

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

/** The progress of a language model on unclear lines. */
interface LabelProgress {
  readonly done: number
  readonly total: number
  /** Null before the first answer. */
  readonly leftMs: number | null
}

export interface LabelReview {
  /** The model's labels of lines that are not decided yet. */
  readonly proposals: Labels
  /** Null while it is not running. */
  readonly progress: LabelProgress | null
  /** Tokens of all answers so far. */
  readonly tokens: number
  /** How many of its answers could not be read: their lines stay as they were. */
  readonly unread: number
  readonly error: UserFacingError | null
  ask(serverId: string): void
  stop(): void
  /** Accepts or rejects the model's labels of lines. */
  answer(lines: readonly number[], isAccepted: boolean): void
}

/** Asks a language model for the speakers of unclear lines, passage by passage, and holds its answers until the writer decides. */
export function useLabels(review: ImportReview): LabelReview {
  const app = useApp()
  const [run] = useState(() => app.newBlockId() as string)
  const [proposals, setProposals] = useState<Labels>(() => new Map())
  const [progress, setProgress] = useState<LabelProgress | null>(null)
  const [tokens, setTokens] = useState(0)
  const [unread, setUnread] = useState(0)
  const [error, setError] = useState<UserFacingError | null>(null)
  /** Aborts the current run. */
  const asking = useRef<AbortController | null>(null)
  const stop = () => {
    if (asking.current === null) return
    asking.current.abort()
    app.bridge.call('labels:stop', { run }).catch(app.report)
  }
  const stopLast = useRef(stop)
  stopLast.current = stop
  useEffect(
    () => () => {
      stopLast.current()
    },
    [],
  )

  async function askAll(serverId: string, { signal }: AbortController): Promise<void> {
    const asked = { review: review.id, choices: review.choices() }
    const { passages, ...found } = await app.bridge.call('import:passages', asked)
    const speakers = new Map(found.speakers)
    const names = [...speakers.keys()]
    const startedMs = performance.now()
    for (const [index, passage] of passages.entries()) {
      const leftMs =
        index === 0 ? null : ((performance.now() - startedMs) / index) * (passages.length - index)
      setProgress({ done: index, total: passages.length, leftMs })
      const answer = await app.bridge.call('labels:ask', { serverId, run, speakers: names, passage })
      setTokens((before) => before + answer.tokens)
      if (answer.labels === null) setUnread((before) => before + 1)
      const labels = (answer.labels ?? []).map(
        ({ line, speaker }) =>
          [line, speaker === NARRATOR_LABEL ? null : (speakers.get(speaker) ?? null)] as const,
      )
      setProposals((before) => new Map([...before, ...labels]))
      if (signal.aborted) return
    }
  }

  const ask = (serverId: string) => {
    const controller = new AbortController()
    asking.current = controller
    setError(null)
    setUnread(0)
    askAll(serverId, controller)
      .catch((caught: unknown) => {
        if (!(caught instanceof UserFacingError)) app.report(caught)
        else if (!controller.signal.aborted) setError(caught)
      })
      .finally(() => {
        asking.current = null
        setProgress(null)
      })
  }
  /** Accepts or rejects the model's labels of lines. */
  const answer = (lines: readonly number[], isAccepted: boolean) => {
    const decided = lines.flatMap((line): [number, LineChoice][] => {
      const speaker = proposals.get(line)
      if (speaker === undefined) return []
      return [[line, speaker === null ? { isAccepted: false } : { speaker }]]
    })
    if (isAccepted) review.decide({ lines: new Map([...review.options.lines, ...decided]) })
    const taken = new Set(lines)
    setProposals((before) => new Map([...before].filter(([line]) => !taken.has(line))))
  }
  const functions = useRef({ ask, stop, answer })
  functions.current = { ask, stop, answer }
  return useMemo(
    () => ({
      ...{ proposals, progress, tokens, unread, error },
      ask: (serverId) => functions.current.ask(serverId),
      stop: () => functions.current.stop(),
      answer: (lines, isAccepted) => functions.current.answer(lines, isAccepted),
    }),
    [proposals, progress, tokens, unread, error],
  )
}
