import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDataFolder } from '../../../electron/app/services.ts'
import { startErrorText, startFailedText } from '../../../electron/app/startError.ts'
import { errors as spanishErrors } from '../../../shared/messages/es/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { canMount, makeReadOnly, smallDisk } from '../project/smallDisk.ts'

/** The message of a failed start with this folder. */
function told(dataDir: string): string | undefined {
  try {
    prepareDataFolder(dataDir)
  } catch (error) {
    return startErrorText(error)
  }
  throw new Error('The folder can be used')
}

function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'data'), '')
  return join(folder, 'data')
}

test('a file in place of the app’s folder, or of a folder above it, is reported', () => {
  const file = aFile()
  expect(told(file)).toMatch(/^There is a file in the place of Fabula’s folder\..*--data/)
  expect(told(join(file, 'below'))).toMatch(/^There is a file/)
})

test.skipIf(!canMount)('a read-only disk is reported (needs root)', () => {
  const disk = smallDisk('64k')
  makeReadOnly(disk)
  expect(told(join(disk, 'data'))).toMatch(/^Fabula is not allowed to write to its folder/)
})

test('a failed start is reported in the language of the system', () => {
  const error = Object.assign(new Error('no'), { code: 'ENOTDIR' })
  expect(startErrorText(error, { language: 'de', folderOptions: '--data' })).toMatch(
    /^An der Stelle von Fabulas Ordner liegt eine Datei\..* mit --data einen/,
  )
  expect(startErrorText(new UserFacingError('settings-not-saved'), { language: 'es' })).toBe(
    spanishErrors['settings-not-saved'],
  )
  expect(startFailedText('es')).toMatch(/^Fabula no ha podido iniciarse/)
})

test('an error that the user can act on keeps its message, and a bug has none', () => {
  expect(startErrorText(new UserFacingError('settings-not-saved'))).toMatch(
    /^The settings could not be saved/,
  )
  expect(startErrorText(new TypeError('x is not a function'))).toBeUndefined()
})
