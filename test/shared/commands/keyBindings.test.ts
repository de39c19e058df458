import { describe, expect, test } from 'vitest'
import {
  bindKeys,
  commandWith,
  keyBindingsSchema,
  keysOf,
  resetKeys,
  TABLE_KEYS,
  unbindKeys,
  type KeyBindings,
} from '../../../shared/commands/keyBindings.ts'
import { DEFAULT_APP_SETTINGS, settingsSchema } from '../../../shared/ipc/views.ts'

const withKeys = (ownKeys: KeyBindings) => ({ ...TABLE_KEYS, ownKeys })

describe('custom keys', () => {
  test('replace all keys of a command in the table; an empty list leaves it none', () => {
    const own = withKeys({ redo: ['Mod+J'], undo: [] })
    expect([keysOf('redo', 'desktop', own), keysOf('undo', 'desktop', own)]).toEqual([['Mod+J'], []])
    expect(commandWith('Mod+J', 'desktop', own)).toBe('redo')
    expect(commandWith('Mod+Y', 'desktop', own)).toBeUndefined()
  })

  test('are swapped with those of the command that had them', () => {
    const ownKeys = bindKeys('export', 'Mod+D', 'Mod+E', 'desktop', TABLE_KEYS)
    expect(ownKeys).toEqual({ export: ['Mod+D'], duplicateBlocks: ['Mod+E'] })
    expect(resetKeys('export', 'desktop', withKeys(ownKeys))).toEqual({})
  })

  test('are added, replaced and removed one at a time; the other keys of the command stay', () => {
    let own = withKeys(bindKeys('redo', 'Mod+G', null, 'desktop', TABLE_KEYS))
    expect(keysOf('redo', 'desktop', own)).toEqual(['Mod+Shift+Z', 'Mod+Y', 'Mod+G'])
    own = withKeys(bindKeys('redo', 'Mod+E', 'Mod+Y', 'desktop', own))
    expect(keysOf('redo', 'desktop', own)).toEqual(['Mod+Shift+Z', 'Mod+E', 'Mod+G'])
    expect(keysOf('export', 'desktop', own)).toEqual(['Mod+Y'])
    own = withKeys(unbindKeys('redo', 'Mod+Shift+Z', 'desktop', own))
    expect(keysOf('redo', 'desktop', own)).toEqual(['Mod+E', 'Mod+G'])
    own = withKeys(bindKeys('redo', 'Mod+Y', null, 'desktop', own))
    expect(keysOf('export', 'desktop', own)).toEqual([])
  })

  test('never belong to two commands, even after one of three is reset', () => {
    let own = TABLE_KEYS
    own = withKeys(bindKeys('export', 'Mod+D', 'Mod+E', 'desktop', own))
    own = withKeys(bindKeys('duplicateBlocks', 'Mod+S', 'Mod+E', 'desktop', own))
    own = withKeys(resetKeys('saveVersion', 'desktop', own))
    for (const keys of ['Mod+E', 'Mod+D', 'Mod+S'])
      expect(
        (['export', 'duplicateBlocks', 'saveVersion'] as const).filter((id) =>
          keysOf(id, 'desktop', own).includes(keys),
        ).length,
      ).toBe(1)
  })

  test('can be switched off if they are a single letter', () => {
    const off = { ...TABLE_KEYS, areLetterKeysOn: false }
    expect([keysOf('chooseVoice', 'desktop', off), keysOf('shortcuts', 'desktop', off)]).toEqual([[], []])
    expect(keysOf('playStory', 'desktop', off)).toEqual(['Space'])
  })

  test('are dropped if they are invalid, without affecting the others', () => {
    const stored = { export: ['Mod+J', 'F9'], undo: 7, redo: ['Nonsense'], gone: ['Mod+X'], saveAs: [] }
    expect(keyBindingsSchema.parse(stored)).toEqual({ export: ['Mod+J', 'F9'], saveAs: [] })
    for (const damaged of [null, 'x', 3, undefined, ['Mod+J']])
      expect(keyBindingsSchema.parse(damaged)).toEqual({})
    expect(settingsSchema.partial().parse({ theme: 'dark' })).toEqual({ theme: 'dark' })
    expect(settingsSchema.parse({ ...DEFAULT_APP_SETTINGS, ownKeys: { export: 'Mod+J' } }).ownKeys).toEqual(
      {},
    )
  })
})
