/** Whether natural voices can speak on this computer: `sherpa-onnx-node` is an optional package with native code for some systems. */
import { createRequire } from 'node:module'

/** Where to look for the package, and for which system. */
export interface SherpaPlace {
  /** A file or a folder from which packages are found. */
  readonly from: string
  readonly platform: string
  readonly arch: string
}

/** The systems that the package has native code for (its own optional dependencies). */
const SYSTEMS = ['darwin-arm64', 'darwin-x64', 'linux-x64', 'linux-arm64', 'win-x64', 'win-ia32']

/** `system`: there is no code for this kind of computer. `package`: it was not installed along with Fabula. */
export type SherpaState =
  { readonly isAvailable: true } | { readonly isAvailable: false; readonly reason: 'system' | 'package' }

/** Looks for the package without loading it. */
export function findSherpa(place: Partial<SherpaPlace> = {}): SherpaState {
  const { from = import.meta.url, platform = process.platform, arch = process.arch } = place
  const system = `${platform === 'win32' ? 'win' : platform}-${arch}`
  if (!SYSTEMS.includes(system)) return { isAvailable: false, reason: 'system' }
  const require = createRequire(from)
  try {
    require.resolve('sherpa-onnx-node')
    require.resolve(`sherpa-onnx-${system}/sherpa-onnx.node`)
    return { isAvailable: true }
  } catch {
    return { isAvailable: false, reason: 'package' }
  }
}
