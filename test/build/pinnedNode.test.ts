import { expect, test } from 'vitest'
import { audioProcess } from '../../build/pinnedNode.mjs'
import { serviceProcessOptions } from '../../electron/local-service/startLocalService.ts'

test('the terminal makes audio with the same V8 and malloc options as the app’s speech service', () => {
  const { args, env } = audioProcess('electron/cli.ts', ['render'])
  const service = serviceProcessOptions({})
  expect(service.execArgv.length).toBeGreaterThan(0)
  expect(args.slice(0, service.execArgv.length)).toEqual(service.execArgv)
  expect(service.env).toHaveProperty('MALLOC_ARENA_MAX', '1')
  expect(env).toMatchObject(service.env)
})
