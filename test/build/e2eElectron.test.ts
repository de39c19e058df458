import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pinnedNode, scriptArgs } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'
import { long } from '../support/tags.ts'

test.skipIf(process.platform !== 'linux')('specs for Electron say why they did not run', long, () => {
  const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const { status, stderr } = spawnSync(pinnedNode, scriptArgs('build/e2eElectron.ts'), {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  expect([status, stderr.trim()]).toEqual([
    2,
    'The specs did not run in Electron, because there is no display.',
  ])
})
