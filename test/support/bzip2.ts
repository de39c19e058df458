/** Packs bytes with the bzip2 program of the system. */
import { execFileSync } from 'node:child_process'

export function bzip2(bytes: Uint8Array): Buffer {
  return execFileSync('bzip2', ['-c'], { input: bytes, maxBuffer: 1024 ** 3 })
}
