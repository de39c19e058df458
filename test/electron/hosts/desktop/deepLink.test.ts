import type { MessageBoxOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { aboutTexts } from '../../../../electron/hosts/desktop/about.ts'
import {
  parseArguments,
  createLinkOpener,
  isDeepLink,
  pathOfLink,
} from '../../../../electron/hosts/desktop/openRequests.ts'

/** A story on this system. */
const STORY = process.platform === 'win32' ? 'C:\\tales\\fox.fabula' : '/tales/fox.fabula'
const link = (path: string) => `fabula://open?path=${encodeURIComponent(path)}`

test.each([
  [link('/home/mira/tales/My fox.fabula'), '/home/mira/tales/My fox.fabula'],
  [link('/home/mira/tales/../Füchse & Co.md'), '/home/mira/Füchse & Co.md'],
  ['FABULA://open/?path=/tales/fox.TXT', '/tales/fox.TXT'],
])('the link %s names a file', (text, path) => {
  expect(pathOfLink(text, 'linux')).toBe(path)
})

test.each([
  ['fabula://open', 'no path'],
  ['fabula://open?path=', 'an empty path'],
  ['fabula://delete?path=/tales/fox.fabula', 'another act'],
  ['fabula:open?path=/tales/fox.fabula', 'no act'],
  ['https://open?path=/tales/fox.fabula', 'another scheme'],
  ['fabula://open/deeper?path=/tales/fox.fabula', 'more than the act'],
  ['fabula://mira@open?path=/tales/fox.fabula', 'a name'],
  ['fabula://open?path=/a.fabula&path=/b.fabula', 'two paths'],
  ['fabula://open?path=/a.fabula&data=/tmp', 'more than a path'],
  ['fabula://open?path=/a.fabula#b', 'a fragment'],
  [link('tales/fox.fabula'), 'a relative path'],
  [link('--data=/tmp/fox.fabula'), 'a switch'],
  [link('//server/share/fox.fabula'), 'another computer'],
  [link('\\\\server\\share\\fox.fabula'), 'another computer of Windows'],
  [link('https://example.org/fox.fabula'), 'an address'],
  [link('file:///tales/fox.fabula'), 'an address of a file'],
  [link('/etc/passwd'), 'a type that is not opened'],
  [link('/tales/fox.fabula.sh'), 'a type behind that of stories'],
  [link('/tales/fox.fabula\u0000.sh'), 'a character without a sign'],
  [link('/tales/\u202Exof.fabula'), 'a turned direction of writing'],
  [link(`/${'x'.repeat(9000)}.fabula`), 'too long a path'],
  ['fabula://open?path=%E0%A4%A', 'a broken escape'],
])('the link %s is refused: %s', (text) => {
  expect(pathOfLink(text, 'linux')).toBeUndefined()
})

test('on Windows a link names a drive, and no stream or device', () => {
  for (const path of [
    '/tales/fox.fabula',
    'C:fox.fabula',
    'C:\\fox.txt:hidden.fabula',
    '\\\\.\\C:\\fox.fabula',
  ])
    expect(pathOfLink(link(path), 'win32')).toBeUndefined()
  expect(pathOfLink(link('C:\\tales\\My fox.fabula'), 'win32')).toBe('C:\\tales\\My fox.fabula')
})

test('a link comes as an argument of the first or a second start', () => {
  expect(isDeepLink('fabula:x')).toBe(true)
  expect(isDeepLink('/tales/fabula:x')).toBe(false)
  expect(parseArguments(['fabula', link('/tales/fox.fabula')], '/home').files).toEqual([
    link('/tales/fox.fabula'),
  ])
})

function opener(response: number) {
  const boxes: MessageBoxOptions[] = []
  const openFile = vi.fn()
  const answer = Promise.withResolvers<undefined>()
  const open = createLinkOpener({
    dialog: {
      async showMessageBox(...values: unknown[]) {
        boxes.push(values.at(-1) as MessageBoxOptions) // without a window, the only value
        await answer.promise
        return { response, checkboxChecked: false }
      },
    },
    window: () => undefined,
    texts: () => aboutTexts.en.link,
    openFile,
  })
  return { boxes, openFile, open, answer: () => answer.resolve(undefined) }
}

test.each([
  ['Open', 0, [[STORY]]],
  ['Cancel', 1, []],
] as const)('the person sees the path, and %s decides', async (_button, response, opened) => {
  const { boxes, openFile, open, answer } = opener(response)
  answer()
  await open(link(STORY))
  expect(boxes).toMatchObject([{ buttons: ['Open', 'Cancel'], defaultId: 1, cancelId: 1 }])
  expect(boxes[0]?.detail).toContain(STORY)
  expect(openFile.mock.calls).toEqual(opened)
})

test('an invalid link is reported, and opens nothing', async () => {
  const { boxes, openFile, open, answer } = opener(0)
  answer()
  await open('fabula://open?path=/etc/passwd')
  expect(boxes).toMatchObject([{ type: 'warning', message: aboutTexts.en.link.refused }])
  expect(openFile).not.toHaveBeenCalled()
})

test('many links at once ask one question', async () => {
  const { boxes, open, answer } = opener(1)
  const first = open(link(STORY))
  await Promise.all(Array.from({ length: 100 }, () => open(link(STORY))))
  answer()
  await first
  expect(boxes).toHaveLength(1)
})
