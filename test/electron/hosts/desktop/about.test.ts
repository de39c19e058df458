import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../../../../build/root.mjs'
import { createAbout, legalFiles, aboutTexts } from '../../../../electron/hosts/desktop/about.ts'
import { bundledCode } from '../../../../electron/hosts/desktop/foundation.ts'

function about(response: number, fault = '') {
  const openPath = vi.fn(async () => fault)
  const showMessageBox = vi.fn(async (..._values: unknown[]) => ({ response, checkboxChecked: false }))
  const shown = createAbout({
    version: '1.2.3',
    versions: { electron: '45.4.1', node: '24.21.0' },
    legalFiles: legalFiles(true, '/opt/Fabula/resources', '/opt/Fabula/resources/app.asar'),
    dialog: { showMessageBox },
    shell: { openPath },
    window: () => undefined,
    texts: () => aboutTexts.en.about,
  })
  return { shown, openPath, showMessageBox }
}

test.each([
  ['License', 1, join('/opt/Fabula/resources', 'LICENSE.txt')],
  ['Third-party notices', 2, join('/opt/Fabula/resources', 'THIRD-PARTY-NOTICES.txt')],
] as const)('About names the version and opens the %s beside the app', async (button, response, path) => {
  const { shown, openPath, showMessageBox } = about(response)
  await shown.show()
  const [box] = showMessageBox.mock.calls[0] ?? []
  expect(box).toMatchObject({
    message: 'Fabula 1.2.3',
    detail: expect.stringContaining('Electron 45.4.1, Node 24.21.0'),
  })
  expect((box as { buttons: string[] }).buttons[response]).toBe(button)
  expect(openPath).toHaveBeenCalledExactlyOnceWith(path)
})

test('if no program opens a text, the path of its file is shown', async () => {
  const { shown, showMessageBox } = about(0, 'no application')
  await shown.read('licence')
  expect(showMessageBox.mock.lastCall).toMatchObject([
    { detail: expect.stringContaining(join('/opt/Fabula/resources', 'LICENSE.txt')) },
  ])
})

test('without a package, the licence is the project’s', () => {
  expect(existsSync(legalFiles(false, '', root).licence)).toBe(true)
})

test('in a package, processes and threads start from the files beside the archive, and the preload script from inside', () => {
  const code = bundledCode('/opt/Fabula/resources/app.asar')
  const urls = [code.outlineWorkerUrl, ...Object.values(code.service), ...Object.values(code.mixThreads)]
  for (const { pathname } of urls)
    expect(pathname).toMatch(/\/opt\/Fabula\/resources\/app\.asar\.unpacked\/out\/desktop\/\w+\.mjs$/)
  expect(code.preloadPath).toBe(join('/opt/Fabula/resources/app.asar', 'out', 'desktop', 'preload.cjs'))
  expect(bundledCode('/src/my.app.asarfolder').outlineWorkerUrl.pathname).not.toContain('unpacked')
})
