import { startTransition, useDeferredValue, useEffect, useState, type ReactNode } from 'react'

/**
 * Draws its content with lower priority, after its surroundings are on screen: a long story shows its words at once. The space it takes
 * must not depend on the content.
 */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}

/**
 * Counts from `first` to `last`, one step at a time: each is drawn with lower priority, after the step before is on screen. What a component draws
 * in steps does not block the page for as long as all of it would.
 */
export function useSteps(last: number, first = 0): number {
  const [step, setStep] = useState(first)
  useEffect(() => {
    if (step < last)
      startTransition(() => {
        setStep(step + 1)
      })
  }, [step, last])
  return step
}

const ROWS_A_STEP = 3
/** Enough for the rows that a window shows: the list itself draws no others. */
const ROW_STEPS = 8

/** The first rows of a list, and more in each step (`useSteps`): a list of React Aria draws all of its new rows in one task. */
export function useRowsInSteps<Row>(rows: readonly Row[]): readonly Row[] {
  const step = useSteps(ROW_STEPS)
  return step === ROW_STEPS ? rows : rows.slice(0, ROWS_A_STEP * (step + 1))
}
