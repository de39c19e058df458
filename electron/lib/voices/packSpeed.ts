/** How fast a voice pack speaks on this computer. It is measured while the pack speaks, kept beside the pack, and goes with it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../files/atomicFile.ts'

const SPEED_FILE = 'speed.json'
const speedSchema = z.object({ makesPerSecond: z.number().positive() })

/** Seconds of speech that a second makes; null for a pack that has not spoken here. */
export function readMakesPerSecond(packFolder: string): number | null {
  try {
    const json: unknown = JSON.parse(readFileSync(join(packFolder, SPEED_FILE), 'utf8'))
    return speedSchema.parse(json).makesPerSecond
  } catch {
    return null
  }
}

/** Keeps a measurement in place of the one before. Throws what the disk says. */
export function writeMakesPerSecond(packFolder: string, makesPerSecond: number): void {
  writeFileAtomic(join(packFolder, SPEED_FILE), `${JSON.stringify({ makesPerSecond })}\n`)
}
