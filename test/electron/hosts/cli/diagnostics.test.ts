// @module-tag long
import { expect, test } from 'vitest'
import { createLogFile } from '../../../../electron/lib/report.ts'
import { openTerminal } from './runCli.ts'
import { join } from 'node:path'

test('the terminal prints the log that all hosts share, and accepts no arguments', async () => {
  using terminal = openTerminal()
  const log = createLogFile({
    folder: join(terminal.dataDir, 'logs'),
    host: 'desktop',
    secrets: () => [],
    now: () => 0,
  })
  log.note('started 0.0.0')
  const { code, stdout, stderr } = await terminal.run(['diagnostics'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Fabula \d+\.\d+\.\d+ \(terminal\)\nSystem: /)
  expect(stdout).toContain('desktop')
  expect(stdout).toContain('started 0.0.0')
  expect(await terminal.run(['diagnostics', 'story.fabula'])).toMatchObject({ code: 2 })
})
