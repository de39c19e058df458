import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEditor, EXAMPLE } from './support/editor.ts'
import { startHost } from './support/host.ts'
import { watchProblems } from './support/problems.ts'
import { measureSound, soundingIn, soundsOf, watchSounds } from './support/sound.ts'
import { workerBrowser } from './support/worker.ts'

test('on a fresh machine, the example plays within seconds of npm start, and nothing asks for a key', async () => {
  const home = await mkdtemp(join(tmpdir(), 'fabula-first-'))
  const context = await (await workerBrowser()).newContext({ viewport: { width: 1440, height: 900 } })
  const problems = await watchProblems(context)
  await watchSounds(context)
  const page = await context.newPage()
  const editor = createEditor(page)

  const startedMs = Date.now()
  const host = await startHost(
    { folder: join(home, 'stories'), data: join(home, 'data') },
    { how: 'npm start' },
  )
  try {
    const readyMs = Date.now()
    await page.goto(host.url)
    await editor.button(`Listen to ${EXAMPLE}`).click()
    const pressedMs = Date.now()
    await editor.text(1).waitFor()
    const shownMs = Date.now()
    await expect.poll(() => soundingIn(page), { timeout: 30_000, interval: 50 }).toBeDefined()
    const sound = await soundingIn(page)
    if (sound === undefined) throw new Error('The sound has stopped at once')
    const heardMs = sound.movingSinceMs ?? Infinity
    console.log(
      `host ready after ${readyMs - startedMs} ms, example shown after ${shownMs - startedMs} ms, ` +
        `sound ${heardMs - pressedMs} ms after Play, ${heardMs - startedMs} ms after npm start`,
    )
    expect(heardMs - startedMs).toBeLessThan(60_000)
    const { db, durationMs } = await measureSound(page, sound)
    expect(db).toBeGreaterThan(-40)
    expect(durationMs).toBeGreaterThan(2_000)

    // The position advances, past the end of the first block into the second.
    await expect.poll(async () => (await soundsOf(page)).length, { timeout: 30_000 }).toBeGreaterThan(1)
    await editor.button('Pause story').click()
    expect(await soundingIn(page)).toBeUndefined()
    expect(await page.getByText(/\bkey\b/i).count()).toBe(0)
    expect(problems.take()).toEqual([])
    expect(host.errors()).toBe('')
  } finally {
    await context.close()
    await host.stop()
    await rm(home, { recursive: true, force: true })
  }
})
