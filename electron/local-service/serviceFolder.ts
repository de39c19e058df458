/** The service's data folder, made ready before the service starts: rid of what would keep it from starting. */
import { createPrivateKey } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { diskFaultOf } from '../lib/files/diskFaults.ts'
import { setAside } from '../lib/files/setAside.ts'
import { openServiceDatabase, UnusableDatabaseError } from './conversions/serviceDatabase.ts'

export interface ServiceFolder {
  /** Open, and locked for this service. */
  readonly database: DatabaseSync
  readonly audioFolder: string
  readonly uploadFolder: string
  /** Where pieces of audio lie until they are part of a file; empty. */
  readonly pieceFolder: string
  readonly signingKeyPath: string
  /** The names that files now have which were damaged, of a newer version, or in the place of others. */
  readonly setAside: readonly string[]
}

/**
 * Opens the folder, which is made if it is missing. What cannot be used is set aside, and begun again. Throws `FolderInUseError`,
 * and what the disk says.
 */
export function openServiceFolder(dataFolder: string): ServiceFolder {
  mkdirSync(dataFolder, { recursive: true })
  const place = (name: string) => join(dataFolder, name)
  const databasePath = place('conversions.sqlite')
  const [audioFolder, uploadFolder, pieceFolder, signingKeyPath] = [
    place('audio'),
    place('uploads'),
    place('pieces'),
    place('webhook-key.pem'),
  ]
  const names: string[] = []
  const putAside = (path: string) => void names.push(basename(setAside(path)))
  const putAsideWhere = (path: string, isUnusable: (stats: Stats) => boolean) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && isUnusable(stats)) putAside(path)
  }

  putAsideWhere(databasePath, (stats) => stats.isDirectory())
  const database = openUsable()
  for (const folder of [audioFolder, uploadFolder]) putAsideWhere(folder, (stats) => !stats.isDirectory())
  putAsideWhere(signingKeyPath, (stats) => stats.isDirectory() || holdsNoKey(signingKeyPath))
  // A service that was killed leaves some.
  rmSync(pieceFolder, { recursive: true, force: true })
  mkdirSync(pieceFolder, { mode: 0o700 })
  return { database, audioFolder, uploadFolder, pieceFolder, signingKeyPath, setAside: names }

  function openUsable(): DatabaseSync {
    try {
      return openServiceDatabase(databasePath)
    } catch (error) {
      if (!(error instanceof UnusableDatabaseError) && diskFaultOf(error) !== 'damaged') throw error
      putAside(databasePath)
      // A service deletes audio that its database does not know.
      putAsideWhere(audioFolder, (stats) => stats.isDirectory() && readdirSync(audioFolder).length > 0)
      return openServiceDatabase(databasePath)
    }
  }
}

/** A key that may not be read now is left alone. */
function holdsNoKey(path: string): boolean {
  try {
    createPrivateKey(readFileSync(path))
    return false
  } catch (error) {
    return diskFaultOf(error) === undefined
  }
}
