import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseArguments } from '../../../../electron/hosts/desktop/arguments.ts'

test('a story on the command line is found among switches and folders', () => {
  const here = resolve('/home/mira')
  expect(parseArguments(['/opt/fabula'], here)).toEqual({ data: undefined, file: undefined })
  expect(parseArguments(['electron', '/src/fabula', '--inspect', 'tales/Fox.FABULA'], here).file).toBe(
    resolve(here, 'tales/Fox.FABULA'),
  )
  expect(parseArguments(['fabula', '--remote-debugging-port=9222', '/tales/fox.md'], here).file).toBe(
    resolve('/tales/fox.md'),
  )
  expect(parseArguments(['fabula', 'fox.exe', '-psn_0_12345'], here).file).toBeUndefined()
  expect(parseArguments(['fabula', '--data', 'mine', 'fox.txt'], here)).toEqual({
    data: resolve(here, 'mine'),
    file: resolve(here, 'fox.txt'),
  })
})
