import { mkdirSync } from 'node:fs'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Report } from '../../lib/report.ts'
import { toAppError } from '../../lib/files/diskFaults.ts'
import type { RenderOrder } from './renderOrder.ts'
import { errorText } from './errorText.ts'
import { printed, type Outcome } from './renderCommand.ts'
import type { SeveralRenders } from './severalRenders.ts'

/**
 * Renders stories one after another, and prints each outcome once it is known; as JSON, a line per story with its `input`, and `error` if
 * it failed. A story that fails does not stop the others. Throws `renders-failed` at the end if any story failed, and the signal's reason
 * if it is aborted.
 */
export async function renderSeveral(
  { orders, outDir, isJson }: SeveralRenders,
  {
    renderOne,
    print,
    warn,
    report,
    signal,
  }: {
    /** Renders a story. Calls `onCredits` with the requested credits, even if the render fails. */
    readonly renderOne: (order: RenderOrder, onCredits: (credits: number) => void) => Promise<Outcome>
    readonly print: (text: string) => void
    readonly warn: (sentence: string) => void
    readonly report: Report
    readonly signal: AbortSignal
  },
): Promise<void> {
  if (outDir !== null) mkdirSync(outDir, { recursive: true })
  let spent = 0
  let failed = 0
  for (const order of orders) {
    const { maxCredits } = order.choice
    const choice = {
      ...order.choice,
      maxCredits: maxCredits === null ? null : Math.max(0, maxCredits - spent),
    }
    try {
      const outcome = await renderOne({ ...order, choice }, (credits) => (spent += credits))
      const heading = isJson ? '' : `${order.input}\n`
      print(heading + printed({ ...outcome, json: { input: order.input, ...outcome.json } }, isJson))
    } catch (error) {
      signal.throwIfAborted()
      failed += 1
      const told = toAppError(error)
      if (!(told instanceof UserFacingError)) report('fabula', error)
      const message = errorText(error)
      warn(`${order.input}: ${message}`)
      const code = told instanceof UserFacingError ? told.code : 'unexpected'
      if (isJson) print(`${JSON.stringify({ input: order.input, error: { code, message } })}\n`)
    }
  }
  if (failed > 0) throw new UserFacingError('renders-failed', { failed, count: orders.length })
}
