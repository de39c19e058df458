import type { Page } from 'playwright-core'
import type { Channel, Input, Output } from '../../../shared/ipc/contract.ts'
import type { WireResult } from '../../../shared/ipc/result.ts'

/** Calls the desktop app as its page does. Returns the answer to the page, including errors. */
export async function callDesktop<C extends Channel>(
  page: Page,
  channel: C,
  input: Input<C>,
): Promise<WireResult<Output<C>>> {
  const answer = await page.evaluate(
    ([name, value]) =>
      // The preload script's one object (electron/preload.ts).
      (globalThis as unknown as { fabula: { call(name: string, input: unknown): unknown } }).fabula.call(
        name,
        value,
      ),
    [channel, input] as const,
  )
  return answer as WireResult<Output<C>> // the form of every answer
}
