/** The entries of the lexicon for all stories: one file beside the settings, which several hosts may write. */
import { join } from 'node:path'
import * as z from 'zod'
import { commonEntrySchema } from '../../shared/ipc/libraryContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { MAX_COMMON_ENTRIES } from '../../shared/story/limits.ts'
import type { LexiconEntry, LexiconEntryId } from '../../shared/story/records.ts'
import { keepAside, readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'

type CommonEntry = z.infer<typeof commonEntrySchema>

export type LexiconStore = ReturnType<typeof createLexiconStore>

/** The store over `lexicon.json` in the app's folder. `onChange` is called with the entries after each change. */
export function createLexiconStore(dataDir: string, onChange: (entries: CommonEntry[]) => void = () => {}) {
  const path = join(dataDir, 'lexicon.json')
  let known = readable(readJsonFile(path), path)

  function remember(entries: CommonEntry[]): CommonEntry[] {
    if (JSON.stringify(entries) !== JSON.stringify(known)) {
      known = entries
      onChange(entries)
    }
    return known
  }

  return {
    /** The entries as last read; the same value until they change. */
    entries: (): readonly LexiconEntry[] => known,
    /** Reads the file again, because another host may have changed it, and returns its entries. */
    reload: (): CommonEntry[] => remember(readable(readJsonFile(path), path)),
    /** Puts and removes entries; on disk when it returns. Throws `lexicon-not-saved` or `lexicon-full`, in which case nothing changes. */
    change(put: readonly CommonEntry[], remove: readonly LexiconEntryId[]): CommonEntry[] {
      let next = known
      try {
        updateJsonFile(path, (stored) => {
          const byId = new Map(readable(stored, path).map((entry) => [entry.id, entry]))
          for (const id of remove) byId.delete(id)
          for (const entry of put) byId.set(entry.id, entry)
          next = [...byId.values()]
          if (next.length > MAX_COMMON_ENTRIES)
            throw new UserFacingError('lexicon-full', { limit: MAX_COMMON_ENTRIES })
          return { entries: next }
        })
      } catch (error) {
        if (error instanceof UserFacingError && error.code === 'lexicon-full') throw error
        throw new UserFacingError('lexicon-not-saved', {}, { cause: error })
      }
      return remember(next)
    },
  }
}

const fileSchema = z.object({ entries: z.array(z.unknown()) })

/** The valid entries. If the file has invalid ones, a copy of it is kept. */
function readable(stored: unknown, path: string): CommonEntry[] {
  if (stored === undefined) return []
  const file = fileSchema.safeParse(stored)
  const all = file.success ? file.data.entries : []
  const entries = all.flatMap((value) => commonEntrySchema.safeParse(value).data ?? [])
  if (!file.success || entries.length < all.length) keepAside(path)
  return entries.slice(0, MAX_COMMON_ENTRIES)
}
