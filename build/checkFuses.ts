// Reads the fuses back from a package of the desktop app: `node build/checkFuses.ts PATH-OF-THE-PROGRAM`. Exits with 1 if a fuse differs
// from build/electron-builder.yml, which sets all of them.
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** A byte of the fuse wire: '0' is off, '1' is on. */
const WANTED: readonly [fuse: FuseV1Options, state: '0' | '1'][] = [
  [FuseV1Options.RunAsNode, '0'],
  [FuseV1Options.EnableCookieEncryption, '1'],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, '0'],
  [FuseV1Options.EnableNodeCliInspectArguments, '0'],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, '1'],
  [FuseV1Options.OnlyLoadAppFromAsar, '1'],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, '0'],
]

/** The names of an Electron program's fuses with wrong values. Rejects if the file has no fuses. */
export async function wrongFuses(path: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(path)
  return WANTED.filter(([fuse, state]) => String.fromCharCode(wire[fuse] ?? 0) !== state).map(
    ([fuse]) => FuseV1Options[fuse],
  )
}

if (import.meta.main) {
  const [path] = process.argv.slice(2)
  if (path === undefined)
    throw new Error('Name the program of a package, such as out/packages/linux-unpacked/fabula')
  const wrong = await wrongFuses(path)
  console.log(wrong.length === 0 ? 'All fuses are as they have to be.' : `Wrong fuses: ${wrong.join(', ')}`)
  if (wrong.length > 0) process.exitCode = 1
}
