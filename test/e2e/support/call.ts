/** The host's own answers to calls like those of the page, for comparisons that are finer than what is shown. */
import type { Page } from 'playwright-core'
import type { Channel, Input, Output } from '../../../shared/ipc/contract.ts'
import type { WireResult } from '../../../shared/ipc/result.ts'
import { recentIdSchema } from '../../../shared/ipc/views.ts'
import { layout, type Layout } from '../../../shared/story/layout.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { indexTakes } from '../../../shared/story/takes.ts'

export async function callHost<C extends Channel>(
  page: Page,
  channel: C,
  input: Input<C>,
): Promise<Output<C>> {
  await page.waitForFunction(() => localStorage.getItem('fabula-key') !== null) // the page gets its key soon after it is opened
  const answer = await page.evaluate(
    async ({ channel, body }) => {
      // Where the page keeps its key (renderer/bridge/pageSession.ts).
      const authorization = `Bearer ${localStorage.getItem('fabula-key') ?? ''}`
      const headers = { authorization, 'content-type': 'application/json' }
      return (await fetch(`./ipc/${channel}`, { method: 'POST', body, headers })).text()
    },
    { channel, body: JSON.stringify(input) },
  )
  const result = JSON.parse(answer) as WireResult<Output<C>> // the form of every answer
  if (!result.ok) throw new Error(`${channel}: ${JSON.stringify(result.error)}`)
  return result.value
}

/** The timing of the story that the page shows, to the millisecond. */
export async function layoutIn(page: Page): Promise<Layout> {
  const recentId = recentIdSchema.parse(new URL(page.url()).hash.slice(1))
  const { records, takes } = await callHost(page, 'project:openRecent', { recentId })
  return layout(storyFromRecords(records), indexTakes(takes))
}
