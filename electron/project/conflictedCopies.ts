/** Recognises, by their names, the copies that sync services make of a file that was changed in two places. */
import { existsSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The most names to report. */
const MOST_TOLD = 5

/**
 * The suffixes that services add. Names that a person or program may also use, such as “Tale (1)” or “Tale 2”, are not included.
 * https://help.dropbox.com/organize/conflicted-copy https://docs.syncthing.net/users/syncing.html#conflicting-changes
 */
const MARKS = [
  // Dropbox and Nextcloud, in English, German and Spanish.
  / \([^()]*(?:conflicted copy|in konflikt stehende kopie|copia en conflicto)[^()]*\)$/i,
  /\.sync-conflict-\d{8}-\d{6}-[a-z0-9]{7}$/i,
  /_conflict-\d{8}-\d{6}$/i,
]
/** OneDrive appends the name of the computer. */
const COMPUTER = /-(?:desktop|laptop)-[a-z0-9]{5,8}(?:-\d+)?$/i

/** The name of the file that a copy was made of; null for a file that is not such a copy. `names` are the files of its folder. */
export function originalOf(name: string, names: ReadonlySet<string>, computer = hostname()): string | null {
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name.length > 255 ? '' : name) ?? []
  const marked = MARKS.find((mark) => mark.test(stem))
  if (marked !== undefined) return `${stem.replace(marked, '')}${ending}`
  const own = `-${computer}`.toLowerCase()
  const isOfComputer = computer !== '' && stem.toLowerCase().endsWith(own)
  const original = isOfComputer ? stem.slice(0, -own.length) : stem.replace(COMPUTER, '')
  // A story may simply have such a name: it counts as a copy only if its original is beside it.
  return original !== stem && original !== '' && names.has(`${original}${ending}`)
    ? `${original}${ending}`
    : null
}

export interface Conflicts {
  /** The file that this one is a conflicted copy of; null for an ordinary file. */
  readonly original: string | null
  /** Conflicted copies of this file beside it. */
  readonly copies: readonly string[]
}

/** Looks for conflicted copies beside a file. A folder that cannot be read has none. */
export function conflictsOf(path: string): Conflicts {
  const name = basename(path)
  let names: string[] = []
  try {
    names = readdirSync(dirname(path))
  } catch {
    // This account may be allowed to see only the file.
  }
  const all = new Set(names)
  const original = originalOf(name, all)
  return {
    original: original !== null && existsSync(join(dirname(path), original)) ? original : null,
    copies: names.filter((other) => other !== name && originalOf(other, all) === name).slice(0, MOST_TOLD),
  }
}
