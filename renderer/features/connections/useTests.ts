import { useState } from 'react'
import type { MessageParams } from '../../../shared/lib/userFacingError.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { useWorld } from '../../hooks/world.ts'

/** What the last test of a server is at. */
export type TestState<Told> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'told'; readonly test: Told }
  /** It was not asked, for a reason that has a text among the errors. */
  | { readonly kind: 'failed'; readonly code: string; readonly params: MessageParams }

/** The tests of servers, by their ids, and how to start one. */
export function useTests<Told>(
  ask: (id: string) => Promise<Told>,
): readonly [tests: Readonly<Record<string, TestState<Told>>>, test: (id: string) => void] {
  const world = useWorld()
  const [tests, setTests] = useState<Readonly<Record<string, TestState<Told>>>>({})
  const test = async (id: string) => {
    const note = (state: TestState<Told>) => {
      setTests((known) => ({ ...known, [id]: state }))
    }
    note({ kind: 'asking' })
    try {
      note({ kind: 'told', test: await ask(id) })
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error
      note({ kind: 'failed', code: error.code, params: error.params })
    }
  }
  return [
    tests,
    (id) => {
      test(id).catch(world.report)
    },
  ]
}
