/** The app's settings: one small file, each value of which is used only where it is one that this version knows. */
import { join } from 'node:path'
import { DEFAULT_APP_SETTINGS, settingsSchema } from '../../shared/ipc/views.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { keepAside, readJsonFile, writeJsonFile } from '../lib/files/jsonFile.ts'

export interface SettingsStore {
  get(): Settings
  /** Sets some values and gives them all; on disk when it returns. Throws `settings-not-saved` and then changes nothing. */
  update(patch: Partial<Settings>): Settings
}

/** The store over `settings.json` in the app's folder. Values of a newer version stay in the file. */
export function createSettingsStore(dataDir: string): SettingsStore {
  const path = join(dataDir, 'settings.json')
  let stored = readStored(path)

  return {
    get: () => usable(stored),
    update(patch) {
      const next = { ...stored, ...settingsSchema.partial().parse(patch) }
      try {
        writeJsonFile(path, next)
      } catch (error) {
        throw new UserFacingError('settings-not-saved', {}, { cause: error })
      }
      stored = next
      return usable(stored)
    },
  }
}

type StoredSettings = Readonly<Record<string, unknown>>

function readStored(path: string): StoredSettings {
  const content = readJsonFile(path)
  if (content === undefined) return {}
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  keepAside(path)
  return {}
}

function usable(stored: StoredSettings): Settings {
  const entries = Object.entries(settingsSchema.shape).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(stored[key])
    return parsed.success ? [[key, parsed.data]] : []
  })
  return settingsSchema.parse({ ...DEFAULT_APP_SETTINGS, ...Object.fromEntries(entries) })
}
