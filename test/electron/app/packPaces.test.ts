import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withPackPaces } from '../../../electron/app/handlers/jobHandlers.ts'
import { readInstalledPacks, writeMakesPerSecond } from '../../../electron/lib/voices/installedPacks.ts'
import { syntheticManifest, writeSyntheticPack } from '../../support/syntheticVoice.ts'

test('a natural voice’s pace comes from its first sentence until blocks were measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-paces-'))
  try {
    writeMakesPerSecond(writeSyntheticPack(folder), 2)
    writeSyntheticPack(folder, syntheticManifest({ id: 'silent' }))
    const packs = readInstalledPacks(folder)
    // 62 ms of speech for each character, at twice the speed of speech.
    expect(withPackPaces({ all: null, byVoice: { OA001: 1 } }, packs)).toEqual({
      all: null,
      byVoice: { 'NV-tone-main': 31, OA001: 1 },
    })
    expect(withPackPaces({ all: 3, byVoice: { 'NV-tone-main': 40 } }, packs)).toEqual({
      all: 3,
      byVoice: { 'NV-tone-main': 40 },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
