import { useEffect, useRef, useState } from 'react'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import { isOverCap } from '../../actions/overCap.ts'
import { isAlreadyPaid } from '../../actions/paidWords.ts'
import { toWireError } from '../../actions/wireError.ts'
import { useProjectId, useSession } from '../../hooks/session.ts'

/** One voice and vibe that a line is heard in. */
export interface AuditionVariant {
  readonly id: number
  readonly settings: SpeechSettings
}

export type VariantState =
  { readonly kind: 'making' } | { readonly kind: 'failed'; readonly error: WireError }

export interface AuditionRun {
  /** What goes on with variants, or went wrong with them, by their ids. */
  readonly states: ReadonlyMap<number, VariantState>
  readonly isRunning: boolean
  /**
   * Makes variants one after another; one that fails does not keep the others. Throws what a cap says, and that words were paid for by
   * other jobs than `despite`; and makes no more.
   */
  make(
    text: string,
    variants: readonly AuditionVariant[],
    despite: readonly string[] | undefined,
  ): Promise<void>
  /** Sends nothing more. What was sent already still comes in. */
  stop(): void
  /** Forgets what went wrong with a variant, which is another one now. */
  forget(id: number): void
}

/** Making the variants of an audition. Ends with the component: nothing is sent that nobody looks at. */
export function useAudition(blockId: BlockId): AuditionRun {
  const session = useSession()
  const projectId = useProjectId()
  const [states, setStates] = useState<ReadonlyMap<number, VariantState>>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const current = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      current.current?.abort()
    },
    [],
  )

  function note(id: number, state: VariantState | null): void {
    setStates((before) => {
      const others = [...before].filter(([other]) => other !== id)
      return new Map(state === null ? others : [...others, [id, state]])
    })
  }

  async function makeOne(
    { id, settings }: AuditionVariant,
    text: string,
    despite: readonly string[] | undefined,
  ) {
    note(id, { kind: 'making' })
    try {
      await session.bridge.call('vibes:audition', {
        projectId,
        blockId,
        text,
        settings,
        despite,
      })
      note(id, null)
    } catch (error) {
      if (isOverCap(error) || isAlreadyPaid(error)) {
        note(id, null)
        throw error
      }
      note(id, { kind: 'failed', error: toWireError(session, error) })
    }
  }

  return {
    states,
    isRunning,
    async make(text, variants, despite) {
      const run = new AbortController()
      const stopped = new Promise<void>((resolve) => {
        run.signal.addEventListener('abort', () => {
          resolve()
        })
      })
      current.current = run
      setIsRunning(true)
      try {
        await session.saver.flush()
        for (const variant of variants) {
          if (run.signal.aborted) break
          await Promise.race([makeOne(variant, text, despite), stopped])
        }
      } finally {
        setIsRunning(false)
      }
    },
    stop() {
      current.current?.abort()
    },
    forget(id) {
      if (states.get(id)?.kind === 'failed') note(id, null)
    },
  }
}
