import { useEffect, useRef, useState } from 'react'
import { NARRATOR_LABEL, type Labels } from '../../../shared/import/speakers/labelling.ts'
import type { LineChoice } from '../../../shared/import/options.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { useApp } from '../../hooks/app.ts'
import type { ImportReview } from './useImport.ts'

/** The progress of a language model on unclear lines. */
export interface LabelProgress {
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

  return {
    proposals,
    progress,
    tokens,
    unread,
    error,
    ask(serverId) {
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
    },
    stop,
    answer(lines, isAccepted) {
      const decided = lines.flatMap((line): [number, LineChoice][] => {
        const speaker = proposals.get(line)
        if (speaker === undefined) return []
        return [[line, speaker === null ? { isAccepted: false } : { speaker }]]
      })
      if (isAccepted) review.decide({ lines: new Map([...review.options.lines, ...decided]) })
      const taken = new Set(lines)
      setProposals((before) => new Map([...before].filter(([line]) => !taken.has(line))))
    },
  }
}
