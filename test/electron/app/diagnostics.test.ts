import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diagnosticsText } from '../../../electron/app/diagnostics.ts'
import { createLogFile, createReport, reportToAll } from '../../../electron/lib/report.ts'
import { DEFAULT_APP_SETTINGS } from '../../../shared/ipc/views.ts'
import { openTestApp } from '../../support/testApp.ts'
import { tempFolder } from '../project/support.ts'

test('diagnostics contain versions, the system, harmless settings and the end of the log', () => {
  const dataDir = tempFolder()
  const log = createLogFile({
    folder: join(dataDir, 'logs'),
    host: 'desktop',
    secrets: () => [],
    now: () => 0,
  })
  for (let line = 0; line < 300; line += 1) log.note(`line ${line}`)
  const text = diagnosticsText({
    info: { version: '1.2.3', host: 'terminal', isSafe: true },
    dataDir,
    settings: {
      ...DEFAULT_APP_SETTINGS,
      voices: [{ id: 'marmalade', name: 'Heron' }],
      webhookPublicUrl: 'https://marmalade.example',
      favouriteVoices: ['marmalade'],
    },
  })
  expect(text).toMatch(/^Fabula 1\.2\.3 \(terminal, safe mode\)\nSystem: \w+ /)
  expect(text).toContain(`node: ${process.versions.node}`)
  expect(text).toContain('  theme: "system"')
  expect(text).toContain('line 299')
  expect(text).not.toContain('line 99\n')
  expect(text).not.toMatch(/marmalade|Heron/)
})

test('diagnostics do not name the user’s home folder', () => {
  const text = diagnosticsText({
    info: { version: '1', host: 'browser' },
    dataDir: join(homedir(), 'Fabula'),
    settings: DEFAULT_APP_SETTINGS,
  })
  expect(text).toContain(`Folder: ${join('~', 'Fabula')}`)
  expect(text).not.toContain(homedir())
})

test('a page gets diagnostics, and the paths of Fabula’s folders', async () => {
  const opened: string[] = []
  const app = await openTestApp({
    hasVoice: false,
    openFolder: async (folder) => opened.push(folder) > 0,
  })
  onTestFinished(() => app.close())
  expect((await app.handlers['app:diagnostics']({})).text).toContain('Fabula 1.2.3 (browser)')
  expect(await app.handlers['app:places']({})).toEqual({
    folder: app.dataDir,
    voices: join(app.dataDir, 'voices'),
  })
  expect(await app.handlers['app:showLogs']({})).toEqual({ folder: join(app.dataDir, 'logs'), isShown: true })
  expect(opened).toEqual([join(app.dataDir, 'logs')])
})

test('safe mode loads no natural voices and leaves their files untouched', async () => {
  const dataDirs: (string | undefined)[] = []
  for (const isSafe of [false, true]) {
    const app = await openTestApp({
      info: { version: '1', host: 'desktop', platform: 'linux', systemLanguages: null, isSafe },
      startService: ({ voicesFolder }) => {
        dataDirs.push(voicesFolder)
        return Promise.reject(new Error('not in this test'))
      },
    })
    await expect.poll(() => dataDirs.length).toBe(isSafe ? 2 : 1)
    expect((await app.handlers['app:info']({})).isSafe).toBe(isSafe)
    await app.close()
  }
  expect(dataDirs).toEqual([expect.stringMatching(/voices$/), undefined])
})

test('an error of a page reaches the terminal whole, and the log without its message', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(folder, 'logs', 'fabula.log'), '')
  let printed = ''
  const log = createLogFile({
    folder: join(folder, 'logs'),
    host: 'browser',
    secrets: () => [],
    now: () => 0,
  })
  reportToAll(
    createReport((text) => (printed += text)),
    log.report,
  )('export', new Error('The Marmalade Heron'))
  expect(printed).toContain('Marmalade')
  const written = readFileSync(join(folder, 'logs', 'fabula.log'), 'utf8')
  expect(written).toContain('browser')
  expect(written).not.toContain('Marmalade')
})
