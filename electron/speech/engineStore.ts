/**
 * The engines that the writer set up for the built-in service, in `engines.json`; their keys are where those of connections
 * are (keyStore.ts). What an engine may be is the service's own rule (local-service/serviceSettings.ts).
 */
import { join } from 'node:path'
import { engineInfoSchema, engineNameSchema } from '../../shared/ipc/enginesContract.ts'
import type { EngineInfo, EnginesView } from '../../shared/ipc/enginesContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { keepAside, readJsonFile, writeJsonFile } from '../lib/files/jsonFile.ts'
import { engineSettingsSchema, isPrivate } from '../lib/http/engineSettings.ts'
import type { EngineSettings } from '../lib/http/engineSettings.ts'
import type { KeyOwner, KeyStore } from './keyStore.ts'

export interface EngineDraft extends EngineInfo {
  /** Whether there must be none of this name yet; else there must be one. */
  readonly isNew: boolean
  /** Null leaves the key as it is. */
  readonly key: { readonly text: string; readonly keep: 'safest' | 'session' | 'file' } | null
}

export interface EngineStore {
  list(): readonly EngineInfo[]
  /** What the renderer may know. */
  view(): EnginesView
  /**
   * Adds or changes an engine and gives its name. A changed origin takes its key away, unless a new one comes along. Throws
   * `engine-name-unusable`, `engine-name-taken`, `engine-unknown`, `engine-model-missing`, `engine-address-invalid`,
   * `engine-address-open`, `settings-not-saved`, and what the key store throws.
   */
  save(draft: EngineDraft): string
  removeKey(name: string): void
  remove(name: string): void
  /** An engine with its key, for a test. Throws `engine-unknown`, and what the key store throws. */
  find(name: string): EngineSettings
  /** All engines with their keys, for the service. One whose key cannot be had goes without it; `onTrouble` is told why. */
  settings(onTrouble: (error: unknown, name: string) => void): EngineSettings[]
}

/** Reads its file each time it is asked: another host may share the folder. */
export function createEngineStore(dataDir: string, keys: KeyStore): EngineStore {
  const path = join(dataDir, 'engines.json')

  function list(): EngineInfo[] {
    const content = readJsonFile(path)
    if (content === undefined) return []
    if (!Array.isArray(content)) {
      keepAside(path)
      return []
    }
    const names = new Set<string>()
    return content.flatMap((entry) => {
      const parsed = engineInfoSchema.safeParse(entry)
      if (!parsed.success || names.has(parsed.data.name)) return []
      if (URL.parse(parsed.data.baseUrl) === null) return []
      names.add(parsed.data.name)
      return [parsed.data]
    })
  }

  function write(engines: readonly EngineInfo[]): void {
    try {
      writeJsonFile(path, engines)
    } catch (error) {
      throw new UserFacingError('settings-not-saved', {}, { cause: error })
    }
  }

  function require(name: string): EngineInfo {
    const found = list().find((engine) => engine.name === name)
    if (found === undefined) throw new UserFacingError('engine-unknown', { name })
    return found
  }

  const hasKey = (engine: EngineInfo) => keys.protection(ownerOf(engine).id) !== null
  const keyOf = (engine: EngineInfo) => (hasKey(engine) ? keys.get(ownerOf(engine)) : '')

  return {
    list,

    view: () => ({
      keeping: keys.keeping(),
      engines: list().map((engine) => {
        const protection = keys.protection(ownerOf(engine).id)
        return { ...engine, hasKey: protection !== null, protection }
      }),
    }),

    save({ isNew, key, ...draft }) {
      const known = list()
      const name = draft.name.trim()
      if (!engineNameSchema.safeParse(name).success) throw new UserFacingError('engine-name-unusable')
      if (isNew && known.some((other) => other.name === name))
        throw new UserFacingError('engine-name-taken', { name })
      const before = isNew ? null : require(name)
      const model = draft.model.trim()
      if (model === '') throw new UserFacingError('engine-model-missing')
      const url = parseEngineUrl(draft.baseUrl)
      const saved: EngineInfo = {
        ...draft,
        ...{ name, model, baseUrl: url.href.replace(/\/+$/, '') },
        voices: [...new Set(draft.voices.map((voice) => voice.trim()))].filter((voice) => voice !== ''),
      }
      const hasMoved = before !== null && ownerOf(before).origin !== url.origin
      const keepsKey = before !== null && !hasMoved && hasKey(before)
      if ((key !== null || keepsKey) && !isPrivate(url))
        throw new UserFacingError('engine-address-open', { host: url.host })
      if (key !== null) keys.set(ownerOf(saved), key.text, key.keep)
      // One of an engine that was not removed in order would else be found by another of its name.
      else if (!keepsKey) keys.remove(ownerOf(saved).id)
      write(isNew ? [...known, saved] : known.map((other) => (other.name === name ? saved : other)))
      return name
    },

    removeKey: (name) => keys.remove(ownerOf(require(name)).id),

    remove(name) {
      keys.remove(ownerOf(require(name)).id)
      write(list().filter((engine) => engine.name !== name))
    },

    find(name) {
      const engine = require(name)
      return engineSettingsSchema.parse({ ...engine, key: keyOf(engine) })
    },

    settings(onTrouble) {
      return list().flatMap((engine) => {
        let key = ''
        try {
          key = keyOf(engine)
        } catch (error) {
          onTrouble(error, engine.name)
        }
        const parsed = engineSettingsSchema.safeParse({ ...engine, key })
        if (!parsed.success)
          onTrouble(new Error(`The engine ${engine.name} in engines.json cannot be used`), engine.name)
        return parsed.success ? [parsed.data] : []
      })
    },
  }
}

/** http or https. Throws `engine-address-invalid` for anything else, and for an address that carries a user name. */
function parseEngineUrl(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UserFacingError('engine-address-invalid')
  url.search = ''
  url.hash = ''
  return url
}

/** No connection's id begins like this (`connectionIdOf`). */
function ownerOf({ name, baseUrl }: EngineInfo): KeyOwner {
  return { id: `engine ${name}`, name, origin: new URL(baseUrl).origin }
}
