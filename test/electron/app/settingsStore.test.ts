import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSettingsStore } from '../../../electron/app/settingsStore.ts'
import { DEFAULT_APP_SETTINGS, type Settings } from '../../../shared/ipc/views.ts'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('settings', () => {
  it('start with the defaults and keep what was set, in a folder that is made when needed', () => {
    const folder = join(tempFolder(), 'not', 'there')
    const store = createSettingsStore(folder)
    expect(store.get()).toEqual(DEFAULT_APP_SETTINGS)
    expect(store.update({ theme: 'dark' })).toEqual({ ...DEFAULT_APP_SETTINGS, theme: 'dark' })
    store.update({ webhookPort: 100 })
    expect(createSettingsStore(folder).get()).toEqual({
      ...DEFAULT_APP_SETTINGS,
      theme: 'dark',
      webhookPort: 100,
    })
    expect(readdirSync(folder)).toContain('settings.json')
  })

  it('fall back to defaults one by one, and values of a newer version stay in the file', () => {
    const folder = tempFolder()
    const path = join(folder, 'settings.json')
    writeFileSync(path, JSON.stringify({ theme: 'sepia', webhookPort: 1e9, isSnapOn: false, wings: 2 }))
    const store = createSettingsStore(folder)
    expect(store.get()).toEqual({ ...DEFAULT_APP_SETTINGS, isSnapOn: false })
    store.update({ webhookPort: 50 })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      theme: 'sepia',
      webhookPort: 50,
      isSnapOn: false,
      wings: 2,
    })
  })

  it.each(['{"theme": "da', '', '[]', 'null', '\u0000\u0000'])('set aside a damaged file: %j', (content) => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'settings.json'), content)
    const store = createSettingsStore(folder)
    expect(store.get()).toEqual(DEFAULT_APP_SETTINGS)
    store.update({ theme: 'light' })
    expect(readFileSync(join(folder, 'settings.json.damaged'), 'utf8')).toBe(content)
    expect(createSettingsStore(folder).get().theme).toBe('light')
  })

  it('are shared: a host sees what another has set, and keeps it when it sets something else', () => {
    const folder = tempFolder()
    const [one, other] = [createSettingsStore(folder), createSettingsStore(folder)]
    other.get()
    one.update({ creditsPerDay: 10 })
    expect(other.caps()).toEqual({ creditsPerStory: null, creditsPerDay: 10 })
    other.update({ webhookPort: 50 })
    expect(one.get()).toEqual({ ...DEFAULT_APP_SETTINGS, creditsPerDay: 10, webhookPort: 50 })
  })

  it.each(['{"creditsPerDay": 1', '[]', '{"creditsPerDay": "10"}', '{"creditsPerStory": -1}'])(
    'have no readable caps until the writer sets them: %s',
    (content) => {
      const folder = tempFolder()
      const store = createSettingsStore(folder)
      expect(store.caps()).toEqual({ creditsPerStory: null, creditsPerDay: null })
      writeFileSync(join(folder, 'settings.json'), content)
      const unreadable = expect.objectContaining({ code: 'caps-unreadable' }) as Error
      expect(() => store.caps()).toThrow(unreadable)
      store.update({ webhookPort: 50 })
      expect(() => createSettingsStore(folder).caps()).toThrow(unreadable)
      store.update({ creditsPerDay: 10, creditsPerStory: null })
      expect(createSettingsStore(folder).caps()).toEqual({ creditsPerStory: null, creditsPerDay: 10 })
    },
  )

  it('have no caps after the record of spending was lost, until the writer sets them', () => {
    const folder = tempFolder()
    const store = createSettingsStore(folder)
    store.loseCaps()
    expect(store.caps()).toEqual({ creditsPerStory: null, creditsPerDay: null })
    store.update({ creditsPerDay: 10, creditsPerStory: 5 })
    store.loseCaps()
    expect(() => createSettingsStore(folder).caps()).toThrow(
      expect.objectContaining({ code: 'caps-unreadable' }),
    )
    expect(store.get()).toEqual(DEFAULT_APP_SETTINGS)
    store.update({ creditsPerStory: 5 })
    expect(createSettingsStore(folder).caps()).toEqual({ creditsPerStory: 5, creditsPerDay: null })
  })

  it('refuse invalid values, and change nothing', () => {
    const store = createSettingsStore(tempFolder())
    expect(() => store.update({ webhookPort: -1 })).toThrow()
    expect(() => store.update({ wings: 2 } as Partial<Settings>)).toThrow()
    expect(store.get()).toEqual(DEFAULT_APP_SETTINGS)
  })

  it('report if they cannot be saved, and stay unchanged', () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'file'), '')
    const store = createSettingsStore(join(folder, 'file'))
    expect(() => store.update({ theme: 'dark' })).toThrow(
      expect.objectContaining({ code: 'settings-not-saved' }),
    )
    expect(store.get()).toEqual(DEFAULT_APP_SETTINGS)
  })
})
