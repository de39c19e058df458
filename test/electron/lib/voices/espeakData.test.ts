import { describe, expect, it } from 'vitest'
import { createEngine } from '../../../../electron/local-service/engines/engine.ts'
import { createEngineModule } from '../../../../electron/lib/voices/espeakData.ts'

const SETTINGS = { pitch: 50, range: 50, wordsPerMinute: 175 }
const DATA = '/usr/share/espeak-ng-data'

describe('the files of the speech engine', () => {
  it('are read when the engine opens them, and not before', async () => {
    const { FS, eSpeakNGWorker } = await createEngineModule()
    const isRead = (name: string) =>
      FS.lookupPath(`${DATA}/${name}`).node.contents?.some((byte) => byte !== 0)
    expect(isRead('phondata')).toBe(false)
    const engine = new eSpeakNGWorker()
    expect(isRead('phondata')).toBe(true)
    engine.set_voice('zle/ru')
    expect([isRead('ru_dict'), isRead('cmn_dict')]).toEqual([true, false])
  })

  it('are complete: voices of other languages speak correctly', async () => {
    const engine = await createEngine()
    const length = (identifier: string, text: string) =>
      engine.speak(text, { ...SETTINGS, identifier }).samples.length
    // A voice without its dictionary spells the letters.
    expect(length('zle/ru', 'Доброе утро, как вы поживаете?')).toBeLessThan(
      length('gmw/en-US', 'Доброе утро, как вы поживаете?') / 2,
    )
    expect(length('gmw/de', 'Guten Morgen')).toBeGreaterThan(10_000)
  })
})
