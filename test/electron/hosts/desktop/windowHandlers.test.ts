import type { NativeImage } from 'electron'
import { expect, test, vi } from 'vitest'
import { createWindowHandlers } from '../../../../electron/hosts/desktop/appWindows.ts'
import type { AppWindow } from '../../../../electron/hosts/desktop/windows.ts'
import { DEFAULT_APP_SETTINGS } from '../../../../shared/ipc/views.ts'

const image = (isEmpty: boolean) => ({ isEmpty: () => isEmpty }) as NativeImage
const plain = image(false)

function handlersOf(getFileIcon: () => Promise<NativeImage>) {
  const window = {
    contents: { startDrag: vi.fn() },
    closing: { guard: vi.fn(), confirm: vi.fn() },
    holding: ['always'],
  }
  const options = {
    handlers: { 'settings:update': async () => DEFAULT_APP_SETTINGS },
    spelling: { setLanguages: vi.fn() },
    notify: vi.fn(() => true),
    onConditions: vi.fn(),
    onSettings: vi.fn(),
    exportedFiles: (id: string) => (id === 'done' ? ['/fox.mp3', '/fox.srt'] : []),
    app: { getFileIcon },
    plainIcon: () => plain,
  }
  const handlers = createWindowHandlers(window as unknown as AppWindow, options) // the used part
  return { ...options, window, handlers }
}

test('only files that were exported in this run can be dragged out of the window', async () => {
  const icon = image(false)
  const { handlers, window } = handlersOf(async () => icon)
  for (const exportId of ['/etc/passwd', '../fox.mp3', 'other']) await handlers['export:drag']({ exportId })
  expect(window.contents.startDrag).not.toHaveBeenCalled()
  await handlers['export:drag']({ exportId: 'done' })
  const files = ['/fox.mp3', '/fox.srt']
  expect(window.contents.startDrag).toHaveBeenCalledExactlyOnceWith({ file: '/fox.mp3', files, icon })
})

test.each([
  ['empty', async () => image(true)],
  ['not known', () => Promise.reject(new Error('no icon'))],
])(
  'a file whose icon is %s is dragged with a plain one, since a Mac needs an icon',
  async (_what, getFileIcon) => {
    const { handlers, window } = handlersOf(getFileIcon)
    await handlers['export:drag']({ exportId: 'done' })
    expect(window.contents.startDrag).toHaveBeenCalledWith(expect.objectContaining({ icon: plain }))
  },
)

test('a page’s messages about its window apply to that window', async () => {
  const { handlers, window, spelling, onConditions, onSettings } = handlersOf(async () => plain)
  await handlers['app:readyToClose']({ isSaved: false })
  expect(window.closing.confirm.mock.calls).toEqual([[false]])
  await handlers['menu:setConditions']({ holding: ['always', 'story'] })
  expect([window.holding, onConditions.mock.calls.length]).toEqual([['always', 'story'], 1])
  await handlers['spelling:setLanguages']({ languages: ['de'] })
  expect(spelling.setLanguages.mock.calls).toEqual([[window.contents, ['de']]])
  await handlers['settings:update']({ theme: 'dark' })
  expect(onSettings.mock.calls).toEqual([[DEFAULT_APP_SETTINGS, window]])
})
