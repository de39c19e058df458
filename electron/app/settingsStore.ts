/**
 * The app's settings: one small file, of which each valid value is used. Several hosts share the file, so it is read each time. Caps on
 * credits are stricter: a cap that cannot be read is not the same as no cap.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../shared/lib/isRecord.ts'
import { DEFAULT_APP_SETTINGS, settingsSchema, type Settings } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { keepAside, readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'

export type Caps = Pick<Settings, 'creditsPerStory' | 'creditsPerDay'>
const capsSchema = settingsSchema.pick({ creditsPerStory: true, creditsPerDay: true })

/** Set after the file was damaged: the caps, or the spending under them, are unknown until the writer sets caps again. */
const LOST_CAPS = 'areCapsLost'
const NO_CAPS: Caps = { creditsPerStory: null, creditsPerDay: null }

export type SettingsStore = ReturnType<typeof createSettingsStore>

/** The store of `settings.json` in the app's folder. Values of newer versions are kept in the file. */
export function createSettingsStore(dataDir: string) {
  const path = join(dataDir, 'settings.json')
  /** Used while the file cannot be read. */
  let last: StoredSettings = {}

  return {
    get(): Settings {
      const content = readJsonFile(path)
      if (isRecord(content)) last = content
      return usable(last)
    },
    /** The caps on credits as they are on disk now. Throws `caps-unreadable` if they cannot be read, or were lost. */
    caps(): Caps {
      const content = readJsonFile(path)
      const { creditsPerStory = null, creditsPerDay = null, [LOST_CAPS]: areLost } = readable(content, path)
      const caps = capsSchema.safeParse({ creditsPerStory, creditsPerDay })
      if (!caps.success || areLost === true) throw new UserFacingError('caps-unreadable')
      return caps.data
    },
    /** From now on, `caps` throws until caps are set again, because the spending is unknown. Does nothing if there are no caps. */
    loseCaps(): void {
      updateJsonFile(path, (content) => {
        const stored = readable(content, path)
        const { creditsPerStory, creditsPerDay } = usable(stored)
        return (creditsPerStory ?? creditsPerDay) === null ? undefined : { ...stored, [LOST_CAPS]: true }
      })
    },
    /** Sets some values and returns all of them; on disk when it returns. Throws `settings-not-saved`, in which case nothing changes. */
    update(patch: Partial<Settings>): Settings {
      const values = settingsSchema.partial().parse(patch)
      let next: StoredSettings = {}
      try {
        updateJsonFile(path, (content) => {
          next = { ...readable(content, path), ...values }
          if (next[LOST_CAPS] === true && ('creditsPerStory' in values || 'creditsPerDay' in values))
            next = { ...next, ...NO_CAPS, ...values, [LOST_CAPS]: false }
          return next
        })
      } catch (error) {
        throw new UserFacingError('settings-not-saved', {}, { cause: error })
      }
      last = next
      return usable(next)
    },
  }
}

type StoredSettings = Record<string, unknown>

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** The content of the file as an object. If the file is damaged, a copy of it is kept, and its caps are lost. */
function readable(content: unknown, path: string): StoredSettings {
  if (isRecord(content)) return content
  if (content === undefined && !isThere(path)) return {}
  keepAside(path)
  return { [LOST_CAPS]: true }
}

function usable(stored: StoredSettings): Settings {
  const entries = Object.entries(settingsSchema.shape).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(stored[key])
    return parsed.success ? [[key, parsed.data]] : []
  })
  const settings = settingsSchema.parse({ ...DEFAULT_APP_SETTINGS, ...Object.fromEntries(entries) })
  return stored[LOST_CAPS] === true ? { ...settings, ...NO_CAPS } : settings
}
