import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parseArguments } from '../../../../electron/hosts/desktop/openRequests.ts'

const here = resolve('/home/mira')

test('stories on the command line are found among switches and folders', () => {
  expect(parseArguments(['/opt/fabula'], here)).toEqual({ data: undefined, files: [] })
  const files = (...argv: string[]) => parseArguments(argv, here).files
  expect(files('electron', '/src/fabula', '--inspect', 'tales/Fox.FABULA')).toEqual([
    resolve(here, 'tales/Fox.FABULA'),
  ])
  expect(files('fabula', '--remote-debugging-port=9222', '/tales/fox.md')).toEqual([resolve('/tales/fox.md')])
  expect(files('fabula', 'fox.exe', '-psn_0_12345')).toEqual([])
  expect(parseArguments(['fabula', '--data', 'mine', 'fox.txt'], here)).toEqual({
    data: resolve(here, 'mine'),
    files: [resolve(here, 'fox.txt')],
  })
})

test('after two dashes, which Windows puts before a link, nothing is a switch', () => {
  const link = 'fabula://open?path=%2Ftales%2Ffox.fabula'
  expect(parseArguments(['fabula', '--', link, '--data', '/evil', 'fox.txt'], here)).toEqual({
    data: undefined,
    files: [link, resolve(here, 'fox.txt')],
  })
})

test.each([['--data'], ['--data='], ['--data', ''], ['--data', '--safe']])(
  'a data option without a folder is ignored: %j %j',
  (...argv) => {
    expect(parseArguments(['fabula', ...argv], here).data).toBeUndefined()
  },
)

test('several files are all opened, each once', () => {
  expect(parseArguments(['fabula', 'a.fabula', '../owl.md', './a.fabula'], here).files).toEqual([
    resolve(here, 'a.fabula'),
    resolve('/home/owl.md'),
  ])
})

test.each(['my tale.fabula', 'Füchsin 100 %.fabula', 'a#b?c.fabula', '狐.md'])(
  'a file manager that passes “%s” as a file URL opens that file',
  (name) => {
    const path = join(here, name)
    expect(parseArguments(['fabula', pathToFileURL(path).href], '/elsewhere').files).toEqual([path])
    expect(parseArguments(['fabula', pathToFileURL(path).href.replace('file:', 'FILE:')], '/').files).toEqual(
      [path],
    )
  },
)

test.each([
  'file://server/share/a.fabula',
  'file:///a%2Fb.fabula',
  'file:///%E0%A4%A.fabula',
  'https://fabula.example/a.fabula',
])('“%s” does not name a file of this computer', (address) => {
  expect(parseArguments(['fabula', address], here).files).toEqual([])
})
